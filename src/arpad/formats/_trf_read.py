"""Read TRF files (TRF06, TRF16, TRF26) into an event, with a finding for everything odd."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile
from operator import itemgetter
from typing import Any, NamedTuple

from arpad.domain.event import Event, Player, RoundResult, Team, TeamByes
from arpad.domain.findings import Severity
from arpad.domain.rating_list import LETTER_TITLES
from arpad.formats import trf_fields as fields
from arpad.formats import trf_pairing
from arpad.formats.report import (
    COMMENT,
    LATE_COMMENT,
    LEFT_COMMENT,
    TABLE_COMMENT,
    Bye,
    Notes,
    Report,
    ReportFormat,
    Unreadable,
    record_code,
    uncommented,
)
from arpad.formats.trf_fields import (
    FIRST_COLUMN,
    MOST_ROUNDS,
    WIDTH,
    ReadDate,
    absent,
    as_222,
    column_of,
    is_round,
    minutes_of_222,
    read_date,
    read_federation,
    read_round,
    read_round_dates,
    rounds_in,
    whole,
)
from arpad.formats.trf_teams import (
    ENGINE_CODES,
    SCORING_READERS,
    each_once,
    finished,
    read_bye,
    read_numbered_team,
    read_team,
    read_team_byes,
)
from arpad.i18n import ArpadError

TOO_LONG = column_of(MOST_ROUNDS + 1)
"""The first column behind all rounds that a line may have."""

SHORTEST = 84
"""A line ends with the points, or later."""

SEPARATORS = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
"""Columns that are blank between two fields."""

BETWEEN = itemgetter(*(column - 1 for column in SEPARATORS))
BLANKS = (" ",) * len(SEPARATORS)

MOST_PLAYERS = 9999

ODDITIES: dict[str, tuple[Severity, bool]] = {
    "rank-missing": ("error", False), "rank-unreadable": ("error", False),
    "sex-form": ("info", True), "sex-unreadable": ("warning", False),
    "title-letter": ("info", True), "title-form": ("info", True), "title-unknown": ("warning", False),
    "title-misplaced": ("warning", False),
    "rating-unreadable": ("warning", False), "federation-form": ("warning", False),
    "federation-unknown": ("warning", False),
    "id-missing": ("warning", True), "id-unreadable": ("warning", False),
    "birth-form": ("info", True), "birth-unreadable": ("warning", True),
    "points-missing": ("warning", True), "points-unreadable": ("warning", False), "points-form": ("info", True),
    "final-rank-missing": ("warning", True), "final-rank-unreadable": ("warning", False),
    "opponent-unreadable": ("error", False), "colour-form": ("info", True), "colour-unreadable": ("warning", False),
    "result-unreadable": ("error", False), "result-missing": ("warning", True),
    "result-without-opponent": ("warning", True), "bye-with-opponent": ("warning", False),
    "bare-dash": ("info", True), "text-beyond": ("warning", False), "round-misaligned": ("warning", False),
}  # fmt: skip
"""How much each oddity weighs, and whether all of a kind make one finding."""

FIELDS: tuple[tuple[slice, Callable[[str], tuple[Any, str | None]]], ...] = (
    (slice(4, 8), fields.read_rank), (slice(9, 10), fields.read_sex), (slice(10, 13), fields.read_title),
    (slice(48, 52), fields.read_rating), (slice(53, 56), fields.read_federation), (slice(57, 68), fields.read_id),
    (slice(69, 79), fields.read_birth), (slice(80, 84), fields.read_points), (slice(85, 89), fields.read_final_rank),
)  # fmt: skip
"""The fields before the rounds, except the name: their columns, counted from 0, and their readers."""

RANK, TITLE, POINTS = 0, 2, 7
"""Their places among the fields."""


def read_players(numbers: Sequence[int], lines: Sequence[str], notes: Notes) -> tuple[tuple[Player, ...], int]:
    """The players of the 001 lines, given with their line numbers, and the number of rounds they mention.

    A blank round is an absence if anybody's line reaches that round; otherwise it is left out.
    """
    last = _last_round(lines)
    everywhere = tuple([absent(number) for number in range(1, last + 1)])
    players = [_read_player(text, number, everywhere, notes) for number, text in zip(numbers, lines, strict=True)]
    return tuple(players), last


def _last_round(lines: Sequence[str]) -> int:
    """The last round that any line has; other text behind the rounds makes none."""
    longest = max((len(line.rstrip(" ")) for line in lines), default=0)
    last = min(rounds_in(longest), MOST_ROUNDS)
    while last and not _has_round(lines, last):
        last -= 1
    return last


def _has_round(lines: Sequence[str], number: int) -> bool:
    start = column_of(number) - 1
    return 0 < number <= MOST_ROUNDS and any(is_round(line[start : start + 8]) for line in lines if len(line) > start)


class _Line(NamedTuple):
    """A line while it is read, and its player. Everything odd is noted."""

    text: str
    number: int
    player: int | None
    notes: Notes

    def note_field(self, place: int, code: str) -> None:
        columns, _ = FIELDS[place]
        self.note(code, columns.start + 1, self.text[columns].strip())

    def note(self, code: str, column: int, text: str, round_number: int | None = None) -> None:
        severity, grouped = ODDITIES[code]
        where: dict[str, Any] = {"player": self.player, "round_number": round_number}
        if not grouped:
            self.notes.add(code, severity, self.number, column, **where, text=text)
        elif code == "result-missing":
            self.notes.count(code, severity, self.number, column, of=round_number, **where)
        else:
            of = text if code == "result-without-opponent" else None
            self.notes.count(code, severity, self.number, column, of=of, **where, text=text)


def _read_player(text: str, number: int, everywhere: tuple[RoundResult, ...], notes: Notes) -> Player:
    """The player of a line. `everywhere` are the rounds of a player who was always absent."""
    values = [read(text[columns]) for columns, read in FIELDS]
    line = _Line(text, number, values[RANK][0] or None, notes)
    if no_rank := values[RANK][1]:
        line.note_field(RANK, no_rank)
    _check_line(line, values)
    for place, (_, odd) in enumerate(values):
        if odd and place != RANK:
            line.note_field(place, odd)
    rank, sex, title, rating, federation, ident, (born, birthday), points, final_rank = [value for value, _ in values]
    name, rounds = text[14:47].strip(" "), _read_rounds(line, everywhere)
    return Player(
        rank, name, sex, title, rating, federation, ident, born, birthday, points, final_rank, rounds, number
    )  # fmt: skip


def _check_line(line: _Line, values: list[tuple[Any, str | None]]) -> None:
    """Find tabs, a line that ends too early or too late, and text between the fields."""
    text, notes = line.text, line.notes
    if "\t" in text:
        notes.add("tab", "warning", line.number, text.find("\t") + 1, player=line.player)
    if len(text) < SHORTEST:
        notes.add("line-short", "error", line.number, len(text) + 1, player=line.player, length=len(text))
        values[POINTS] = None, None
    if len(text) >= TOO_LONG and text[TOO_LONG - 1 :].strip(" "):
        notes.add("line-long", "warning", line.number, TOO_LONG, player=line.player, most=MOST_ROUNDS)
    if BETWEEN(text.ljust(SEPARATORS[-1])) != BLANKS:
        _check_separators(line, values)


def _check_separators(line: _Line, values: list[tuple[Any, str | None]]) -> None:
    """Find text between the fields: a title one column too far, or a field that is too long."""
    text = line.text
    misplaced = fields.misplaced_title(text)
    if misplaced:
        line.note("title-misplaced", 11, misplaced)
        values[TITLE] = misplaced, None
    for column in SEPARATORS:
        if text[column - 1 : column].strip(" ") and not (misplaced and column == 14):
            line.notes.add("field-overflow", "warning", line.number, column, player=line.player, text=text[column - 1])
            break


def _read_rounds(line: _Line, everywhere: tuple[RoundResult, ...]) -> tuple[RoundResult, ...]:
    """The rounds of a line. Blank ones are absences, also those that the line is too short for."""
    text, stop = line.text, column_of(len(everywhere) + 1) - 1
    starts = range(FIRST_COLUMN - 1, min(len(text), stop), WIDTH)
    rounds = [read_round(text[at : at + WIDTH], number) for number, at in enumerate(starts, 1)]
    results, oddities = zip(*rounds, strict=True) if rounds else ((), ())
    if any(oddities):
        for number, odd in enumerate(oddities, 1):
            for code, at, of in odd:
                line.note(code, column_of(number) + at, of, number)
    if beyond := text[stop : TOO_LONG - 1].lstrip(" "):
        first = min(len(text), TOO_LONG - 1) - len(beyond)
        line.note("text-beyond", first + 1, text[first:].strip()[:40])
    return results + everywhere[len(results) :]


# The records about the event: 012 to 132, and those that TRF26 and pairing engines add.


@dataclass
class EventDraft:
    """An event while its records are read."""

    texts: dict[str, str] = field(default_factory=dict)
    deputies: list[str] = field(default_factory=list)
    dates: dict[str, dt.date | None] = field(default_factory=dict)
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    rounds: int | None = None
    rounds_line: int = 0
    round_dates: tuple[dt.date | None, ...] = ()
    scoring: dict[str, Fraction] = field(default_factory=dict)

    @property
    def time_control(self) -> str:
        """Return the words of 122 if 222 says the same, so that both can be written again; else 222 before 122, in
        minutes if possible."""
        words, encoded = self.texts.get("122", ""), self.texts.get("222", "")
        if encoded and as_222(words) != encoded:
            return minutes_of_222(encoded) or encoded
        return words


def read_event_record(draft: EventDraft, code: str, text: str, line: int, notes: Notes) -> None:
    """Read one record about the event. If a record may appear only once, the first counts."""
    if code in REPEATED:
        REPEATED[code](draft, text, line, notes)
    elif code in draft.texts:
        if text[4:].strip() != draft.texts[code]:
            notes.add("record-twice", "warning", line, 1, code=code)
    else:
        draft.texts[code] = text[4:].strip()
        if code in ONCE:
            ONCE[code](draft, text, line, notes)


def _deputy(draft: EventDraft, text: str, _line: int, _notes: Notes) -> None:
    if name := text[4:].strip():
        draft.deputies.append(name)


def _federation(_draft: EventDraft, text: str, line: int, notes: Notes) -> None:
    federation, odd = read_federation(text[4:].strip())
    if odd:
        notes.add(f"event-{odd}", "warning", line, 5, text=federation)


def _date(draft: EventDraft, text: str, line: int, notes: Notes) -> None:
    written = text[4:].strip()
    read = read_date(written)
    draft.dates[text[:3]] = read.date
    if written and read.date is None:
        notes.add("date-unreadable", "error", line, 5, text=written)
    else:
        _note_form(read, written, line, 5, notes)


def _note_form(read: ReadDate, written: str, line: int, column: int, notes: Notes) -> None:
    if read.date is not None and read.doubtful:
        notes.add("date-doubtful", "warning", line, column, text=written, date=read.date)
    elif read.date is not None and not read.standard:
        notes.add("date-form", "info", line, column, text=written, date=read.date)


def _count(draft: EventDraft, text: str, line: int, notes: Notes) -> None:
    """062, 072, 082: a number; 129 (88) is read as 129."""
    written = text[4:].strip()
    number = whole(written)
    if number is None and written:
        digits = "".join(takewhile(lambda character: character in "0123456789", written))
        number = int(digits) if 0 < len(digits) <= 9 else None
        notes.add("count-form", "warning", line, 5, text=written, code=text[:3])
    if number is not None:
        draft.counts[text[:3]] = (number, line)


def _rounds(draft: EventDraft, text: str, line: int, notes: Notes) -> None:
    rounds = whole(text[4:])
    if rounds is None or not 0 < rounds <= MOST_ROUNDS:
        notes.add("rounds-unreadable", "warning", line, 5, text=text[4:].strip())
    elif draft.rounds is not None and draft.rounds != rounds:
        notes.add("rounds-differ", "warning", line, 5, first=draft.rounds, second=rounds)
    else:
        draft.rounds, draft.rounds_line = rounds, line


def _round_dates(draft: EventDraft, text: str, line: int, notes: Notes) -> None:
    """132: the date of round 1 at columns 92-99, and ten further for each round."""
    text = text[: column_of(MOST_ROUNDS + 1)]
    texts = [text[at : at + 8] for at in range(FIRST_COLUMN - 1, len(text.rstrip(" ")), WIDTH)]
    columns = [FIRST_COLUMN + WIDTH * index for index in range(len(texts))]
    aligned = not text[4 : FIRST_COLUMN - 1].strip(" ") and not any(
        text[at - 1 + 8 : at - 1 + WIDTH].strip(" ") for at in columns
    )
    if not aligned:
        texts = text[4:].split()
        columns = [4] * len(texts)
        notes.add("round-dates-columns", "warning", line, 5)
    read = read_round_dates(texts)
    for number, (date, written, column) in enumerate(zip(read, texts, columns, strict=True), 1):
        if date.date is None and written.strip(" "):
            notes.add("round-date-unreadable", "warning", line, column, round_number=number, text=written.strip())
        elif date.date is not None and not date.standard:
            notes.count(
                "round-date-form", "info", line, column, round_number=number, text=written.strip(), date=date.date
            )
    draft.round_dates = tuple(date.date for date in read)


def _initial_colour(_draft: EventDraft, text: str, line: int, notes: Notes) -> None:
    if text[4:].strip().upper() not in ("W", "B"):
        notes.add("initial-colour-unreadable", "warning", line, 5, text=text[4:].strip())


def _time_control(_draft: EventDraft, text: str, line: int, notes: Notes) -> None:
    if text[4:].strip() and minutes_of_222(text[4:]) is None:
        notes.add("time-control-kept", "info", line, 5, text=text[4:].strip())


def _scoring(draft: EventDraft, text: str, line: int, notes: Notes) -> None:
    SCORING_READERS[text[:3]](draft.scoring, text, line, notes)


RecordReader = Callable[[EventDraft, str, int, Notes], None]
ONCE: dict[str, RecordReader] = {
    "032": _federation, "042": _date, "052": _date, "062": _count, "072": _count, "082": _count, "132": _round_dates,
    "152": _initial_colour, "222": _time_control,
}  # fmt: skip
REPEATED: dict[str, RecordReader] = {
    "112": _deputy, "142": _rounds, "XXR": _rounds, **dict.fromkeys(SCORING_READERS, _scoring),
}  # fmt: skip
EVENT_CODES = frozenset(("012", "022", "092", "102", "122", "172", "182", "192", "202", "212", *ONCE, *REPEATED))


# TRF files (TRF06, TRF16, TRF26): lines to an event, and everything odd about them.

MOST_RESULTS = 150_000
"""Players times rounds: seconds of work, and several times the largest event there was."""
RATING = itemgetter(Player._fields.index("rating"))
PLAYER = "001 "
TRF26_CODES = frozenset({
    "142", "152", "162", "172", "182", "192", "202", "212", "222", "240", "250", "260", "299", "300", "310", "320",
    "330", "352", "362", "801", "802",
})  # fmt: skip
REPLACING_CODES = frozenset({"142", "152", "162", "222", "310"})
TRF16_CODES = frozenset({"013", "XXR", "XXC", "XXS", "XXP", "XXA", "XXZ", *ENGINE_CODES})
TEAM_CODES = frozenset({"013", "310"})
KEPT_CODES = frozenset({"300", "330", "362", "801", "802"})
KNOWN_CODES = frozenset(EVENT_CODES) | TEAM_CODES | KEPT_CODES | frozenset(trf_pairing.READERS) | {"240", "320", "352"}


@dataclass
class _Draft:
    event: EventDraft = field(default_factory=EventDraft)
    pairing: trf_pairing.PairingDraft = field(default_factory=trf_pairing.PairingDraft)
    tabbed: list[tuple[int, str]] = field(default_factory=list)
    teams: dict[str, list[Team]] = field(default_factory=lambda: {"013": [], "310": []})
    byes: list[Bye] = field(default_factory=list)
    team_byes: TeamByes | None = None
    board_colours: str = ""
    codes: set[str] = field(default_factory=set)


def is_trf(lines: Sequence[str]) -> bool:
    """A file with a 001 record."""
    return any(line.startswith("001") and line[3:4] in ("", " ", "\t") for line in lines)


def read_trf(lines: tuple[str, ...]) -> Report:
    """The event of a TRF file. Unknown records are left to the caller, who has every line."""
    notes = Notes()
    draft = _Draft()
    players: list[tuple[int, str]] = []
    for number, text in enumerate(lines, 1):
        if text.startswith(PLAYER):
            players.append((number, text))
        elif text.startswith(COMMENT) and (held := uncommented(text)) != text:
            _read_known(draft, held[:3], held, number, notes)
        elif text and not text.isspace():
            _read_line(draft, number, text, notes)
    if draft.tabbed:
        players = sorted([*players, *draft.tabbed])
    if len(players) > MOST_PLAYERS:
        raise ArpadError("report-too-many-players", most=MOST_PLAYERS)
    if sum(rounds_in(len(text)) for _, text in players) > MOST_RESULTS:
        raise ArpadError("report-too-many-results", most=MOST_RESULTS)
    return _finished(draft, players, lines, notes)


def _read_line(draft: _Draft, number: int, text: str, notes: Notes) -> None:
    """Any line but a player's."""
    code = text[:3]
    separated = not text[3:4].strip(" ")
    if code == "001":
        notes.add("record-column", "error", number, 4, code=code)
        if text[3:4] == "\t":
            draft.tabbed.append((number, text))
    elif not (separated and code in KNOWN_CODES) and _is_ruler(text):
        notes.count("ruler-ignored", "info", number, 1)
    elif code in KNOWN_CODES:
        if not separated:
            notes.add("record-column", "warning", number, 4, code=code)
        if (tab := text.find("\t")) >= 0:
            notes.add("tab", "warning", number, tab + 1)
        draft.codes.add(code)
        _read_known(draft, code, text, number, notes)
    elif code == "###":
        if not (
            LEFT_COMMENT.match(text) or any(form.fullmatch(text.strip()) for form in (LATE_COMMENT, TABLE_COMMENT))
        ):
            notes.count("comment-ignored", "info", number, 1)
    elif record_code(text).isalpha():
        notes.count("record-federation", "info", number, 1, of=code, code=code)
    elif record_code(text):
        notes.count("record-unknown", "info", number, 1, of=code, code=code)
    else:
        notes.add("line-unknown", "warning", number, 1, text=text.strip()[:40])


