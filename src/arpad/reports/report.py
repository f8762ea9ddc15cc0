"""A report as it was read: the event, the findings about the file, and every line as it was."""

import datetime as dt
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arpad.domain.event import Event, Player
from arpad.domain.findings import Finding
from arpad.reports.decode import encode
from arpad.reports.pairing_records import NOTHING_SAID, PairingRecords
from arpad.reports.trf_rounds import WIDTH, column_of

ReportFormat = Literal["trf06", "trf16", "trf26", "feda"]


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
    pairing: PairingRecords = NOTHING_SAID
    feda: tuple[FedaLine, ...] = ()

    @property
    def records(self) -> tuple[Record, ...]:
        """Every line as a record, in the order of the file, blank lines and comments too."""
        coded = self.format != "feda"
        return tuple(Record(record_code(text) if coded else "", text, line) for line, text in enumerate(self.lines, 1))

    @property
    def told_records(self) -> tuple[Record, ...]:
        """The same, with the records that a TRF16 has inside comments."""
        told = ((line, uncommented(text)) for line, text in enumerate(self.lines, 1))
        return tuple(Record(record_code(text), text, line) for line, text in told)

    def encoded(self, lines: tuple[str, ...]) -> bytes:
        """Return lines as bytes, as this file was written."""
        return encode(lines, self.encoding, self.newline, self.bom, self.final_newline)

    def told_of(self, round_number: int) -> frozenset[int]:
        """Return the players whose lines say anything about a round. A blank round is an absence once others have
        played it, but says nothing beforehand."""
        first = column_of(round_number) - 1
        return frozenset(
            player.rank for player in self.event.players if self._line_of(player)[first : first + WIDTH].strip(" ")
        )

    def _line_of(self, player: Player) -> str:
        return self.lines[player.line - 1] if 0 < player.line <= len(self.lines) else ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the lines of a file say, whatever its kind."""

    format: ReportFormat
    event: Event
    findings: tuple[Finding, ...]
    byes: tuple[Bye, ...] = ()
    pairing: PairingRecords = NOTHING_SAID
    feda: tuple[FedaLine, ...] = ()


COMMENT = "### "
LEFT_COMMENT = re.compile(r"### (Withdrawal|Expulsion) @ Round ([0-9]{1,4}): ([0-9]{1,6})\b")
"""Who left: the kind, the first round without them, and their number."""
RATING_COMMENT = re.compile(r"### Rating only @ Round [0-9]{1,4}: .*")
"""A result that was corrected for rating alone: the file has it as it is rated."""
LATE_COMMENT = re.compile(r"### Late entry @ Round ([0-9]{1,4}): ([0-9]{1,6})")
"""Who comes late: the first round, and their number."""
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
    found: dict[str, Record] = {}
    for record in report.told_records:
        if record.code in ("202", "212") and record.text[4:].strip():
            found.setdefault(record.code, Record(record.code, record.text[4:].strip(), record.line))
    return found
