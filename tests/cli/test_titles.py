"""`arpad titles`: by rating, direct, applications; in words, in JSON, and what it refuses."""

import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from answers import Arpad
from arpad.formats.trf_event_lines import event_to_trf
from places import PROJECT
from title_events import EXAM_10, event

EXAMPLES = PROJECT / "examples"
COMPLETE, LACKING = EXAMPLES / "title-application.toml", EXAMPLES / "title-application-lacking.toml"
Changed = Callable[[str, str], Path]


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """The complete application with something else in one place."""

    def write(old: str, new: str) -> Path:
        text = COMPLETE.read_text("utf-8")
        assert old in text
        file = tmp_path / "application.toml"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        return file

    return write


def test_by_rating(arpad: Arpad) -> None:
    answer = arpad("titles by-rating --rating 2200 --games 30 --date 2023-05-01 --sex f --json")
    assert answer.code == 0
    assert (answer.json["edition"], answer.json["titles"]) == ("b01-2023", ["CM", "WFM"])
    assert [result["reached"] for result in answer.json["results"]] == [False, True, True, True]
    shown = arpad("titles by-rating --rating 2200 --games 30 --date 2023-05-01 --sex f")
    assert shown.out.startswith("b01-2023: CM + WFM\n")


def test_no_title_by_rating_is_no(arpad: Arpad) -> None:
    answer = arpad("titles by-rating --rating 2300 --games 29 --date 2017-08-01 --json")
    assert (answer.code, answer.json["titles"]) == (1, [])
    assert arpad("titles by-rating --rating 2300 --games 29 --date 2017-07-01 --lang es").out.startswith("b01-2017: FM")
    assert "ningún título" in arpad("titles by-rating --rating 1999 --date 2020-07-01 --lang es").out


def test_direct(arpad: Arpad) -> None:
    answer = arpad("titles direct world-u16 --place gold --score 8/11 --sex f --highest 1990 --date 2023-06-01 --json")
    assert answer.code == 0
    (award,) = answer.json["awards"]
    assert (award["title"], award["gives"], award["final"], award["meanwhile"]) == ("WIM", "title", False, "WFM")
    assert (award["rating"]["required"], award["rating"]["article"]) == (2000, "0.6.2")
    assert answer.json["checks"][0]["required"] == Decimal("0.35")


def test_only_women_play_in_the_womens_world_championship_1_24a(arpad: Arpad) -> None:
    refused = arpad("titles direct womens-world --place champion --score 8/10 --sex m")
    assert refused.code == 2
    assert "only women play in this event" in refused.err
    for sex in ("", "--sex f"):
        answer = arpad(f"titles direct womens-world --place 1 --score 8/10 --json {sex}")
        assert [award["title"] for award in answer.json["awards"]] == ["GM", "WGM"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("titled = 7", "titled = 9", "gm + im + fm + wgm + wim + wfm is 7, but must be at least 9"),
        ("rated = 9", "rated = 7", "rated + unrated is 7, but must be at least 9"),
    ],
)
def test_numbers_of_form_it2_that_contradict_each_other(
    arpad: Arpad, changed: Changed, old: str, new: str, said: str
) -> None:
    refused = arpad(f"titles application {changed(old, new)}")
    assert refused.code == 2
    assert said in refused.err


def test_titles_left_out_of_form_it2_are_asked_for_1_4_5a(arpad: Arpad, changed: Changed) -> None:
    answer = arpad(f"titles application {changed('titled = 7', 'titled = 8').as_posix()} --json")
    assert answer.code == 2
    text = COMPLETE.read_text("utf-8").replace("titled = 7", "titled = 8", 1).replace("wgm = 0", "", 1)
    file = changed("titled = 7", "titled = 8")
    file.write_text(text, encoding="utf-8")
    answer = arpad(f"titles application {file} --json")
    assert answer.code == 1
    assert any("opponents.wgm" in lack for lack in answer.json["lacks"])


ROUND_ROBIN = 'system = "round-robin"\nrounds = 9\ngames = 9\npoints = 7\n'
SHORTENED = 'system = "{system}"\nrounds = 10\ngames = 10\npoints = 8\ncounted = 9\ncounted_points = 7\n'


@pytest.mark.parametrize(
    ("system", "good"), [("round-robin", False), ("scheveningen", False), ("schiller", False), ("knock-out", True)]
)
def test_1_4_1e_no_win_is_left_out_of_predetermined_pairings(
    arpad: Arpad, changed: Changed, system: str, good: bool
) -> None:
    file = changed(ROUND_ROBIN + "required = 6\n", SHORTENED.format(system=system) + "counted_required = 6\n")
    answer = arpad(f"titles application {file} --json")
    assert answer.json["norms"][1]["holds"] is good
    assert any("9 of 10 games are counted" in lack and "1.4.1e" in lack for lack in answer.json["lacks"]) is not good


