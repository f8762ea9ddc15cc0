"""Names that are like a name: misspelt ones made by rules are found, and nothing that is not alike."""

import csv
from pathlib import Path

import pytest
from tools.misspelled_names import FILE, NUMBERS, PLAYERS, SEED, misspelled

from arpad.lists.name_likeness import sound
from arpad.lists.player_index import NameIndex
from named_world import named_ledger, named_people

PEOPLE = named_people(PLAYERS, SEED)


@pytest.fixture(scope="module")
def index() -> NameIndex:
    return NameIndex.of(named_ledger(PEOPLE))


def test_95_of_100_misspelt_names_are_among_the_first_three(index: NameIndex) -> None:
    with Path(FILE).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    missed = [row for row in rows if row["id"] not in {one.id for one in index.search(row["typed"], 20).first(3)}]
    assert len(rows) == 100
    assert len(missed) <= 5, missed


def test_the_file_is_what_its_script_writes() -> None:
    with Path(FILE).open(encoding="utf-8", newline="") as file:
        rows = [tuple(row) for row in csv.reader(file, delimiter="\t")][1:]
    assert rows == [(rule, typed, one.id, one.name) for rule, typed, one in misspelled(PEOPLE, SEED, NUMBERS)]


@pytest.mark.parametrize(
    ("one", "other"),
    [("muller", "mueller"), ("shevchenko", "sevcenko"), ("aleksandr", "alexandr"), ("gonzalez", "gonsales"),
     ("philipp", "filip"), ("yuri", "jurij"), ("romanoff", "romanow"), ("jimenez", "gimenez")],
)  # fmt: skip
def test_words_that_sound_alike_are_nearly_the_same(one: str, other: str) -> None:
    from arpad.lists.name_likeness import compared_by

    assert compared_by().alike(sound(one), [sound(other)])[0] >= 600


def test_what_is_exact_comes_first_and_few_are_joined_by_the_similar(index: NameIndex) -> None:
    person = PEOPLE[7]
    found = index.search(person.name, 20)
    assert found.players[0].id == person.id
    assert person.id not in {player.id for player in found.similar}
    likenesses = [one.likeness for one in index.similar(person.name, 50)]
    assert likenesses[0] == 1000
    assert index.search(person.id).similar == []


@pytest.mark.parametrize("query", ["", "%", "Qqqqqq, Xxxxxx", "\x00", "東京", "x" * 500, "a b c d e f g h i j"])
def test_what_is_like_nobody_finds_nobody_or_little(index: NameIndex, query: str) -> None:
    assert len(index.similar(query, 5)) <= 5
    if query == "Qqqqqq, Xxxxxx":
        assert index.similar(query) == []


def test_a_federation_leaves_others_out(index: NameIndex) -> None:
    assert {one.player.federation for one in index.similar("Shewtschenko", 20, "fid")} == {"FID"}
    assert index.similar("Shewtschenko", 20, "XXX") == []
