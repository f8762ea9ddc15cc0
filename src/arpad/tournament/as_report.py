"""What happened to each player of an event in every round, by pairing numbers: for the pairing, and as a report."""

import datetime as dt
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from arpad.domain.event import Colour, Event, ExtraPoints, Player, ResultCode, RoundResult, Sex, Team, TeamByes
from arpad.formats.report import Bye
from arpad.formats.scores import Scores
from arpad.formats.trf_teams import NO_MATCHES, TeamCell, TeamRecords, TeamRow
from arpad.tournament.results import ADJOURNED, DRAW_FOR_PAIRING, codes, is_final
from arpad.tournament.rules import USUAL_MATCH_POINTS, EventRules
from arpad.tournament.state import NOBODY, Entry, EventBoard, EventRound, EventState
from arpad.tournament.teams import (
    MatchScore,
    Pair,
    board_points,
    bye_code,
    bye_points,
    colour_pattern,
    default_line_up,
    first_has_white,
    in_list_order,
    match_points_for,
    matches_of,
    round_points,
    strength_of,
    sum_of,
    team_totals,
)

IN_A_FILE: Mapping[str, str] = {"1-1/2": "1-0", "1/2-1": "0-1", "1-1": "1-0"}
"""Scores that no two lines may have together: one of them is extra points."""
LATE_HALF = Fraction(1, 2)
SEXES: Mapping[str, Sex] = {"m": "m", "f": "f", "w": "f"}


def lines_of(
    state: EventState,
    upto: int,
    *,
    for_pairing: bool = False,
    rated: bool = False,
    only: Collection[int] | None = None,
) -> dict[int, list[RoundResult]]:
    """Return every player's rounds 1 to `upto` by pairing number; or those of some entries `only`.

    An adjourned game is open, or a draw `for_pairing`. `rated` takes the results as they are reported for rating.
    """
    known = state.pairing_numbers
    wanted = known if only is None else {entry: known[entry] for entry in only}
    lines: dict[int, list[RoundResult]] = {number: [] for number in wanted.values()}
    for number in range(1, upto + 1):
        event_round = state.rounds.get(number)
        shown = partial(shown_result, for_pairing=for_pairing, rated=rated, team=state.event_rules.team)
        cells = _round_cells(event_round, known, shown, only) if event_round is not None else {}
        if event_round is not None and state.event_rules.team:
            cells |= _forfeited_matches(state, event_round)
        for entry, rank in wanted.items():
            cell = cells.get(entry) or RoundResult(number, None, None, _not_there(state, state.entries[entry], number))
            lines[rank].append(cell)
    return lines


def _round_cells(
    event_round: EventRound,
    known: Mapping[int, int],
    shown: Callable[[EventBoard], str | None],
    only: Collection[int] | None,
) -> dict[int, RoundResult]:
    number = event_round.number
    cells: dict[int, RoundResult] = {}
    for board in _boards_with(event_round, only):
        white, black = codes(shown(board))
        cells[board.white] = _cell(number, known.get(board.black), "w", white)
        cells[board.black] = _cell(number, known.get(board.white), "b", black)
    if event_round.matches or event_round.forfeits:
        return cells
    if event_round.bye is not None:
        cells[event_round.bye] = RoundResult(number, None, None, "U")
    for entry, kind in event_round.absent.items():
        cells[entry] = RoundResult(number, None, None, bye_code(kind))
    for entry in event_round.missing:
        cells[entry] = RoundResult(number, None, None, "-")
    return cells


def _boards_with(event_round: EventRound, only: Collection[int] | None) -> Collection[EventBoard]:
    """The boards that count, or those of some entries `only`."""
    if only is None:
        return event_round.games
    seated = event_round.boards_of_entries
    boards = {board.number: board for entry in only for board in seated.get(entry, ())}
    return [boards[number] for number in sorted(boards)]


def _cell(number: int, opponent: int | None, colour: Colour, result: ResultCode | None) -> RoundResult:
    """A game; without a colour if nobody sat at the other side of the board."""
    return RoundResult(number, opponent, None if opponent is None else colour, result)