@pytest.mark.parametrize(("day", "approved", "good"), [(2023, "", False), (2023, "approved = true\n", True),
                                                       (2021, "approved = true\n", False)])  # fmt: skip
def test_1_4_2e_and_1_6_a_match_has_norms_with_approval_only(
    arpad: Arpad, changed: Changed, day: int, approved: str, good: bool
) -> None:
    file = changed(ROUND_ROBIN, approved + ROUND_ROBIN.replace("round-robin", "match"))
    file.write_text(file.read_text("utf-8").replace("2023-06", f"{day}-06"), encoding="utf-8")
    norm = arpad(f"titles application {file} --json").json["norms"][1]
    (check,) = [check for check in norm["checks"] if check["name"] == "format"]
    assert (norm["holds"], check["ok"], check["article"]) == (good, good, "1.6" if day == 2021 else "1.4.2e")


def test_direct_by_place_number_and_section(arpad: Arpad) -> None:
    def titles(line: str) -> list[str]:
        awards = arpad(f"titles direct world-u18 --score 8/11 --json {line}").json["awards"]
        return [f"{award['title']} {award['gives']}" for award in awards]

    assert titles("--place 1 --tied") == ["GM norm", "IM title"]
    assert titles("--place 3 --tied") == ["IM title"]
    assert titles("--place 2") == ["IM norm", "FM title"]
    assert titles("--place 2 --sex f") == ["WIM norm", "WFM title"]
    assert titles("--place 2 --sex f --section open") == ["IM norm", "FM title"]
    assert titles("--place 4 --tied") == []
    assert titles("--place gold --subgroup 6:3 --participants 10 --federations 5 --rounds 11") == [
        "GM norm",
        "IM title",
    ]


def test_a_result_that_gives_nothing_is_no(arpad: Arpad) -> None:
    answer = arpad("titles direct continental --place gold --score 7/9 --participants 9 --federations 5 --rounds 9")
    assert answer.code == 1
    assert "9 players took part, 10 are needed (1.2.3)" in answer.out


def test_direct_in_words(arpad: Arpad) -> None:
    def shown(line: str) -> str:
        return re.sub(r"\s+", " ", arpad(f"titles direct {line}").out)

    conditional = shown("olympiad --score 6/9 --highest 2050 --edition b01-2023")
    assert "FM: the title, for 65% in at least 9 games" in conditional
    assert "CM may be taken at once." in conditional
    assert "a rating of 2100 was ever reached" in shown("olympiad --score 6/9")
    assert "GM: una norma de 9 partidas" in shown("world-u18 --place gold --lang es")


def test_all_events(arpad: Arpad) -> None:
    events = arpad("titles direct --json").json
    assert {"world-cup", "olympiad", "sub-continental", "world-blind"} <= {one["id"] for one in events}
    cup = next(one for one in events if one["id"] == "world-cup")
    assert [(award["title"], award["result"], award["gives"]) for award in cup["gives"]] == [
        ("GM", "last-16", "title"),
        ("IM", "qualified", "title"),
    ]
    assert "world-schools-u17" in arpad("titles direct").out
    assert "Olimpiada" in arpad("titles direct --lang es").out


def test_a_complete_application(arpad: Arpad) -> None:
    answer = arpad(f"titles application {COMPLETE} --json")
    assert answer.code == 0
    assert (answer.json["complete"], answer.json["games"], answer.json["lacks"]) == (True, 28, [])
    assert [norm["credit"] for norm in answer.json["norms"]] == [9, 10, 9]
    assert answer.json["obtained"] == "2023-11-01"
    assert "The application is complete." in arpad(f"titles application {COMPLETE}").out


def test_an_application_that_lacks_something_is_no(arpad: Arpad) -> None:
    answer = arpad(f"titles application {LACKING} --json")
    assert (answer.code, answer.json["complete"]) == (1, False)
    assert answer.json["lacks"] == [
        "a rating of 2500; the highest so far is 2478 (1.5.3)",
        "games: the norms that hold count as 9, 27 are needed (1.5.1)",
        "a norm with the normal number of foreigners (1.4.3e)",
        "Norm 1, Festival de Muestra: 6 opponents of the player's own federation, at most 5 are accepted (1.4.4)",
        "Norm 3, Abierto de Muestra: 6 points; 6.5 are needed against this average (1.4.8)",
        "Norm 3, Abierto de Muestra: the form says that 6 points are required; it is 6.5 (1.4.8)",
    ]
    shown = arpad(f"titles application {LACKING} --lang es")
    assert shown.code == 1
    assert "A la solicitud le falta:" in shown.out
    for words in arpad(f"titles application {LACKING} --lang es --json").json["lacks"]:
        assert words in re.sub(r"\s+", " ", shown.out)


