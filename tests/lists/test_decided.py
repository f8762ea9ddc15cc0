"""Closing a period with what was decided beside the reports: ratings, people, federations, identities; foreigners."""

import pytest

from arpad.lists.closing import close_period
from arpad.lists.ledger import Ledger
from arpad.lists.participants import results_of
from arpad.lists.period import PersonChange, RatingDecision, list_editions
from arpad.lists.published import published_table
from arpad.regulations.rating_editions import regulations
from small_seasons import Season, accept, first_list, plain_event, player

OPEN = plain_event("2024-05-11", "2024-05-12", ["ana-bob 1"])


def listed(season: Season) -> list[str]:
    editions = list_editions(regulations(), season.system, season.ledger.date)
    found: list[str] = published_table(season.ledger, editions, "standard")["id"].to_pylist()
    return found


def test_a_base_rating_that_was_decided_counts_in_its_event() -> None:
    """Ana (2000, K 20) should have been 1900: against Bob (1900) her win is +.50 and not +.36, and his loss −10. Her
    list rating is what is changed."""
    season = Season(first_list("2024-05-01", [player("ana", 2000), player("bob", 1900)]))
    season.close("2024-06-01", accept(OPEN, ratings={"ana": 1900}))
    assert (season.rating("ana"), season.rating("bob")) == (2010, 1890)


def test_a_base_rating_for_somebody_who_is_on_no_list() -> None:
    """Ana is unrated, and it is decided that she plays with 1900: she is rated, K 40, and so is Bob's game."""
    season = Season(first_list("2024-05-01", [player("bob", 1900)]))
    season.close("2024-06-01", accept(OPEN, ratings={"ana": 1900}))
    assert season.standing("ana")[:4] == (1920, 40, 1, 1)
    assert season.rating("bob") == 1890


def test_a_base_rating_alone_is_no_game() -> None:
    """The same, but Bob did not come: she has no rated game, and no rating."""
    season = Season(first_list("2024-05-01", [player("bob", 1900)]))
    forfeit = plain_event("2024-05-11", "2024-05-12", ["ana-bob +"])
    season.close("2024-06-01", accept(forfeit, ratings={"ana": 1900}))
    assert season.rating("ana") == 0


def test_a_rating_decided_for_a_list_stands() -> None:
    """Whatever the games gave: Ana is 2395 on the list of June, then goes on from there; Bob, decided to 0, is out."""
    season = Season(first_list("2024-05-01", [player("ana", 2000), player("bob", 1900), player("cid", 2395)]))
    decided = (RatingDecision("ana", "standard", 2395), RatingDecision("bob", "standard", 0))
    season.close("2024-06-01", OPEN, ratings=decided)
    assert season.standing("ana")[:3] == (2395, 20, 1)
    assert season.rating("bob") == 0
    season.close("2024-07-01", plain_event("2024-06-11", "2024-06-12", ["ana-cid 1"]))
    assert season.standing("ana")[:2] == (2405, 10)


def test_a_decided_rating_ends_the_collecting() -> None:
    """Ana has two games towards a first rating when one is decided for her: they are not kept any longer."""
    season = Season(first_list("2024-05-01", [player("bob", 1900)]))
    season.close("2024-06-01", OPEN)
    assert results_of(season.ledger)
    season.close("2024-07-01", ratings=(RatingDecision("ana", "standard", 1900),))
    assert not results_of(season.ledger)
    assert season.standing("ana")[:2] == (1900, 40)


def test_people_change_from_a_list_on() -> None:
    """A new name and federation; also of one who comes with this very list."""
    season = Season(first_list("2024-05-01", [player("ana", 2000, federation="ESP")]))
    changes = (PersonChange("ana", "federation", "FRA"), PersonChange("bob", "name", "Bobby"))
    season.close("2024-06-01", OPEN, persons=changes)
    assert season.row("ana").federation == "FRA"
    assert season.row("bob").name == "Bobby"


def test_a_year_of_birth_that_becomes_known_gives_k() -> None:
    """8.3.3: Ana turns out to be born in 2010: from this list on she is a junior, though she did not play."""
    season = Season(first_list("2024-05-01", [player("ana", 2000, born=0)]))
    season.close("2024-06-01", persons=(PersonChange("ana", "born", 2010),))
    assert season.standing("ana").k == 40


def test_the_deceased_and_excluded_federations_are_not_listed() -> None:
    """10.1, 10.2: Ana has died, Bob's federation is excluded and later readmitted; their ratings stay in the ledger."""
    rows = [player("ana", 2000, federation="ESP"), player("bob", 1900, federation="XXX"), player("cid", 1800)]
    season = Season(first_list("2024-05-01", rows))
    gone = (PersonChange("ana", "absent", "deceased"),)
    season.close("2024-06-01", persons=gone, excluded=frozenset({"XXX"}))
    assert listed(season) == ["cid"]
    assert (season.rating("ana"), season.rating("bob")) == (2000, 1900)
    season.idle("2024-07-01")
    assert listed(season) == ["bob", "cid"]


