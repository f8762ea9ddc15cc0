"""The content of a printed event paper, apart from its layout: facts, tables, names and words."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from arpad.i18n import MINUS, ArpadError, Language, date_text, text
from arpad.tournament.results import ADJOURNED, KNOWN
from arpad.tournament.schedules import plain_name, round_tables
from arpad.tournament.standings import current_round
from arpad.tournament.state import Entry, EventBoard, EventRound, EventState
from arpad.tournament.times import event_times, scheduled_hour

# The words of a paper: in one language, or in two on the same page.

BETWEEN = " / "
Texts = tuple[str, ...]
"""A text in each language of a paper; once only if they are the same."""


@dataclass(frozen=True, slots=True)
class PaperWords:
    """Says the texts of a paper in its languages. Numbers and days are written as the first of them does."""

    languages: tuple[Language, ...] = ("en",)

    @property
    def first(self) -> Language:
        return self.languages[0]

    @property
    def both(self) -> bool:
        return len(self.languages) > 1

    def texts(self, key: str, **values: Any) -> Texts:
        """Return a text in each language. Days among its values are written in that language."""
        texts = [text(key, language, **_in(language, values)) for language in self.languages]
        return tuple(dict.fromkeys(texts))

    def say(self, key: str, **values: Any) -> str:
        """Return a text in all languages on one line."""
        return BETWEEN.join(self.texts(key, **values))


def _in(language: Language, values: dict[str, Any]) -> dict[str, Any]:
    return {name: date_text(one, language) if isinstance(one, dt.date) else one for name, one in values.items()}


# What a paper shows, apart from how it is drawn: a title, facts, tables, notes. Pages may show the same.

PaperColumnKind = Literal[
    "left", "name", "right", "center", "quiet", "strong", "result", "box", "write", "grid", "room"
]
"""How a column is set: a name takes the room that is left; `quiet` and `right` to the right, the first of them paler;
`box` is a frame to write a result in, `grid` a cell of a crosstable, `write` a cell to write a number in,
`room` a part of the line to write on."""


WRITTEN_IN: frozenset[PaperColumnKind] = frozenset({"result", "box", "write", "grid", "room"})


class PaperColumn(NamedTuple):
    """A column of a paper, with the words above it in each language."""

    heading: Texts
    kind: PaperColumnKind = "left"


class PaperTable(NamedTuple):
    """A table of a paper. `across`: how many such columns of rows stand side by side on a page; `tall`: lines that are
    written on by hand."""

    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    heading: Texts = ()
    across: int = 1
    tall: bool = False


class PaperFact(NamedTuple):
    """A fact of the strip below the head of a paper; without a value it is written there by hand."""

    name: Texts
    value: str


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper of tables. `mark` is printed above everything else, for example that a round is a draft; `address` is
    its page on the web, printed as a QR code."""

    title: Texts
    facts: tuple[PaperFact, ...] = ()
    tables: tuple[PaperTable, ...] = ()
    notes: tuple[str, ...] = ()
    mark: Texts = ()
    address: str = ""


def without_empty(table: PaperTable) -> PaperTable:
    """Return a table without the columns that nobody fills, but for those to write in."""
    kept = [
        place
        for place, column in enumerate(table.columns)
        if column.kind in WRITTEN_IN or not table.rows or any(row[place] for row in table.rows)
    ]
    return table._replace(
        columns=tuple(table.columns[place] for place in kept),
        rows=tuple(tuple(row[place] for place in kept) for row in table.rows),
    )


# How papers write players, results, rounds and times.

WHITE, BLACK = "○", "●"
"""The colours as signs: letters would be ambiguous, since b is Black in English and White in Spanish."""
NOBODY = "–"


def _written(result: str) -> str:
    if result == "1/2":
        return "½–½"
    if "/" in result and "1/2" not in result:
        return result.replace("-", MINUS).replace("/", " ")
    return result.replace("1/2", "½").replace("-", "–")


WRITTEN: Mapping[str, str] = {result: _written(result) for result in KNOWN if result != ADJOURNED}
"""Results as they are printed: 1–0, ½–½, + −."""


