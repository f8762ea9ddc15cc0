"""What the reasons say: the edition's symbols, the cap if it applied, decimals and plurals as each language has
them."""

from fractions import Fraction
from typing import Any

import pytest

from arpad.documents.steps import Explanation, as_json, sentence, walk
from arpad.domain.games import PlayerGame
from arpad.eligibility.facts import Facts
from arpad.examination import examine
from arpad.formats.read import read_report
from arpad.i18n import ArpadError, Language, hundredths, text
from arpad.papers.player_sheet import average_symbol, first_rating_sums
from arpad.rating.change import rating_change
from arpad.rating.examine import report_system
from arpad.rating.first_rating import initial_rating
from arpad.rating.model import PlayerRating
from arpad.rating.newcomer import KnownResult, NewcomerEvent
from arpad.regulations.rating_editions import edition, regulations
from places import FIXTURES

ROUND_ROBIN = FIXTURES / "events" / "2017-6.1-round-robin.trf"


def told(trail: Explanation, language: Language = "en") -> list[tuple[str, str]]:
    """All steps as article and words."""
    return [(step.article.number, sentence(step, language)) for _, step in walk(trail)]


def player(name: str, rank: int) -> PlayerRating:
    """A player of the round robin under an edition."""
    report = read_report(ROUND_ROBIN.read_bytes())
    facts = Facts(system=report_system(report, None))
    rating = examine(report, facts, regulations(), edition=edition(name)).rated().rating
    found = rating.player(rank)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "article"), [("feda-1996", "7.1"), ("fide-2003", "6.1"), ("fide-2005", "6.1"), ("fide-2017", "6.1")]
)
def test_6_1_a_newcomer_ignored_in_a_round_robin_is_told_why(name: str, article: str) -> None:
    """6.1, FEDA 7.1: number 6 scored nothing. His reasons begin with that, not with “0 games count”."""
    found = player(name, 6)
    assert found.initial is not None
    assert next(reason.article.number for reason in found.initial.reasons) == article
    assert not found.initial.publishable
    assert "a newcomer who scores 0 in a round robin is ignored" in told(found.steps)[0][1]
    assert told(found.steps, "es")[0] == (article, sentence(found.initial.reasons[0], "es"))


@pytest.mark.parametrize(
    ("name", "cap", "article"), [("fide-2005", 350, "10.51"), ("fide-2017-rapid-blitz", 735, "8.54")]
)
def test_10_51_a_capped_difference_in_a_round_robin_has_its_step(name: str, cap: int, article: str) -> None:
    """10.51: 2300 against 1900 counts as 350, and the reasons say so; with a cap of 735 nothing is to be said."""
    said = told(player(name, 1).steps)
    capped = [words for number, words in said if number == article and f"more than {cap}" in words]
    assert len(capped) == (2 if cap == 350 else 0)
    assert ("10.51", "D = 2300 − 1900 = 400") in said or cap != 350


GAMES = (PlayerGame(1900, 2), PlayerGame(2000, 1), PlayerGame(2100, 1), PlayerGame(1950, 0))