def foreigners() -> Season:
    """A Spanish list with Ana; FIDE's has the Frenchman Luc with 2100."""
    return Season(
        first_list("1997-01-01", [player("ana", 2000, k=15, federation="ESP")]),
        "feda",
        "ESP",
        first_list("1997-01-01", [player("luc", 2100, federation="FRA"), player("ana", 1900)]),
    )


def test_foreigners_count_by_their_fide_rating() -> None:
    """FEDA 9.56: Ana (2000, K 15) beats Luc, 2100 with FIDE: D = −100, .64 × 15 = 9.6: 2010. He gets no FEDA rating."""
    season = foreigners()
    people = {"luc": {"federation": "FRA"}, "ana": {"federation": "ESP"}}
    season.close("1997-07-01", accept(plain_event("1997-01-11", "1997-01-12", ["ana-luc 1"]), people))
    assert season.rating("ana") == 2010
    assert not season.ledger.rows(["luc"])


@pytest.mark.parametrize("federation", ["ESP", ""])
def test_a_player_of_ones_own_does_not(federation: str) -> None:
    """FEDA 9.56 speaks of foreigners: a Spaniard without a FEDA rating is unrated, whatever FIDE's list has."""
    season = foreigners()
    people = {"luc": {"federation": federation}, "ana": {"federation": "ESP"}}
    season.close("1997-07-01", accept(plain_event("1997-01-11", "1997-01-12", ["ana-luc 1"]), people))
    assert season.standing("ana").games == 0
    assert season.rating("luc") == 0


def two_identities() -> Season:
    rows = [player("ana", 2000, k=40, total=12), player("anna", 0), player("bob", 1900, total=40), player("cid", 1900)]
    return Season(first_list("2024-05-01", rows))


ANNA = plain_event("2024-05-18", "2024-05-19", ["anna-cid 1"], name="Second")


def test_two_identities_are_one_player() -> None:
    """Ana (2000, K 40) beat Bob, and as Anna she beat Cid, both 1900: .36 twice, 28.8. Anna is no more."""
    season = two_identities()
    season.close("2024-06-01", OPEN, ANNA, merged={"anna": "ana"})
    assert season.standing("ana")[:4] == (2029, 40, 2, 14)
    assert not season.ledger.rows(["anna"])
    assert season.rating("cid") == 1900 - 7


def test_a_merge_undone_is_as_if_it_had_never_been() -> None:
    """Without the decision the same reports give the same list as ever."""
    apart = two_identities()
    never = apart.close("2024-06-01", OPEN, ANNA).ledger
    season = two_identities()
    season.close("2024-06-01", OPEN, ANNA, merged={"anna": "ana"})
    assert season.ledger.hashes() != never.hashes()
    again = close_period(two_identities().period("2024-06-01", OPEN, ANNA)).ledger
    assert again.hashes() == never.hashes()
    assert apart.standing("ana")[:4] == (2014, 40, 1, 13)


def test_results_of_both_identities_are_pooled() -> None:
    """7.1.4: three draws as Anna in May, two as Ana in June, all against 1800: five games, 1800."""
    season = Season(first_list("2024-05-01", [player(f"p{number}", 1800) for number in range(5)]))
    season.close("2024-06-01", plain_event("2024-05-11", "2024-05-12", [f"anna-p{number} =" for number in range(3)]))
    more = plain_event("2024-06-11", "2024-06-12", ["ana-p3 =", "ana-p4 ="])
    season.close("2024-07-01", more, merged={"anna": "ana"})
    assert season.standing("ana")[:4] == (1800, 40, 2, 5)


def test_a_merge_gives_k_and_activity() -> None:
    """2005 10.52, 9.23: 20 games as Ana and 15 as Anna are 35: K 15, though nobody played; and active as Anna was."""
    ana, anna = player("ana", 2000, k=25, total=20), player("anna", 1990, k=25, total=15)
    ana = ana.with_standing("standard", ana.standing("standard")._replace(inactive=20050701))
    games = [("anna", "standard", "2005-10-01", 5)]
    season = Season(first_list("2005-10-01", [ana, anna], known_since="2000-01-01", games=games))
    season.close("2006-01-01", merged={"anna": "ana"})
    assert season.standing("ana") == (2000, 15, 0, 35, 2000, 0)


def test_the_list_of_the_past_knows_the_merge() -> None:
    """A late event of May, in which Ana plays as Anna: her rating then is Ana's of the list of May, 2000."""
    season = two_identities()
    season.close("2024-06-01", OPEN, merged={"anna": "ana"})
    season.close("2024-07-01", ANNA, merged={"anna": "ana"})
    assert season.rating("ana") == 2014 + 14
    assert season.rating("cid") == 1893


def test_an_empty_list_stays_empty() -> None:
    """Nobody listed, nobody played: the next list is there all the same."""
    season = Season(Ledger.empty(first_list("2024-05-01", []).date))
    season.idle("2024-06-01")
    assert len(season.ledger) == 0
