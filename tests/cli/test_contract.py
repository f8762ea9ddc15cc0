"""The command line as a contract: names, fields, exact decimals, exit codes."""

import re
from decimal import Decimal

import pytest

from answers import Arpad

APPENDIX = (
    "--rating 2212 --k 40 --game 1926:1 --game 2011:1 --game 2318:0 --game 2067:0.5 --game 2219:0.5 --game 2585:0 "
    "--game 2659:1 --game 2464:0.5 --game 2652:0.5"
)
PUBLISHED_2022 = (
    "--rating 2000 --k 20 --game 1063:1 --game 1299:1 --game 1413:1 --game 1872:0.5 --game 1851:0 --game 1427:1 "
    "--game 1682:1"
)
EXAM_13 = (
    "--game 1726:0 --game 1315:1 --game 1424:0.5 --game 1625:0 --game 1502:1 --game 1980:+ "
    "--game 1628:0.5 --game 1740:0"
)
EDITIONS = [
    "feda-1996",
    "fide-2003",
    "fide-2005",
    "fide-2017",
    "fide-2022",
    "fide-2024",
    "fide-2025",
    "fide-2017-rapid-blitz",
    "fide-2022-rapid-blitz",
    "fide-2022-10-rapid-blitz",
    "fide-2024-rapid-blitz",
    "fide-2024-12-rapid-blitz",
    "frbe-2008",
]


def test_editions_lists_all(arpad: Arpad) -> None:
    found = arpad("editions --json").json
    assert [edition["id"] for edition in found] == EDITIONS
    assert {"id", "system", "time_class", "effective", "source"} <= set(found[0])
    assert found[5]["effective"] == "2024-03-01"


def test_show_gives_every_parameter_with_its_article(arpad: Arpad) -> None:
    found = arpad("editions show fide-2024 --json").json
    assert found["parameters"]["change.cap"] == {
        "value": 400,
        "article": "8.3.1",
        "source": "fide-b02-2024",
        "stated": False,
    }
    assert found["parameters"]["initial.maximum"]["value"] == 2200
    assert found["parameters"]["initial.bonus"]["value"] is None
    assert all(rule["article"] for rule in found["parameters"].values())


def test_show_writes_fractions_exactly(arpad: Arpad) -> None:
    found = arpad("editions show feda-1996 --json").json["parameters"]
    assert found["initial.bonus"]["value"] == Decimal("12.5")
    assert found["eligibility.rr_rated_share"]["value"] == "1/3"
    assert found["lists.months"]["value"] == [1, 7]


DIFFERENCE_2022_2024 = {
    "change.cap_policy": ("once-as-favourite", "always"),
    "initial.average": ("Ra = ΣR / n", "Ra = (ΣR + 2 x 1800) / (n + 2)"),
    "initial.at_half": ("average", "dp"),
    "initial.above_half": ("bonus", "dp"),
    "initial.bonus": (20, None),
    "initial.fictitious_opponents": (0, 2),
    "initial.fictitious_rating": (None, 1800),
    "initial.maximum": (None, 2200),
    "lists.floor": (1000, 1400),
    "eligibility.equal_times": ("at-tournament-start", "at-game-start"),
    "eligibility.registration_top_days": (None, 30),
    "eligibility.registration_top_rating": (None, 2700),
    "eligibility.registration_top_rating_women": (None, 2500),
    "eligibility.late_registration_top": ([], ["fide-president"]),
    "eligibility.player_id": ("required", "advised"),
    "eligibility.appeal_to": ("qualification-commission", "fide-council"),
    "transition.method": (None, "compress-below"),
    "transition.below": (None, 2000),
    "transition.factor": (None, Decimal("0.4")),
    "transition.rounding": (None, "half-away-from-zero"),
}


def test_diff_shows_exactly_what_changed(arpad: Arpad) -> None:
    found = arpad("editions diff fide-2022 fide-2024 --json").json
    assert {row["parameter"]: (row["a"], row["b"]) for row in found} == DIFFERENCE_2022_2024
    assert {"parameter", "a", "b", "article_a", "article_b"} <= set(found[0])


def test_diff_shows_what_only_moved_when_asked(arpad: Arpad) -> None:
    found = arpad("editions diff fide-2022 fide-2024 --renumbered --json").json
    extra = [row for row in found if row["parameter"] not in DIFFERENCE_2022_2024]
    assert [(row["parameter"], row["article_a"], row["article_b"]) for row in extra] == [
        ("eligibility.registration_days", "0.2", "0.2.2"),
        ("eligibility.late_registration", "0.2", "0.2.4"),
    ]


