"""What a file says about an event, before anybody is ranked: its players with their points, its teams, its records."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arpad.domain.event import HALF_POINTS_OF, Event, ExtraPoints, Player, ResultCode, RoundResult
from arpad.formats.report import Bye, commented
from arpad.formats.scores import Scores
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_pairing import TrfRecords, TrfVersion
from arpad.tournament.cells import event_of, extra_points
from arpad.tournament.changing import changed
from arpad.tournament.drawing import swiss_system, virtual_points
from arpad.tournament.files.comments import comments
from arpad.tournament.files.teams import team_absences, team_records, with_teams
from arpad.tournament.files.to_come import byes_to_come, forbidden_pairs
from arpad.tournament.files.type_records import ORDER_CODES, with_type
from arpad.tournament.order import ordered
from arpad.tournament.results import ADJOURNED
from arpad.tournament.state import EventState
from arpad.tournament.times import event_times

PROGRAM = "Arpad"
NAMES_OF_THE_SCORE = ("PTS", "MPTS", "PTS:MP")
"""How a list may name the score that it begins with; of teams it is match points."""
WRITTEN_OUT = {code: Fraction(half, 2) for code, half in HALF_POINTS_OF.items() if code in "1=0ZU"}
"""The usual points, which a file names only beside an X."""
BYE_CODES: dict[str, ResultCode] = {"F": "F", "H": "H", "Z": "Z"}
Places = Mapping[int, int]
"""The places of the standings by the numbers of players, or of teams."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """An event after its round `last`, as one version of the file has it. `event` has the points of everybody, and no
    places yet; `byes` are those that the file tells."""

    state: EventState
    last: int
    version: TrfVersion
    event: Event
    byes: tuple[Bye, ...]
    records: TrfRecords

    def written(self, places: Places) -> bytes:
        """Return the file with the places of its players, or of its teams. Players of teams have theirs by their
        points: there are no standings of them."""
        event = _in_version(self.state, self.event, self.byes, self.last, self.version)
        teams = tuple(replace(team, rank=places.get(team.number or 0)) for team in event.teams)
        of_players = by_points(event) if teams else places
        players = tuple(player._replace(final_rank=of_players.get(player.rank)) for player in event.players)
        return event_to_trf(replace(event, players=players, teams=teams), self.version, self.records)


def file_content(
    state: EventState, version: TrfVersion, *, rated: bool = False, upto: int | None = None, settled: bool = False
) -> FileContent:
    """Return the content of a file of the published rounds, or of those up to one. The arguments are those of
    `export_trf`; `settled` leaves out extra points of matches of teams that are not over."""
    known = state if state.closed else _numbered(state)
    last = known.last_published if upto is None else min(upto, known.last_published)
    team = known.laws.team
    byes = team_absences(known, last) if team else byes_to_come(known, last)
    records = TrfRecords(
        initial=known.initial,
        order=ORDER_CODES[known.laws.order],
        program=PROGRAM,
        tie_breaks=() if rated and _rated_otherwise(known, last) else _after_score(known.laws.tie_breaks),
        byes=byes,
        forbidden=forbidden_pairs(known, last, "trf26" if team else version),
        virtual=virtual_points(known, swiss_system(known)) if known.laws.swiss else {},
        national=_national(known),
        comments=tuple(comments(known, last, rated=rated)),
        kept=_kept(known, version),
        teams=team_records(known, last),
    )
    event = with_teams(known, _event(known, last, rated), last, rated=rated, settled=settled)
    return FileContent(known, last, version, event, byes, records)


def _rated_otherwise(state: EventState, last: int) -> bool:
    """Return whether a result was corrected for rating alone (C.04.2.D.8): then the places of the event do not follow
    from the results of its report for rating, and that report names no tie-breaks."""
    rounds = (one for number, one in state.rounds.items() if number <= last)
    return any(board.rated is not None for one in rounds for board in one.games)


def _after_score(written: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks of the rules as they are written, without the score that they may begin with."""
    return tuple(written[1:] if written and written[0].upper() in NAMES_OF_THE_SCORE else written)


