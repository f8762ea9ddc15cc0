"""The records about the event: 012 to 132, and those that TRF26 and pairing engines add."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile

from arpad.reports.dates import ReadDate, read_date, read_round_dates
from arpad.reports.notes import Notes
from arpad.reports.time_control import as_222, minutes_of_222
from arpad.reports.trf_fields import read_federation, whole
from arpad.reports.trf_rounds import FIRST_COLUMN, MOST_ROUNDS, WIDTH, column_of
from arpad.reports.trf_scoring import SCORING_READERS


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
