"""Rankings, rules and payments as files: what is read, and how what is wrong is refused."""

import datetime as dt
import tomllib
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.i18n import ArpadError
from arpad.prizes.files import Ranking, check_payment, read_ranking, read_rules, share_by_rules
from arpad.prizes.rules import currency_of
from proofs import law

SMALL = "rank;name;points;Age group;born\n1;Ana;6½;U12;2014-03-01\n2;Bea;6,5;U14;2012\n2;Cris;6.5;;\n4;Dara;13/2;;\n"


def small() -> Ranking:
    return read_ranking("small.csv", SMALL.encode())


def test_a_ranking_with_semicolons_halves_and_columns_of_its_own() -> None:
    ranking = small()
    assert [player.rank for player in ranking.players] == [1, 2, 2, 4]
    assert {player.points for player in ranking.players} == {Fraction(13, 2)}
    assert ranking.columns == ("age_group",)
    assert ranking.players[0].profile.birthday == dt.date(2014, 3, 1)
    rules = tomllib.loads(
        'prizes = []\n[[category]]\nname = "U14"\nwhere = "age_group in (U12, U14) and born = 2012"\nprizes = ["10"]'
    )
    prizes = share_by_rules(ranking, read_rules("p.toml", rules, ranking)).chosen
    assert [one.total for one in prizes.players] == [0, 1000, 0, 0]


def test_a_ranking_as_json_is_the_same() -> None:
    typed = '{"players": [{"rank": 2, "points": 4.5, "name": "Bea", "decided": true}, {"rank": 1, "points": 5}]}'
    players = read_ranking("r.json", typed.encode()).players
    assert [(one.rank, one.points, one.name, one.decided) for one in players] == [
        (1, Fraction(5), "", False),
        (2, Fraction(9, 2), "Bea", True),
    ]


def test_rows_are_sorted_by_rank() -> None:
    ranking = read_ranking("r.csv", b"\xef\xbb\xbfrank,points\n3,1\n1,2\n2,1\n")
    assert [player.rank for player in ranking.players] == [1, 2, 3]


BAD_RANKINGS = [
    ("", "r.csv: there are no rows"),
    ("rank,points\n", "there are no rows"),
    ("points\n3\n", "the column “rank” is missing"),
    ("rank,points\n1,5\n3,4\n", "row 3: rank 3 comes where rank 2 should"),
    ("rank,points\n1,5\n2,4\n2,4\n3,4\n", "row 5: rank 3 comes where rank 4 should"),
    ("rank,points\n2,5\n", "rank 2 comes where rank 1 should"),
    ("rank,points\n1,6\n2,6.5\n", "row 3: rank 2 has 6.5 points, the one before it 6"),
    ("rank,points\n1,6\n1,5\n", "row 3: rank 1 has 5 points"),
    ("rank,points\n1,x\n", "row 2: points cannot be “x”; write it like 6.5"),
    ("rank,points\n1,\n", "row 2: points cannot be “”"),
    ("rank,points\n1,-1\n", "points cannot be “-1”"),
    ("rank,points\nfirst,1\n", "rank cannot be “first”"),
    ("rank,points,rating\n1,1,21x\n", "rating cannot be “21x”"),
    ("rank,points,sex\n1,1,x\n", "sex cannot be “x”; write it like m | f"),
    ("rank,points,born\n1,1,12\n", "born cannot be “12”"),
    ("rank,points,decided\n1,1,maybe\n", "decided cannot be “maybe”"),
    ("rank,points\n1,6,7\n", "line 2: 3 cells under 2 columns"),
    ('rank,points\n1,"6\n', "not CSV"),
    ("[1, 2]", "no list of players"),
    ("{", "r.csv: not JSON"),
]


@pytest.mark.parametrize(("typed", "said"), BAD_RANKINGS)
def test_a_wrong_ranking_is_refused(typed: str, said: str) -> None:
    with pytest.raises(ArpadError) as refused:
        read_ranking("r.csv", typed.encode())
    assert said in refused.value.text("en")
    assert "\n" not in refused.value.text("es")


def test_a_ranking_must_be_utf_8() -> None:
    with pytest.raises(ArpadError, match="not UTF-8"):
        read_ranking("r.csv", "rank,points,name\n1,1,Peña\n".encode("latin-1"))


@law(100)
@given(st.text(alphabet='rankpoints,;\n"01½{}[]:', max_size=80))
def test_any_text_is_a_ranking_or_refused(typed: str) -> None:
    with suppress(ArpadError):
        assert read_ranking("r.csv", typed.encode()).players


