"""Conditions on players: what they mean, what they leave open, and how a wrong one is refused."""

import datetime as dt
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.domain.event import Player
from arpad.i18n import ArpadError
from arpad.standings.conditions import Profile, parse_condition, profile_of
from proofs import law

DAY = dt.date(2026, 11, 16)
GIRL = Profile(
    rating=2210,
    born=2009,
    sex="f",
    federation="ESP",
    title="WFM",
    points=Fraction(13, 2),
    rank=3,
    id="2250000",
    on=DAY,
    others={"club": "Peña Rápida"},
)
NEWCOMER = Profile(birthday=dt.date(1966, 11, 17), born=1966, on=DAY)

HOLD_FOR_GIRL = [
    "rating >= 2200 and rating <= 2299",
    "2200 <= rating <= 2299",
    "2300 > rating",
    "born >= 2008 and sex = f",
    "born = 2009",
    "born != 2008",
    "born >= 2008-09-01",
    "age < 18",
    "sex = W",
    "SEX == 'f'",
    "federation in (por, ESP)",
    "federation not in (POR, FRA)",
    "not (federation = POR or title = GM)",
    "points >= 6.5",
    "rank = 3 or rating < 1000",
    "title in (WGM, WIM, WFM)",
    "id = 2250000",
    "club = “peña rápida”",
    "rating != none and title != none",
    "rating ≥ 2210 and rating ≤ 2210 and rating <> 2211",
]


@pytest.mark.parametrize("typed", HOLD_FOR_GIRL)
def test_conditions_that_hold(typed: str) -> None:
    assert parse_condition(typed, ["Club"]).answer(GIRL) is True
    assert parse_condition(f"not ({typed})", ["Club"]).answer(GIRL) is False


def test_and_binds_closer_than_or() -> None:
    assert parse_condition("rank = 3 or rank = 4 and rating < 1000").holds(GIRL)
    assert not parse_condition("(rank = 3 or rank = 4) and rating < 1000").holds(GIRL)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("rating < 2000", False),
        ("rating != 2000", True),
        ("rating = none", True),
        ("title = none", True),
        ("title != GM", True),
        ("sex = f", None),
        ("not sex = f", None),
        ("sex = f or rating = none", True),
        ("sex = f and rating > 1000", False),
        ("sex = none", True),
        ("age >= 60", False),
        ("age = 59", True),
    ],
)
def test_a_rating_may_be_absent_and_a_sex_unknown(typed: str, answer: bool | None) -> None:
    assert parse_condition(typed).answer(NEWCOMER) is answer


@pytest.mark.parametrize(
    ("typed", "answer"), [("age >= 17", None), ("age >= 16", True), ("age > 17", False), ("born < 2009-06-01", None)]
)
def test_a_year_of_birth_leaves_open_what_depends_on_the_day(typed: str, answer: bool | None) -> None:
    condition = parse_condition(typed)
    assert condition.answer(GIRL) is answer
    assert condition.unknown(GIRL) == ((next(iter(condition.words)),) if answer is None else ())


@pytest.mark.parametrize(
    ("day", "age"), [("2023-02-27", 18), ("2023-02-28", 19), ("2024-02-28", 19), ("2024-02-29", 20)]
)
def test_a_birthday_on_29_february(day: str, age: int) -> None:
    born = Profile(birthday=dt.date(2004, 2, 29), on=dt.date.fromisoformat(day))
    assert parse_condition(f"age = {age}").holds(born)


def test_an_age_needs_a_day() -> None:
    condition = parse_condition("age < 18")
    assert condition.words == {"age"}
    assert condition.unknown(Profile(birthday=dt.date(2010, 1, 1))) == ("age",)


def test_the_profile_of_a_player_of_a_report() -> None:
    player = Player(7, "Ara Sol", "f", "WIM", 2105, "ESP", "2250001", None, dt.date(2010, 3, 1))
    profile = profile_of(player, Fraction(5), 2, DAY)
    condition = "sex = f and title = WIM and rating = 2105 and federation = ESP and id = 2250001 and born = 2010"
    assert parse_condition(f"{condition} and points = 5 and rank = 2 and age = 16").holds(profile)