def _forfeited_matches(state: EventState, event_round: EventRound) -> dict[int, RoundResult]:
    """The players of a match that was forfeited: those of the line-up, or the first of the list, without opponents."""
    cells: dict[int, RoundResult] = {}
    for match, *teams in event_round.matches:
        for team, sign in zip(teams, event_round.forfeits.get(match, ""), strict=False):
            line_up = state.lineups.get((team, event_round.number))
            seated = line_up.players if line_up else default_line_up(state.teams[team], state.event_rules.boards)
            code: ResultCode = "+" if sign == "+" else "-"
            cells |= {entry: RoundResult(event_round.number, None, None, code) for entry in seated if entry}
    return cells


def shown_result(
    board: EventBoard, *, for_pairing: bool = False, rated: bool = False, team: bool = False
) -> str | None:
    """Return the result that a line shows: what was played, with the arbiter's own scores as extra points. Extra points
    of teams do not tell the board: their lines show the scores themselves, unless they are for rating."""
    if for_pairing and board.result == ADJOURNED:
        return DRAW_FOR_PAIRING
    if rated:
        return board.as_rated
    shown = board.result if team else board.played or board.result
    return IN_A_FILE.get(shown or "", shown)


def _not_there(state: EventState, entry: Entry, number: int) -> ResultCode:
    """Rounds before a late entry, or after a withdrawal: nothing, or half a point if the rules give it."""
    late = number < entry.from_round and state.event_rules.late_points == LATE_HALF
    return "H" if late else "Z"


def extra_points(
    state: EventState, upto: int, *, rated: bool = False, only: Collection[int] | None = None
) -> list[ExtraPoints]:
    """Return the points that the lines do not give: penalties, the arbiter's own scores, and corrections that count for
    rating alone."""
    known = {entry: number for entry, number in state.pairing_numbers.items() if only is None or entry in only}
    found = [
        ExtraPoints("", penalty.points, penalty.round, (known[penalty.entry],))
        for penalty in state.penalties
        if penalty.entry in known and penalty.round <= upto
    ]
    worth = state.event_rules.worth_of_codes
    for number in sorted(state.rounds):
        for board in _boards_with(state.rounds[number], only) if number <= upto else ():
            if board.played or board.rated or board.result in IN_A_FILE:
                found += [
                    ExtraPoints("", points, number, (known[entry],))
                    for entry, points in _beside_the_lines(worth, board, shown_result(board, rated=rated))
                    if points and entry in known
                ]
    return found


def _beside_the_lines(
    worth: Mapping[str, Fraction], board: EventBoard, line_result: str | None
) -> list[tuple[int, Fraction]]:
    """Return what a board is worth to each player, less what their lines give."""
    counts, shown = codes(board.result), codes(line_result)
    sides = ((board.white, counts.white, shown.white), (board.black, counts.black, shown.black))
    return [(entry, worth[code] - worth[line]) for entry, code, line in sides if code is not None and line is not None]


def scores_of(state: EventState, upto: int, *, only: Collection[int] | None = None) -> Scores:
    """Return what the results of the players are worth after the rounds 1 to `upto`."""
    return Scores(Event(scoring=state.event_rules.scoring(), extra_points=tuple(extra_points(state, upto, only=only))))


def event_of(
    state: EventState,
    upto: int | None = None,
    *,
    rated: bool = False,
    only: Collection[int] | None = None,
) -> Event:
    """Return the event as a report has it after the rounds 1 to `upto` (all published ones without it); `only` some
    entries, with the numbers they have."""
    last = state.last_published if upto is None else upto
    rules = state.event_rules
    lines = lines_of(state, last, rated=rated, only=only)
    players = tuple(
        player_of(state.entries[entry], number, lines[number], rated=rated)
        for number, entry in enumerate(state.numbers, 1)
        if number in lines
    )
    return replace(
        head_of(rules), players=players, extra_points=tuple(extra_points(state, last, rated=rated, only=only))
    )


