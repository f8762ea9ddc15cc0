"""What a program gives: scores in points, ratings, K, days and games; what cannot be used is refused."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import arpad
from arpad.domain.games import PlayerGame
from arpad.library.results import in_python
from arpad.library.values import half_points
from places import PROJECT

WON = (1, 1.0, "1", "1-0", " 1-0 ", Decimal(1), Fraction(1), np.int64(1), np.float64(1))
DRAWN = (0.5, "0.5", ".5", "0,5", "=", "½", "1/2", "½-½", "1/2-1/2", Decimal("0.5"), Fraction(1, 2), np.float64(0.5))
LOST = (0, 0.0, "0", "0-1", Decimal(0), Fraction(0), np.int32(0))
NO_SCORES = (3, 2, -1, 0.25, True, None, "2", "", "win", float("nan"), float("inf"), Decimal("NaN"), 1j, [1])


def test_scores_are_points() -> None:
    for halves, scores in ((2, WON), (1, DRAWN), (0, LOST)):
        assert [half_points(score) for score in scores] == [halves] * len(scores)
    for score in NO_SCORES:
        with pytest.raises(arpad.ArpadError) as problem:
            half_points(score)
        assert problem.value.key == "surface.points"


def test_a_draw_is_half_a_point_and_a_forfeit_does_not_count() -> None:
    change = arpad.rate(2000, [(2000, 0.5), (2100, 1), (2100, "+"), (None, 1)], k=20, edition="fide-2024")
    assert (change.games_counted, change.sum, change.change) == (2, Decimal("0.64"), Decimal("12.80"))
    assert change.new_rating == 2013
    assert [game.score for game in change.games] == [Decimal("0.5"), Decimal(1)]


def test_the_command_and_the_function_take_the_same_texts() -> None:
    by_text = arpad.rate(2212, ["1926:1", "2659:0.5", "1980:+"], k=40, edition="fide-2024")
    by_tuple = arpad.rate(2212, [(1926, "1-0"), (2659, "½"), (1980, "+")], k=40, edition="fide-2024")
    assert by_text.to_dict() == by_tuple.to_dict()


def test_k_follows_from_the_history() -> None:
    junior = arpad.rate(1500, [(1600, 1)], games_played=50, born=2010, on="2024-05-01")
    assert (junior.k, junior.edition) == (40, "fide-2024")
    adult = arpad.rate(1500, [(1600, 1)], games_played=50, born=dt.date(1980, 1, 1), on=dt.date(2024, 5, 1))
    assert adult.k == 20
    assert arpad.rate(2380, [(2400, 1)], games_played=50, highest=2405, on="2024-05-01").k == 10
    assert arpad.rate(2380, [(2400, 1)], edition="fide-2022-rapid-blitz").k == 20, "the same for everybody"


OPEN = arpad.read(PROJECT / "examples" / "open-2024.trf")
BAD: dict[str, Callable[[], object]] = {
    "surface.points": lambda: arpad.rate(2000, [(1900, 3)], k=20, edition="fide-2024"),
    "surface.game-tuples": lambda: arpad.rate(2000, [PlayerGame(1900, 1)], k=20, edition="fide-2024"),  # type: ignore[list-item]
    "surface.no-games-given": lambda: arpad.rate(2000, [], k=20, edition="fide-2024"),
    "surface.number-range-write": lambda: arpad.rate(2000, [(1900, 1)], k=-5, edition="fide-2024"),
    "number-whole": lambda: arpad.rate(2000, [(1900, 1)], k=20.5, edition="fide-2024"),  # type: ignore[arg-type]
    "surface.rating-argument": lambda: arpad.rate(99999, [(1900, 1)], k=20, edition="fide-2024"),
    "surface.opponent-rating": lambda: arpad.rate(2000, [("1900", 1)], k=20, edition="fide-2024"),  # type: ignore[list-item]
    "surface.yes-or-no": lambda: OPEN.check(hybrid="maybe"),
    "surface.target": lambda: OPEN.to_trf(file=5),  # type: ignore[arg-type]
    "surface.player-unknown": lambda: OPEN.player(True),
    "edition.unknown": lambda: arpad.rate(2000, [(1900, 1)], k=20, edition="fide-2013"),
    "surface.edition-or-day": lambda: arpad.rate(2000, [(1900, 1)], k=20),
    "edition.gap": lambda: arpad.rate(2000, [(1900, 1)], k=20, on="2012-05-01"),
    "date": lambda: arpad.rate(2000, [(1900, 1)], k=20, on="1 May 2024"),
    "surface.k-not-given": lambda: arpad.rate(2000, [(1900, 1)], on="2024-05-01"),
    "surface.k-given-twice": lambda: arpad.rate(2000, [(1900, 1)], k=20, games_played=3, on="2024-05-01"),
    "surface.k-on": lambda: arpad.rate(2000, [(1900, 1)], games_played=3, edition="fide-2024"),
    "born": lambda: arpad.rate(2000, [(1900, 1)], games_played=3, born="young", on="2024-05-01"),
    "born-range": lambda: arpad.rate(2000, [(1900, 1)], games_played=3, born=2030, on="2024-05-01"),
    "surface.choice": lambda: arpad.rate(2000, [(1900, 1)], k=20, on="2024-05-01", time_class="bullet"),
    "surface.no-performance": lambda: arpad.performance([(None, 1)]),
    "edition.no-parameter": lambda: arpad.edition("fide-2024").with_(k_youth=30),
    "edition.value": lambda: arpad.edition("fide-2024").with_(change_cap_policy="never"),
    "file-missing": lambda: arpad.read("no/such/file.trf"),
    "surface.source": lambda: arpad.read(7),  # type: ignore[arg-type]
    "report-unknown": lambda: arpad.read(b"nothing of the kind"),
}


def test_what_cannot_be_used_is_refused_in_both_languages() -> None:
    for key, call in BAD.items():
        with pytest.raises(arpad.ArpadError) as problem:
            call()
        assert problem.value.key == key
        english, spanish = str(problem.value), problem.value.text("es")
        assert english != spanish
        assert "\n" not in english + spanish
        assert "--" not in english + spanish, "an option of the command line"
    with pytest.raises(arpad.ArpadError) as problem:
        arpad.berger(1)
    assert str(problem.value) == "players: 1 is out of range; write a number from 2 to 500"
    with pytest.raises(arpad.ArpadError, match="no player “True”"):
        OPEN.standings().why(True)
    with pytest.raises(arpad.ArpadError, match="no parameter “3”"):
        arpad.edition("fide-2024")[3]  # type: ignore[index]


def test_options_become_arguments_in_a_message() -> None:
    told = "give it with --rounds N, name --edition, --hybrid or --no-hybrid, --women, --list LIST."
    assert in_python("`arpad office close 2024-10`, `arpad office correct 7`") == (
        '`office.close("2024-10")`, `office.correct(7)`'
    )
    assert in_python(told) == "give it with rounds=, name edition=, hybrid=, women_only=, ratings=."