def test_what_is_not_said_and_what_fide_decides(arpad: Arpad, changed: Changed) -> None:
    unsaid = arpad(f"titles application {changed('one_federation = 2', '')}")
    assert unsaid.code == 1
    assert "missing: opponents.one_federation" in unsaid.out
    interim = arpad(f"titles application {changed('published = true', 'published = false')}")
    assert interim.code == 0
    assert "To be decided by FIDE:" in interim.out
    conditional = arpad(f"titles application {changed('highest = 2514', 'highest = 2499')} --json")
    assert (conditional.code, conditional.json["conditional"]) == (1, True)
    assert "on condition" in arpad(f"titles application {changed('highest = 2514', 'highest = 2499')}").out


def test_form_it2(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "it2.pdf"
    assert arpad(f"titles application {COMPLETE} --pdf {out}").code == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_a_norm_from_a_report(arpad: Arpad, changed: Changed, tmp_path: Path) -> None:
    """The facts of a norm computed from a report beside the file; 1.1 asks when the event was registered."""
    (tmp_path / "exam.trf").write_bytes(event_to_trf(event(EXAM_10, own="AUS", host="NED"), "trf16"))
    reference = '[[norm]]\nreport = "exam.trf"\nplayer = 1\nregistered = 2023-03-01\n\n[[norm]]'
    file = changed("[[norm]]", reference)
    refused = arpad(f"titles application {file}")
    assert refused.code == 2
    assert "Candidate with the ID 1, the application is for 790001" in refused.err
    file.write_text(file.read_text("utf-8").replace("790001", "1"), encoding="utf-8")
    document = arpad(f"titles application {file} --json").json
    first = document["norms"][0]
    assert (first["event"], first["holds"], first["credit"], first["average"]) == ("Little open", True, 9, 2478)
    assert first["good_for"] == ["GM", "IM"]
    assert (document["games"], document["complete"]) == (37, True)
    file.write_text(file.read_text("utf-8").replace("2023-03-01", "2023-04-20"), encoding="utf-8")
    answer = arpad(f"titles application {file}")
    assert answer.code == 1
    assert "Norm 1, Little open: " in answer.out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("by-rating --rating many --date 2023-01-01", "many"),
        ("by-rating --rating 2300 --date soon", "soon"),
        ("by-rating --rating 2300 --games -1 --date 2023-01-01", "--games"),
        ("by-rating --rating 2300 --date 2023-01-01 --sex x", "--sex x: write m or f"),
        ("by-rating --rating 2300 --date 2023-01-01 --edition b01-1999", "b01-1999"),
        ("by-rating --rating 2300", "--date"),
        ("direct world-u19 --place gold", "world-u19"),
        ("direct world-u18", "say what the player achieved"),
        ("direct world-u18 --place platinum", "platinum"),
        ("direct world-u18 --place 0", "--place"),
        ("direct world-u18 --place gold --tied", "--place 2 --tied"),
        ("direct world-u18 --score 9", "6.5/9"),
        ("direct world-u18 --score 10/9", "more points than games"),
        ("direct world-u18 --score 8.3/9", "6.5/9"),
        ("direct world-u18 --place gold --section girls", "--section girls"),
        ("direct world-u18 --place gold --section women", "--sex f"),
        ("direct world-u18 --place gold --subgroup 7", "7:4"),
        ("direct world-u18 --place gold --subgroup 7:x", "--subgroup"),
        ("direct world-u18 --place gold --highest 9999", "9999"),
        ("application nowhere.toml", "nowhere.toml"),
    ],
)
def test_bad_options(arpad: Arpad, line: str, words: str) -> None:
    answer = arpad(f"titles {line}")
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('title = "GM"', 'title = "FM"', '"FM"'),
        ('title = "GM"', "", "“title” is missing"),
        ('federation = "HUN"', 'federation = "Hungary"', '"Hungary"'),
        ("date = 2024-02-15", 'date = "soon"', "date = 2024-05-01"),
        ("date = 2024-02-15", "date = 2023-07-01", "[[norm]] 3: it ends on 2023-09-24"),
        ('official = "Ilona Rating"', "official = 3", "official = 3"),
        ('official = "Ilona Rating"', 'officer = "Ilona"', "unknown key “officer”"),
        ("[person]", "[persons]", "unknown key “persons”"),
        ("id = 790001", 'id = "many"', '"many"'),
        ('sex = "m"', 'sex = "x"', '"m" | "f"'),
        ("highest = 2514", "highest = 9000", "highest = 9000"),
        ("highest = 2514", "highest = true", "highest = true"),
        ("published = true", "published = 1", "published = 1"),
        ("published = true", "printed = true", "[rating]"),
        ('system = "swiss"', 'system = "sweden"', '"sweden"'),
        ("rounds = 9", "rounds = 8", "games is 9, more than rounds, which is 8"),
        ("points = 6.5", "points = 9.5", "points is 9.5, more than games"),
        ("points = 6.5", "points = 6.3", "points = 6.3"),
        ("points = 6.5", "", "“points” is missing"),
        ("gm = 4", "gm = 6", "more than titled"),
        ("rated = 9", "rated = 10", "[[norm]] 1"),
        ("unrated = 0", "unrated = 3", "rated + unrated"),
        ("counted_points = 6.5", "", "counted_points"),
        ("counted = 9", "counted = 11", "counted is 11"),
        ("end = 2023-03-12", "end = 2023-03-02", "before it starts"),
        ("end = 2023-09-24", "end = 2024-09-24", "after the application"),
        ('location = "Győr"', 'kinds = ["festival"]', "festival"),
        ('location = "Győr"', 'kinds = "olympiad"', "kinds"),
        ('location = "Győr"', 'report = "open.trf"', "unknown key “event”"),
        ("[norm.opponents]", "[norm.rivals]", "unknown key “rivals”"),
        ("[[norm]]", '[[norm]]\nreport = "gone.trf"\nplayer = 1\n\n[[norm]]', "gone.trf"),
        ("[[norm]]", '[[norm]]\nreport = "gone.trf"\n\n[[norm]]', "“player” is missing"),
        ("[[norm]]", "norms = 3\n[[norm]]", "unknown key “norms”"),
        ('title = "GM"', "title title", "application.toml"),
    ],
)
def test_a_file_that_cannot_be_used(arpad: Arpad, changed: Changed, old: str, new: str, words: str) -> None:
    """One line: the file, where in it, and what to do."""
    file = changed(old, new)
    answer = arpad(f"titles application {file}")
    assert (answer.code, answer.out) == (2, ""), answer.out
    assert words in answer.err
    assert answer.err.count("\n") == 1