def _read_known(draft: _Draft, code: str, text: str, number: int, notes: Notes) -> None:
    if code == "013":
        draft.teams[code].append(read_team(text, number, notes))
    elif code == "310":
        draft.teams[code].append(read_numbered_team(text, number, notes))
    elif code == "320":
        draft.team_byes = draft.team_byes or read_team_byes(text, number, notes)
    elif code == "352":
        draft.board_colours = draft.board_colours or text[4:].strip().upper()
    elif code == "240":
        bye = read_bye(text, number, notes)
        if bye is None:
            draft.pairing.unreadable.append(Unreadable(code, text[4:].strip(), number, 5))
        else:
            draft.byes.append(bye)
    if code in trf_pairing.READERS:
        trf_pairing.read_pairing_record(draft.pairing, code, text, number, notes)
    if code in EVENT_CODES:
        read_event_record(draft.event, code, text, number, notes)


def _is_ruler(text: str) -> bool:
    """A line that only shows the columns: DDD SSSS sTTT NNNN..., 0123456789..., or tens above them."""
    text = text.strip()
    if text.startswith("DDD SSSS"):
        return True
    return len(text) > 9 and (
        text.startswith(("0123456789", "1234567890")) or not text.strip("-+=.| ") or text.split()[:3] == ["1", "2", "3"]
    )


