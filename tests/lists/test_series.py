"""Monthly lists imported one after the other: what each knows of those before it, what is odd, and a list that was
rewritten in place."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

import pytest

from answers import Answer, Arpad
from arpad.formats.rating_lists.columns import Found
from arpad.lists.imports import continued, ledger_from_list, tell_oddities
from arpad.lists.ledger import Ledger, Standing
from arpad.lists.period import list_editions
from arpad.regulations.rating_editions import regulations
from places import FIXTURES
from small_seasons import Season

FILE = FIXTURES / "series" / "fourteen-months.txt"
HEAD = "id,name,born,rating,k,games,flag"


def written(folder: Path) -> dict[str, Path]:
    """The lists of the file as CSV, by month."""
    found: dict[str, list[str]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            rows = found.setdefault(line.strip("[]"), [HEAD])
        elif line and not line.startswith("#"):
            id_, born, rating, k, games, *flag = line.split()
            rows.append(",".join([id_, id_.capitalize(), born, rating, k, games, *(flag or [""])]))
    for month, lines in found.items():
        (folder / f"{month}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {month: folder / f"{month}.csv" for month in found}


def imported(folder: Path) -> tuple[dict[str, Ledger], dict[str, dict[str, str]]]:
    """All lists one after the other, and the findings of each: the code with the players."""
    ledgers: dict[str, Ledger] = {}
    odd: dict[str, dict[str, str]] = {}
    previous: Ledger | None = None
    for month, path in written(folder).items():
        date = dt.date.fromisoformat(f"{month}-01")
        editions = list_editions(regulations(), "fide", date)
        ledger = ledger_from_list(path, date, editions)
        if previous is not None:
            ledger = continued(previous, ledger, editions, next_list=True)
        found = Found()
        tell_oddities(previous, ledger, editions, found)
        odd[month] = {finding.code: str(finding.values["ids"]) for finding in found.findings}
        previous = ledgers[month] = ledger
    return ledgers, odd


def standing(ledgers: Mapping[str, Ledger], month: str, id_: str) -> Standing:
    return ledgers[month].rows([id_])[id_].standing("standard")


def test_games_so_far_and_inactive_since(tmp_path: Path) -> None:
    """8.3.3: bob has 5 games more with each list, 30 with that of June; 7.2.2: cid is inactive since March."""
    ledgers, _ = imported(tmp_path)
    totals = [standing(ledgers, month, "bob").total for month in ("2024-01", "2024-05", "2024-06", "2025-02")]
    assert totals == [5, 25, 30, 70]
    assert standing(ledgers, "2025-02", "bob") == Standing(1813, 20, 5, 70, 1813)
    assert standing(ledgers, "2025-02", "cid").inactive == 20240301
    assert ledgers["2025-02"].since == dt.date(2024, 1, 1)


def test_what_is_odd_is_told(tmp_path: Path) -> None:
    """7.2.2: cid is flagged and has games in May, ana has played nothing for a year; 8.3.3: dot's K at the turn of the
    year; and with the first list alone no games before it are known."""
    _, odd = imported(tmp_path)
    assert odd["2024-01"] == {"series-games-before": "ana, bob, cid, dot"}
    assert odd["2024-05"] == {"series-inactive-games": "cid"}
    assert odd["2024-12"] == {}
    assert odd["2025-01"] == {"series-idle": "ana", "series-junior-turn": "dot"}


def test_the_next_list_knows_who_has_not_played_for_a_year(tmp_path: Path) -> None:
    """7.2.2a: closed in March 2025 after fourteen lists ana is inactive; after the last one alone nobody is."""
    ledgers, _ = imported(tmp_path)
    season = Season(ledgers["2025-02"])
    season.close("2025-03-01")
    assert season.standing("ana").inactive == 20250301
    assert season.standing("bob").inactive == 0
    date = dt.date(2025, 2, 1)
    alone = ledger_from_list(tmp_path / "2025-02.csv", date, list_editions(regulations(), "fide", date))
    single = Season(alone)
    single.close("2025-03-01")
    assert single.standing("ana").inactive == 0


def test_after_a_gap_the_year_begins_anew(tmp_path: Path) -> None:
    ledgers, _ = imported(tmp_path)
    editions = list_editions(regulations(), "fide", dt.date(2025, 2, 1))
    later = continued(ledgers["2024-05"], ledgers["2025-02"], editions, next_list=False)
    assert later.since == dt.date(2025, 2, 1)
    assert later.rows(["bob"])["bob"].standing("standard").total == 30


def test_a_k_that_the_games_do_not_explain_stands(tmp_path: Path) -> None:
    """bob has 30 games with the list of June; a list that still has K 40 there is taken as it is, and its games so far
    are then as few as K 40 asks for."""
    ledgers, _ = imported(tmp_path)
    path = tmp_path / "june.csv"
    path.write_text(f"{HEAD}\nbob,Bob,1990,1805,40,5,\n", encoding="utf-8")
    date = dt.date(2024, 6, 1)
    editions = list_editions(regulations(), "fide", date)
    ledger = continued(ledgers["2024-05"], ledger_from_list(path, date, editions), editions, next_list=True)
    assert ledger.rows(["bob"])["bob"].standing("standard") == Standing(1805, 40, 5, 5, 1805)


@pytest.fixture
def office(arpad: Arpad, tmp_path: Path) -> Arpad:
    def call(line: str) -> Answer:
        return arpad(f"{line} --db sqlite:///{tmp_path / 'office.db'}")

    call("office init --federation ESP")
    for month, path in list(written(tmp_path).items())[:4]:
        assert call(f"office import-list {path} --date {month} --publish").code == 0
    return call


def test_a_list_rewritten_in_place_is_imported_again(office: Arpad, tmp_path: Path) -> None:
    """The list of February has bob at 1850 with 9 games instead of 5: a second version with its differences, and the
    lists after it go on from it with 4 games more."""
    path = tmp_path / "2024-02.csv"
    path.write_text(path.read_text("utf-8").replace("bob,Bob,1990,1801,40,5,", "bob,Bob,1990,1850,40,9,"), "utf-8")
    refused = office(f"office import-list {path} --date 2024-02")
    assert (refused.code, "--reason" in refused.err) == (2, True)
    again = office(f"office import-list {path} --date 2024-02 --reason Rewritten --json").json
    assert again["version"] == 2
    kinds = {kind["kind"]: kind for kind in again["comparison"]["kinds"] if kind["count"]}
    assert {name: [one["id"] for one in kind["players"]] for name, kind in kinds.items()} == {
        "moved": ["bob"], "games": ["bob"],
    }  # fmt: skip
    lists = office("office lists --json").json
    assert [(listing["period"], listing["version"]) for listing in lists] == [
        ("2024-01-01", 1), ("2024-02-01", 1), ("2024-02-01", 2), ("2024-03-01", 1), ("2024-03-01", 2),
        ("2024-04-01", 1), ("2024-04-01", 2),
    ]  # fmt: skip
    assert office("office verify").code == 0


def test_a_list_that_was_closed_here_is_not_imported_over(office: Arpad, tmp_path: Path) -> None:
    assert office("office close 2024-05").code == 0
    answer = office(f"office import-list {tmp_path / '2024-05.csv'} --date 2024-05 --reason Other")
    assert answer.code == 2
