"""Team play (C.05 7): drawing rounds, line-ups, matches, match points and game points."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from arpad.domain.event import OVER_THE_BOARD, Colour, ResultCode, RoundResult, wrong_boards
from arpad.formats.report import Forbidden
from arpad.i18n import ArpadError
from arpad.pairing.colours import other
from arpad.pairing.state import Records, Tournament, common_unit, in_units
from arpad.pairing.systems import SwissSystem
from arpad.rating.results import half_up
from arpad.tournament.results import ADJOURNED, DRAW_FOR_PAIRING, codes, is_final
from arpad.tournament.state import NOBODY, EventBoard, EventRound, EventState, EventTeam
from arpad.tournament.times import scheduled_instant

# Matches: boards put together, wrong boards lost, match points and game points.

Pair = tuple[Fraction, Fraction]
NOTHING = Fraction(0)
NONE: Pair = (NOTHING, NOTHING)


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match: the team with White on board 1 first. `raw` is the score over the boards, `score` what counts, once
    wrong boards are lost; `wrong` are those boards for each team."""

    round: int
    number: int
    white: int
    black: int
    boards: tuple[EventBoard, ...]
    forfeit: str
    raw: Pair
    score: Pair
    match_points: Pair
    wrong: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def complete(self) -> bool:
        return bool(self.forfeit) or (bool(self.boards) and all(board.result is not None for board in self.boards))

    @property
    def open(self) -> bool:
        """Whether a result is still expected: boards are missing, or a game is not finished."""
        return not self.forfeit and (not self.boards or any(not is_final(board.result) for board in self.boards))

    @property
    def played(self) -> bool:
        """Whether any game was played over the board, or is adjourned: a match without one counts as not played."""
        return any(board.result == ADJOURNED or codes(board.result).white in OVER_THE_BOARD for board in self.boards)

    def of(self, team: int) -> tuple[Fraction, Fraction]:
        """The match points and the game points of a team."""
        side = 0 if team == self.white else 1
        return self.match_points[side], self.score[side]


def colour_pattern(state: EventState) -> str:
    """Return the colours of the first team, board by board: W and B in turn if the rules say nothing."""
    rules = state.event_rules
    pattern = rules.pattern or "WB"
    return (pattern * rules.boards)[: rules.boards].upper()


def board_number(state: EventState, match: int, board: int) -> int:
    """Return the number of a board of a match among all boards of the round."""
    return (match - 1) * state.event_rules.boards + board


def matches_of(state: EventState, number: int, *, for_pairing: bool = False) -> list[MatchScore]:
    """Return the matches of a round. A game that is not finished counts for nobody, or is a draw `for_pairing`."""
    event_round = state.rounds[number]
    return [_match(state, event_round, *pair, for_pairing=for_pairing) for pair in event_round.matches]


def _match(
    state: EventState, event_round: EventRound, number: int, white: int, black: int, *, for_pairing: bool
) -> MatchScore:
    boards = tuple(board for _, board in sorted(event_round.boards.items()) if board.match == number)
    open_result = DRAW_FOR_PAIRING if for_pairing else None
    results = [board.result if is_final(board.result) else open_result for board in boards]
    forfeit = event_round.forfeits.get(number, "")
    raw = score = NONE
    wrong: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    if forfeit:
        raw = score = _forfeited(state, forfeit)
    elif boards:
        wrong = _wrong(state, event_round.number, white), _wrong(state, event_round.number, black)
        sides = [first_has_white(state, board, white, place) for place, board in enumerate(boards, 1)]
        points = [board_points(state, result, first) for result, first in zip(results, sides, strict=True)]
        raw = sum_of(points)
        score = sum_of(
            _counted(state, pair, place in wrong[0], place in wrong[1]) for place, pair in enumerate(points, 1)
        )
    match = MatchScore(event_round.number, number, white, black, boards, forfeit, raw, score, NONE, wrong)
    done = bool(forfeit) or (bool(boards) and all(map(is_final, results)))
    return replace(match, match_points=match_points_for(state, match)) if done else match


def _wrong(state: EventState, number: int, team: int) -> tuple[int, ...]:
    line_up = state.lineups.get((team, number))
    if line_up is None or state.event_rules.line_up != "list":
        return ()
    return wrong_boards(state.teams[team].players, line_up.players)


