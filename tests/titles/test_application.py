"""1.5: title applications: the games, the kinds of events, the foreigners, the rating; what is still lacking."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from arpad.titles.model import NormEntry, Opponents, Reached
from title_applications import OPPONENTS, apply, lacking, norm, three

WORLD_CUP: dict[str, Any] = {
    "games": 8,
    "score": 10,
    "required": 10,
    "average": 2510,
    "kinds": ("world-cup",),
    "system": "knock-out",
}
EIGHT: dict[str, Any] = {"games": 8, "score": 11, "required": 11, "average": 2480, "eight": True}
TEAM: dict[str, Any] = {
    "games": 7,
    "rounds": 7,
    "score": 10,
    "required": 10,
    "average": 2450,
    "system": "team",
    "kinds": ("world-team",),
}


def test_a_complete_application() -> None:
    verdict = apply(*three())
    assert verdict.complete
    assert (verdict.lacks, verdict.open) == ([], [])
    assert (verdict.edition, verdict.games, verdict.obtained) == ("b01-2023", 27, dt.date(2023, 10, 1))
    assert all(check.ok for check in verdict.checks)


@pytest.mark.parametrize(
    ("norms", "expected"),
    [
        (three(), []),
        ([norm(month, games=13, rounds=13, score=18, required=18, credit=13) for month in (3, 5)], ["total-games"]),
        ([norm(3, **EIGHT), norm(5), norm(7)], []),
        ([norm(3, **EIGHT), norm(5, **EIGHT), norm(7)], ["eight-game-norms"]),
        ([norm(3, **WORLD_CUP), norm(5), norm(7)], []),
        ([norm(3, credit=7, **TEAM), norm(5), norm(7)], ["total-games"]),
    ],
)
def test_vector_nm_21(norms: list[NormEntry], expected: list[str]) -> None:
    """TV-NM-21: 27 games with their credits, one norm of 8 games out of 9."""
    wide = replace(OPPONENTS, foreign=9, gm=5, im=2, rated=13)
    norms = [replace(one, opponents=wide) if one.games == 13 else one for one in norms]
    assert lacking(apply(*norms)) == expected


def test_vector_nm_22() -> None:
    """TV-NM-22: three norms from events with two rounds a day are not enough for GM; for IM they are."""
    busy = three(one_round_days=1)
    assert lacking(apply(*busy)) == ["one-round-days"]
    assert lacking(apply(*busy, title="IM", highest=2400)) == [
        "1: stated-required",
        "2: stated-required",
        "3: stated-required",
    ]
    unstated = three(one_round_days=1, required=None)
    assert lacking(apply(*unstated, title="IM", highest=2400)) == []
    assert lacking(apply(*busy[:2], norm(7, one_round_days=3))) == []
    assert lacking(apply(*busy[:2], norm(7, one_round_days=2))) == ["one-round-days"]


def test_one_round_a_day_is_asked_for_wgm_since_2022() -> None:
    norms = three(one_round_days=0, required=None)
    assert lacking(apply(*norms, title="WGM", highest=2300, sex="f")) == ["one-round-days"]
    old = [norm(month, 2020, one_round_days=0, required=None) for month in (3, 5, 7)]
    before: dict[str, Any] = {"date": dt.date(2021, 6, 1), "sex": "f", "rating": Reached(2300, dt.date(2020, 12, 1))}
    assert lacking(apply(*old, title="WGM", **before)) == []
    assert lacking(apply(*[replace(check, required=12) for check in old], highest=2500, date=dt.date(2021, 6, 1))) == [
        "one-round-days"
    ]


def test_the_rating() -> None:
    """1.5.3, 1.5.3a: at any time, published or not; without it the title can be conditional."""
    verdict = apply(*three(), highest=2499)
    assert (lacking(verdict), verdict.conditional, verdict.obtained) == (["highest-rating"], True, None)
    unknown = apply(*three(), rating=Reached(2500))
    assert [lack.check.missing for lack in unknown.lacks] == [("rating.gained",)]
    interim = apply(*three(), rating=Reached(2500, dt.date(2023, 5, 4), published=False))
    assert interim.complete
    assert [(open_check.check.name, open_check.check.article.number) for open_check in interim.open] == [
        ("interim-rating", "1.5.3a")
    ]
    confirmed = apply(*three(), rating=Reached(2500, dt.date(2023, 5, 4), published=False, confirmed=True))
    assert confirmed.open == []
    assert confirmed.obtained == dt.date(2023, 7, 9)


def test_one_norm_with_the_normal_foreigners() -> None:
    """1.4.3e: norms from a national championship count, but not alone."""
    at_home = replace(OPPONENTS, foreign=0, federations=0, one_federation=0)
    home = three(opponents=at_home, kinds=("national-championship",))
    assert lacking(apply(*home)) == ["foreign-norms"]
    assert lacking(apply(*home[:2], norm(7))) == []
    silent = replace(OPPONENTS, foreign=None)
    unsaid = three(opponents=silent, kinds=("national-championship",))
    assert [lack.check.name for lack in apply(*unsaid).lacks if lack.check.missing] == ["foreign-norms"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"participants": 40, "participants_average": 2000}, []),
        ({"participants": 39}, ["large-swiss"]),
        ({"participants_average": 1999}, ["large-swiss"]),
        ({"system": "team"}, ["large-swiss"]),
        ({"system": "round-robin"}, ["large-swiss"]),
        ({"system": "round-robin", "kinds": ("olympiad",)}, []),
        ({"system": "round-robin", "kinds": ("candidates-qualifier",)}, []),
        ({"system": "round-robin", "kinds": ("world-cup-qualifier",)}, []),
        ({"system": "round-robin", "kinds": ("eve-individual",)}, []),
        ({"system": "round-robin", "kinds": ("national-championship",)}, []),
        ({"system": "round-robin", "kinds": ("zonal",)}, ["large-swiss"]),
        ({"participants": None}, ["large-swiss"]),
    ],
)
def test_one_norm_from_a_large_swiss(changes: dict[str, Any], expected: list[str]) -> None:
    """1.5.6: if a norm is from after June 2022, one must be from such an event."""
    small = three(participants=20)[:2]
    assert lacking(apply(*small, norm(7, **changes))) == expected


def test_norms_up_to_june_2022_ask_for_no_large_swiss() -> None:
    norms = [norm(month, 2022, participants=20) for month in (1, 3, 6)]
    assert lacking(apply(*norms)) == []
    last_day = replace(norms[2], end=dt.date(2022, 6, 30))
    assert lacking(apply(*norms[:2], last_day)) == []
    assert lacking(apply(*norms[:2], replace(last_day, end=dt.date(2022, 7, 1)))) == ["large-swiss"]


def test_in_2022_only_the_swiss_itself_counted() -> None:
    norms = [norm(month, 2022, participants=20, kinds=("olympiad",)) for month in (3, 6, 8)]
    assert lacking(apply(*norms, date=dt.date(2022, 12, 1))) == ["large-swiss"]
    assert lacking(apply(*norms)) == []


def test_a_norm_is_judged_by_the_edition_of_its_event() -> None:
    """1.5.4, 1.4.1c: eight games out of nine counted as 8 until 2021, as 9 from 2022 on; 26 games were enough."""
    old = norm(5, 2021, credit=8, **EIGHT)
    in_2021 = apply(norm(1, 2021), norm(3, 2021), old, date=dt.date(2021, 12, 1))
    assert (lacking(in_2021), in_2021.games, in_2021.edition) == ([], 26, "b01-2021")
    later = apply(norm(1, 2021), norm(3, 2021), old)
    assert (lacking(later), later.games) == (["total-games"], 26)
    claimed = apply(norm(1, 2021), norm(3, 2021), replace(old, credit=9))
    assert (lacking(claimed), claimed.games) == (["total-games", "3: credit"], 26)
    assert [one.edition for one in later.norms] == ["b01-2017", "b01-2017", "b01-2017"]


def test_two_norms_at_least_until_2021() -> None:
    alone = apply(norm(3, 2020), date=dt.date(2021, 1, 1))
    assert lacking(alone) == ["norms", "total-games"]
    assert lacking(apply(norm(3))) == ["total-games"]


def test_norms_older_than_every_edition() -> None:
    """1.5.4, 1.5.5: what the certificate says; those from before July 2005 had to be registered before 31 July 2013."""
    old = norm(3, 2010, titles=("GM",))
    verdict = apply(old, norm(5), norm(7))
    assert verdict.complete
    assert [(open_check.norm, open_check.check.name) for open_check in verdict.open] == [(1, "certificate")]
    assert lacking(apply(replace(old, titles=("IM",)), norm(5), norm(7))) == ["total-games", "1: certificate"]
    assert [lack.check.missing for lack in apply(replace(old, titles=()), norm(5), norm(7)).lacks] == [("titles",)]
    older = norm(6, 2005, titles=("GM",))
    assert lacking(apply(older, norm(5), norm(7))) == ["1: old-norm"]
    in_time = replace(older, registered=dt.date(2013, 7, 30))
    assert lacking(apply(in_time, norm(5), norm(7))) == []
    too_late = replace(older, registered=dt.date(2013, 7, 31))
    assert lacking(apply(too_late, norm(5), norm(7))) == ["total-games", "1: old-norm"]
    assert lacking(apply(norm(7, 2005, titles=("GM",)), norm(5), norm(7))) == []


@pytest.mark.parametrize(
    ("changes", "name", "article"),
    [
        ({"games": 8, "score": 12}, "norm-games", "1.4.1a"),
        ({"average": 2379, "score": 18, "required": None}, "norm-average", "1.4.8a"),
        ({"score": 11}, "norm-score", "1.4.8"),
        ({"opponents": replace(OPPONENTS, titled=4)}, "titled", "1.4.5a"),
        ({"opponents": replace(OPPONENTS, gm=2)}, "titled-alike", "1.4.5b-e"),
        ({"opponents": replace(OPPONENTS, federations=1)}, "federations", "1.4.3"),
        ({"opponents": replace(OPPONENTS, foreign=3)}, "own-federation", "1.4.4"),
        ({"opponents": replace(OPPONENTS, one_federation=7)}, "one-federation", "1.4.4"),
    ],
)
def test_what_a_norm_can_lack(changes: dict[str, Any], name: str, article: str) -> None:
    verdict = apply(norm(3, **changes), norm(5), norm(7))
    found = [lack.check for lack in verdict.lacks if lack.norm == 1]
    assert (name, article) in [(omission.name, omission.article.number) for omission in found]
    assert verdict.norms[0].holds is False
    assert verdict.games == 18


def test_a_mistake_of_the_form_leaves_the_norm_what_it_is() -> None:
    wrong = apply(norm(3, required=11), norm(5), norm(7))
    assert (lacking(wrong), wrong.games) == (["1: stated-required"], 27)
    claimed = apply(norm(3, credit=10), norm(5), norm(7))
    assert (lacking(claimed), claimed.games) == (["1: credit"], 27)
    assert [lack.check.article.number for lack in claimed.lacks] == ["1.7"]


def test_what_is_not_said_of_a_norm_is_asked_for() -> None:
    verdict = apply(norm(3, opponents=Opponents(), average=None), norm(5), norm(7))
    missing = {key for lack in verdict.lacks if lack.norm == 1 for key in lack.check.missing}
    assert missing == {
        "average", "opponents.titled", "opponents.gm", "opponents.federations", "opponents.foreign",
        "opponents.one_federation",
    }  # fmt: skip
    assert verdict.norms[0].holds is None


def test_unrated_opponents_until_2021() -> None:
    """1.46d: a fifth of one more than the opponents."""
    many = replace(OPPONENTS, rated=6, unrated=3)
    two = replace(OPPONENTS, rated=7, unrated=2)
    assert "1: unrated" in lacking(apply(norm(3, 2021, opponents=many), norm(5), norm(7)))
    assert lacking(apply(norm(3, 2021, opponents=two), norm(5), norm(7))) == []
    assert lacking(apply(norm(3, opponents=many), norm(5), norm(7))) == []


def test_a_double_round_robin_counts_each_opponent_once() -> None:
    """1.4.5f: ten games against five opponents: three titled, three grandmasters, three at most of one federation."""
    five = Opponents(
        host=2, foreign=3, one_federation=2, federations=2, titled=3, gm=3, im=0, fm=0, wgm=0, wim=0, wfm=0, rated=5
    )
    twice: dict[str, Any] = {
        "system": "double-round-robin",
        "games": 10,
        "rounds": 10,
        "score": 14,
        "required": 14,
        "average": 2451,
    }
    assert lacking(apply(norm(3, opponents=five, **twice), norm(5), norm(7))) == []
    own = replace(five, foreign=1)
    assert "1: own-federation" in lacking(apply(norm(3, opponents=own, **twice), norm(5), norm(7)))


def test_a_norm_given_by_place() -> None:
    """1.2: nine games, whoever the opponents were; at least 35%."""
    direct = norm(3, direct=True, average=None, required=None, opponents=Opponents(), titles=("GM",))
    assert lacking(apply(direct, norm(5), norm(7))) == []
    assert "1: least-score" in lacking(apply(replace(direct, score=6), norm(5), norm(7)))
    assert "1: credit" in lacking(apply(replace(direct, credit=11), norm(5), norm(7)))


def test_what_a_norm_is_good_for() -> None:
    """1.5.2: one norm for several titles; what is only above a lesser average is not."""
    man = apply(*three())
    assert man.norms[0].good_for == ("GM", "IM")
    woman = apply(*three(), sex="f")
    assert woman.norms[0].good_for == ("GM", "IM", "WGM", "WIM")
    weak = apply(*three(required=None, average=2230, score=14), title="WGM", highest=2300, sex="f")
    assert weak.norms[0].good_for == ("IM", "WGM", "WIM")
    not_sure = apply(norm(3, required=None, average=2185, score=14), title="IM", highest=2400, sex="f")
    assert not_sure.norms[0].good_for == ("WIM",)


def test_a_womens_title_is_for_a_woman() -> None:
    norms = three(required=None)
    assert lacking(apply(*norms, title="WGM", highest=2300)) == ["sex"]
    assert lacking(apply(*norms, title="WGM", highest=2300, sex="f")) == []
