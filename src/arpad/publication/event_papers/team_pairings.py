"""A round of teams to hang up: its matches, their boards once the line-ups are there, and room for results."""

from arpad.publication.event_papers.matches import boards_shown, match_score, team_number, team_points
from arpad.publication.event_papers.model import PaperColumn, PaperTable, without_empty
from arpad.publication.event_papers.names import BLACK, NOBODY, WHITE, column
from arpad.publication.event_papers.words import PaperWords, Told
from arpad.tournament.schedules import plain_name
from arpad.tournament.state import EventRound, EventState
from arpad.tournament.teams import MatchScore, matches_of


def matches_table(state: EventState, found: EventRound, words: PaperWords) -> PaperTable:
    """Return the matches of a round with the points of both teams before it."""
    points = team_points(state, found.number, words)
    columns = [
        column(words, "match", "strong"), *_team_columns(words, "first-team"), column(words, "result", "result"),
        *_team_columns(words, "second-team"),
    ]  # fmt: skip
    rows = [
        (
            str(match.number),
            *(team_number(state, match.white), state.teams[match.white].name, *points[match.white]),
            match_score(match, words),
            *(team_number(state, match.black), state.teams[match.black].name, *points[match.black]),
        )
        for match in matches_of(state, found.number)
    ]
    return without_empty(PaperTable(tuple(columns), tuple(rows)))


def _team_columns(words: PaperWords, side: str) -> list[PaperColumn]:
    return [
        column(words, "number", "quiet"), column(words, side, "name"), column(words, "match-points", "right"),
        column(words, "game-points", "right"),
    ]  # fmt: skip


def boards_of_matches(state: EventState, found: EventRound, words: PaperWords) -> list[PaperTable]:
    """Return one table for each match whose line-ups are there."""
    return [
        without_empty(
            PaperTable(
                (
                    column(words, "board", "quiet"), PaperColumn((), "center"), PaperColumn((), "left"),
                    PaperColumn((state.teams[match.white].name,), "name"), column(words, "rating", "right"),
                    PaperColumn((match_score(match, words),), "result"), PaperColumn((), "center"),
                    PaperColumn((), "left"), PaperColumn((state.teams[match.black].name,), "name"),
                    column(words, "rating", "right"),
                ),
                tuple(
                    (
                        str(board.place), *board.first,
                        f"{board.first_result}–{board.second_result}" if board.first_result else "", *board.second,
                    )
                    for board in boards_shown(state, match)
                ),
                _named(state, match, words),
            )
        )
        for match in matches_of(state, found.number)
        if match.boards
    ]  # fmt: skip


def _named(state: EventState, match: MatchScore, words: PaperWords) -> Told:
    """Return a match with both teams, above its boards."""
    teams = f"{state.teams[match.white].name} – {state.teams[match.black].name}"
    return (f"{words.say('paper.match', match=match.number)}: {teams}",)


def matches_by_name(state: EventState, found: EventRound, words: PaperWords) -> PaperTable:
    """Return the teams by name, each with its match, the colour on its first board, and the other team."""
    columns = (
        column(words, "team", "name"), column(words, "match", "strong"), PaperColumn((), "center"),
        column(words, "opponent", "name"),
    )  # fmt: skip
    rows = []
    for number, white, black in found.matches:
        names = state.teams[white].name, state.teams[black].name
        rows += [(names[0], str(number), WHITE, names[1]), (names[1], str(number), BLACK, names[0])]
    if found.bye is not None:
        rows.append((state.teams[found.bye].name, NOBODY, "", words.say("paper.bye")))
    return PaperTable(columns, tuple(sorted(rows, key=lambda row: (plain_name(row[0]), row[0]))))


def matches_to_write(state: EventState, found: EventRound, words: PaperWords) -> list[PaperTable]:
    """Return a table for each match, with room for the results; the players stand there if the line-ups do."""
    return [
        PaperTable(
            (
                column(words, "board", "strong"), PaperColumn((), "center"),
                PaperColumn((state.teams[match.white].name,), "name"), PaperColumn((), "box"), PaperColumn((), "box"),
                PaperColumn((), "center"), PaperColumn((state.teams[match.black].name,), "name"),
            ),
            tuple(
                (
                    str(board.place), board.first.sign, board.first.name, board.first_result, board.second_result,
                    board.second.sign, board.second.name,
                )
                for board in boards_shown(state, match)
            ),
            _named(state, match, words),
            tall=True,
        )
        for match in matches_of(state, found.number)
    ]  # fmt: skip
