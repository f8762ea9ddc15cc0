"""The reasons of the standings say what was counted: rounds, boards, limits, articles and addends of every value."""

from fractions import Fraction

import pytest

from arpad.documents.steps import Step
from arpad.formats.read import read_report
from arpad.standings.reasons import values
from arpad.standings.table import StandingsTable, Wishes, standings
from places import FIXTURES

DATA = FIXTURES / "standings"
DAVID, JESSICA = 4, 9
"""In the Swiss: David has a half-point bye in round 2; Jessica a bye, a forfeit loss and a pairing-allocated bye."""


def table(file: str, codes: str, edition: str = "c07-2026", round_number: int | None = None) -> StandingsTable:
    return standings(read_report((DATA / file).read_bytes()), Wishes(round_number, edition=edition, tie_breaks=codes))


def reason(file: str, code: str, number: int, edition: str = "c07-2026") -> Step:
    """The reason of the value of one tie-break, which comes after the score."""
    return list(values(table(file, code, edition), number))[-1]


def told(step: Step, *names: str) -> list[object]:
    return [step.inputs[name] for name in names]


# ---------------------------------------------------------------- own results


def test_7_1_to_7_6_rounds_that_were_not_played_are_told() -> None:
    step = reason("tec-swiss-5.trf", "WON", JESSICA)
    records = table("tec-swiss-5.trf", "WON").competition.contestants[JESSICA].records
    unplayed = [(record.round, f"@record-kind.{record.kind}") for record in records if record.kind != "played"]
    assert [(one.inputs["round"], one.value) for one in step.steps] == unplayed
    assert len(unplayed) == 3


def test_7_7_rounds_better_than_a_draw_and_equal_to_one() -> None:
    """David: 1, a half-point bye, 1, ½, ½."""
    step = reason("tec-swiss-5.trf", "STD", DAVID)
    assert told(step, "wins", "draws") == ["1, 3", "2, 4, 5"]
    assert step.value == Fraction(7, 2)


@pytest.mark.parametrize("code", ["BC", "TBR", "BBE"])
def test_12_boards_are_counted_from_one(code: str) -> None:
    """Alpha: A1 made 1, ½, 0 and A2 ½, 1, 1."""
    step = reason("team-league.trf", code, 1)
    assert [(one.inputs["board"], one.value) for one in step.steps] == [(1, Fraction(3, 2)), (2, Fraction(5, 2))]


# ---------------------------------------------------------------- ratings


@pytest.mark.parametrize(("number", "missed"), [(DAVID, None), (JESSICA, 3)])
def test_annex_iii_more_than_two_missed_rounds_are_told(number: int, missed: int | None) -> None:
    step = reason("tec-swiss-5.trf", "ARO", number, "c07-2017")
    assert [one.value for one in step.steps if one.what == "standings.missed"] == ([] if missed is None else [missed])


def test_annex_iii_two_missed_rounds_are_not_too_many() -> None:
    found = table("tec-swiss-5.trf", "ARO", "c07-2017")
    records = {number: one.records for number, one in found.competition.contestants.items()}
    counts = {number: sum(record.kind != "played" for record in own) for number, own in records.items()}
    for number, count in counts.items():
        steps = list(values(found, number))[-1].steps
        assert any(one.what == "standings.missed" for one in steps) is (count > 2), (number, count)
    assert {2, 3} <= set(counts.values())


def test_10_2_and_10_3_points_and_expectations() -> None:
    performance = reason("rr-7.trf", "TPR", 1)
    perfect = reason("rr-7.trf", "PTP", 1)
    records = table("rr-7.trf", "TPR").competition.contestants[1].records
    made = Fraction(sum(record.half for record in records if record.kind == "played"), 2)
    assert told(performance, "points", "games") == [made, sum(record.kind == "played" for record in records)]
    assert told(perfect, "points") == [made]
    expected, below = told(perfect, "expected", "below")
    assert isinstance(expected, Fraction)
    assert isinstance(below, Fraction)
    assert below < made <= expected
    assert (expected * 100).denominator == (below * 100).denominator == 1


# ---------------------------------------------------------------- sums


@pytest.mark.parametrize(("number", "kind", "article"), [
    (DAVID, "standings.dummy-bye", "16.4.2"), (JESSICA, "standings.dummy-forfeit", "16.4.1"),
])  # fmt: skip
def test_16_4_the_ceilings_of_the_dummy_have_their_own_articles(number: int, kind: str, article: str) -> None:
    steps = [one for one in reason("tec-swiss-5.trf", "BH", number).steps if one.what == kind]
    assert {one.article.number for one in steps} == {article}