def head_of(rules: EventRules) -> Event:
    """Return a report without players: what the rules say of the event."""
    return Event(
        name=rules.name,
        city=rules.city,
        federation=rules.federation,
        start=rules.start,
        end=rules.end,
        chief_arbiter=rules.chief_arbiter,
        deputy_arbiters=rules.arbiters,
        time_control=rules.time_control,
        rounds=rules.rounds,
        scoring=rules.scoring(),
    )


def player_of(entry: Entry, number: int, rounds: list[RoundResult], *, rated: bool = False) -> Player:
    """Return a player as a report has them. A rating that only orders the player is none in a report for rating."""
    return Player(
        number,
        entry.name,
        SEXES.get(entry.sex.lower()),
        entry.title,
        None if rated and entry.only_orders else entry.rating or None,
        entry.federation,
        entry.id,
        entry.born,
        dt.date.fromisoformat(entry.birthday) if entry.birthday else None,
        rounds=tuple(rounds),
    )


# What the boards of a match give a reader of a file, who knows neither wrong boards nor scores by decision.


def beside_the_boards(state: EventState, match: MatchScore, *, rated: bool = False) -> dict[int, Pair]:
    """Return the match points and game points that a match gives each team beside its boards. Open games are draws, as
    they are in a match for the pairing."""
    boards = tuple(replace(board, result=_shown(board, rated), played=None) for board in match.boards)
    sides = [first_has_white(state, board, match.white, place) for place, board in enumerate(boards, 1)]
    score = sum_of(board_points(state, board.result, side) for board, side in zip(boards, sides, strict=True))
    points = match_points_for(state, replace(match, boards=boards, score=score))
    return {
        team: (match.match_points[side] - points[side], match.score[side] - score[side])
        for side, team in enumerate((match.white, match.black))
    }


def _shown(board: EventBoard, rated: bool) -> str | None:
    """The result that a reader takes."""
    shown = shown_result(board, rated=rated, team=True)
    return shown if is_final(shown) else DRAW_FOR_PAIRING


# What a file says about teams: their lists and points, byes, line-ups out of order, forfeits, points of matches.

BYE = "PAB"


def with_teams(state: EventState, event: Event, last: int, *, rated: bool = False, settled: bool = False) -> Event:
    """Return the event with its teams, their points after a round, and their byes (320), of which a table has none.
    `settled` leaves out extra points of matches that are not over; for the pairing their open games are draws."""
    if not state.event_rules.team:
        return event
    totals = team_totals(state, last)
    rank = state.pairing_numbers
    numbers = state.side_numbers
    teams = tuple(
        Team(
            state.teams[team].name,
            tuple(rank[entry] for entry in state.teams[team].players if entry in rank),
            number,
            nickname=state.teams[team].nick,
            strength=strength_of(state, state.teams[team]),
            match_points=totals[team][0],
            game_points=totals[team][1],
        )
        for team, number in numbers.items()
    )
    byes = tuple(numbers.get(state.rounds[number].bye or 0) for number in range(1, last + 1))
    return replace(
        event,
        teams=teams,
        team_byes=TeamByes(*bye_points(state), byes) if state.event_rules.swiss else None,
        board_colours=colour_pattern(state),
        extra_points=tuple(_extra(state, last, rated, settled)),
    )


def _extra(state: EventState, last: int, rated: bool, settled: bool) -> Iterator[ExtraPoints]:
    """Points that the boards do not give: penalties, wrong boards, the arbiter's own scores, and results that differ
    for rating. Of a match with wrong boards it tells them also if they cancel out: it says that they were lost."""
    numbers = state.side_numbers
    for penalty in state.penalties:
        if penalty.team is not None and penalty.round <= last:
            yield ExtraPoints("", penalty.points, penalty.round, (numbers[penalty.team],), penalty.match_points)
    for number in range(1, last + 1):
        for match in matches_of(state, number, for_pairing=True):
            if match.boards and not (settled and match.open):
                for team, (points, game) in beside_the_boards(state, match, rated=rated).items():
                    if game or points or any(match.wrong):
                        yield ExtraPoints("", game, number, (numbers[team],), points)


