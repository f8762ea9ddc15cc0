"""Team data for an exported TRF file: lists, byes, line-ups, forfeits and match points."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from arpad.domain.event import Event, ExtraPoints, Team, TeamByes
from arpad.formats.report import Bye
from arpad.formats.trf_teams import NO_MATCHES, TeamCell, TeamRecords, TeamRow
from arpad.tournament.as_report import shown_result
from arpad.tournament.results import DRAW_FOR_PAIRING, is_final
from arpad.tournament.rules import USUAL_MATCH_POINTS
from arpad.tournament.state import NOBODY, EventBoard, EventState
from arpad.tournament.teams import (
    MatchScore,
    Pair,
    board_points,
    bye_points,
    colour_pattern,
    first_has_white,
    in_list_order,
    match_points_for,
    matches_of,
    round_points,
    strength_of,
    sum_of,
    team_totals,
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
    """Return the event with its teams, their points after a round, and their byes. `settled` leaves out extra points of
    matches that are not over; for the pairing their open games are draws."""
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
    return replace(
        event,
        teams=teams,
        team_byes=_byes(state, last),
        board_colours=colour_pattern(state),
        extra_points=tuple(_extra(state, last, rated, settled)),
    )


def _byes(state: EventState, last: int) -> TeamByes | None:
    """320: what the bye is worth, and who had it. A table has no bye."""
    if not state.event_rules.swiss:
        return None
    numbers = state.side_numbers
    teams = [None if (bye := state.rounds[number].bye) is None else numbers[bye] for number in range(1, last + 1)]
    return TeamByes(*bye_points(state), tuple(teams))


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
    numbers = state.side_numbers
    absences = (
        (number, team, _absence(state, number, team, last))
        for number in range(1, state.event_rules.rounds + 1)
        for team in state.team_numbers
    )
    return tuple(Bye(kind, number, (numbers[team],)) for number, team, kind in absences if kind is not None)


def _absence(state: EventState, number: int, team: int, last: int) -> str | None:
    if number <= last:
        return state.rounds[number].absent.get(team)
    return None if state.event_rules.by_table else state.teams[team].absence_in(number)