def first_has_white(state: EventState, board: EventBoard, first: int, place: int) -> bool:
    """Whether the first team of a match has White on a board: as its players sit, who may have played with the wrong
    colours; at a board of nobody by the pattern."""
    if board.white != NOBODY:
        return state.entries[board.white].team == first
    if board.black != NOBODY:
        return state.entries[board.black].team != first
    return colour_pattern(state)[place - 1] == "W"


def team_colour(state: EventState, match: MatchScore) -> Colour:
    """Return the colour of the first team: that of its first board, as it was played; if nobody sat there, the next
    board tells it."""
    pattern = colour_pattern(state)
    for place, board in enumerate(match.boards, 1):
        if NOBODY not in board.seats:
            as_drawn = first_has_white(state, board, match.white, place) == (pattern[place - 1] == "W")
            return "w" if as_drawn else "b"
    return "w"


def board_points(state: EventState, result: str | None, first_is_white: bool) -> Pair:
    """Return the points that a result gives both teams, the first team first."""
    worth = state.event_rules.worth_of_codes
    white, black = (NOTHING if code is None else worth[code] for code in codes(result))
    return (white, black) if first_is_white else (black, white)


def _counted(state: EventState, points: Pair, first_wrong: bool, second_wrong: bool) -> Pair:
    """A board on which a wrong player sat is lost by that team."""
    win = state.event_rules.worth["win"]
    if not first_wrong and not second_wrong:
        return points
    return (NOTHING if first_wrong else win, NOTHING if second_wrong else win)


def _forfeited(state: EventState, forfeit: str) -> Pair:
    """All boards for the team that came."""
    everything = state.event_rules.worth["forfeit-win"] * state.event_rules.boards
    return (everything if forfeit[0] == "+" else NOTHING, everything if forfeit[1] == "+" else NOTHING)


def match_points_for(state: EventState, match: MatchScore) -> Pair:
    """Return the match points of a match by its score. Both teams lose a match to which nobody came."""
    win, draw, loss = state.event_rules.match_points
    first, second = match.score
    if first == second:
        return (draw, draw) if match.played or first else (loss, loss)
    return (win, loss) if first > second else (loss, win)


def sum_of(pairs: Iterable[Pair]) -> Pair:
    """Return the points of several boards together."""
    first, second = NOTHING, NOTHING
    for mine, theirs in pairs:
        first, second = first + mine, second + theirs
    return first, second


def bye_points(state: EventState) -> Pair:
    """Return match and game points of the bye: as the rules say; by C.04.6 those of a draw; otherwise those of a won
    match, and half of the boards."""
    rules = state.event_rules
    if rules.bye_points:
        match, game = rules.bye_points
        return match, game
    half = Fraction(rules.boards, 2) * rules.worth["win"]
    by_draw = rules.system in ("", "team") or rules.system.startswith("team-")
    return (rules.match_points[1] if by_draw else rules.match_points[0]), half


def bye_code(kind: str) -> ResultCode:
    """Return the code of an absence as a report has it: half a point, a whole one, or none."""
    return "H" if kind == "H" else "F" if kind == "F" else "Z"


def absence_points(state: EventState, kind: str) -> Pair:
    """Return match and game points of a team that announced not to play: those of a draw on every board for a
    half-point bye, those of a win for a full-point bye."""
    rules = state.event_rules
    if kind == "H":
        return rules.match_points[1], rules.worth["draw"] * rules.boards
    return (rules.match_points[0], rules.worth["win"] * rules.boards) if kind == "F" else NONE


def round_points(state: EventState, number: int, *, for_pairing: bool = False) -> dict[int, Pair]:
    """Return match points and game points of every team in a round, penalties included."""
    event_round = state.rounds[number]
    points = dict.fromkeys(state.teams, NONE)
    for match in matches_of(state, number, for_pairing=for_pairing):
        points[match.white] = match.of(match.white)
        points[match.black] = match.of(match.black)
    for team, kind in event_round.absent.items():
        points[team] = absence_points(state, kind)
    if event_round.bye is not None:
        points[event_round.bye] = bye_points(state)
    for penalty in state.penalties:
        if penalty.team is not None and penalty.round == number:
            own = points[penalty.team]
            points[penalty.team] = own[0] + penalty.match_points, own[1] + penalty.points
    return points


