"""`arpad arbiter` on norms, applications and categories: answers, exit codes, and one clear line for bad input."""

from collections.abc import Callable
from pathlib import Path

import pytest

from answers import Answer, Arpad
from places import PROJECT

EXAMPLES = PROJECT / "examples"
SUMMER, WINTER = EXAMPLES / "arbiter" / "summer.toml", EXAMPLES / "arbiter" / "winter.toml"
Apply = Callable[..., Answer]


@pytest.fixture
def apply(arpad: Arpad, tmp_path: Path) -> Apply:
    """Check the application of the example with something replaced."""

    def call(old: str, new: str, command: str = "application") -> Answer:
        words = WINTER.read_text("utf-8")
        assert old in words
        file = tmp_path / "application.toml"
        file.write_text(words.replace(old, new, 1), "utf-8")
        return arpad(f"arbiter {command} {file}")

    return call


# ---------------------------------------------------------------- applications


def test_exam_24(arpad: Arpad) -> None:
    answer = arpad(f"arbiter need {SUMMER} --date 2024-08-01 --json")
    assert answer.code == 1
    kinds = [need["kind"] for need in answer.json["need"]]
    assert kinds[:4] == ["tournaments", "other-system", "large-swiss", "rounds-or-short"]
    assert "100 jugadores" in arpad(f"arbiter need {SUMMER} --date 2024-08-01 --lang es").out


def test_a_complete_application(arpad: Arpad) -> None:
    answer = arpad(f"arbiter application {WINTER} --json")
    found = answer.json
    assert (answer.code, found["complete"], found["exact"], found["open"]) == (0, True, True, 0)
    assert (found["edition"], found["latest"]) == ("b06-2024", "2025-10-20")
    assert [norm["articles"] for norm in found["norms"]] == [["3.8.1"], ["3.8.1"], ["3.8.2"]]
    assert all({"article", "key", "ok", "values"} <= set(check) for check in found["checks"])
    assert "completa" in arpad(f"arbiter application {WINTER} --lang es").out


def test_open_facts_are_counted_in_the_last_line(apply: Apply) -> None:
    answer = apply("signed = true  ", "# ")
    assert answer.code == 0
    assert answer.out.splitlines()[-1] == "The application is complete but for 1 fact."


def test_a_norm_may_be_taken_from_a_report(apply: Apply, tmp_path: Path) -> None:
    (tmp_path / "open.trf").write_bytes((EXAMPLES / "open-2024.trf").read_bytes())
    words = WINTER.read_text("utf-8")
    old = words[words.index('event = "Abierto de Almenara"') : words.index("federations = 4")]
    answer = apply(old, 'report = "open.trf"\n')
    assert "Open Ciudad de Soria 2024: 3.8.1, valid until 2030-07-14" in answer.out
    assert answer.code == 0


def test_examination_only(arpad: Arpad) -> None:
    answer = arpad(f"arbiter application {WINTER} --exam-only")
    assert answer.code == 0
    assert "the Arbiters' Commission decides (3.12)" in answer.out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "FA"', 'title = "NA"', "FA, IA"),
        ("born = 1998-03-14", "born = 2031-03-14", "2031-03-14"),
        ("born = 1998-03-14", "borm = 1998-03-14", "did you mean born?"),
        ("date = 2024-12-02", "# ", "--date"),
        ("start = 2024-05-03", "start = 2024-05-13", "norm 1: it ends on 2024-05-09, before"),
        ("end = 2024-10-20", "end = 2025-10-20", "norm 3: it ends on 2025-10-20, after"),
        ('system = "round-robin"', 'system = "schweizer"', "round-robin, double, team"),
        ('system = "round-robin"', 'article = "3.9.6"', "3.9.5"),
        ("rated = 58", "rated = 77", "players = 76"),
        (
            'event = "Abierto de Almenara"\nstart = 2024-07-01',
            'event = "Abierto de Valdeoca"\nstart = 2024-05-03', "norm 1",
        ),
        ('exam = "85/100"', 'exam = "85"', "85/100"),
        ('exam = "85/100"', 'exam = "85/0"', "85/100"),
        ("end = 2024-02-11", "end = 2025-02-11", "seminar 1"),
        ('languages = ["es", "en"]', 'languages = ["spanish"]', '["en", "es"]'),
        ("[[norm]]", "[norm]", ""),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(apply: Apply, old: str, new: str, said: str) -> None:
    answer = apply(old, new)
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err
    assert "Traceback" not in answer.err


# ---------------------------------------------------------------- norms of a report