@pytest.mark.parametrize(("lang", "words"), [("en", "every game"), ("es", "todas las partidas")])
def test_diff_reads_in_both_languages(arpad: Arpad, lang: str, words: str) -> None:
    answer = arpad(f"editions diff fide-2022 fide-2024 --lang {lang}")
    assert words in answer.out
    assert "8.3.1" in answer.out
    assert answer.code == 0


@pytest.mark.parametrize(
    ("time_class", "date", "expected"),
    [
        ("standard", "2023-05-01", "fide-2022"),
        ("standard", "2024-02-29", "fide-2022"),
        ("standard", "2024-03-01", "fide-2024"),
        ("standard", "2025-10-01", "fide-2025"),
        ("standard", "2009-06-30", "fide-2005"),
        ("rapid", "2022-09-30", "fide-2022-rapid-blitz"),
        ("blitz", "2022-10-01", "fide-2022-10-rapid-blitz"),
        ("blitz", "2024-12-01", "fide-2024-12-rapid-blitz"),
    ],
)
def test_for_a_date(arpad: Arpad, time_class: str, date: str, expected: str) -> None:
    found = arpad(f"editions for --system fide --time-class {time_class} --date {date} --json").json
    assert found["id"] == expected


def test_change_of_the_appendix(arpad: Arpad) -> None:
    answer = arpad(f"calc change --edition fide-2024 {APPENDIX} --json")
    found = answer.json
    assert answer.code == 0
    assert found["sum"] == Decimal("1.41")
    assert found["change"] == Decimal("56.4")
    assert (found["rounded_change"], found["new_rating"], found["games_counted"], found["k"]) == (56, 2268, 9, 40)
    assert '"change": 56.4,' in answer.out
    capped = [(game["difference"], game["used_difference"]) for game in found["games"] if game["capped"]]
    assert capped == [(-447, -400), (-440, -400)]
    first = found["games"][0]
    assert first == {
        "opponent": 1926,
        "score": 1,
        "event": None,
        "difference": 286,
        "used_difference": 286,
        "capped": False,
        "expected": Decimal("0.84"),
        "change": Decimal("0.16"),
    }
    assert {"article", "what", "value"} <= set(found["steps"][0])


@pytest.mark.parametrize(("edition", "change"), [("fide-2022", "-12.2"), ("fide-2024", "-8.4")])
def test_change_published_in_2022(arpad: Arpad, edition: str, change: str) -> None:
    found = arpad(f"calc change --edition {edition} {PUBLISHED_2022} --json").json
    assert found["change"] == Decimal(change)


def test_change_of_2025_from_both_sides(arpad: Arpad) -> None:
    strong = arpad("calc change --edition fide-2025 --rating 2813 --k 10 --game 2400:1 --json").json["games"][0]
    weak = arpad("calc change --edition fide-2025 --rating 2400 --k 10 --game 2813:0 --json").json["games"][0]
    assert (strong["used_difference"], strong["capped"], strong["expected"]) == (413, False, Decimal("0.93"))
    assert (weak["used_difference"], weak["capped"], weak["expected"]) == (-400, True, Decimal("0.08"))


def test_change_by_event_average_has_events(arpad: Arpad) -> None:
    """FEDA: R 2000 against 2100 and 1500, the latter counted as 1650: Ra 1875, D 125, PD .67, We 1.34, W 2."""
    found = arpad("calc change --edition feda-1996 --rating 2000 --k 15 --game 2100:1:X --game 1500:1:X --json").json
    event = found["events"][0]
    assert (event["event"], event["average"], event["difference"]) == ("X", 1875, 125)
    assert (event["expected"], event["expected_score"], event["score"]) == (Decimal("0.67"), Decimal("1.34"), 2)
    assert event["change"] == found["change"] == Decimal("9.9")
    assert found["new_rating"] == 2010


def test_change_derives_k(arpad: Arpad) -> None:
    line = "calc change --edition fide-2024 --rating 2100 --games-played 5 --date 2024-05-01 --game 2100:1 --json"
    assert arpad(line).json["k"] == 40
    assert arpad(line.replace("--games-played 5", "--games-played 50 --highest 2405")).json["k"] == 10
    assert arpad(line.replace("--games-played 5", "--games-played 50 --born 2008")).json["k"] == 40


