"""The files of the indexes: what they say is what the database says; a file that is not whole and right is not used."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arpad.domain.event import Event, PlayedEncounter
from arpad.lists.player_index import event_piece
from arpad.lists.whole_list import Tables
from arpad.office import list_tables
from arpad.office.context import Desk, dry_run, found_system
from arpad.office.decisions.corrections import CorrectReport, Withdraw
from arpad.office.decisions.decisions import Merge, Unmerge, decide
from arpad.office.events import list_events, submit
from arpad.office.list_tables import read_transaction
from arpad.office.lists import show_player
from arpad.office.periods import close, import_list, publish
from arpad.office.proof.sheets import view_player, view_report
from arpad.office.storage import caches as files
from arpad.office.storage.caches import IndexFolder, LedgerCache, index_folder
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from cli_office_town import LIST, REPORTS, report
from played_encounters import encounters

NOON = dt.datetime(2024, 9, 2, 12, tzinfo=dt.UTC)
JULY, AUGUST, SEPTEMBER = (dt.date(2024, month, 1) for month in (7, 8, 9))
FACTS = {"registered": "2024-06-01", "hybrid": False}
OLD_CARD = (("Diez, David", "Faro, Félix"), (" 2150 ", " 1900 "), ("        104 ", "        106 "), ("1986", "1980"))
Damage = Callable[[bytes], bytes]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """The list of July, and a report that waits for August."""
    desk = Desk(Database(f"sqlite:///{tmp_path / 'office.db'}"), regulations(), "fide", "Eva", NOON)
    found_system(desk, "ESP")
    (tmp_path / "list.csv").write_text(LIST, "utf-8")
    import_list(desk, tmp_path / "list.csv", JULY)
    submit(desk, REPORTS["july.trf"].encode(), facts=FACTS)
    return desk


def submit_under_another_id(desk: Desk) -> None:
    """A report in which the player 104 has the id and the name of 106."""
    text = report("Old Card Cup", 8, "01=1=0")
    for own, other in OLD_CARD:
        assert own in text
        text = text.replace(own, other)
    assert submit(desk, text.encode(), facts=FACTS, another_event=True).accepted


def folder_of(desk: Desk) -> IndexFolder:
    return IndexFolder(index_folder(desk.database.address))


def served(desk: Desk) -> Desk:
    """A desk that uses the files, as a server does."""
    return replace(desk, ledgers=LedgerCache(folder_of(desk)))


def everybody(desk: Desk) -> list[object]:
    """All that pages say of the players of the newest list, and of those who were merged away."""
    return [
        (show_player(desk, id_, published=True), view.ranks, view.held)
        for id_ in _ids(desk)
        for view in [view_player(desk, id_)]
    ]


def _ids(desk: Desk) -> list[str]:
    with read_transaction(desk, published=True) as repository:
        last = repository.last()
        assert last is not None
        return [*repository.ledger(last).players["id"].to_pylist(), *repository.merged()]


def held(desk: Desk) -> dict[str, list[tuple[int, tuple[PlayedEncounter, ...]]]]:
    """The games of every player as their page has them, by event."""
    return {id_: [(one.played.id, one.played.games) for one in view_player(desk, id_).held] for id_ in _ids(desk)}


def held_in_reports(desk: Desk) -> dict[str, list[tuple[int, tuple[PlayedEncounter, ...]]]]:
    """The same, looked for in every report."""
    with read_transaction(desk) as repository:
        gone = repository.merged()
    reports = {event.id: view_report(desk, event.id).accepted for event in list_events(desk)}
    found: dict[str, list[tuple[int, tuple[PlayedEncounter, ...]]]] = {}
    for id_ in _ids(desk):
        own = {id_} if id_ in gone else {id_, *(drop for drop, keep in gone.items() if keep == id_)}
        found[id_] = [
            (number, tuple(game._replace(opponent=gone.get(game.opponent, game.opponent)) for game in games))
            for number, accepted in reports.items()
            if accepted is not None
            for entrant, games in encounters(accepted.event).items()
            if entrant in own
        ]
    return found


def plain(desk: Desk) -> list[object]:
    """The same from the database."""
    return everybody(replace(desk, ledgers=LedgerCache()))


def kinds(desk: Desk) -> list[str]:
    return sorted(path.suffix for path in folder_of(desk).path.iterdir() if path.suffix != ".lock")


def test_after_every_step_the_files_say_what_the_database_says(desk: Desk) -> None:
    worker = served(desk)
    steps: tuple[Callable[[], object], ...] = (
        lambda: None,
        lambda: close(desk, AUGUST),
        lambda: publish(desk, AUGUST),
        lambda: submit(desk, REPORTS["august.trf"].encode(), facts=FACTS),
        lambda: close(desk, SEPTEMBER),
        lambda: publish(desk, SEPTEMBER),
        lambda: decide(desk, CorrectReport(1, REPORTS["july-corrected.trf"].encode(), "scoresheet")),
        lambda: submit_under_another_id(desk),
        lambda: decide(desk, Merge("104", "106", "one passport")),
        lambda: decide(desk, Unmerge("104", "106", "two passports")),
        lambda: decide(desk, Withdraw(2, "never played")),
    )
    for step in steps:
        step()
        assert everybody(worker) == plain(desk)
        assert held(worker) == held_in_reports(desk)


def test_games_under_a_merged_id_are_those_of_the_player_who_is_kept(desk: Desk) -> None:
    worker = served(desk)
    submit_under_another_id(desk)
    assert [len(games) for _, games in held(worker)["104"]] == [3]
    decide(desk, Merge("104", "106", "one passport"))
    assert [len(games) for _, games in held(worker)["104"]] == [3, 3]
    assert {game.opponent for _, games in held(worker)["101"] for game in games} == {"102", "103", "104"}


def test_an_event_that_has_not_changed_is_not_read_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    worker, read = served(desk), list[str]()
    everybody(worker)

    def piece(event: Event) -> Tables:
        read.append(event.name)
        return event_piece(event)

    monkeypatch.setattr(list_tables, "event_piece", piece)
    submit(desk, REPORTS["august.trf"].encode(), facts=FACTS)
    close(desk, AUGUST)
    publish(desk, AUGUST)
    assert read == ["August Cup"]
    assert everybody(worker) == plain(desk)


def test_once_there_is_a_folder_a_closing_makes_the_index_before_anybody_asks(desk: Desk) -> None:
    folder = folder_of(desk)
    close(desk, AUGUST)
    assert not folder.path.exists()
    everybody(served(desk))
    with dry_run(desk) as stage:
        close(stage, AUGUST)
    submit(desk, REPORTS["august.trf"].encode(), received=dt.date(2024, 7, 20), facts=FACTS)
    made = close(desk, AUGUST)
    assert folder.has(made.digest, "index")


DAMAGED: dict[str, Damage] = {
    "nothing": lambda _: b"",
    "its head alone": lambda data: data[:64],
    "its first half": lambda data: data[: len(data) // 2],
    "one more byte": lambda data: data + b"\0",
    "another mark": lambda data: b"X" + data[1:],
    "another format": lambda data: data[:15] + b"\x7f" + data[16:],
    "one bit of a table": lambda data: data[:-300] + bytes([data[-300] ^ 1]) + data[-299:],
    "its last byte": lambda data: data[:-1] + b"!",
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_made_again(desk: Desk, damage: Damage) -> None:
    expected = everybody(served(desk))
    whole = {path: path.read_bytes() for path in folder_of(desk).path.iterdir() if path.suffix != ".lock"}
    for path, data in whole.items():
        path.write_bytes(damage(data))
    assert everybody(served(desk)) == expected == plain(desk)
    assert {path: path.read_bytes() for path in whole} == whole


def test_a_file_of_another_list_is_not_used(desk: Desk) -> None:
    july = {path.suffix: path.read_bytes() for path in _files(desk)}
    close(desk, AUGUST)
    publish(desk, AUGUST)
    for path in _files(desk):
        if path.suffix in july:
            path.write_bytes(july[path.suffix])
    assert everybody(served(desk)) == plain(desk)


def _files(desk: Desk) -> list[Path]:
    everybody(served(desk))
    return [path for path in folder_of(desk).path.iterdir() if path.suffix in (".index", ".standings")]


def test_a_writer_that_fails_or_is_killed_leaves_no_half_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of(desk)

    def full(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_mapped", full)
        assert everybody(served(desk)) == plain(desk)
        assert kinds(desk) == []
    left = folder.path / f"{'0' * 64}.index.part"
    left.write_bytes(b"half")
    assert everybody(served(desk)) == plain(desk)
    assert not left.exists()
    assert kinds(desk) == [".games", ".index", ".list", ".persons", ".standings"]


def test_if_nothing_can_be_written_there_pages_are_the_same(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARPAD_INDEX", str(desk.database.address.path) + "/no-folder")
    assert everybody(served(desk)) == plain(desk)


def test_the_folder_is_beside_the_file_or_where_caches_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARPAD_INDEX", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert index_folder(Database(f"sqlite:///{tmp_path / 'a.db'}").address) == tmp_path / "a.db-index"
    assert index_folder(Database(f"sqlite:///{tmp_path / 'no' / 'a.db'}").address) == tmp_path / "caches" / "arpad"
    assert index_folder(Database("postgresql://a@b/c").address) == tmp_path / "caches" / "arpad"


def test_of_large_files_only_those_used_last_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST", {"list": 2})
    folder = IndexFolder(tmp_path / "index")
    for digest in ("1", "2", "1", "3"):
        folder.tables(digest, "list", dict)
        folder.tables(digest, "standings", dict)
    assert sorted(path.name for path in folder.path.iterdir() if path.suffix != ".lock") == [
        "1.list", "1.standings", "2.standings", "3.list", "3.standings",
    ]  # fmt: skip
