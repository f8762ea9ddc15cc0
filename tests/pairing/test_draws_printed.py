"""The manual's tables, cell by cell: what the rules give is what is printed, but for the misprints we list."""

import pytest

from arpad.pairing.round_robin_tables import berger, berger_rounds, varma_groups
from arpad.pairing.team_tables import balanced_skalitzka, hilton, scheveningen, skalitzka
from draw_tables import cells, errata, places, printed

BERGER = [("berger_chapter_iv", "IV.1"), ("berger_annex_1", "C.05 annex 1")]


@pytest.mark.parametrize(("name", "article"), BERGER)
@pytest.mark.parametrize("players", range(4, 17, 2))
def test_berger(name: str, article: str, players: int) -> None:
    """Every cell is as printed or a misprint of the list, and every misprint of the list is in the print."""
    columns = [(heading, row.split()) for size, heading, row in printed(name) if int(size) == players]
    listed = errata(article, f"Berger table of {players}")
    headings = [heading for heading, _ in columns]
    if headings != [f"R{number}" for number in range(1, players)]:
        ((_, right),) = [pair for pair in listed if pair[0] == " ".join(headings)]
        assert right.split() == [f"R{number}" for number in range(1, players)]
        if sorted(headings) != sorted(right.split()):
            headings = right.split()
    wrong, correct = ({k: v for pair in listed for k, v in places(pair[which]).items()} for which in (0, 1))
    table = cells(berger(players))
    differing = {}
    for heading, (_, row) in zip(headings, columns, strict=True):
        for board, (cell, ours) in enumerate(zip(row, table[int(heading[1:]) - 1].split(), strict=True), 1):
            if cell != ours:
                differing[f"{heading}.{board}"] = (cell, ours)
    assert differing == {place: (wrong[place], correct[place]) for place in wrong}


def test_the_errata_of_the_berger_tables() -> None:
    """As many as were found: 5 and 12 cells in chapter IV, 5 and 3 in the annex."""
    counts = {
        (article, players): sum(len(places(wrong)) for wrong, _ in errata(article, f"Berger table of {players}"))
        for _, article in BERGER
        for players in range(4, 17, 2)
    }
    assert {key: count for key, count in counts.items() if count} == {
        ("IV.1", 12): 5,
        ("IV.1", 14): 12,
        ("C.05 annex 1", 12): 5,
        ("C.05 annex 1", 16): 3,
    }


def test_the_printed_double_round() -> None:
    """Chapter IV: the last two rounds of each cycle have changed places."""
    assert cells(berger(8, double=True, swap="each")) == [row for _, _, row in printed("double_8")]


def test_an_odd_number_leaves_the_highest_out() -> None:
    """Nine players use the table of ten; the player who would meet 10 is free."""
    for nine, ten in zip(berger_rounds(9), berger_rounds(10), strict=True):
        first = ten.pairings[0]
        assert nine.pairings == ten.pairings[1:]
        assert {first.white, first.black} == {10, *nine.byes}


@pytest.mark.parametrize("boards", range(2, 11))
def test_scheveningen(boards: int) -> None:
    assert cells(scheveningen(boards)) == [row for size, _, row in printed("scheveningen") if int(size) == boards]


def test_skalitzka() -> None:
    rows = printed("skalitzka")
    assert cells(skalitzka(6)) == [row for table, _, row in rows if table == "first"]
    assert cells(balanced_skalitzka(6)) == [row for table, _, row in rows if table == "second"]


@pytest.mark.parametrize("players", range(10, 25, 2))
def test_varma(players: int) -> None:
    """The groups, which hold every number once; an odd number of players leaves the highest out."""
    groups = {name: tuple(map(int, row.split())) for size, name, row in printed("varma") if int(size) == players}
    assert varma_groups(players) == groups
    assert sorted(number for numbers in groups.values() for number in numbers) == list(range(1, players + 1))
    without = {name: tuple(number for number in numbers if number != players) for name, numbers in groups.items()}
    assert varma_groups(players - 1) == without


@pytest.mark.parametrize("teams", range(4, 13, 2))
def test_hilton(teams: int) -> None:
    """Board by board and round by round; the misprints are in the table of twelve."""
    draw, size = hilton(teams), teams // 2
    listed = [*errata("Hilton", f"{teams} teams")]
    wrong, correct = ({k: v for pair in listed for k, v in places(pair[which]).items()} for which in (0, 1))
    differing = {}
    for _, board, *rounds in (row for row in printed("hilton") if int(row[0]) == teams):
        for number, cell in enumerate(rounds, 1):
            start = (int(board) - 1) * size
            ours = draw.rounds[number - 1].pairings[start : start + size]
            assert {str(player)[1:] for our in ours for player in (our.white, our.black)} == {board}
            letters = " ".join(f"{str(our.white)[0]}{str(our.black)[0]}" for our in ours)
            if letters != cell:
                differing[f"{board}.{number}"] = (cell, letters)
    assert differing == {place: (wrong[place], correct[place]) for place in wrong}
    assert len(differing) == (3 if teams == 12 else 0)
