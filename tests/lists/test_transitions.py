"""The transitions between editions: what a list does once to everybody, and which K an event has around them."""

from arpad.lists.ledger import LedgerRow
from small_seasons import Season, first_list, plain_event, player


def test_march_2024_after_the_games_of_february() -> None:
    """Ana (1500, K 20) beats an equal in February: 1510, and 1510 + .4 × 490 = 1706. Bob is above 2000: nothing."""
    season = Season(first_list("2024-02-01", [player("ana", 1500), player("bob", 2100), player("cid", 1500)]))
    made = season.close("2024-03-01", plain_event("2024-02-10", "2024-02-11", ["ana-cid 1"])).transitions
    assert (season.rating("ana"), season.rating("bob"), season.rating("cid")) == (1706, 2100, 1694)
    assert made == ("fide-2024", "fide-2024-rapid-blitz")
    season.idle("2024-04-01")
    assert season.rating("ana") == 1706


def test_october_2022_by_the_new_standard_rating() -> None:
    """The remark after 9.2: Ana (standard 1900) wins in September: 1910. Her rapid of 1700 becomes 1810, her blitz of
    1850 stays; Bob, who has no standard rating, keeps his 1500."""
    bob = player("bob", 0, rapid=1500)
    season = Season(first_list("2022-09-01", [player("ana", 1900, rapid=1700, blitz=1850), bob, player("cid", 1900)]))
    season.close("2022-10-01", plain_event("2022-09-10", "2022-09-11", ["ana-cid 1"]))
    assert [season.rating("ana", time_class) for time_class in ("standard", "rapid", "blitz")] == [1910, 1810, 1850]
    assert season.rating("bob", "rapid") == 1500
    season.idle("2022-11-01")
    assert season.rating("ana", "rapid") == 1810


def test_k_of_rapid_by_the_edition_of_the_event() -> None:
    """Rapid in September 2022 has K 20 whoever plays, in October K as standard. A list late, Ana's win of September
    over an equal is +10, that of October +20: her tenth game, K 40."""
    rows: list[LedgerRow] = [player(name, 0, rapid=1800, total=10) for name in ("ana", "bob")]
    season = Season(first_list("2022-09-01", rows))
    season.idle("2022-10-01")
    assert season.standing("ana", "rapid").k == 40
    old = plain_event("2022-09-10", "2022-09-11", ["ana-bob 1"], time_class="rapid")
    new = plain_event("2022-10-10", "2022-10-11", ["ana-bob 1"], time_class="rapid", name="New")
    season.close("2022-11-01", old, new)
    assert season.rating("ana", "rapid") == 1830


def test_the_floor_goes_with_the_scale() -> None:
    """1 March 2024: 1000, the floor of February, becomes 1400, that of March. Ana (1005, K 20) loses to an equal: 995,
    below the one floor as 1397 is below the other, so she is unrated; Bob stays."""
    season = Season(first_list("2024-02-01", [player("ana", 1005), player("bob", 1000), player("cid", 1005)]))
    season.close("2024-03-01", plain_event("2024-02-10", "2024-02-11", ["ana-cid 0"]))
    assert [season.rating(name) for name in ("ana", "bob", "cid")] == [0, 1400, 1409]