BAD_RULES = [
    ("", "prizes"),
    ('prizes = ["33.333"]', "p.toml, prizes 1: “33.333” has more decimals than EUR, which has 2"),
    ('prizes = ["1", "-5"]', "prizes 2: “-5” is negative"),
    ('prizes = ["ten"]', "prizes 1: “ten” is not an amount"),
    ("prizes = [true]", "is not an amount"),
    ('prizes = "100"', "write a list of amounts"),
    ('prizes = []\ncurrency = "EUX"', "unknown currency “EUX”"),
    ('prizes = ["0.5"]\ncurrency = "JPY"', "more decimals than JPY, which has 0"),
    ("prizes = []\nplaces = 0", "places = 0: write how many ranks share"),
    ('prizes = []\nplaces = "ten"', "places = ten"),
    ('prizes = []\nunit = "0"', "unit: “0” is not a step"),
    ("prizes = []\ndecided = [0]", "decided = [0]"),
    (
        'prizes = []\nsystem = "horst"',
        'system cannot be "horst"; write it like system = "equal" | "place" | "hort"',
    ),
    ('prizes = []\nprices = ["1"]', "unknown key “prices”"),
    ("prizes = []\ncategory = 3", "write each category as a table"),
    ('prizes = []\n[[category]]\nname = "A"\nprizes = []', "where"),
    (
        'prizes = []\n[[category]]\nname = "A"\nwhere = "rating > 1"\nprizes = []\n'
        '[[category]]\nname = "B"\nwhere = "elo > 2"\nprizes = []',
        "p.toml, category 2: condition “elo > 2”, letter 1: the word “elo” is not known; known: rating, age",
    ),
    (
        'prizes = []\n[[category]]\nname = "A"\nwhere = "rating > 1"\nprizes = []\n'
        '[[category]]\nname = "A"\nwhere = "rating > 2"\nprizes = []',
        "there is a category “A” already",
    ),
]


@pytest.mark.parametrize(("typed", "said"), BAD_RULES)
def test_wrong_rules_are_refused(typed: str, said: str) -> None:
    with pytest.raises(ArpadError) as refused:
        read_rules("p.toml", tomllib.loads(typed, parse_float=Fraction), small())
    assert said in refused.value.text("en")
    assert "\n" not in refused.value.text("es")


def test_numbers_of_the_file_are_exact() -> None:
    rules = tomllib.loads('prizes = [1000, 333.33, "0.10"]\nunit = 0.05', parse_float=Fraction)
    read = read_rules("p.toml", rules, small())
    assert (read.prizes, read.unit) == ((100000, 33333, 10), 5)


@pytest.mark.parametrize(("code", "typed", "minor", "shown"), [
    ("EUR", "33.3", 3330, "33.30"), ("JPY", "500", 500, "500"), ("TND", "1.5", 1500, "1.500"),
    ("usd", "7", 700, "7.00"),
])  # fmt: skip
def test_decimals_of_currencies(code: str, typed: str, minor: int, shown: str) -> None:
    currency = currency_of(code)
    assert currency.amount("here", typed) == minor
    assert currency.text(minor) == shown


def test_amounts_for_people() -> None:
    euro = currency_of("EUR")
    assert euro.written(500000) == "5000"
    assert euro.written(500000, full=True) == "5000.00"
    assert euro.written(Fraction(161111, 2), "es") == "805,555"
    assert euro.written(Fraction(10000, 3)) == "33.33…"
    assert euro.text(Fraction(10000, 3)) == "100/3"


PAYABLE = b"rank,id,name,points\n1,7,Ana,3\n2,8,Bea,2\n2,9,Cris,2\n"


def payment(paid: str) -> list[tuple[str, int, int]]:
    ranking = read_ranking("r.csv", PAYABLE)
    found = share_by_rules(ranking, read_rules("p", {"prizes": ["10", "5"]}, ranking))
    return [
        (one.player.name, one.expected, one.paid) for one in check_payment(found, "paid.csv", paid.encode()).players
    ]


@pytest.mark.parametrize(
    "paid",
    ["id,amount\n7,10\n8,2.50\n9,2.50\n", "name,total,paid\nana,10,0\nBea,2.5,0\nCris,2.50,0\n",
     "rank,name,paid\n1,,10.00\n2,Bea,2.50\n2,Cris,2.5\n"],
)  # fmt: skip
def test_a_payment_that_agrees(paid: str) -> None:
    assert payment(paid) == [("Ana", 1000, 1000), ("Bea", 250, 250), ("Cris", 250, 250)]


def test_players_who_were_not_paid_are_missing_their_prize() -> None:
    assert payment("rank,paid\n1,10\n") == [("Ana", 1000, 1000), ("Bea", 250, 0), ("Cris", 250, 0)]


@pytest.mark.parametrize(
    ("paid", "said"),
    [
        ("rank,name\n1,Ana\n", "no column with amounts; name it one of: total, paid, amount"),
        ("who,paid\nAna,1\n", "no column says who was paid"),
        ("rank,paid\n2,1\n", "row 2: “2” could be one of several players"),
        ("name,paid\nZoe,1\n", "row 2: nobody in the ranking is “Zoe”"),
        ("name,paid\nAna,1\nAna,2\n", "row 3: Ana was paid before"),
        ("name,paid\nAna,1.234\n", "row 2: “1.234” has more decimals"),
    ],
)
def test_a_payment_that_cannot_be_compared(paid: str, said: str) -> None:
    with pytest.raises(ArpadError) as refused:
        payment(paid)
    assert said in refused.value.text("en")
    assert "row" not in refused.value.text("es")