def _finished(draft: _Draft, listed: list[tuple[int, str]], lines: tuple[str, ...], notes: Notes) -> Report:
    texts_of_players = [text for _, text in listed]
    players, seen = read_players([number for number, _ in listed], texts_of_players, notes)
    event = draft.event
    teams = each_once(draft.teams["310"], draft.teams["013"], notes)
    texts = event.texts
    if event.rounds is not None and seen > event.rounds:
        notes.add("rounds-beyond", "warning", event.rounds_line, 5, announced=event.rounds, found=seen)
    rated = len(players) - list(map(RATING, players)).count(None)
    _check_counts(event, len(players), rated, len(teams), notes)
    found = Event(
        texts.get("012", ""), texts.get("022", ""), texts.get("032", ""), event.dates.get("042"),
        event.dates.get("052"), texts.get("092", ""), texts.get("192", ""), texts.get("102", ""),
        tuple(event.deputies), event.time_control, event.rounds or seen, event.round_dates, players, teams,
        finished(event.scoring), tuple(draft.pairing.extra_points), draft.team_byes,
        draft.board_colours,
    )  # fmt: skip
    pairing = draft.pairing.finished(event.rounds)
    version = _version(draft, texts_of_players, notes)
    return Report(version, found, notes.all(), lines, byes=tuple(draft.byes), pairing=pairing)