WRONG = [
    ("", "the condition is empty"),
    ("elo >= 2200", "letter 1: the word “elo” is not known; known: rating, age, born"),
    ("rating >> 2200", "letter 9: “>” stands where a value"),
    ("rating 2200", "letter 8: “2200” stands where a sign of comparison"),
    ("rating >= abc", "letter 11: rating cannot be “abc”; write it like 2200"),
    ("rating >= none", "rating cannot be “none”"),
    ("sex = x", "sex cannot be “x”; write it like m | f"),
    ("sex < f", "sex has no order"),
    ("f > sex", "the word “f” is not known"),
    ("'f' > sex", "sex has no order"),
    ("born >= 08", "born cannot be “08”"),
    ("born >= 2008-02-30", "born cannot be “2008-02-30”"),
    ("federation = Spain", "federation cannot be “Spain”; write it like ESP"),
    ("title = XM", "title cannot be “XM”"),
    ("rating >= 2200 and", "it ends where a word"),
    ("rating >= 2200 sex = f", "letter 16: “sex” stands where “and”, “or” or the end"),
    ("(rating >= 2200", "it ends where a comma or a closing bracket"),
    ("rating in 2200", "letter 11: “2200” stands where an opening bracket"),
    ("rating not 2200", "letter 12: “2200” stands where “in”"),
    ("and rating = 1", "letter 1: “and” stands where a word"),
    ("rating >= 2200; drop", "letter 15: “;” stands where a comparison"),
    ("rating >= 2.2.2", "“2.2.2” stands where"),
    ("(" * 21 + "rating = 1" + ")" * 21, "more than 20 brackets"),
    ("not " * 400 + "rating = 1", "at most 500 are read"),
]


@pytest.mark.parametrize(("typed", "said"), WRONG)
def test_a_wrong_condition_is_refused_in_one_line(typed: str, said: str) -> None:
    with pytest.raises(ArpadError) as refused:
        parse_condition(typed)
    assert said in refused.value.text("en")
    assert "\n" not in refused.value.text("es")


@law(100)
@given(st.text(alphabet="ratingsexfborn 0189.-<>=!()'\",and", max_size=60))
def test_any_text_is_read_or_refused(typed: str) -> None:
    with suppress(ArpadError):
        assert parse_condition(typed).answer(GIRL) in (True, False, None)


@law(100)
@given(
    st.integers(1000, 1010),
    st.integers(1000, 1010),
    st.sampled_from(["<", "<=", "=", "!=", ">=", ">"]),
    st.none() | st.integers(1000, 1010),
)
def test_a_comparison_is_that_of_numbers(first: int, second: int, sign: str, rating: int | None) -> None:
    """By evaluating the same comparison in Python, and its mirror."""
    told = Profile(rating=rating)
    python = {"=": "=="}.get(sign, sign)
    expected = sign == "!=" if rating is None else bool(eval(f"{rating} {python} {first}"))
    assert parse_condition(f"rating {sign} {first}").answer(told) is expected
    mirror = sign.translate(str.maketrans("<>", "><"))
    assert parse_condition(f"{first} {mirror} rating").answer(told) is expected
    both = parse_condition(f"rating {sign} {first} and rating {sign} {second}").answer(told)
    assert both is (expected and parse_condition(f"rating {sign} {second}").answer(told))


@pytest.mark.parametrize(
    ("typed", "english", "spanish"),
    [
        ("rating <= 1899", "rating 1899 or less", "Elo de 1899 o menos"),
        ("born = 2010", "born 2010", "nacimiento en 2010"),
        (
            "born > 2008 and sex = f",
            "born after 2008 and women and girls",
            "nacimiento después de 2008 y mujeres y niñas",
        ),
        (
            'rating = none or club = "Peón Pasado"',
            "without a rating or club “Peón Pasado”",
            "sin Elo o club «Peón Pasado»",
        ),
        (
            "title != GM and (age < 18 or federation = ESP)",
            "title not GM and (age below 18 or federation ESP)",
            "título distinto de GM y (edad de menos de 18 o federación ESP)",
        ),
        (
            "not born >= 2008-09-01",
            "not (born 1 September 2008 or later)",
            "no (nacimiento desde 1 de septiembre de 2008)",
        ),
    ],
)
def test_a_condition_in_words(typed: str, english: str, spanish: str) -> None:
    words = parse_condition(typed, ("club",)).in_words()
    assert (words.text(), words.text("es")) == (english, spanish)
