"""Standings after any round, public player cards, and the stage an event has reached."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace as replace_state
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from msgspec import UNSET, UnsetType

from arpad.documents.document import Document, InWords, ShownAs, TableColumn, TextOrNone, extended, replace, shows
from arpad.documents.schema import Exact, JsonKind
from arpad.documents.steps import Reasons
from arpad.domain.event import Colour, Event, ResultCode
from arpad.formats.read import read_report
from arpad.formats.report import PairingRecords, Report
from arpad.i18n import ArpadError, Words
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.order import GivenOrder
from arpad.standings.table import Departure, NotRanked, StandingsRow, StandingsTable, Wishes, group_table
from arpad.standings.table import standings as standings_by
from arpad.standings.tables import CrossRow
from arpad.tournament._file_content import file_content, with_type
from arpad.tournament.as_report import event_of, lines_of, scores_of
from arpad.tournament.documents import FideMode, adjourned_games, fide_mode
from arpad.tournament.knockout import ties_of
from arpad.tournament.results import ADJOURNED, codes
from arpad.tournament.rules import GROUP_COLUMNS
from arpad.tournament.schedules import not_expected, plain_name, round_tables
from arpad.tournament.state import Breach, Entry, EventBoard, EventState, EventTeam, outside_since, round_stage
from arpad.tournament.times import (
    as_in_round,
    event_times,
    for_tie_breaks,
    long_limit,
    parts_handed_over,
    rating_periods,
)

# What everybody may know of a player in an event: the rounds with colours, opponents, results and points.

RoundKind = Literal["game", "open", "adjourned", "bye", "H", "Z", "F", "missing", "forfeit", "out"]


KINDS: dict[str, RoundKind] = {"U": "bye", "H": "H", "F": "F", "-": "missing", "+": "forfeit"}


RatingOrNone = Annotated[int, ShownAs(int | None, lambda rating: rating or None)]


class EventPlayerDocument(Document, frozen=True):
    """A player as lists have them. In a long event the rating is the one at hand, `first_rating` that of the first
    period, if it is another: by this one the player has the number."""

    columns = (TableColumn("rating", cell=lambda player: player.rating or None),)
    entry: int
    number: int | None
    title: TextOrNone
    name: str
    federation: TextOrNone
    rating: RatingOrNone
    born: int | None
    club: TextOrNone
    team: int | None
    state: str
    from_round: int
    withdrawn_from: int | None
    first_rating: int | UnsetType = UNSET


class OpponentDocument(Document, frozen=True):
    """An opponent in an event."""

    entry: int
    number: int | None
    title: TextOrNone
    name: str
    rating: RatingOrNone
    id: TextOrNone


class CardRoundDocument(Document, frozen=True):
    """A round of a player. `points` are those of the player after it, `result` has the code of a report.

    `kind`: a game that is over, open or adjourned; the pairing-allocated bye; H, Z or F for a bye that was asked for;
    `missing`, did not come to a board that was given up; `forfeit`, a match that was not played; `out`, not in the
    event in this round.
    """

    round: int
    kind: RoundKind
    colour: Colour | None
    opponent: OpponentDocument | None
    result: ResultCode | None
    points: Annotated[Fraction, JsonKind(["number", "string"])]
    board: int | None = None
    table: int | None = None


class CardDocument(EventPlayerDocument, frozen=True, kw_only=True):
    """A player with every published round."""

    id: TextOrNone
    points: Exact | None
    rounds: list[CardRoundDocument]


def card_rounds(state: EventState, entry: int) -> list[CardRoundDocument]:
    """Return the published rounds of a player."""
    last = state.last_published
    if entry not in state.numbers or not last:
        return []
    ((rank, cells),) = lines_of(state, last, only=(entry,)).items()
    scores = scores_of(state, last, only=(entry,))
    total = Fraction(0)
    rounds = []
    for cell in cells:
        total += scores.of_round(rank, cell)
        rounds.append(_round(state, entry, cell.round, cell.result, total))
    return rounds


def _round(state: EventState, entry: int, number: int, code: ResultCode | None, total: Fraction) -> CardRoundDocument:
    event_round = state.rounds.get(number)
    board = None if event_round is None else own_board(state, entry, number)
    if board is None:
        there = event_round is not None and not state.event_rules.team and entry in event_round.absent
        kind: RoundKind = KINDS.get(code or "", "Z" if there else "out")
        return CardRoundDocument(number, kind, None, None, code, total)
    white = board.white == entry
    sides = codes(board.result)
    other = as_in_round(state, number).get(board.black if white else board.white)
    kind = "open" if board.result is None else "adjourned" if board.result == ADJOURNED else "game"
    return CardRoundDocument(
        number,
        kind,
        "w" if white else "b",
        None if other is None else extended(OpponentDocument, other, number=state.number_of(other.entry)),
        sides.white if white else sides.black,
        total,
        board.number,
        round_tables(state, number).get(board.number) if kind != "game" else None,
    )


def own_board(state: EventState, entry: int, number: int) -> EventBoard | None:
    """Return the board at which somebody sits in a round."""
    return next(iter(state.rounds[number].boards_of_entries.get(entry, ())), None)


def player_summary(player: Entry, number: int | None, first: int | None = None) -> EventPlayerDocument:
    """A player as lists have them, with the rating at hand and the first one."""
    return extended(EventPlayerDocument, player, number=number, first_rating=_other(first, player))


def _other(first: int | None, player: Entry) -> int | UnsetType:
    return UNSET if first in (None, player.rating) else first or 0


def card_document(state: EventState, entry: int) -> CardDocument:
    """A player with every published round."""
    rounds = card_rounds(state, entry)
    points = rounds[-1].points if rounds else None
    player = as_in_round(state)[entry]
    first = _other(state.entries[entry].rating, player)
    number = state.number_of(entry)
    return extended(CardDocument, player, number=number, points=points, rounds=rounds, first_rating=first)


def begins_with(name: str, typed: str) -> bool:
    """Whether each word typed is the beginning of a word of the name, without marks and case."""
    words = plain_name(name).replace(",", " ").split()
    return all(any(word.startswith(part) for word in words) for part in plain_name(typed).replace(",", " ").split())


def in_order(state: EventState, order: str) -> Iterator[Entry]:
    """The players by name, by rating, or by number (by the order of entry while there are none)."""
    players = list(state.entries.values())
    if order == "name":
        yield from sorted(players, key=lambda player: (plain_name(player.name), player.entry))
        return
    numbers = state.pairing_numbers
    by_number = sorted(players, key=lambda one: (numbers.get(one.entry, len(numbers) + 1), one.entry))
    yield from sorted(by_number, key=lambda one: -one.rating) if order == "rating" else by_number


# Where an event stands, and what comes next.


def stage_of(state: EventState) -> str:
    """How far an event is: its entries, its last round, or the end."""
    if state.finished:
        return "finished"
    if not state.closed:
        return "entries"
    return round_stage(state, current_round(state)) if state.rounds else "list-closed"


def current_round(state: EventState) -> int:
    """The round that the event is at: of rounds that are all drawn, the first that is not complete."""
    if state.event_rules.by_table:
        return next(
            (number for number, event_round in sorted(state.rounds.items()) if not event_round.complete),
            state.last_drawn,
        )
    return state.last_drawn


def next_step(state: EventState) -> Words:
    """What has to be done now."""
    if state.presence_open is not None:
        return Words("tournament.next.presence", slug=state.event_rules.slug, round=state.presence_open)
    if state.finished or not state.closed:
        step = _after_the_end(state) if state.finished else "close-list" if state.entries else "enter"
        return Words(f"tournament.next.{step}", slug=state.event_rules.slug)
    ties = ties_of(state).values() if state.event_rules.system == "knockout" else ()
    if level := next((tie.number for tie in ties if tie.level), None):
        return Words("tournament.next.stage", slug=state.event_rules.slug, tie=level)
    return _next_in_rounds(state)


def _after_the_end(state: EventState) -> str:
    """The step after the last round: the hand-over, again if the office refused a report, of a part, or none."""
    last = {(one["time_class"], one.get("period", "")): one.get("accepted", True) for one in state.handed_over}
    if not last:
        return "hand-over"
    parts = parts_handed_over(state)
    if parts and any(period.name not in parts for period in rating_periods(state.event_rules)):
        return "hand-over-part"
    return "handed-over" if all(last.values()) else "hand-over-again"


def _next_in_rounds(state: EventState) -> Words:
    number = current_round(state)
    if number in not_expected(state):
        return Words("tournament.next.finish", slug=state.event_rules.slug)
    missing = state.rounds[number].open_boards if number else []
    values = {"slug": state.event_rules.slug, "round": number, "open": len(missing)}
    if number and state.rounds[number].published_n is None:
        return Words("tournament.next.publish", **values)
    if missing:
        return Words("tournament.next.results", **values)
    if number < state.event_rules.rounds:
        return Words("tournament.next.draw", **{**values, "round": number + 1})
    if games := adjourned_games(state):
        return Words("tournament.next.adjourned", boards=", ".join(f"{one}.{board}" for one, board in games))
    return Words("tournament.next.finish", **values)


class AdjournedDocument(Document, frozen=True):
    """An adjourned game."""

    round: int
    board: int


class ImportedRoundDocument(Document, frozen=True):
    """A round that was taken over with a file: the systems that give exactly this round, what else explains it, and
    both in words."""

    round: int
    fits: Sequence[str]
    explained_by: str | None
    verdict: Annotated[Words, InWords(str, lambda words, language: words.text(language))]


PeriodState = Literal["waiting", "playing", "complete", "handed-over"]


class PeriodDocument(Document, frozen=True):
    """A period of a long event: its days and rounds, and how far it is. Its report is due on the last day.
    `list` is the list that was taken for it, `revision` that of its report in the office."""

    period: str
    first: dt.date
    last: dt.date
    rounds: Sequence[int]
    state: PeriodState
    list: str | None
    revision: int | None


def periods_of(state: EventState) -> list[PeriodDocument]:
    """Return the periods of an event, none if it is reported as a whole."""
    found, parts = [], parts_handed_over(state)
    for period in rating_periods(state.event_rules):
        there = [state.rounds[number] for number in period.rounds if number in state.rounds]
        published = [one for one in there if one.published_n is not None]
        over = len(published) == len(period.rounds) and all(one.complete for one in published)
        stage: PeriodState = "complete" if over else "playing" if any(one.begun for one in published) else "waiting"
        part = parts.get(period.name)
        listed = state.periods[period.name].name if period.name in state.periods else None
        revision = None if part is None else int(part["revision"])
        found.append(PeriodDocument(*period, stage if part is None else "handed-over", listed, revision))
    return found


class EventDocument(Document, frozen=True):
    """An event as a whole, without its players."""

    event: str
    name: str
    n: int
    head: str
    time_zone: str
    kind: str
    system: str
    rounds: int
    players: int
    state: str
    round: int
    open: list[int]
    adjourned: list[AdjournedDocument] | UnsetType
    unexplained: list[int] | UnsetType
    outside_rules: int | None
    fide_mode: FideMode
    breaches: Sequence[Breach] | UnsetType
    imported_rounds: list[ImportedRoundDocument] | UnsetType
    long_event: bool | UnsetType
    periods: list[PeriodDocument] | UnsetType


def event_document(state: EventState) -> EventDocument:
    """An event as a whole, without its players."""
    rules, number = state.event_rules, current_round(state) if state.closed else 0
    return extended(
        EventDocument,
        rules,
        event=rules.slug,
        n=state.n,
        head=state.head,
        time_zone=event_times(rules).name,
        players=sum(player.playing for player in state.entries.values()),
        state=stage_of(state),
        round=number,
        open=state.rounds[number].open_boards if number else [],
        adjourned=[AdjournedDocument(*game) for game in adjourned_games(state)],
        unexplained=sorted(state.unexplained),
        outside_rules=outside_since(state),
        fide_mode=fide_mode(state),
        breaches=state.breaches,
        imported_rounds=_imported_rounds((state.imported or {}).get("verdicts", ())) or UNSET,
        long_event=long_limit(rules) is not None or UNSET,
        periods=periods_of(state) or UNSET,
    )


def _imported_rounds(verdicts: Sequence[Mapping[str, Any]]) -> list[ImportedRoundDocument]:
    """The rounds of the file that an event was taken over from, as they were examined then."""
    if not verdicts:
        return []
    from arpad.pairing.forensics import verdict_words  # noqa: PLC0415  (only for events that were taken over)

    return [
        ImportedRoundDocument(
            one["round"], one["fits"], one["explained_by"],
            verdict_words(one["fits"], one["explained_by"], one["tried"]),
        )
        for one in verdicts
    ]  # fmt: skip


# The standings of an event: after any round, by the tie-breaks of its rules, of all players or of a group.


def last_counted(state: EventState, upto: int | None = None) -> int:
    """The last published round that is complete, or the last up to one; the first one if none is."""
    rounds = [
        number
        for number, event_round in state.rounds.items()
        if event_round.published_n is not None and (upto is None or number <= upto)
    ]
    if not rounds:
        raise ArpadError("event-no-standings")
    return max((number for number in rounds if state.rounds[number].complete), default=min(rounds))


class Ranked(NamedTuple):
    """The standings of an event after a round, with the event they were made from."""

    table: StandingsTable
    event: Event


def standings_after(
    state: EventState,
    number: int | None = None,
    library: TieBreakLibrary | None = None,
    edition: str | None = None,
) -> Ranked:
    """Return the standings after a round (the last complete one without it), and the event that they were made from.
    Adjourned games are open. The edition of the tie-breaks is the one named, or that of the rules, or the one in force
    on the first day; if there is none, the score alone counts."""
    counted = number or last_counted(state)
    if counted not in state.rounds or state.rounds[counted].published_n is None:
        known = ", ".join(
            str(one) for one, event_round in sorted(state.rounds.items()) if event_round.published_n is not None
        )
        raise ArpadError("event-round-unknown", round=counted, known=known or "–")
    rules = state.event_rules
    if rules.system == "knockout":
        raise ArpadError("event-no-table", slug=rules.slug)
    report = _report(state, counted)
    left = who_left(state, counted)
    wishes = Wishes(
        counted,
        ",".join(rules.tie_breaks) or None,
        edition or rules.tie_break_edition or None,
        withdrawn=tuple(left) if rules.by_table else (),
        left=left,
        given=_given(state, counted),
        by_points=True,
        of_rules=True,
    )
    return Ranked(standings_by(report, wishes, library), report.event)


def _given(state: EventState, counted: int) -> dict[str, GivenOrder]:
    """The ties after a round that lots or the arbiter have ordered, by the numbers of the standings."""
    if (ordered := state.ordered_ties.get(counted)) is None:
        return {}
    numbers = state.side_numbers
    groups = tuple(tuple((numbers[side],) for side in group) for group in ordered.groups)
    return {"LOT": GivenOrder(groups, ordered.by)}


def tied_groups(state: EventState) -> list[tuple[int, ...]]:
    """Return the ties that the tie-breaks leave after the last complete round, as entries (or teams), best first.
    Who is not ranked is in none."""
    counted = last_counted(state)
    plain = replace_state(state, ordered_ties={})
    groups: dict[int, list[int]] = {}
    for row in standings_after(plain, counted).table.rows:
        groups.setdefault(row.rank, []).append(state.sides[row.number - 1])
    return [tuple(group) for group in groups.values() if len(group) > 1]


def final_standings(state: EventState) -> StandingsTable | None:
    """Return the standings after the last complete round; None for a knock-out, which has none."""
    return None if state.event_rules.system == "knockout" else standings_after(state)[0]


class MovedPlaceDocument(Document, frozen=True):
    """A contestant whose place or points a correction changes. A place is None if there was none, or is none now."""

    number: int
    name: str
    was_rank: int | None
    rank: int | None
    was_points: Exact | None
    points: Exact | None


def moved_by(before: EventState, after: EventState) -> list[MovedPlaceDocument]:
    """Return who moves in the standings between two states of an event, by the new places. A knock-out has none."""
    if before.event_rules.system == "knockout":
        return []
    counted = last_counted(before)
    old, new = ({row.number: row for row in standings_after(state, counted).table.rows} for state in (before, after))
    found = []
    for number in sorted(old.keys() | new.keys(), key=lambda one: new[one].rank if one in new else len(new) + 1):
        was, now = old.get(number), new.get(number)
        if was is None or now is None or (was.rank, was.points) != (now.rank, now.points):
            row = now or old[number]
            ranks = [None if place is None else place.rank for place in (was, now)]
            points = [None if place is None else place.points for place in (was, now)]
            found.append(MovedPlaceDocument(number, row.name, ranks[0], ranks[1], points[0], points[1]))
    return found


def _report(state: EventState, counted: int) -> Report:
    """The event as a report. Matches of teams are read off its file, as anybody else would read them."""
    if state.event_rules.team:
        return read_report(file_content(state, "trf26", upto=counted, settled=True).written({}))
    records = PairingRecords(initial=state.initial, rounds=state.event_rules.rounds)
    event = for_tie_breaks(state, with_type(state, event_of(state, counted)))
    return Report("trf26", event, (), (), pairing=records)


def who_left(state: EventState, counted: int) -> dict[int, Departure]:
    """Return the players, or the teams, who have left by the round after some, by their numbers. Those who leave a
    round robin too early count for nobody (C.05 6.6)."""
    sides: Mapping[int, EventTeam | Entry] = state.teams if state.event_rules.team else state.entries
    departures = {}
    for side, number in state.side_numbers.items():
        one = sides[side]
        if one.gone and (one.withdrawn_from is None or one.withdrawn_from <= counted + 1 or state.event_rules.by_table):
            expelled = isinstance(one, Entry) and one.state == "expelled"
            kind: Literal["withdrawn", "expelled"] = "expelled" if expelled else "withdrawn"
            departures[number] = Departure(kind, one.withdrawn_from)
    return departures


def table_of_group(state: EventState, table: StandingsTable, event: Event, group: str) -> StandingsTable:
    """Return the standings of a group of the rules, or of a condition."""
    named = state.event_rules.groups
    condition = named.get(group, group)
    if group not in named and len(group.split()) == 1:
        raise ArpadError("event-group-unknown", group=group, known=", ".join(named) or "–")
    columns = {name: _of_entries(state, name) for name in GROUP_COLUMNS}
    return group_table(table, event, condition, columns)


def _of_entries(state: EventState, name: str) -> dict[int, str]:
    """What a field of the entries says, by pairing numbers. What visitors may not know is empty in what they see."""
    return {number: getattr(state.entries[entry], name) for entry, number in state.pairing_numbers.items()}


class EventStandings(StandingsTable, frozen=True):
    """The standings of an event that is run here."""

    shown = shows("event", "n", *StandingsTable.shown, "provisional", "outside_rules", "fide_mode")
    event: str
    n: int
    outside_rules: int | None
    fide_mode: FideMode

    @property
    def provisional(self) -> bool:
        return self.competition.provisional


class EventStandingsWhy(EventStandings, frozen=True):
    """Rows of the standings of an event with their reasons."""

    shown = shows(*EventStandings.shown, "steps")
    steps: Reasons


class EventCrosstable(EventStandings, frozen=True):
    """Standings of an event with their crosstable."""

    shown = shows(*EventStandings.shown, "crosstable")
    crosstable: tuple[CrossRow, ...]


Ranking = TypeVar("Ranking", StandingsRow, NotRanked)


def event_standings(state: EventState, table: StandingsTable) -> EventStandings:
    """Return the standings with the entries of the players, or the teams."""
    key, sides = ("team", state.team_numbers) if table.competition.teams else ("entry", state.numbers)

    def known(contestant: Ranking) -> Ranking:
        return replace(contestant, **{key: sides[contestant.number - 1]})

    rows, not_ranked = tuple(map(known, table.rows)), tuple(map(known, table.not_ranked))
    head = {"event": state.event_rules.slug, "n": state.n, "outside_rules": outside_since(state)}
    head |= {"fide_mode": fide_mode(state)}
    return extended(EventStandings, replace(table, rows=rows, not_ranked=not_ranked), **head)