def _check_counts(event: EventDraft, players: int, rated: int, teams: int, notes: Notes) -> None:
    """Compare 062, 072 and 082 with the contents of the file."""
    for code, found in (("062", players), ("072", rated), ("082", teams)):
        announced, line = event.counts.get(code, (found, 0))
        if announced != found and (found or code != "082"):
            severity = "info" if code == "072" else "warning"
            notes.add(f"count-{code}", severity, line, 5, announced=announced, found=found)  # type: ignore[arg-type]


def _version(draft: _Draft, lines: Sequence[str], notes: Notes) -> ReportFormat:
    """TRF26 by its records, TRF06 by its titles and birthdays, otherwise TRF16.

    A TRF16 may contain records of TRF26 that have no other form: it is a TRF16 if it uses its own records for things
    that TRF26 has records for too."""
    if draft.codes & TRF26_CODES and (draft.codes & REPLACING_CODES or not draft.codes & TRF16_CODES):
        return "trf26"
    letters = notes.has("title-letter") and any(line[10:13].strip(" ") in LETTER_TITLES for line in lines)
    dotted = notes.has("birth-form") and any(
        line[73:74] == line[76:77] == "." and line[69:73].isdecimal() for line in lines
    )
    return "trf06" if letters or dotted else "trf16"