def test_a_cut_of_a_voluntary_round_has_another_article_than_one_of_the_lowest() -> None:
    cuts = table("tec-swiss-5.trf", "BH/C1").rules.cuts
    articles = {"voluntary": cuts.voluntary_first.article.number, "lowest": cuts.lowest.article.number}
    assert articles["voluntary"] != articles["lowest"]
    seen = set()
    for number in range(1, 17):
        for one in reason("tec-swiss-5.trf", "BH/C1", number).steps:
            kind = one.what.removeprefix("standings.cut-")
            if kind in articles:
                assert one.article.number == articles[kind]
                seen.add(kind)
    assert seen == {"voluntary", "lowest"}


def test_annex_iii_every_unplayed_round_of_an_opponent_is_told_as_a_draw() -> None:
    found = table("tec-swiss-5.trf", "BH", "c07-2017")
    adjusted = 0
    for number, contestant in found.competition.contestants.items():
        opponents = {record.round: record.opponent for record in contestant.records}
        for one in list(values(found, number))[-1].steps:
            if one.what == "standings.met-adjusted":
                records = found.competition.contestants[opponents[one.inputs["round"]]].records  # type: ignore[index]
                unplayed = [record.round for record in records if record.kind != "played"]
                assert told(one, "rounds", "count") == [", ".join(map(str, unplayed)), len(unplayed)]
                adjusted += 1
    assert adjusted


def test_8_2_the_mean_of_buchholz_and_its_sum() -> None:
    assert reason("tec-swiss-5.trf", "AOB", 1).what == "standings.mean"
    assert reason("tec-swiss-5.trf", "OTHER_SOB", 1, "c07-2017").what == "standings.total"


@pytest.mark.parametrize("code", ["KS", "KS/L-1", "KS/L1"])
def test_9_2_koya_counts_opponents_at_the_limit_and_above(code: str) -> None:
    found = table("rr-7.trf", code)
    scores = {f"{row.number} {row.name}": row.points for row in found.rows}
    kinds = set()
    for row in found.rows:
        step = list(values(found, row.number))[-1]
        limit = step.inputs["limit"]
        assert isinstance(limit, Fraction)
        for one in step.steps:
            above = scores[str(one.inputs["opponent"])] >= limit
            assert one.what == ("standings.koya-above" if above else "standings.koya-below")
            kinds.add((above, scores[str(one.inputs["opponent"])] == limit))
        made = sum((Fraction(str(one.value)) for one in step.steps if one.what.endswith("above")), Fraction(0))
        assert made == step.value
    assert len(kinds) > 1


def test_13_4_the_secondary_score_is_named() -> None:
    step = reason("team-50.trf", "SSSC", 1)
    assert told(step, "score") == ["GP"]


def test_afb_is_the_score_with_the_last_round_drawn() -> None:
    for code, own in (("ABH", Fraction(7, 2)), ("AFB", Fraction(7, 2))):
        assert told(reason("tec-swiss-5.trf", code, DAVID), "own") == [own]
    first = table("tec-swiss-5.trf", "AFB").competition.contestants
    number = next(one for one, contestant in first.items() if contestant.records[-1].half == 2)
    with_win, with_draw = (told(reason("tec-swiss-5.trf", code, number), "own")[0] for code in ("ABH", "AFB"))
    assert isinstance(with_win, Fraction)
    assert with_draw == with_win - Fraction(1, 2)


# ---------------------------------------------------------------- direct encounter


def test_6_a_group_of_one_one_that_stays_and_one_that_is_split() -> None:
    """The league by match points: Alpha alone with 5; Beta and Gamma drew their match, and have 3."""
    alone, level = (reason("team-league.trf", "DE", number) for number in (1, 2))
    assert (alone.what, alone.value, alone.steps) == ("standings.encounter-alone", 0, ())
    assert (level.what, level.value, level.inputs["count"]) == ("standings.encounter-nothing", 0, 2)
    assert [(one.inputs["score"], one.value) for one in level.steps] == [("MP", 1), ("MP", 1)]
    split = reason("team-league.trf", "EDEBT", 2)
    assert (split.what, split.value, split.inputs["order"]) == ("standings.encounter", 1, "2 > 3")


@pytest.mark.parametrize(("edition", "code", "scores"), [
    ("c07-2026", "DE", ["MP", "MP"]), ("c07-2026", "EDE", ["MP", "MP", "GP", "GP"]),
])  # fmt: skip
def test_13_3_the_secondary_score_follows_in_extended_direct_encounter(
    edition: str, code: str, scores: list[str]
) -> None:
    step = reason("team-league.trf", code, 2, edition)
    assert [one.inputs["score"] for one in step.steps if "score" in one.inputs] == scores


def test_13_3_2_the_boards_of_two_teams_are_told_if_no_score_separates_them() -> None:
    boards = [one for one in reason("team-league.trf", "EDEBT", 2).steps if one.what == "standings.encounter-boards"]
    assert [one.inputs["boards"] for one in boards] == [(1, 0), (0, 1)]
    assert [one.value for one in boards] == [1, 2]