def test_change_cuts_k_for_many_games(arpad: Arpad) -> None:
    found = arpad("calc change --edition fide-2024 --rating 2100 --k 20 --period-games 36 --game 2100:1 --json").json
    assert (found["k"], found["listed_k"]) == (19, 20)


def test_change_leaves_out_forfeits_and_unrated(arpad: Arpad) -> None:
    found = arpad("calc change --edition fide-2024 --rating 2000 --k 20 --game 2000:+ --game unrated:1 --json").json
    assert found["games"] == []
    assert found["games_counted"] == 0
    assert [(finding["code"], finding["article"]) for finding in found["not_counted"]] == [
        ("unplayed", "5.1"),
        ("unrated", "8.3.1"),
    ]
    assert found["new_rating"] == 2000


def test_change_with_the_standard_rating_standing_in(arpad: Arpad) -> None:
    found = arpad("calc change --edition fide-2024-rapid-blitz --standard 1850 --k 40 --game s1850:1 --json").json
    assert (found["rating"], found["new_rating"]) == (1850, 1870)
    assert [step["article"] for step in found["steps"] if step["key"] == "rated-as.standard"] == ["7.2.1"]


def test_change_of_a_player_who_has_entered_the_list(arpad: Arpad) -> None:
    found = arpad("calc change --edition fide-2022 --rating 1700 --entered-list --k 40 --game 1700:1 --json").json
    assert found["steps"][0]["article"] == "8.2.4"


def test_initial_of_exam_13(arpad: Arpad) -> None:
    found = arpad(f"calc initial --edition fide-2022 {EXAM_13} --json").json
    assert (found["rating"], found["games_counted"], found["score"]) == (1516, 7, 3)
    assert (found["average"], found["percentage"], found["dp"]) == (1566, 43, -50)
    assert found["publishable"] is True
    assert found["reasons"] == []


def test_initial_says_why_it_is_not_published(arpad: Arpad) -> None:
    found = arpad("calc initial --edition fide-2024 --game 1500:0.5 --game 1500:0 --json").json
    assert found["publishable"] is False
    assert found["rating"] == 1563  # (2 × 1500 + 2 × 1800) / 4 = 1650; 1.5 of 4 is 38%, dp −87
    assert [(finding["code"], finding["article"]) for finding in found["reasons"]] == [("too-few-games", "7.1.4")]


def test_initial_without_the_floor(arpad: Arpad) -> None:
    games = " ".join(["--game 1100:1", *["--game 1100:0"] * 8])
    line = f"calc initial --edition fide-2022 {games} --json"
    below = arpad(line).json
    assert (below["rating"], below["publishable"]) == (749, False)
    assert arpad(f"{line} --list-floor-ignored").json["publishable"] is True


def test_initial_pools_known_results(arpad: Arpad) -> None:
    line = "calc initial --edition fide-2005 --performance 2280:5 --performance 2400:10 --performance 2000:5 --json"
    assert arpad(line).json["rating"] == 2270


def test_initial_takes_a_round_robin_by_its_result(arpad: Arpad) -> None:
    found = arpad("calc initial --edition fide-2005 --round-robin 2351:7:9 --json").json
    assert (found["rating"], found["publishable"], found["bonus"]) == (2414, True, Decimal("62.5"))


def test_performance(arpad: Arpad) -> None:
    """B.01: seven points of nine against 2380 is 2600."""
    games = " ".join(["--game 2380:1"] * 6 + ["--game 2380:0.5"] * 2 + ["--game 2380:0"])
    found = arpad(f"calc performance {games} --json").json
    assert (found["average"], found["percentage"], found["dp"], found["performance"]) == (2380, 78, 220, 2600)


def test_performance_without_a_game_is_no_answer(arpad: Arpad) -> None:
    answer = arpad("calc performance --game 2000:+ --json")
    assert answer.code == 1
    assert answer.json["performance"] is None


def test_k(arpad: Arpad) -> None:
    line = "calc k --edition fide-2022 --rating 2299 --games-played 50 --born 2005 --highest 2299 --date 2023-06-01"
    assert arpad(f"{line} --period-games 9 --json").json["k"] == 40
    cut = arpad(f"{line} --period-games 18 --json").json
    assert (cut["k"], cut["listed_k"], cut["article"]) == (38, 40, "8.3.3")


def test_expected(arpad: Arpad) -> None:
    found = arpad("calc expected --edition fide-2024 --rating 2000 --opponent 1588 --json").json
    assert (found["difference"], found["used_difference"], found["expected"]) == (412, 400, Decimal("0.92"))