def result_text(result: str | None, words: PaperWords) -> str:
    """Return a result as it is printed, empty for an open game."""
    if result is None:
        return ""
    return words.say("paper.adjourned") if result == ADJOURNED else WRITTEN[result]


def player_name(state: EventState, entry: int) -> str:
    """Return a player's name; a dash for a board at which nobody sits."""
    return state.entries[entry].name if entry in state.entries else NOBODY


def player_title(state: EventState, entry: int) -> str:
    return state.entries[entry].title if entry in state.entries else ""


def rating_of(state: EventState, entry: int) -> str:
    """Return the rating that counts, empty for an unrated player."""
    return str(state.entries[entry].rating or "") if entry in state.entries else ""


def number_of(state: EventState, entry: int) -> str:
    """Return the pairing number; empty while there is none."""
    return str(state.number_of(entry) or "")


def round_of(state: EventState, number: int | None) -> EventRound:
    """Return a round, the one that the event is at if none is named."""
    wanted = number if number is not None else current_round(state) or 1
    if wanted not in state.rounds:
        known = ", ".join(map(str, sorted(state.rounds))) or NOBODY
        raise ArpadError("event-round-unknown", round=wanted, known=known)
    return state.rounds[wanted]


def draft_mark(event_round: EventRound, words: PaperWords) -> Texts:
    """Say that a round is a draft, if it is."""
    return words.texts("paper.draft") if event_round.published_n is None else ()


def start_text(state: EventState, number: int, words: PaperWords) -> str:
    """Return the day on which a round is scheduled, with its hour and its time zone if they are known, as the first
    language writes them; empty if the rules do not say."""
    times, hour = event_times(state.event_rules), scheduled_hour(state.event_rules, number, "start")
    if not hour:
        return ""
    shown = times.when(hour, words.first)
    return f"{shown} ({times.name})" if times.instant(hour) is not None else shown


def time_control_of(state: EventState, stage: str) -> str:
    """Return the time control of a stage of a knock-out, or that of the event."""
    stages = {name: control for name, _, control in state.event_rules.stages}
    return stages.get(stage, "") if stage else state.event_rules.time_control


def by_table(state: EventState, event_round: EventRound) -> list[tuple[int, EventBoard]]:
    """Return the boards of a round in the order of their tables, each with its table."""
    tables = round_tables(state, event_round.number)
    return sorted(((tables[board.number], board) for board in event_round.games), key=itemgetter(0))


def alphabetical(players: Iterable[Entry]) -> list[Entry]:
    """Return players in the order of their names."""
    return sorted(players, key=lambda player: (plain_name(player.name), player.name, player.entry))


def team_of(state: EventState, player: Entry) -> str:
    """Return the name of a player's team, empty for a player without a team."""
    return next((team.name for team in state.teams.values() if player.entry in team.players), "")


def round_facts(state: EventState, event_round: EventRound, words: PaperWords) -> list[PaperFact]:
    """Return what the strip of a round says: the round, its boards, when it starts, the time control, the default
    time."""
    rules, number = state.event_rules, event_round.number
    counted = len(event_round.matches) or len(event_round.games)
    facts = [
        fact(words, "round", f"{number}/{rules.rounds}" if rules.rounds else str(number)),
        fact(words, "matches" if event_round.matches else "boards", str(counted)),
        fact(words, "start", start_text(state, number, words)),
        fact(words, "time-control", rules.time_control),
        fact(words, "default-time", "" if rules.default_minutes is None else f"{rules.default_minutes} min"),
    ]
    return [paper_fact for paper_fact in facts if paper_fact.value]


def fact(words: PaperWords, name: str, value: str) -> PaperFact:
    """Return a fact of the strip by the key of its word."""
    return PaperFact(words.texts(f"paper.fact.{name}"), value)


def column(words: PaperWords, name: str, kind: PaperColumnKind) -> PaperColumn:
    """Return a column by the key of the word above it."""
    return PaperColumn(words.texts(f"paper.column.{name}"), kind)