def team_records(state: EventState, last: int) -> TeamRecords:
    """Return the records of matches: line-ups that the order of the list does not tell, matches without play, and the
    rounds of each team."""
    if not state.event_rules.team:
        return NO_MATCHES
    numbers = state.side_numbers
    lineups: list[tuple[int, int, int, tuple[int, ...]]] = []
    forfeited: list[tuple[str, int, int, int]] = []
    for number in range(1, last + 1):
        for match in matches_of(state, number):
            if match.forfeit:
                forfeited.append((match.forfeit, number, numbers[match.white], numbers[match.black]))
            lineups += _line_ups(state, match, numbers)
    points = state.event_rules.match_points
    unusual_points = {} if points == USUAL_MATCH_POINTS else dict(zip(("TW", "TD", "TL"), points, strict=True))
    return TeamRecords(lineups, forfeited, unusual_points, _rows(state, last, numbers))


def _line_ups(
    state: EventState, match: MatchScore, numbers: Mapping[int, int]
) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """300: teams that sat in another order than that of their list, or left a board empty before the last ones; also if
    nobody met anybody, or a player sat alone and lost, since only this record tells it. Rounds that were taken over
    have all of them if their file had."""
    rank = state.pairing_numbers
    every = bool((state.imported or {}).get("line_ups")) and match.round <= (state.imported or {})["rounds"]
    met = any(NOBODY not in board.seats for board in match.boards) or bool(match.forfeit)
    alone = {board.white or board.black for board in match.boards if NOBODY in board.seats}
    lost = {board.white or board.black for board in match.boards if board.result == "-/-"} & alone - {NOBODY}
    if not match.boards and not match.forfeit:
        return  # a line-up is secret until both are in
    for team, opponent in ((match.white, match.black), (match.black, match.white)):
        line_up = state.lineups.get((team, match.round))
        implied = met and not lost & set(line_up.players if line_up is not None else ())
        if line_up is None or not any(line_up.players):
            continue
        if implied and not every and in_list_order(state.teams[team], line_up.players):
            continue
        ranks = tuple(rank.get(entry, 0) for entry in line_up.players)
        yield match.round, numbers[team], numbers[opponent], ranks


def _rows(state: EventState, last: int, numbers: Mapping[int, int]) -> list[TeamRow]:
    """802: every team with its rounds."""
    totals = team_totals(state, last)
    cells: dict[int, list[TeamCell]] = {team: [] for team in numbers}
    for number in range(1, last + 1):
        points, bye = round_points(state, number), state.rounds[number].bye
        match_of = {match.white: match for match in matches_of(state, number)}
        match_of |= {match.black: match for match in match_of.values()}
        for team, own in cells.items():
            game = points[team][1]
            if (match := match_of.get(team)) is None:
                kind = state.rounds[number].absent.get(team, "Z")
                own.append(TeamCell(BYE if team == bye else f"{kind}PB", None, game))
                continue
            white = team == match.white
            opponent = numbers[match.black if white else match.white]
            own.append(TeamCell(opponent, "w" if white else "b", game, bool(match.forfeit)))
    return [TeamRow(number, state.teams[team].nick, *totals[team], cells[team]) for team, number in numbers.items()]


def team_absences(state: EventState, last: int) -> tuple[Bye, ...]:
    """Return the rounds that teams do not play, the past ones too. A team that left a round robin has forfeits in
    them."""
    byes, last_known = [], last if state.event_rules.by_table else state.event_rules.rounds
    for number in range(1, last_known + 1):
        for team, place in state.side_numbers.items():
            past = number <= last
            kind = state.rounds[number].absent.get(team) if past else state.teams[team].absence_in(number)
            if kind is not None:
                byes.append(Bye(kind, number, (place,)))
    return tuple(byes)