def test_expected_of_a_game_that_is_not_rated(arpad: Arpad) -> None:
    answer = arpad("calc expected --edition fide-2024-12-rapid-blitz --rating 2700 --opponent 2000 --json")
    assert answer.code == 1
    assert answer.json["expected"] is None


@pytest.mark.parametrize(
    ("control", "time_class", "minutes"),
    [
        ("90/40+30:30", "standard", 150),
        ("15+10", "rapid", 25),
        ("3+2", "blitz", 5),
        ("40/90+30:30", "standard", 150),
        ("25'+10''", "rapid", 35),
        ("10", "blitz", 10),
    ],
)
def test_time_class(arpad: Arpad, control: str, time_class: str, minutes: int) -> None:
    found = arpad(f'calc time-class "{control}" --json').json
    assert found == {"time_class": time_class, "minutes_for_60_moves": minutes}


def test_time_class_asks_an_edition(arpad: Arpad) -> None:
    answer = arpad("calc time-class 60+30 --edition fide-2022 --rating 2400 --rating 1500 --json")
    assert answer.code == 1
    assert answer.json["ratable"] is False
    assert answer.json["reasons"][0]["article"] == "1.1"
    assert arpad("calc time-class 60+30 --edition fide-2022 --rating 2399 --json").code == 0


def test_dates(arpad: Arpad) -> None:
    found = arpad("calc dates --edition fide-2022 --start 2023-01-31 --end 2023-02-27 --json").json
    assert (found["list_in_force"], found["rated_in"]) == ("2023-01-01", "2023-04-01")
    assert (found["closing"], found["last_list"]) == ("2023-03-29", "2023-05-01")


def test_match(arpad: Arpad) -> None:
    results = "--result 1 --result 1 --result 1 --result 1 --result 0.5 --result 0 --result 0"
    assert arpad(f"calc match --edition fide-2022 --scheduled 8 {results} --json").json["rated"] == 5
    assert arpad(f"calc match --edition fide-2022 --scheduled 8 {results} --asked --json").json["rated"] == 7


def test_transition(arpad: Arpad) -> None:
    assert arpad("calc transition --edition fide-2024 --rating 1001 --json").json["new_rating"] == 1401
    line = "calc transition --edition fide-2022-10-rapid-blitz --rating 1850 --standard 2000 --json"
    assert arpad(line).json["new_rating"] == 1900


def test_round_robin_from_the_example(arpad: Arpad) -> None:
    found = arpad("calc round-robin examples/round-robin-2005.toml --json").json
    assert (found["rar"], found["dpa"], found["ra"]) == (2375, Decimal("29.5"), 2348)
    unrated = {
        player["name"]: (player["ru"], player["new_rc"], player["new_ru"])
        for player in found["players"]
        if player["rating"] is None
    }
    assert unrated == {
        "C": (2411, 2351, 2414),
        "E": (2386, 2348, 2386),
        "H": (2150, 2337, 2139),
        "I": (2032, 2305, 1989),
    }
    rated = {player["name"]: player["result"] for player in found["players"] if player["rating"] is not None}
    assert rated["A"] == Decimal("0.72")


def test_errata(arpad: Arpad) -> None:
    found = arpad("editions errata --json").json
    wanted = {"source": "fide-b02-2024", "printed": ".10", "correct": "1.0"}
    assert any(wanted.items() <= document.items() for document in found)


