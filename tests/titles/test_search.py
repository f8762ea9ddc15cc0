"""1.4.1e and f: the search finds exactly what trying everything finds, and does not try everything."""

import random
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.documents.document import replace
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition
from arpad.titles import norms as search
from arpad.titles import norms as thinning
from arpad.titles.event import setting_of
from arpad.titles.model import EventFacts, NormGame
from arpad.titles.norms import Terms, best_selection
from naive_norms import Key, best_key, key_of
from proofs import law
from title_events import EDITION, THIRTEEN, event, everything, found, opponents

OWN = "HUN"
TITLES = ("GM", "GM", "IM", "IM", "FM", "WGM", "WIM", "WFM", "CM", "")
BEFORE_2022 = title_edition("b01-2017")


def games_of(
    *, least: int, most: int, federations: tuple[str, ...], twice: bool = False
) -> st.SearchStrategy[list[NormGame]]:
    """A player's games: mostly wins, so that there is something to drop."""

    def made(drawn: list[tuple[str, str, int | None, int, int]]) -> list[NormGame]:
        first: dict[int, tuple[str, str, int | None]] = {}
        games = []
        for number, (title, federation, rating, score, other) in enumerate(drawn, 1):
            rank = 2 + other % max(1, number) if twice else number + 1
            who = first.setdefault(rank, (title, federation, rating))
            games.append(NormGame(number, rank, "", "", who[1], who[0], who[2], score))
        return games

    one = st.tuples(
        st.sampled_from(TITLES),
        st.sampled_from(federations),
        st.one_of(st.integers(1800, 2700), st.integers(2150, 2450), st.none()),
        st.sampled_from((2, 2, 2, 1, 0)),
        st.integers(0, 30),
    )
    return st.lists(one, min_size=least, max_size=most).map(made)


def terms(title: NormTitle, least: int = 9, edition: TitleEdition = EDITION) -> Terms:
    return Terms(setting_of(event(THIRTEEN), edition, EventFacts()), title, least, OWN)


def found_key(title: NormTitle, games: list[NormGame], least: int = 9, edition: TitleEdition = EDITION) -> Key | None:
    """The key of what the search finds, reckoned by the naive rules."""
    best = best_selection(terms(title, least, edition), games)
    if best is None:
        return None
    gone = set(games) - set(best.games) - set(best.dropped)
    assert all(game.round > (best.cut_after or 0) for game in gone)
    assert all(game.score == 2 for game in best.dropped)
    assert (best.cut_after is None) == (not gone)
    return key_of(best.games, best.cut_after is None, title, OWN, few_unrated=edition is BEFORE_2022)


@law(150)
@given(games_of(least=9, most=13, federations=("HUN", "GER", "GER", "FRA", "ITA", "FID")), st.sampled_from(NORM_TITLES))
def test_the_search_finds_what_trying_everything_finds(games: list[NormGame], title: NormTitle) -> None:
    assert found_key(title, games) == best_key(games, title, OWN)


@law(100)
@given(games_of(least=9, most=12, federations=("HUN", "GER", "FRA")), st.sampled_from(NORM_TITLES))
def test_two_other_federations_stay_where_they_must(games: list[NormGame], title: NormTitle) -> None:
    """Only the first two opponents are French; the others are German or the player's own."""
    mixed = [replace(game, federation="FRA") for game in games[:2]]
    mixed += [replace(game, federation="GER" if game.federation == "FRA" else game.federation) for game in games[2:]]
    assert found_key(title, mixed) == best_key(mixed, title, OWN)


@law(100)
@given(games_of(least=9, most=12, federations=("HUN", "GER", "FRA", "ITA", "")), st.sampled_from(NORM_TITLES))
def test_unknown_federations_count_against_the_player(games: list[NormGame], title: NormTitle) -> None:
    assert found_key(title, games) == best_key(games, title, OWN)


@law(100)
@given(games_of(least=8, most=12, federations=("HUN", "GER", "FRA", "ITA"), twice=True), st.sampled_from(NORM_TITLES))
def test_opponents_met_more_than_once_go_with_all_their_games(games: list[NormGame], title: NormTitle) -> None:
    assert found_key(title, games) == best_key(games, title, OWN)


@law(100)
@given(games_of(least=9, most=12, federations=("GER", "FRA", "ITA")), st.sampled_from(NORM_TITLES))
def test_with_the_old_limit_of_unrated_opponents_too(games: list[NormGame], title: NormTitle) -> None:
    assert found_key(title, games, edition=BEFORE_2022) == best_key(games, title, OWN, few_unrated=True)


def strong(seed: int, rounds: int) -> list[tuple[str, str, int | None, str]]:
    """A player who won every game against strong opponents of all kinds."""
    drawn = random.Random(seed)
    return [
        (
            drawn.choice(("GM", "IM", "FM", "WGM", "")),
            drawn.choice(("GER", "FRA", "ITA", OWN)),
            drawn.randint(1900, 2560),
            "1",
        )
        for _ in range(rounds)
    ]


def steps_of(call: Callable[[], object]) -> int:
    """How many calls of functions of the search it takes."""
    files = {search.__file__, thinning.__file__}
    count = 0

    def seen(frame: object, kind: str, _: object) -> None:
        nonlocal count
        count += kind == "call" and frame.f_code.co_filename in files  # type: ignore[attr-defined]

    sys.setprofile(seen)
    try:
        call()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("rounds", [13, 16, 19])
@pytest.mark.parametrize("seed", range(6))
def test_the_search_never_explodes(rounds: int, seed: int) -> None:
    """All games won: of 19 rounds there are some 400 000 sets that may be dropped."""
    at = event(strong(seed, rounds), sex="f")
    assert steps_of(lambda: everything(at)) < 60_000


def test_the_manual_drops_the_win_that_costs_a_federation() -> None:
    best = found(event(THIRTEEN), "GM")
    assert [game.rating for game in best.dropped] == [2070]


def test_nothing_is_dropped_where_all_games_are_worth_more() -> None:
    """Eleven games that are a norm as they stand beat ten with a higher Rp."""
    lines = opponents(THIRTEEN)
    lines[6] = ("", "ITA", 2070, "1")
    best = found(event(lines), "GM")
    assert (best.games, best.dropped, best.cut_after) == (13, (), None)
