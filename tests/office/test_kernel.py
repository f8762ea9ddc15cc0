"""The office closes with the kernel and spot-checks it by the reference engine: the digests are those of both."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.lists import kernel
from arpad.lists.closing import close_period
from arpad.lists.kernel import close_by_kernel
from arpad.lists.period_detail import SAMPLE, Otherwise, sample, spot_check
from arpad.office import periods
from arpad.office.context import Desk, found_system
from arpad.office.events import submit
from arpad.office.lists import versions
from arpad.office.periods import close, import_list, publish
from arpad.office.proof.bundle import export_bundle, verify_bundle
from arpad.office.proof.verification import verify
from arpad.office.storage.database import Database
from arpad.rating.game_by_game import Sums, rate_games
from arpad.regulations.rating_editions import regulations
from cli_office_town import caller, copy, prepare
from office_databases import NewDatabase
from places import PROJECT
from small_seasons import Season, first_list, plain_event, player

FILES = PROJECT / "examples" / "federation"
SEPTEMBER, OCTOBER, NOVEMBER = dt.date(2023, 9, 1), dt.date(2023, 10, 1), dt.date(2023, 11, 1)


def wrong(*arguments: Any) -> Sums:
    """A kernel that gives everybody half a point more for each game."""
    found = rate_games(*arguments)
    return Sums(found.result + 50 * found.games, found.games)


def founded(database: Database) -> Desk:
    """An office with two events in two lists."""
    desk = Desk(database, regulations(), "fide", "officer", dt.datetime(2024, 1, 1, tzinfo=dt.UTC))
    found_system(desk, "ESP")
    import_list(desk, FILES / "list-2023-09.csv", SEPTEMBER)
    for name, period in (("01-valdeoca", OCTOBER), ("02-ribera", NOVEMBER)):
        assert submit(desk, (FILES / f"{name}.trf").read_bytes()).accepted
        close(desk, period)
        publish(desk, period)
    return desk


def test_either_engine_gives_the_same_digests(new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    by_kernel = [version.digest for version in versions(founded(new_database("sqlite")))]
    monkeypatch.setattr(periods, "close_by_kernel", close_period)
    assert [version.digest for version in versions(founded(new_database("sqlite")))] == by_kernel


def test_the_office_rates_by_the_kernel(new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    right = [version.digest for version in versions(founded(new_database("sqlite")))]
    monkeypatch.setattr(kernel, "rate_games", wrong)
    same = [
        version.digest == digest
        for version, digest in zip(versions(founded(new_database("sqlite"))), right, strict=True)
    ]
    assert same == [True, False, False]


def test_lists_of_a_kernel_that_errs_are_not_proved(
    database: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Recomputed by the same kernel the lists do not change, but the spot checks find the fault; in a bundle too."""
    monkeypatch.setattr(kernel, "rate_games", wrong)
    desk = founded(database)
    found = verify(desk)
    assert all(version.digest == version.found for version in found)
    assert [proof.sound for proof in found] == [True, False, False]
    assert found.versions[0].problems == ()
    assert all(problem.startswith("proof.spot-check 99") for proof in found.versions[1:] for problem in proof.problems)
    assert any(": rating " in problem for problem in found.versions[1].problems)
    export_bundle(desk, NOVEMBER, None, tmp_path / "list.zip")
    assert [proof.sound for proof in verify_bundle(tmp_path / "list.zip", regulations())] == [True, False]


def test_the_same_players_are_checked_again(new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    """The digest draws them, no clock."""
    monkeypatch.setattr(kernel, "rate_games", wrong)
    desk = founded(new_database("sqlite"))
    assert [proof.problems for proof in verify(desk)] == [proof.problems for proof in verify(desk)]


def test_the_command_says_so(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 1, and for each player a line with the values of the list and of the reference engine."""
    town = tmp_path / "town"
    town.mkdir()
    prepare(town)
    run = caller(arpad, copy(town, tmp_path), monkeypatch)
    assert run("verify").code == 0
    monkeypatch.setattr(kernel, "rate_games", wrong)
    for language, words in (("en", "list ≠ reference engine"), ("es", "lista ≠ motor de referencia")):
        answer = run(f"verify --lang {language}")
        assert (answer.code, answer.err) == (1, "")
        told = " ".join(answer.out.split())
        assert f"{words} (" in told
        assert ": 101: rating 2323 ≠ 2293, highest 2323 ≠ 2300 2024-08-01 (1): " in told
    problems = [problem for proof in run("verify --json").json["versions"] for problem in proof["problems"]]
    assert any("101: rating 2323 ≠ 2293" in problem for problem in problems)


OPEN = plain_event("2024-05-11", "2024-05-12", ["ana-bob 1, cid-eva =", "ana-cid 0, bob-eva +"])


def spring() -> Season:
    return Season(first_list("2024-05-01", [player("ana", 2000), player("bob", 1900), player("cid", 1800)]))


def test_the_same_seed_draws_the_same_players() -> None:
    some = [plain_event("2024-05-11", "2024-05-12", [f"p{a:02}-p{a + 1:02} 1"]) for a in range(0, 60, 2)]
    period = spring().period("2024-06-01", *some)
    drawn = [sample(period, seed, SAMPLE) for seed in ("a", "a", "b")]
    assert drawn[0] == drawn[1] != drawn[2]
    assert [len(set(numbers)) for numbers in drawn] == [SAMPLE] * 3
    assert sample(spring().period("2024-06-01", OPEN), "a", SAMPLE) == ["ana", "bob", "cid", "eva"]
    assert sample(spring().period("2024-06-01", OPEN, merged={"eva": "dan"}), "a", 9) == ["ana", "bob", "cid", "dan"]


def test_a_period_without_reports_has_nobody_to_check() -> None:
    period = spring().period("2024-06-01")
    assert spot_check(period, close_by_kernel(period).ledger, "a") == []


def test_a_kernel_that_errs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a point too much for every game: with K 20 that is +20 for Ana (1992) and +10 for Cid (1815)."""

    period = spring().period("2024-06-01", OPEN)
    right = close_by_kernel(period).ledger
    monkeypatch.setattr(kernel, "rate_games", wrong)
    found = spot_check(period, close_by_kernel(period).ledger, "a")
    assert found[0] == Otherwise("ana", (("rating", 2012, 1992), ("highest", 2012, 2000)))
    assert [player.id for player in found] == ["ana", "bob", "cid"]
    assert str(found[2]) == "cid: rating 1825 ≠ 1815, highest 1825 ≠ 1815"
    assert not spot_check(period, right, "a")
