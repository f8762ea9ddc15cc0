"""`arpad prizes` and `arpad prizes check`: text, JSON, CSV, the sheet as PDF, exit codes, both languages."""

import csv
import io
from pathlib import Path

import pypdf
import pytest

from answers import Arpad
from places import PROJECT

MANUAL = PROJECT / "examples/prizes-hort.csv"
LINE = f"prizes {MANUAL} --prizes 10000,5000,3000,2000"
EXAMPLE = f"prizes {PROJECT}/examples/prizes.csv --rules {PROJECT}/examples/prizes.toml"


def test_horts_table(arpad: Arpad) -> None:
    answer = arpad(f"{LINE} --system hort")
    assert answer.code == 0
    rows = [line.split(maxsplit=4) for line in answer.out.splitlines()[4:9]]
    assert [row[3:] for row in rows[1:]] == [
        ["5000.00", "10000.00  5000 + 2500 = 7500  7500.00"],
        ["5000.00", "5000.00  2500 + 2500 = 5000  5000.00"],
        ["5000.00", "3000.00  1500 + 2500 = 4000  4000.00"],
        ["5000.00", "2000.00  1000 + 2500 = 3500  3500.00"],
    ]


def test_the_json_has_the_fields_of_the_contract(arpad: Arpad) -> None:
    document = arpad(f"{LINE} --system hort --json").json
    assert {name: document[name] for name in ("currency", "unit", "system", "places", "policy")} == {
        "currency": "EUR",
        "unit": "0.01",
        "system": "hort",
        "places": None,
        "policy": "main-first",
    }
    assert document["groups"] == [
        {"ranks": [1, 4], "points": 8, "pool": "20000.00", "sharing": 4,
         "addends": "10000 + 5000 + 3000 + 2000 = 20000"}
    ]  # fmt: skip
    first = document["players"][0]
    assert {
        name: first[name] for name in ("rank", "name", "exact", "by_place", "shared", "paid", "category", "total")
    } == {
        "rank": 1,
        "name": "A",
        "exact": "7500",
        "by_place": "5000.00",
        "shared": "2500.00",
        "paid": "7500.00",
        "category": None,
        "total": "7500.00",
    }
    assert {system: money["paid"] for system, money in first["systems"].items()} == {
        "equal": "5000.00",
        "place": "10000.00",
        "hort": "7500.00",
    }
    assert (document["awarded"], document["kept"], document["not_awarded"]) == ("20000.00", "0.00", [])
    assert document["addends"][0] == "5000 + 2500 = 7500"


def test_a_system_that_nobody_announced_is_told(arpad: Arpad) -> None:
    document = arpad(f"{LINE} --json").json
    assert document["system"] == "equal"
    assert [finding["code"] for finding in document["findings"]] == ["prizes-system"]


def test_options_overrule_the_rules(arpad: Arpad) -> None:
    line = f"{EXAMPLE} --system equal --places 1 --unit 5 --rounding down --policy cumulative --currency chf --json"
    document = arpad(line).json
    found = {name: document[name] for name in ("system", "places", "unit", "rounding", "policy", "currency")}
    assert found == {
        "system": "equal", "places": 1, "unit": "5.00", "rounding": "down", "policy": "cumulative", "currency": "CHF",
    }  # fmt: skip
    assert document["not_awarded"][0] == {"place": 2, "amount": "250.00"}


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["To pay", "Category prizes paid"]), ("es", ["A pagar", "Premios de tramo"])]
)
def test_the_table_in_both_languages(arpad: Arpad, language: str, words: list[str]) -> None:
    answer = arpad(f"{EXAMPLE} --lang {language}")
    assert answer.code == 0
    assert all(word in answer.out for word in words)
    assert "prizes." not in answer.out


def test_the_csv_can_be_checked(arpad: Arpad, tmp_path: Path) -> None:
    paid = tmp_path / "paid.csv"
    assert arpad(f"{EXAMPLE} --csv {paid}").code == 0
    rows = list(csv.DictReader(io.StringIO(paid.read_text("utf-8"))))
    assert [row["total"] for row in rows[:3]] == ["362.50", "287.50", "137.50"]
    check = f"prizes check {PROJECT}/examples/prizes.csv {paid} --rules {PROJECT}/examples/prizes.toml"
    agreed = arpad(check)
    assert agreed.code == 0
    assert "agrees" in agreed.out
    assert arpad(f"{check} --json").json["agrees"] is True


def test_a_payment_that_differs(arpad: Arpad, tmp_path: Path) -> None:
    paid = tmp_path / "paid.csv"
    paid.write_text("rank,paid\n1,5000\n2,5000\n3,5000\n4,5000\n", encoding="utf-8")
    line = f"prizes check {MANUAL} {paid} --prizes 10000,5000,3000,2000 --system hort"
    answer = arpad(line)
    assert answer.code == 1
    assert "for 3 players" in answer.out
    assert "−2500.00" in answer.out
    assert "agrees with another system: equal shares" in answer.out
    document = arpad(f"{line} --json").json
    assert (document["agrees"], document["agrees_with"]) == (False, ["equal"])


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_sheet_on_a4_with_two_signatures(arpad: Arpad, tmp_path: Path, language: str) -> None:
    pdf = tmp_path / "sheet.pdf"
    assert arpad(f"{EXAMPLE} --pdf {pdf} --lang {language}").code == 0
    page = pypdf.PdfReader(pdf).pages[0]
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (595, 842)
    printed = page.extract_text()
    assert printed.count({"en": "Signature", "es": "Firma"}[language]) == 2
    assert {"en": "200 + 162.50 = 362.50", "es": "200 + 162,50 = 362,50"}[language] in printed
    assert "400 + 250 = 650" in printed


def test_a_long_sheet_has_room_for_everybody(arpad: Arpad, tmp_path: Path) -> None:
    ranking, pdf = tmp_path / "long.csv", tmp_path / "long.pdf"
    rows = "".join(f"{rank},{'Name ' * 12},5\n" for rank in range(1, 201))
    ranking.write_text(f"rank,name,points\n{rows}", encoding="utf-8")
    assert arpad(f"prizes {ranking} --prizes 1000 --pdf {pdf}").code == 0
    pages = pypdf.PdfReader(pdf).pages
    assert len(pages) > 2
    assert "Second calculation" in pages[-1].extract_text()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"prizes {MANUAL}", "no prizes: give --rules prizes.toml"),
        (f"{LINE} --system horst", "--system horst: write it like equal | place | hort"),
        (f"{LINE} --places 0", "--places: 0 is not between 1"),
        (f"{LINE} --tie-breaks BH", "a ranking already has its order"),
        (f"{LINE} --date never", "--date"),
        (f"{LINE} --rules nowhere.toml", "nowhere.toml: there is no such file"),
        ("prizes nowhere.csv --prizes 10", "nowhere.csv: there is no such file"),
    ],
)
def test_what_cannot_be_used_is_one_line(arpad: Arpad, line: str, said: str) -> None:
    answer = arpad(line)
    assert answer.code == 2
    assert said in answer.err
    assert answer.err.count("\n") == 1
