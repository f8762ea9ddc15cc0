"""The table of a round robin to hang up and to write on: each against each, then every round."""

from collections.abc import Iterator

from arpad.i18n import ArpadError
from arpad.publication.crosstable import score_text
from arpad.publication.event_papers.matches import code_text, match_score
from arpad.publication.event_papers.model import Paper, PaperColumn, PaperTable, without_empty
from arpad.publication.event_papers.names import (
    column,
    fact,
    player_title,
    rating_of,
    result_text,
    start_text,
)
from arpad.publication.event_papers.words import PaperWords
from arpad.tournament.documents import side_name
from arpad.tournament.results import codes
from arpad.tournament.standings import standings_after
from arpad.tournament.state import EventRound, EventState
from arpad.tournament.teams import matches_of

EACH_AGAINST_EACH = ("berger", "double-berger", "varma", "match")
"""Systems in which everybody meets everybody; in the others one side meets the other."""
ITSELF = "***"
Cells = dict[tuple[int, int], list[str]]


def round_robin_table(state: EventState, words: PaperWords) -> Paper:
    """Return the crosstable of a round robin in the order of its numbers, and all its rounds."""
    if not state.laws.by_table or not state.rounds:
        raise ArpadError("event-paper-table", slug=state.laws.slug)
    sides = list(state.team_numbers if state.laws.team else state.numbers)
    grid = [_grid(state, sides, words)] if state.laws.system in EACH_AGAINST_EACH else []
    rules = state.laws
    facts = [
        fact(words, "teams" if rules.team else "players", str(len(sides))),
        fact(words, "rounds", str(len(state.rounds))),
        fact(words, "time-control", rules.time_control),
    ]
    return Paper(
        words.told("paper.title.round-robin"),
        tuple(one for one in facts if one.value),
        (*grid, *(_round(state, one, words) for _, one in sorted(state.rounds.items()))),
    )


def _grid(state: EventState, sides: list[int], words: PaperWords) -> PaperTable:
    cells = _cells(state, words)
    points = _points(state, words)
    columns = [
        column(words, "number", "strong"), PaperColumn((), "left"),
        column(words, "team" if state.laws.team else "name", "name"), column(words, "rating", "right"),
        *(PaperColumn((str(at),), "grid") for at in range(1, len(sides) + 1)), column(words, "points", "write"),
    ]  # fmt: skip
    rows = [
        (
            str(place),
            *(("", side_name(state, side), "") if state.laws.team else _player(state, side)),
            *(ITSELF if other == side else " ".join(cells.get((side, other), [])) for other in sides),
            points.get(place, ""),
        )
        for place, side in enumerate(sides, 1)
    ]
    return without_empty(PaperTable(tuple(columns), tuple(rows), tall=True))


def _player(state: EventState, entry: int) -> tuple[str, str, str]:
    return player_title(state, entry), side_name(state, entry), rating_of(state, entry)


def _cells(state: EventState, words: PaperWords) -> Cells:
    """Return the results of each side against each other, in the order of rounds."""
    cells: Cells = {}
    for number, one in sorted(state.rounds.items()):
        for first, second, results in _met(state, number, one, words):
            for side, other, result in ((first, second, results[0]), (second, first, results[1])):
                if result:
                    cells.setdefault((side, other), []).append(result)
    return cells


def _met(
    state: EventState, number: int, one: EventRound, words: PaperWords
) -> Iterator[tuple[int, int, tuple[str, str]]]:
    if state.laws.team:
        for match in matches_of(state, number):
            told = match_score(match, words).split("–")
            yield match.white, match.black, (told[0], told[-1])
        return
    for board in one.games:
        white, black = codes(board.result)
        yield board.white, board.black, (code_text(white), code_text(black))


def _points(state: EventState, words: PaperWords) -> dict[int, str]:
    """Return the points by number, once a published round has begun."""
    begun = [number for number, one in state.rounds.items() if one.published_n and (one.begun or one.forfeits)]
    if not begun:
        return {}
    table, _ = standings_after(state, max(begun))
    return {row.number: score_text(row.points, words.first) for row in table.rows}


def _round(state: EventState, one: EventRound, words: PaperWords) -> PaperTable:
    rows = (
        [
            (str(match.number), state.teams[match.white].name, match_score(match, words), state.teams[match.black].name)
            for match in matches_of(state, one.number)
        ]
        if state.laws.team
        else [
            (
                str(board.number), side_name(state, board.white), result_text(board.result, words),
                side_name(state, board.black),
            )
            for board in one.games
        ]
    )  # fmt: skip
    rows += [("", side_name(state, entry), "", words.say("paper.rests")) for entry in one.absent]
    start = start_text(state, one.number, words)
    told = words.told("paper.round", round=one.number)
    heading = tuple(f"{said} · {start}" if start else said for said in told)
    columns = (
        PaperColumn((), "quiet"), PaperColumn((), "name"), PaperColumn((), "result"), PaperColumn((), "name"),
    )  # fmt: skip
    return PaperTable(columns, tuple(rows), heading, across=2)