def team_totals(state: EventState, upto: int | None = None) -> dict[int, Pair]:
    """Return match points and game points of every team after a round, or after all published ones."""
    last = state.last_published if upto is None else upto
    totals = dict.fromkeys(state.teams, NONE)
    for number in range(1, last + 1):
        for team, (match, game) in round_points(state, number).items():
            totals[team] = totals[team][0] + match, totals[team][1] + game
    return totals


# Drawing a round of teams: matches by match points. The colour of a team is that of its first board.


def team_order(state: EventState) -> list[int]:
    """Return the teams by strength, name and entry: their numbers."""
    teams = state.teams.values()
    return [
        event_team.team for event_team in sorted(teams, key=lambda one: (-strength_of(state, one), one.name, one.team))
    ]


def strength_of(state: EventState, team: EventTeam) -> int:
    """Return the strength of a team: as given, or the mean rating of the first of its list."""
    if team.strength is not None:
        return team.strength
    first = team.players[: state.event_rules.strength or state.event_rules.boards]
    ratings = [state.entries[entry].rating for entry in first]
    return half_up(sum(ratings), len(ratings)) if ratings else 0


def absent_teams(state: EventState, number: int) -> list[tuple[int, str]]:
    """Return the teams that are not paired in a round."""
    absences = ((team, state.teams[team].absence_in(number)) for team in sorted(state.teams))
    return [(team, kind) for team, kind in absences if kind is not None]


def team_tournament_before(
    state: EventState,
    system: SwissSystem,
    number: int,
    apart: Sequence[Forbidden] = (),
    virtual: Mapping[int, Mapping[int, Fraction]] | None = None,
) -> Tournament:
    """Return the tournament of the teams before a round, by their numbers. `apart` may not meet in it; `virtual` are
    match points of an acceleration."""
    known = state.side_numbers
    cells: dict[int, list[RoundResult]] = {place: [] for place in known.values()}
    running: dict[int, list[tuple[Fraction, Fraction]]] = {place: [] for place in known.values()}
    for past in range(1, number):
        round_cells = _cells(state, past, known)
        for team, points in round_points(state, past, for_pairing=True).items():
            cells[known[team]].append(round_cells.get(team) or RoundResult(past, None, None, "Z"))
            running[known[team]].append(points)
    values = [value for own in running.values() for points in own for value in points]
    values += [value for points in (virtual or {}).values() for value in points.values()]
    unit = common_unit(values)

    def summed(score: int) -> dict[int, tuple[int, ...]]:
        return {
            place: tuple(accumulate((int(points[score] * unit) for points in own), initial=0))
            for place, own in running.items()
        }

    return Tournament(
        cells=cells,
        scores=summed(0),
        virtual=in_units(virtual or {}, unit),
        unit=unit,
        win=int(state.event_rules.match_points[0] * unit),
        draw=int(state.event_rules.match_points[1] * unit),
        rounds=state.event_rules.rounds,
        paired=number - 1,
        announced=frozenset(known[team] for team, _ in absent_teams(state, number)),
        initial=state.initial or "w",
        records=Records(
            forbidden=apart,
            initial=state.initial,
            rounds=state.event_rules.rounds,
            bye_kinds={(number, known[team]): kind for team, kind in absent_teams(state, number)},
        ),
        system=system,
        secondary=summed(1),
        colour_type=state.event_rules.colours,
        ratings={known[team]: strength_of(state, state.teams[team]) for team in known},
    )


def _cells(state: EventState, number: int, known: Mapping[int, int]) -> dict[int, RoundResult]:
    cells: dict[int, RoundResult] = {}
    for match in matches_of(state, number, for_pairing=True):
        white, black = _results(match)
        colour = team_colour(state, match)
        cells[match.white] = RoundResult(number, known[match.black], colour, white)
        cells[match.black] = RoundResult(number, known[match.white], other(colour), black)
    event_round = state.rounds[number]
    for team, kind in event_round.absent.items():
        cells[team] = RoundResult(number, None, None, bye_code(kind))
    if event_round.bye is not None:
        cells[event_round.bye] = RoundResult(number, None, None, "U")
    return cells