def test_the_norms_of_an_open(arpad: Arpad) -> None:
    fide = arpad(f"arbiter norm {EXAMPLES / 'open-2024.trf'} --title FA --json").json
    assert (fide["possible"], fide["articles"]) == (True, ["3.8.1"])
    assert (fide["event"]["players"], fide["event"]["rated"], fide["event"]["federations"]) == (24, 22, 6)
    assert fide["certificates"] == {"most": 1, "article": "2.7.1", "known": True}
    international = arpad(f"arbiter norm {EXAMPLES / 'open-2024.trf'} --title ia --role chief --json").json
    assert (international["articles"], international["signed_by"]) == (["4.8.3"], "supervisor")


def test_facts_that_no_report_has(arpad: Arpad) -> None:
    file = EXAMPLES / "open-2024.trf"
    final = arpad(f"arbiter norm {file} --title IA --kind national-final --json").json
    assert final["articles"] == ["4.8.1", "4.8.3"]
    world = arpad(f"arbiter norm {file} --title IA --kind rapid-blitz --level world --json").json
    assert "4.8.4" in world["articles"]
    assert world["certificates"]["most"] is None
    hybrid = arpad(f"arbiter norm {file} --title FA --kind hybrid --json")
    assert (hybrid.code, hybrid.json["possible"]) == (0, None)
    approved = arpad(f"arbiter norm {file} --title FA --kind hybrid --approved --json").json
    assert approved["articles"] == ["3.9.3"]
    none = arpad(f"arbiter norm {file} --title FA --format knockout")
    assert (none.code, "No norm for FA" in none.out) == (1, True)


def test_an_old_round_robin_without_titles(arpad: Arpad) -> None:
    found = arpad(f"arbiter norm {EXAMPLES / 'round-robin-2005.trf'} --title FA --json").json
    assert found["edition"] == "b06-2021", "the first edition says what older events had to be"
    assert found["event"]["norm_possible"] is None


def test_the_ratings_of_a_list_count(arpad: Arpad, tmp_path: Path) -> None:
    list_ = tmp_path / "list.csv"
    list_.write_text("id,name,rating\n2250000,Abad,2486\n2251013,Blanco,2415\n", "utf-8")
    found = arpad(f"arbiter norm {EXAMPLES / 'open-2024.trf'} --title FA --list {list_} --json")
    assert (found.json["event"]["rated"], found.code) == (2, 1)


# ---------------------------------------------------------------- status, categories, appointments


def test_status(arpad: Arpad, tmp_path: Path) -> None:
    file = tmp_path / "arbiter.toml"
    file.write_text(
        '[person]\nfa = 2020-01-10\n[[seminar]]\nkind = "refresher"\nend = 2023-06-15\npassed = true\n', "utf-8"
    )
    assert arpad(f"arbiter status {file} --date 2027-06-15 --json").json["active"] is True
    late = arpad(f"arbiter status {file} --date 2027-06-16 --json")
    assert (late.code, late.json["active"], late.json["ends"]) == (1, False, "2027-06-15")
    file.write_text("[person]\nlast_event = 2017\nia = 2010-01-01\n", "utf-8")
    assert arpad(f"arbiter status {file} --date 2021-12-31 --json").json["active"] is True
    assert arpad(f"arbiter status {file} --date 2022-01-01").code == 1


def test_an_upgrade_from_a_file(arpad: Arpad, tmp_path: Path) -> None:
    facts = 'category = "A"\nrole = "chief"\nstart = 2023-08-01\nend = 2023-08-10\npositive = true\n'
    event = f'[[event]]\nevent = "X"\n{facts}'
    file = tmp_path / "upgrade.toml"
    head = 'to = "A"\nia = 2018-01-01\ncategory_since = 2022-06-01\nactive = true\nsanctioned = false\n'
    file.write_text(head + event + event, "utf-8")
    assert arpad(f"arbiter upgrade {file} --date 2024-06-01 --json").json["complete"] is True
    assert arpad(f"arbiter upgrade {file} --date 2024-05-31").code == 1
    file.write_text(head + event + event.replace("positive = true\n", ""), "utf-8")
    assert arpad(f"arbiter upgrade {file} --date 2024-06-01 --json").json["complete"] is None
    file.write_text(head + event.replace("end = 2023-08-10", "end = 2023-07-10"), "utf-8")
    assert arpad(f"arbiter upgrade {file} --date 2024-06-01").code == 2
    assert arpad(f"arbiter upgrade {file}").code == 2


def test_appointments_categories_and_numbers(arpad: Arpad) -> None:
    assert arpad("arbiter may chief A --category B").code == 0
    assert arpad("arbiter may chief A --category C --lang es").out.startswith("No: la categoría C")
    assert arpad("arbiter may match olympiad --category na --json").json["allowed"] is None
    assert arpad("arbiter may cook A --category B").code == 2
    assert arpad("arbiter event-category --kind c-senior --json").json["category"] == "C"
    assert arpad("arbiter event-category").code == 2
    assert arpad("arbiter needed").code == 2
    found = arpad("arbiter needed --players 101 --json").json
    assert (found["arbiters"], found["report_deputies"]) == ({"least": 5, "most": 6}, 3)
