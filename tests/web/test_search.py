"""Finding players as one types: words that begin so, with or without accents, ids, and the order of what is found."""

import datetime as dt

import pyarrow as pa
import pytest
from hypothesis import given, strategies

from arpad.domain.values import fold
from arpad.lists.ledger import Ledger, LedgerRow, Standing
from arpad.lists.player_index import NameIndex, words_of
from proofs import law

PEOPLE = (
    ("101", "Núñez Peña, José María", "ESP", 2100),
    ("102", "Nunez, Ana", "MEX", 2300),
    ("1020", "Østergård, Søren", "DEN", 2300),
    ("103", "Łuczak, Paweł", "POL", 0),
    ("104", "Strauß, Jana", "GER", 1800),
    ("105", "O'Brien-Núñez, Pat", "IRL", 2400),
    ("106", "", "ESP", 2500),
)


@pytest.fixture(scope="module")
def index() -> NameIndex:
    rows = [
        LedgerRow(id_, name, federation, standings=(Standing(rating), Standing(), Standing()))
        for id_, name, federation, rating in PEOPLE
    ]
    return NameIndex.of(Ledger.empty(dt.date(2024, 7, 1)).with_rows(rows))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("nunez", ["105", "102", "101"]),
        ("NÚÑEZ", ["105", "102", "101"]),
        ("nun pe", ["101"]),
        ("jose nunez", ["101"]),
        ("ostergard", ["1020"]),
        ("Østergård søren", ["1020"]),
        ("lucz pawel", ["103"]),
        ("strauss", ["104"]),
        ("strauß", ["104"]),
        ("brien", ["105"]),
        ("102", ["102", "1020"]),
        ("10", ["106", "105", "102", "1020", "101", "104", "103"]),
        ("unez", []),
        ("", []),
        ("%", []),
        ("\x00", []),
        ("nunez nobody", []),
    ],
)
def test_words_that_begin_so_are_found_the_highest_rated_first(index: NameIndex, query: str, found: list[str]) -> None:
    assert [player.id for player in index.find(query)] == found


def test_a_federation_and_a_count_leave_others_out(index: NameIndex) -> None:
    assert [player.id for player in index.find("nunez", federation="esp")] == ["101"]
    assert [player.id for player in index.find("10", count=2)] == ["106", "105"]
    assert [player.id for player in index.find("nunez", federation="XXX")] == []


def test_an_empty_list_has_nobody() -> None:
    assert NameIndex.of(Ledger.empty(dt.date(2024, 7, 1))).find("a") == []


@given(strategies.text(max_size=30))
@law(500)
def test_what_is_typed_is_folded_as_the_names_are(text: str) -> None:
    assert fold(text).split() == words_of(pa.array([text]))[1].to_pylist()