def _results(match: MatchScore) -> tuple[ResultCode, ResultCode]:
    """A match won, drawn or lost as one game. One in which no game was played counts as not played."""
    if match.forfeit or not match.played:
        return ("+" if match.score[0] > match.score[1] else "-"), ("+" if match.score[1] > match.score[0] else "-")
    if match.score[0] == match.score[1]:
        return "=", "="
    return ("1", "0") if match.score[0] > match.score[1] else ("0", "1")


# Line-ups (C.05 7): who may sit where, what is played if none is given, and which boards were wrong.

TOO_STRONG = 100
"""`rating-100`: nobody sits above a team-mate who is rated more than this much higher."""


def default_line_up(team: EventTeam, boards: int) -> tuple[int, ...]:
    """Return the first players of the list: they play if no line-up was given in time. Boards that they do not fill
    stay empty."""
    first = team.players[:boards]
    return (*first, *(NOBODY,) * (boards - len(first)))


def due_time(state: EventState, number: int) -> str:
    """Return the instant until which line-ups of a round are given, in UTC: some minutes before the start that the
    schedule names. Without one, or without a time zone, they are due at the start, and the text is empty."""
    start = scheduled_instant(state.event_rules, number)
    if start is None:
        return ""
    return (start.astimezone(dt.UTC) - dt.timedelta(minutes=state.event_rules.line_up_minutes)).isoformat()


def line_ups_missing(state: EventState, number: int) -> list[int]:
    """Return the teams of a round that have given no line-up, but for matches that are forfeited."""
    event_round = state.rounds[number]
    return [
        team
        for match, *teams in event_round.matches
        if match not in event_round.forfeits
        for team in teams
        if (team, number) not in state.lineups
    ]


def check_line_up(state: EventState, team: EventTeam, players: Sequence[int]) -> None:
    """Refuse a line-up that the rules do not allow, and say what would be right."""
    rules = state.event_rules
    seated = check_players(team, players, rules.boards)
    legal = legal_order(team, seated, rules.line_up, {entry: state.entries[entry].rating for entry in seated})
    if legal is not None:
        raise ArpadError("event-lineup-order", team=team.name, legal=", ".join(map(str, legal)))


def check_players(team: EventTeam, players: Sequence[int], boards: int) -> list[int]:
    """Return the players who sit down; refuse a line-up of too few or too many boards, with somebody who is not on the
    list, or with somebody twice."""
    if len(players) != boards:
        raise ArpadError("event-lineup-boards", team=team.name, found=len(players), boards=boards)
    seated = [entry for entry in players if entry != NOBODY]
    for entry in seated:
        if entry not in team.players or seated.count(entry) > 1:
            known = ", ".join(map(str, team.players))
            raise ArpadError("event-lineup-player", team=team.name, entry=entry, known=known)
    return seated


def legal_order(
    team: EventTeam, seated: Sequence[int], rule: str, ratings: Mapping[int, int]
) -> tuple[int, ...] | None:
    """Return an order that is allowed, None if the given one is: the order of the list; or nobody above a team-mate
    rated more than 100 higher; or any."""
    if rule == "list":
        right = tuple(sorted(seated, key=team.players.index))
        return None if right == tuple(seated) else right
    if rule == "rating-100":
        fits = all(
            ratings[lower] - ratings[upper] <= TOO_STRONG
            for place, upper in enumerate(seated)
            for lower in seated[place + 1 :]
        )
        return None if fits else tuple(sorted(seated, key=lambda entry: -ratings[entry]))
    return None


def in_list_order(team: EventTeam, players: Sequence[int]) -> bool:
    """Whether the players who sat down give the line-up: in the order of the list, and empty boards last."""
    seated = sorted((entry for entry in players if entry != NOBODY), key=team.players.index)
    return tuple(players) == (*seated, *(NOBODY,) * (len(players) - len(seated)))


def least_present(boards: int) -> int:
    """C.05 7.2: how many players of a team must be there at the start, more than half of the boards."""
    return boards // 2 + 1