@pytest.mark.parametrize(
    ("name", "article", "symbol"),
    [
        ("feda-1996", "9.21.a", "Ra"),
        ("fide-2003", "10.21a", "Rc"),
        ("fide-2005", "10.21a", "Rc"),
        ("fide-2017", "8.2.1a", "Rc"),
        ("fide-2017-rapid-blitz", "8.2.1", "Rc"),
        ("fide-2022", "8.2.2", "Ra"),
        ("fide-2022-rapid-blitz", "7.2.3", "Ra"),
        ("fide-2024", "8.2.2", "Ra"),
        ("fide-2024-rapid-blitz", "7.2.3", "Ra"),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_10_21a_the_average_of_a_newcomer_has_the_name_of_its_text(
    name: str, article: str, symbol: str, language: Language
) -> None:
    """10.21a and 8.2.1a call it Rc, FEDA 9.21.a and 8.2.2 Ra; at 50% Ru is it."""
    found = initial_rating(edition(name), [NewcomerEvent("", GAMES)])
    other = {"Ra": "Rc", "Rc": "Ra"}[symbol]
    said = dict(told(found.steps, language))
    assert f"{symbol} = " in said[article]
    assert not any(other in words for words in said.values())
    assert first_rating_sums(found, language)[0][0] == symbol


@pytest.mark.parametrize(("name", "article", "symbol"), [("feda-1996", "9.51", "Ra"), ("fide-2003", "10.51", "Rc")])
@pytest.mark.parametrize("round_robins", [(), ("",)])
def test_9_51_the_average_of_a_rated_player_has_the_name_of_its_text(
    name: str, article: str, symbol: str, round_robins: tuple[str, ...]
) -> None:
    """FEDA 9.51 calls it Ra, 2003 10.51 Rc; so does D."""
    found = rating_change(edition(name), 2000, 15, GAMES, round_robins=round_robins)
    said = told(found.steps)
    assert any(number == article and f"{symbol} = " in words for number, words in said)
    assert any(words.startswith(f"D = 2000 − {symbol}") for _, words in said)
    assert not any({"Ra": "Rc", "Rc": "Ra"}[symbol] in words for _, words in said)


@pytest.mark.parametrize(("name", "symbol"), [("feda-1996", "Ra"), ("fide-2003", "Rc")])
def test_9_51_on_the_sheet(name: str, symbol: str) -> None:
    """The sums and the legend of a sheet have the same name."""
    assert average_symbol(player(name, 1), "en") == symbol
    assert average_symbol(player(name, 5), "en") == symbol


@pytest.mark.parametrize(("name", "article"), [("feda-1996", "9.54"), ("fide-2003", "10.55")])
def test_9_54_the_changes_of_the_events_are_summed(name: str, article: str) -> None:
    """9.54, 10.55: the sum is over the events' K (W − We); K is not taken a second time."""
    games = [game._replace(event=event) for event in ("A", "B") for game in GAMES]
    found = rating_change(edition(name), 2000, 15, games)
    (last,) = [step for step in found.steps if step.what == "change.sum-of-events"]
    assert (last.article.number, last.value) == (article, hundredths(found.change))
    assert not [step for step in found.steps if step.what == "change.total"]


def test_10_3_decimals_in_the_weighted_mean() -> None:
    """10.3: 1814.5 is 1814,5 in Spanish, also inside the terms of the mean; JSON has the numbers."""
    games = (PlayerGame(1802, 2), PlayerGame(1802, 1), PlayerGame(1802, 1))
    events = [NewcomerEvent("A", games), NewcomerEvent("B", (), KnownResult(2100, 6))]
    found = initial_rating(edition("fide-2005"), events)
    (mean,) = [step for _, step in walk(found.steps) if step.what == "initial.weighted-mean"]
    assert "(1814.5 × 3 + 2100 × 6) / 9" in sentence(mean, "en")
    assert "(1814,5 × 3 + 2100 × 6) / 9" in sentence(mean, "es")
    terms: Any = as_json((mean,))[0]["inputs"]["terms"]
    assert [[Fraction(one), times] for one, times in terms] == [[Fraction(3629, 2), 3], [2100, 6]]


def test_9_53_decimals_in_a_formula() -> None:
    """FEDA 9.53: P(D) x (n+1) - 0.5 has a decimal comma in Spanish."""
    found = rating_change(edition("feda-1996"), 2000, 15, GAMES, round_robins=("",))
    (formula,) = [step for _, step in walk(found.steps) if step.what == "change.expected-score"]
    assert "(n+1) - 0.5" in sentence(formula, "en")
    assert "(n+1) - 0,5" in sentence(formula, "es")


def test_10_23_one_half_point() -> None:
    """10.23: 2½ of 4 is one half point above 50%, not “1 half points”."""
    found = initial_rating(edition("fide-2005"), [NewcomerEvent("", (*GAMES[:3], PlayerGame(1950, 1)))])
    (bonus,) = [step for _, step in walk(found.steps) if step.what == "initial.bonus"]
    assert sentence(bonus, "en").startswith("1 half point above 50%")
    assert sentence(bonus, "es").startswith("1 medio punto sobre el 50%")


@pytest.mark.parametrize(
    ("key", "language", "count", "said"),
    [
        ("step.initial.bonus", "es", 1, "1 medio punto sobre el 50%"),
        ("step.initial.bonus", "en", 1, "1 half point above 50%"),
        ("step.initial.bonus", "en", 2, "2 half points above 50%"),
        ("step.initial.too-few-games", "en", 1, "1 game counts; "),
        ("step.initial.too-few-games", "es", 1, "Cuenta 1 partida; "),
        ("step.initial.too-few-games", "es", 0, "Cuentan 0 partidas; "),
        ("step.match.all", "en", 1, "The game is rated"),
        ("step.match.all", "es", 3, "Se valoran las 3 partidas"),
    ],
)
def test_one_and_several(key: str, language: Language, count: int, said: str) -> None:
    """A number and the word that goes with it; so does the verb."""
    values = {"halves": count, "games": count, "value": count, "each": 20, "needed": 5, "signed": "+20"}
    assert text(key, language, **values).startswith(said)


def test_an_event_called_like_a_key_is_an_event() -> None:
    """`@` begins the key of a message; an event may be called @home all the same."""
    found = initial_rating(edition("fide-2005"), [NewcomerEvent("@home Open", GAMES), NewcomerEvent("B", GAMES)])
    assert any("@home Open" in words for _, words in told(found.steps))
    assert ArpadError("event-of-game-unknown", option="--event-date", value="@x", event="@x", known="@y").text("es")