def _kept(state: EventState, version: TrfVersion) -> tuple[str, ...]:
    """The comments and foreign records of the file that an event was taken over from. Records name players by their
    numbers: they are left out if these have changed. A TRF16 has the code of the type as a comment."""
    told: list[str] = list((state.imported or {}).get("records", []))
    code = with_type(state, Event()).type_code if version == "trf16" and "type" in (state.imported or {}) else ""
    if code and not state.laws.team:
        told.append(commented(f"192 {code}"))
    first = state.rounds.get(1)
    same = first is None or first.numbers == state.numbers
    return tuple(line for line in told if same or line.startswith("###"))


def starting_places(event: Event) -> Places:
    """Return the places before round 1: the order of the list."""
    sides = [team.number or 0 for team in event.teams] or [player.rank for player in event.players]
    return {number: place for place, number in enumerate(sorted(sides), 1)}


def by_points(event: Event) -> Places:
    """Return the places of players by their points, and then by their numbers."""
    standing = sorted(event.players, key=lambda player: (-(player.points or Fraction(0)), player.rank))
    return {player.rank: place for place, player in enumerate(standing, 1)}


def _numbered(state: EventState) -> EventState:
    """The numbers that players would have if the list were closed now."""
    return changed(state, numbers=tuple(player.entry for player in ordered(state.accepted, state.laws)))


def _event(state: EventState, last: int, rated: bool) -> Event:
    """The event with its type, its dates, and the points of its players."""
    event = replace(with_type(state, event_of(state, last, rated=rated)), round_dates=_round_dates(state))
    scores = Scores(event)
    players = (player._replace(points=scores.total(player)) for player in event.players)
    return replace(event, players=tuple(players))


def _round_dates(state: EventState) -> tuple[dt.date | None, ...]:
    times, dates = event_times(state.laws), dict[int, dt.date]()
    for row in state.laws.schedule:
        told = row.get("start") or row.get("pairings") or ""
        try:
            dates[int(row.get("round", "0"))] = times.local(told).date()
        except ValueError:
            continue
    return tuple(dates.get(number) for number in range(1, state.laws.rounds + 1)) if dates else ()


def _national(state: EventState) -> dict[int, int]:
    """The national ratings, if the file can name their federation."""
    told = {number: state.entries[entry].ratings.get("national", 0) for number, entry in enumerate(state.numbers, 1)}
    return {number: rating for number, rating in told.items() if rating} if state.laws.federation else {}


def _in_version(state: EventState, event: Event, byes: Sequence[Bye], last: int, version: TrfVersion) -> Event:
    """The event with what one version says in its own way: TRF16 has the byes of the next round in the players' lines,
    and corrections for rating only in a comment; TRF26 has points that 162 has no symbol for in 299."""
    if version == "trf26" and _adjourned(state, last):
        event = replace(event, scoring={**WRITTEN_OUT, **event.scoring, "X": state.laws.worth["draw"]})
    if state.laws.team:
        return event
    if version == "trf26":
        return replace(event, extra_points=(*_other_points(event), *event.extra_points))
    kinds = {rank: bye.kind for bye in byes if bye.round == last + 1 for rank in bye.players}
    players = tuple(_with_bye(player, last + 1, kinds.get(player.rank)) for player in event.players)
    return replace(event, players=players, extra_points=tuple(extra_points(state, last)))


def _adjourned(state: EventState, last: int) -> bool:
    """Whether a game of the file is adjourned: 162 then says what an unknown result is worth for the pairing."""
    return any(board.result == ADJOURNED for number in range(1, last + 1) for board in state.rounds[number].games)


def _other_points(event: Event) -> list[ExtraPoints]:
    """A forfeit win that is not worth a win."""
    win = event.scoring.get("1")
    told = event.scoring.get("+")
    return [ExtraPoints("+", told)] if told is not None and told != win else []


def _with_bye(player: Player, number: int, kind: str | None) -> Player:
    if kind is None:
        return player
    return player._replace(rounds=(*player.rounds, RoundResult(number, None, None, BYE_CODES[kind])))