def test_an_application_from_before_every_edition(arpad: Arpad, changed: Changed) -> None:
    text = re.sub(r"(start|end|gained) = 2023", r"\1 = 2013", COMPLETE.read_text("utf-8"))
    file = changed("title", "title")
    file.write_text(text.replace("date = 2024-02-15", "date = 2014-02-15"), encoding="utf-8")
    answer = arpad(f"titles application {file}")
    assert (answer.code, answer.out) == (2, "")
    assert "2014-02-15" in answer.err


def test_norms_that_are_no_list_or_the_same(arpad: Arpad, tmp_path: Path) -> None:
    text = COMPLETE.read_text("utf-8")
    head = text.split("[[norm]]", maxsplit=1)[0]
    file = tmp_path / "application.toml"
    for norms in ("", "norm = []\n", "norm = 3\n"):
        file.write_text(f"{norms}{head}", encoding="utf-8")
        answer = arpad(f"titles application {file}")
        assert (answer.code, answer.err.count("\n")) == (2, 1)
        assert "norm" in answer.err
    file.write_text(f"norm = [3]\n{head}", encoding="utf-8")
    assert "a table is needed" in arpad(f"titles application {file}").err
    file.write_text(f"{text}\n[[norm]]{text.split('[[norm]]')[1]}", encoding="utf-8")
    assert "appears twice" in arpad(f"titles application {file}").err


def test_a_report_that_gives_no_norm_entry(arpad: Arpad, changed: Changed, tmp_path: Path) -> None:
    (tmp_path / "exam.trf").write_bytes(event_to_trf(event(EXAM_10), "trf16"))
    file = changed("[[norm]]", '[[norm]]\nreport = "exam.trf"\nplayer = 99\n\n[[norm]]')
    answer = arpad(f"titles application {file}")
    assert answer.code == 2
    assert "99" in answer.err
    assert "[[norm]] 1" in answer.err
