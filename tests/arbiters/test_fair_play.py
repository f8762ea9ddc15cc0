"""Fair play: levels of protection, check-lists, thresholds of statistics, complaints."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.arbiters.application_files import read_complaint
from arpad.arbiters.fair_play import (
    ProtectionFacts,
    ScoreFacts,
    addressee,
    check_complaint,
    last_day,
    measure_rows,
    one_in,
    players_held,
    protection_level,
    score_answers,
    tail,
    unusual_match_rate,
    waiver_terms,
)
from arpad.documents.document import replace
from arpad.i18n import LANGUAGES, text
from arpad.regulations.event_rules import PROTECTION_LEVELS, fair_play_rules
from arpad.regulations.rating_editions import regulations
from arpad.regulations.rating_rules import grouped_parameters
from certificate_events import whole
from places import PROJECT

SORIA = PROJECT / "examples" / "open-2024.trf"
COMPLAINT = PROJECT / "examples" / "arbiter" / "complaint.toml"

# ---------------------------------------------------------------- levels

LEVELS: list[tuple[dict[str, Any], str]] = [
    ({"system": "swiss", "prizes": "5000"}, "C"),
    ({"system": "swiss", "prizes": "20000"}, "C"),
    ({"system": "swiss", "prizes": "2000001/100"}, "B"),
    ({"system": "round-robin", "average": "2399"}, "C"),
    ({"system": "round-robin", "average": "23999/10"}, "C"),
    ({"system": "round-robin", "average": "2400"}, "B"),
    ({"system": "round-robin", "average": "2600"}, "A"),
    ({"system": "double", "average": "2600"}, "A"),
    ({"system": "round-robin", "women": True, "average": "2199"}, "C"),
    ({"system": "round-robin", "women": True, "average": "2200"}, "B"),
    ({"system": "round-robin", "women": True, "average": "2400"}, "A"),
    ({"system": "swiss", "norms": True, "prizes": "100000"}, "B"),
    ({"system": "swiss", "norms": True, "prizes": "100001"}, "A"),
    ({"system": "swiss", "national": True}, "B"),
    ({"system": "swiss", "national": True, "norms": True}, "A"),
    ({"system": "swiss", "national": True, "official": True}, "A"),
    ({"system": "swiss", "average": "2650"}, "C"),
]


DUTIES = ("must", "strongly", "should", "may", "none", "federation", "fide-qc")


def facts(told: dict[str, Any]) -> ProtectionFacts:
    exact: dict[str, Any] = {name: Fraction(told[name]) for name in ("prizes", "average") if name in told}
    return ProtectionFacts(**told | exact)


def test_the_level_of_an_event() -> None:
    for told, level in LEVELS:
        answer = protection_level(facts(told))
        assert answer.level == level, told
        assert answer.because
    national = protection_level(facts({"system": "swiss", "national": True}))
    assert [reason.fact for reason in national.because] == ["others", "national"]
    assert national.raised


def test_facts_that_are_missing_could_raise_the_level() -> None:
    assert protection_level(ProtectionFacts("swiss")).open == ("official", "prizes", "national", "norms")
    assert "average" in protection_level(ProtectionFacts("round-robin")).open
    assert protection_level(ProtectionFacts("swiss", official=True)).open == ()


def test_the_check_list() -> None:
    rules = fair_play_rules()
    assert len(rules.measures) == 13
    assert len(rules.equipment) == 5
    for measure in rules.measures:
        for level in PROTECTION_LEVELS:
            duty = measure.duties[level]
            assert isinstance(duty, int) or duty in DUTIES
            assert duty == "none" or level in measure.articles, (measure.key, level)
    for _, rule in grouped_parameters(rules):
        assert rule.article.source in regulations().sources
    must = {level: sum(row.duty == "must" for row in measure_rows(level, None)) for level in PROTECTION_LEVELS}
    assert must == {"C": 3, "B": 4, "A": 9}
    assert {row.key: row.duty for row in measure_rows("A", None, quick=True)}["pgn_all"] == "should"


def test_what_is_missing() -> None:
    taken = {"areas", "pgn_norms", "declare"}
    assert [row.key for row in measure_rows("C", taken) if row.missing] == ["annex_a"]
    assert not any(row.missing for row in measure_rows("C", taken, ["cameras"]))
    assert not any(row.missing for row in measure_rows("A", None)), "nothing is said about them"
    enhanced = [row.key for row in measure_rows("B", taken, ["cameras", "cameras"]) if row.missing]
    assert enhanced == ["annex_a", "venue_checks"]


def test_a_waiver_is_asked_for_four_weeks_before() -> None:
    start = dt.date(2024, 6, 29)
    assert (waiver_terms("C", start).by, waiver_terms("C", start).latest) == ("federation", dt.date(2024, 6, 1))
    assert waiver_terms("B", None).by == "fide-qc"
    assert waiver_terms("A", start) == replace(waiver_terms("A", None), latest=None)


# ---------------------------------------------------------------- statistics

TAILS = {
    "2": ("0.0227501319482", 43, 8),
    "2.5": ("0.00620966532578", 161, 32),
    "3": ("0.00134989803163", 740, 148),
    "3.3": ("0.000483424142384", 2068, 413),
    "4": ("0.0000316712418331", 31574, 6314),
    "4.25": ("0.0000106885257749", 93558, 18711),
    "4.5": ("0.00000339767312473", 294319, 58863),
    "4.75": ("0.00000101708324257", 983203, 196640),
    "5": ("2.86651571879E-7", 3488555, 697711),
}


def test_chances() -> None:
    for z, (chance, odds, players) in TAILS.items():
        value = Fraction(z)
        assert (tail(value), int(one_in(value)), players_held(value)) == (Decimal(chance), odds, players)
    assert tail(Fraction(0)) == Decimal("0.5")
    rates = {2800: "70", 2400: "64", 2200: "61", 2850: "70.75", 1500: "50.5"}
    assert all(unusual_match_rate(rating) == Fraction(rate) for rating, rate in rates.items())


def keys(z: str, **more: Any) -> dict[str, str]:
    return {answer.rule: answer.key for answer in score_answers(ScoreFacts(Fraction(z), **more))}


def test_4_6_over_the_board_is_no_presumption_and_may_open_a_procedure() -> None:
    found = keys("4.6")
    assert (found["official"], found["alone"]) == ("not-presumed", "procedure")
    assert keys("4.6", online=True)["official"] == "presumed"
    assert [answer.binding for answer in score_answers(ScoreFacts(Fraction(3)))] == [True, False, False, False, False]


@pytest.mark.parametrize(
    ("z", "more", "rule", "key"),
    [
        ("5", {}, "official", "not-presumed"),
        ("5.01", {}, "official", "presumed"),
        ("2.5", {"evidence": True}, "official", "supports"),
        ("2.49", {"evidence": True}, "official", "no-support"),
        ("1.99", {}, "dismissal", "dismiss"),
        ("2", {}, "dismissal", "not-dismissed"),
        ("3", {"players": 148, "test": "full"}, "intrusive", "intrusive"),
        ("3", {"players": 149, "test": "full"}, "intrusive", "not-intrusive"),
        ("2.99", {"players": 20, "test": "full"}, "intrusive", "not-intrusive"),
        ("2", {"players": 500, "test": "full", "named_before": True}, "intrusive", "intrusive"),
        ("4", {"players": 20, "test": "quick"}, "intrusive", "intrusive-quick"),
        ("4", {"players": 20}, "intrusive", "intrusive-open"),
        ("4", {"test": "full"}, "intrusive", "intrusive-open"),
        ("3.99", {}, "alone", "ignored"),
        ("4", {}, "alone", "unsaid"),
        ("4.01", {}, "alone", "doubts"),
        ("4.5", {}, "alone", "doubts"),
        ("4.5", {"evidence": True}, "alone", "observed"),
    ],
)
def test_thresholds(z: str, more: dict[str, Any], rule: str, key: str) -> None:
    assert keys(z, **more)[rule] == key
    assert all(text(f"fair-play.score.{key}", spoken) for spoken in LANGUAGES)


# ---------------------------------------------------------------- complaints


def codes(**changes: Any) -> list[str]:
    return [found.code for found in check_complaint(replace(read_complaint(COMPLAINT), **changes))]


def test_a_complete_complaint() -> None:
    complaint = read_complaint(COMPLAINT)
    assert codes() == []
    assert (addressee(complaint), last_day(complaint)) == ("fpl", dt.date(2032, 5, 9))
    assert last_day(replace(complaint, online=True)) == dt.date(2025, 5, 9)


def test_what_a_complaint_lacks() -> None:
    complaint = read_complaint(COMPLAINT)
    assert codes(complainant=replace(complaint.complainant, id="")) == ["complaint-complainant"]
    assert codes(why_not_then="") == ["complaint-why-not-then"]
    assert codes(why_not_then="", kind="ITC") == []
    assert codes(engine=()) == ["complaint-engine"] * 7
    assert codes(engine=(), grounds=("observation",)) == []
    assert codes(grounds=("rating",), engine=()) == ["complaint-unfounded"]
    assert codes(grounds=None) == ["complaint-grounds-open"]
    assert codes(consent=False, chief_arbiter="") == ["complaint-missing"] * 2
    assert codes(last_round=None, attachments=()) == ["complaint-no-attachments", "complaint-limit-open"]
    assert codes(date=dt.date(2032, 5, 10)) == ["complaint-too-late"]


def test_where_a_complaint_goes() -> None:
    complaint = read_complaint(COMPLAINT)
    assert addressee(replace(complaint, kind="ITC")) == "chief-arbiter"
    assert addressee(replace(complaint, level="C")) == "fpl"
    assert addressee(replace(complaint, level="C", titled=False)) == "federation"
    assert addressee(replace(complaint, level="C", titled=None)) == "open"
    assert addressee(replace(complaint, level=None)) == "open"


# ---------------------------------------------------------------- the commands


def test_fair_play_of_a_report(arpad: Arpad) -> None:
    answer = arpad(f"arbiter fair-play {SORIA} --prizes 25000 --taken areas --taken cameras --json")
    found = answer.json
    assert (answer.code, found["level"], found["waiver"]) == (1, "B", {"by": "fide-qc", "latest": "2024-06-08"})
    assert found["missing"] == ["annex_a", "venue_checks", "pgn_norms", "declare"]
    assert [one["fact"] for one in found["because"]] == ["norms", "prizes"]
    assert arpad(f"arbiter fair-play {SORIA} --not-official --tsacr --lang es").code == 0


def test_fair_play_of_facts(arpad: Arpad) -> None:
    line = "arbiter fair-play --format round-robin --average 2400.5"
    assert arpad(f"{line} --json").json["level"] == "B"
    assert arpad(f"{line} --women --json").json["level"] == "A"
    dollars = f"{line} --prizes 110000 --currency USD"
    assert "prizes" in arpad(f"{dollars} --json").json["open"]
    assert arpad(f"{dollars} --eur 0.93 --json").json["level"] == "A"
    assert arpad(f"{line} --prizes much").code == 2
    assert arpad(f"{line} --taken umbrella").code == 2


def test_z(arpad: Arpad) -> None:
    found = arpad("arbiter z 4.25 --players 230 --rating 2400 --json").json
    assert (found["tail"], found["players_held"], found["match_rate"]) == (Decimal("0.0000106885257749"), 18711, 64)
    answer = arpad("arbiter z 4.6 --test full --rating none --lang es")
    assert "No en vigor" in answer.out
    assert "no es un veredicto" in answer.out
    assert arpad("arbiter z 11").code == 2
    assert arpad("arbiter z high").code == 2


def test_a_complaint_is_printed_and_nothing_kept(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "complaint.pdf"
    answer = arpad(f"arbiter complaint {COMPLAINT} -o {out}")
    assert answer.code == 0
    words = whole(out.read_bytes())
    for part in ("Modelo, Eva · FIDE ID 2290100", "Persona, Otra", "52 of 71", "absences.pdf", "Example Engine 16"):
        assert part in words, part
    assert [file.name for file in tmp_path.iterdir()] == ["complaint.pdf"]
    lacking = tmp_path / "lacking.toml"
    lacking.write_text('kind = "ITC"\n[complainant]\nname = "X"\n[respondent]\n', "utf-8")
    refused = arpad(f"arbiter complaint {lacking} -o {tmp_path / 'no.pdf'} --json")
    assert (refused.code, refused.json["complete"], (tmp_path / "no.pdf").exists()) == (1, False, False)
    lacking.write_text('kind = "XTC"\n[complainant]\n[respondent]\n', "utf-8")
    assert arpad(f"arbiter complaint {lacking} -o {tmp_path / 'no.pdf'}").code == 2
