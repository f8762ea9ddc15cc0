"""A tournament report as read: decoded lines, the event, its pairing records, and the findings about the file."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from arpad.domain.event import Colour, Event, Player
from arpad.domain.findings import Finding, Severity
from arpad.formats.trf_fields import WIDTH, column_of
from arpad.i18n import ArpadError


@dataclass(frozen=True, slots=True)
class Forbidden:
    """XXP and 260: players (teams, in a team event) who may not meet from a round to a round. `last` is None if
    they may never meet."""

    players: tuple[int, ...]
    first: int = 1
    last: int | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Acceleration:
    """XXA and 250: virtual points from a round to a round, for the starting ranks from `low` to `high`.

    Teams have match points and game points, players only game points.
    """

    game_points: Fraction | None
    first: int
    last: int
    low: int
    high: int
    match_points: Fraction | None = None
    line: int = 0

    @property
    def points(self) -> Fraction:
        """The points by which a player is paired: the game points, or whatever points the record has."""
        return self.game_points or self.match_points or Fraction(0)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A record with a field that cannot be read. Nothing may be paired before it is corrected."""

    code: str
    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class PairingRecords:
    """All of them. `absent` (XXZ) are not paired in the next round; `initial` is the initial colour (XXC, 152), and
    `rounds` the number of rounds announced (XXR, 142), each None if the report does not have it."""

    forbidden: tuple[Forbidden, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    absent: tuple[int, ...] = ()
    initial: Colour | None = None
    rounds: int | None = None
    unreadable: tuple[Unreadable, ...] = ()


NO_PAIRING_RECORDS = PairingRecords()


def virtual_points(accelerations: Iterable[Acceleration]) -> dict[int, dict[int, Fraction]]:
    """The virtual points by round and starting rank; of two records about the same player the later one counts."""
    found: dict[int, dict[int, Fraction]] = {}
    for acceleration in accelerations:
        for round_number in range(acceleration.first, acceleration.last + 1):
            found.setdefault(round_number, {}).update(
                dict.fromkeys(range(acceleration.low, acceleration.high + 1), acceleration.points)
            )
    return found


def spans(by_round: dict[int, Fraction]) -> Iterator[tuple[Fraction, int, int]]:
    """The points of one player as (points, first round, last round), without the rounds that have none."""
    first = before = 0
    for number in sorted(by_round):
        if first and (number != before + 1 or by_round[number] != by_round[before]):
            yield by_round[before], first, before
            first = 0
        if by_round[number]:
            first, before = first or number, number
        else:
            first = 0
    if first:
        yield by_round[before], first, before


# Collecting findings while a file is read: one by one, or one for many of a kind.

MOST_OF_A_KIND = 200


class Notes:
    """The findings of one reading. Of a kind that fills a file only the first are kept, and the rest counted."""

    def __init__(self) -> None:
        self._single: list[Finding] = []
        self._grouped: dict[tuple[str, object], tuple[Finding, int]] = {}
        self._of_a_kind: dict[str, int] = {}

    def add(
        self,
        code: str,
        severity: Severity,
        line: int | None = None,
        column: int | None = None,
        /,
        *,
        player: int | None = None,
        round_number: int | None = None,
        **values: object,
    ) -> None:
        """Add one separate finding."""
        found = self._of_a_kind[code] = self._of_a_kind.get(code, 0) + 1
        if found <= MOST_OF_A_KIND:
            self._single.append(Finding(code, severity, None, line, column, player, round_number, values))

    def count(
        self,
        code: str,
        severity: Severity,
        line: int | None = None,
        column: int | None = None,
        /,
        *,
        of: object = None,
        player: int | None = None,
        round_number: int | None = None,
        **values: object,
    ) -> None:
        """One more of a kind: a single finding points to the first of them, and its message has their {count}."""
        first, found = self._grouped.get((code, of), (None, 0))
        if first is None:
            first = Finding(code, severity, None, line, column, player, round_number, values)
        self._grouped[code, of] = (first, found + 1)

    def extend(self, findings: Iterable[Finding]) -> None:
        """Findings that were made elsewhere."""
        for finding in findings:
            self._of_a_kind[finding.code] = self._of_a_kind.get(finding.code, 0) + 1
            self._single.append(finding)

    def has(self, code: str) -> bool:
        """Whether anything of a kind was found."""
        return code in self._of_a_kind or any(code == known for known, _ in self._grouped)

    def all(self) -> tuple[Finding, ...]:
        """All findings in the order of the file."""
        findings = list(self._single)
        for first, count in self._grouped.values():
            values: dict[str, Any] = {**first.values, "count": count}
            findings.append(replace(first, values=values))
        for code, count in self._of_a_kind.items():
            if count > MOST_OF_A_KIND:
                findings.append(
                    Finding("findings-more", "info", values={"code": code, "count": count - MOST_OF_A_KIND})
                )
        return tuple(sorted(findings, key=lambda finding: (finding.line or 0, finding.column or 0)))


# Bytes to lines: byte order mark, encoding, line ends; and files that cannot be a report.

SWISS_MANAGER = b"\x93\xff\x89\x44"
"""The bytes with which Swiss-Manager's files begin."""
LARGEST = 64 * 1024 * 1024
LONGEST_LINE = 1024 * 1024
MOST_LINES = 200_000
BOM = b"\xef\xbb\xbf"
KINDS = (
    (b"%PDF", "PDF"), (b"PK\x03\x04", "ZIP"), (b"PK\x05\x06", "ZIP"), (b"\x1f\x8b", "gzip"),
    (b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"),
)  # fmt: skip
BLANK = b" \t\r\n\x0b\x0c\x1a"
GREEK_LETTERS = frozenset((0xA2, *range(0xB8, 0xBB), 0xBC, *range(0xBE, 0xFF)))
NEWLINES = ("\n", "\r\n", "\r")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file as lines, and how it was written."""

    lines: tuple[str, ...]
    encoding: str
    newline: str
    bom: bool
    final_newline: bool
    findings: tuple[Finding, ...]


def decode(data: bytes) -> Decoded:
    """Return the lines of a file. A file that cannot be a report is refused before it is copied."""
    _refuse(data)
    notes = Notes()
    bom = data.startswith(BOM)
    body = data[len(BOM) :] if bom else data
    text, encoding = _text(body, notes)
    newline, mixed = _newline(body)
    if mixed:
        notes.add("line-ends-mixed", "warning")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n" if mixed else newline)
    final_newline = lines[-1] == ""
    if final_newline:
        lines.pop()
    return Decoded(tuple(lines), encoding, newline, bom, final_newline, notes.all())


def encode(lines: tuple[str, ...], encoding: str, newline: str, bom: bool, final_newline: bool) -> bytes:
    """Lines back to bytes; a letter that the encoding lacks makes it UTF-8."""
    text = newline.join(lines) + (newline if final_newline else "")
    try:
        body = text.encode(encoding)
    except UnicodeEncodeError:
        body = text.encode("utf-8", "replace")
    return BOM + body if bom else body


def _refuse(data: bytes) -> None:
    if len(data) > LARGEST:
        raise ArpadError("report-too-large", megabytes=LARGEST // 2**20)
    for signature, kind in KINDS:
        if data.startswith(signature):
            raise ArpadError("report-kind", kind=kind)
    head = data[:4096].removeprefix(BOM).strip(BLANK)
    if not head and not data.removeprefix(BOM).strip(BLANK):
        raise ArpadError("report-empty")
    if b"\0" in data:
        raise ArpadError("report-binary")
    if head.startswith((b"<?", b"<!", b"<html", b"<HTML", b"<TournamentData")):
        raise ArpadError("report-kind", kind="XML/HTML")
    if len(data) > MOST_LINES and max(data.count(b"\n"), data.count(b"\r")) > MOST_LINES:
        raise ArpadError("report-too-many-lines", most=MOST_LINES)
    _refuse_long_lines(data)


def _refuse_long_lines(data: bytes) -> None:
    """From line end to line end in the largest steps that are allowed, so a file costs a few searches."""
    at = 0
    while len(data) - at > LONGEST_LINE:
        stop = at + LONGEST_LINE + 1
        end = max(data.rfind(b"\n", at, stop), data.rfind(b"\r", at, stop))
        if end < 0:
            raise ArpadError("report-line-too-long", megabytes=LONGEST_LINE // 2**20)
        at = end + 1


def _newline(body: bytes) -> tuple[str, bool]:
    """The commonest line end, and whether there are others."""
    if b"\r" not in body:
        return "\n", False
    both = body.count(b"\r\n")
    counts = {"\n": body.count(b"\n") - both, "\r\n": both, "\r": body.count(b"\r") - both}
    commonest = max(NEWLINES, key=lambda kind: counts[kind])
    return commonest, sum(1 for count in counts.values() if count) > 1


def _text(body: bytes, notes: Notes) -> tuple[str, str]:
    try:
        return body.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as problem:
        line = body.count(b"\n", 0, problem.start) + 1
        encodings = ("cp1253", "cp1252", "latin-1") if _looks_greek(body) else ("cp1252", "latin-1")
    for encoding in encodings:
        try:
            text = body.decode(encoding)
        except UnicodeDecodeError:
            continue
        notes.add(
            "encoding-guessed",
            "warning",
            line,
            encoding={"cp1253": "Windows-1253", "cp1252": "Windows-1252", "latin-1": "ISO 8859-1"}[encoding],
        )
        return text, encoding
    raise ArpadError("report-binary")


def _looks_greek(body: bytes) -> bool:
    """Whether the letters beyond ASCII are Greek: they then come in words, not one by one among Latin ones."""
    letters = neighbours = 0
    before = False
    for byte in body[:LONGEST_LINE]:
        high = byte >= 0x80
        if high:
            if byte not in GREEK_LETTERS:
                return False
            letters += 1
            neighbours += before
        before = high
    return neighbours * 2 > letters


# A report as it was read: the event, the findings about the file, and every line as it was.

ReportFormat = Literal["trf06", "trf16", "trf26", "feda", "swiss-manager"]


@dataclass(frozen=True, slots=True)
class Record:
    """A line of the file as it was, without its line end. `code` is empty if the line is not a record."""

    code: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Bye:
    """TRF26, 240: players who take a bye in a round (F, H or Z)."""

    kind: str
    round: int
    players: tuple[int, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class FedaLine:
    """FEDA 10.31: one player's results. A new player's `code` is all zeros."""

    code: str
    name: str
    sex: Literal["m", "f"] | None
    federation: str
    birth: dt.date | None
    points: Fraction | None
    games: int | None
    average: int | None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """The contents of a file. `findings` tell what is odd about the file; whether its event is consistent is another
    check.

    `lines` are the file's lines without their ends; `newline` ended them (the most frequent, if there are several).
    """

    format: ReportFormat
    event: Event
    findings: tuple[Finding, ...]
    lines: tuple[str, ...]
    encoding: str = "utf-8"
    newline: str = "\n"
    bom: bool = False
    final_newline: bool = True
    byes: tuple[Bye, ...] = ()
    pairing: PairingRecords = NO_PAIRING_RECORDS
    feda: tuple[FedaLine, ...] = ()

    @property
    def records(self) -> tuple[Record, ...]:
        """Every line as a record, in the order of the file, blank lines and comments too."""
        coded = self.format != "feda"
        return tuple(Record(record_code(text) if coded else "", text, line) for line, text in enumerate(self.lines, 1))

    @property
    def all_records(self) -> tuple[Record, ...]:
        """Every line as a record, also the records that a TRF16 has inside comments."""
        texts = ((line, uncommented(text)) for line, text in enumerate(self.lines, 1))
        return tuple(Record(record_code(text), text, line) for line, text in texts)

    def encoded(self, lines: tuple[str, ...]) -> bytes:
        """Return lines as bytes, as this file was written."""
        return encode(lines, self.encoding, self.newline, self.bom, self.final_newline)

    def announced_for(self, round_number: int) -> frozenset[int]:
        """Return the players whose lines say anything about a round. A blank round is an absence once others have
        played it, but says nothing beforehand."""
        first = column_of(round_number) - 1
        return frozenset(
            player.rank for player in self.event.players if self._line_of(player)[first : first + WIDTH].strip(" ")
        )

    def _line_of(self, player: Player) -> str:
        return self.lines[player.line - 1] if 0 < player.line <= len(self.lines) else ""


COMMENT = "### "
LEFT_COMMENT = re.compile(r"### (Withdrawal|Expulsion) @ Round ([0-9]{1,4}): ([0-9]{1,6})\b")
"""Who left: the kind, the first round without them, and their number."""
RATING_COMMENT = re.compile(r"### Rating only @ Round [0-9]{1,4}: .*")
"""A result that was corrected for rating alone: the file has it as it is rated."""
LATE_COMMENT = re.compile(r"### Late entry @ Round ([0-9]{1,4}): ([0-9]{1,6})")
"""Who comes late: the first round, and their number."""
TABLE_COMMENT = re.compile(r"### Fixed table: ([0-9]{1,6}) @ ([0-9]{1,4})")
"""Who always plays at one table: their number, and the table."""
IN_COMMENTS = frozenset({"192", "202", "212", "240", "250", "260", "300", "310", "320", "330", "352", "362", "802"})
"""Records that TRF16 does not have: tie-breaks, and what is about teams."""


def commented(line: str) -> str:
    """Return a record that TRF16 does not have as a comment, which other programs skip."""
    return f"{COMMENT}{line}"


def uncommented(line: str) -> str:
    """Return the record that a comment holds, any other line as it is."""
    held = line.removeprefix(COMMENT)
    return held if held is not line and record_code(held) in IN_COMMENTS else line


def record_code(text: str) -> str:
    """Return the first three characters if they are the code of a record: three digits, three capital letters or
    ###."""
    code = text[:3]
    if len(code) < 3 or text[3:4].strip(" "):
        return ""
    if code == "###" or (code.isascii() and (code.isdecimal() or (code.isalpha() and code.isupper()))):
        return code
    return ""


def tie_break_records(report: Report) -> dict[str, Record]:
    """202 and 212 as they are, without their code: the tie-breaks after the score, and the whole list. A TRF16 has them
    inside comments."""
    records: dict[str, Record] = {}
    for record in report.all_records:
        if record.code in ("202", "212") and record.text[4:].strip():
            records.setdefault(record.code, Record(record.code, record.text[4:].strip(), record.line))
    return records