COMMANDS = [
    "editions",
    "editions show fide-2025",
    "editions show feda-1996 --markdown",
    "editions diff fide-2003 fide-2005",
    "editions diff fide-2024 fide-2024",
    "editions for --date 2024-03-01",
    "editions errata",
    f"calc change --edition fide-2024 {APPENDIX} --explain",
    f"calc change --edition fide-2022 {PUBLISHED_2022} --explain",
    "calc change --edition feda-1996 --rating 2000 --k 15 --game 2100:1:X --game 1500:1:Y --explain",
    "calc change --edition fide-2003 --rating 2000 --k 15 --game 2100:1 --game 1900:0 --format round-robin --explain",
    "calc change --edition fide-2024 --rating 2000 --k 40 --period-games 30 --game unrated:1 --game 2000:- --explain",
    "calc change --edition fide-2022-10-rapid-blitz --standard 1850 --k 40 --game s1850:1 --explain",
    "calc change --edition fide-2022 --rating 1700 --entered-list --games-played 3 --date 2023-01-01 --game 1:1",
    "calc change --edition fide-2025 --rating 2813 --k 10 --game 2400:1 --explain",
    f"calc initial --edition fide-2022 {EXAM_13} --explain",
    f"calc initial --edition fide-2024 {EXAM_13} --explain",
    f"calc initial --edition feda-1996 {EXAM_13} --explain",
    "calc initial --edition fide-2005 --performance 2280:5 --performance 2400:10 --explain",
    "calc initial --edition fide-2005 --game 1500:0 --explain",
    "calc initial --edition feda-1996 --game unrated:1:C --game unrated:0:C --championship C --explain",
    "calc initial --edition fide-2024 --game 2700:1 --game 2700:1 --game 2700:1 --game 2700:1 --game 2700:1 --explain",
    "calc performance --game 2000:1 --game 2100:0 --explain",
    "calc performance --game 2000:+",
    "calc k --edition fide-2017 --rating 2000 --games-played 40 --born 2001 --date 2018-01-01 --explain",
    "calc k --edition fide-2017 --rating 2000 --games-played 40 --date 2018-01-01 --period-games 40 --explain",
    "calc k --edition fide-2017 --rating 2400 --games-played 40 --date 2018-01-01 --explain",
    "calc k --edition fide-2017-rapid-blitz --rating 2400 --date 2018-01-01 --explain",
    "calc expected --edition fide-2024 --rating 2000 --opponent 1900 --explain",
    "calc expected --edition fide-2003 --rating 2000 --opponent 1900 --explain",
    "calc expected --edition fide-2024-12-rapid-blitz --rating 2700 --opponent 2000",
    "calc time-class 90+30 --edition fide-2024 --rating 2500",
    "calc time-class 30/90+30 --edition fide-2017 --rounds-per-day 4 --unequal",
    "calc time-class 2+0 --edition fide-2022-rapid-blitz",
    "calc time-class 90+30 --edition fide-2022-rapid-blitz",
    "calc time-class 60/40+30 --edition feda-1996 --rounds-per-day 3",
    "calc dates --edition feda-1996 --start 1997-01-02 --end 1997-05-31",
    "calc dates --edition fide-2024 --start 2024-03-01 --end 2024-03-31 --official",
    "calc match --edition fide-2022 --scheduled 4 --result 1 --result 1 --result 1 --result 0",
    "calc match --edition feda-1996 --scheduled 4 --result 1",
    "calc transition --edition fide-2024 --rating 1500 --explain",
    "calc transition --edition fide-2022-10-rapid-blitz --rating 1500 --standard 2000 --explain",
    "calc round-robin examples/round-robin-2005.toml --explain",
    "calc round-robin examples/round-robin-2005.toml --edition feda-1996 --explain",
    "calc round-robin examples/round-robin-2005.toml --edition fide-2003 --explain",
]


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_reads_in_both_languages(arpad: Arpad, line: str, lang: str) -> None:
    """Whatever is said to people is a sentence: no message key, no unfilled brace, nothing on standard error."""
    answer = arpad(f"{line} --lang {lang}")
    assert answer.code in (0, 1)
    assert answer.err == ""
    assert answer.out.strip()
    for key in ("step.", "label.", "table.", "parameter.", "policy.", "@"):
        assert key not in answer.out
    assert not re.search(r"\{(?![\d ])", answer.out), "only a set, of scores or of values, begins with a brace"


def test_the_two_languages_differ(arpad: Arpad) -> None:
    line = f"calc change --edition fide-2024 {APPENDIX} --explain"
    english, spanish = arpad(line).out, arpad(f"{line} --lang es").out
    assert "New rating: 2212 +56 = 2268" in english
    assert "Nueva valoración: 2212 +56 = 2268" in spanish
    assert "+1.41" in english
    assert "+1,41" in spanish


def test_the_language_may_come_from_the_environment(arpad: Arpad) -> None:
    assert "K, el coeficiente de desarrollo" in arpad("calc --help", ARPAD_LANG="es").out
    assert "K, the development coefficient" in arpad("calc --help").out
    assert "Uso: arpad calc" in arpad("--lang es calc --help").out


def test_html_page(arpad: Arpad, tmp_path: object) -> None:
    from pathlib import Path

    page = Path(str(tmp_path)) / "why.html"
    assert arpad(f"calc change --edition fide-2024 {APPENDIX} --html {page} --lang es").code == 0
    text = page.read_text(encoding="utf-8")
    assert '<html lang="es">' in text
    assert text.count("<li>") == text.count("</li>") == 44
    assert "Una diferencia de más de 400 se contabiliza como 400" in text
    assert '<span class="article">8.3.2b</span>' in text
