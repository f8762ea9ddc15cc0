"""The life of an office through its use cases, on both databases: what is kept, what changes, and that it is proved."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arpad.i18n import ArpadError
from arpad.office.context import Desk, found_system
from arpad.office.decisions.corrections import CorrectReport, Identify, SetBaseRating, Withdraw
from arpad.office.decisions.decisions import (
    ChangePerson,
    Exclude,
    Merge,
    Readmit,
    SetRating,
    Undo,
    Unmerge,
    decide,
    list_decisions,
)
from arpad.office.events import list_events, register, show_event, submit
from arpad.office.list_tables import read_transaction
from arpad.office.lists import diff, ranks_on, show_player, version, versions
from arpad.office.periods import close, import_list, publish
from arpad.office.proof.bundle import export_bundle, verify_bundle
from arpad.office.proof.sheets import sheet
from arpad.office.proof.verification import verify
from arpad.office.records import Registration
from arpad.office.storage.backups import backup, restore
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import log_entries
from arpad.regulations.rating_editions import regulations
from office_databases import BOTH, NewDatabase
from office_ledgers import ledger_of
from one_key import KEY
from places import PROJECT

FILES = PROJECT / "examples" / "federation"
OCTOBER, NOVEMBER, DECEMBER = dt.date(2023, 10, 1), dt.date(2023, 11, 1), dt.date(2023, 12, 1)
IBARZO, NAVAJAS, NEWCOMER = "99000397", "99000545", "99001538"


def report(name: str) -> bytes:
    return (FILES / f"{name}.trf").read_bytes()


def desk_at(database: Database, system: str = "fide") -> Desk:
    return Desk(database, regulations(), system, "officer", dt.datetime(2024, 1, 1, tzinfo=dt.UTC))


def founded(database: Database) -> Desk:
    desk = desk_at(database)
    found_system(desk, "ESP")
    import_list(desk, FILES / "list-2023-09.csv", dt.date(2023, 9, 1))
    return desk


def three_lists(database: Database) -> None:
    desk = founded(database)
    for name, period in (("01-valdeoca", OCTOBER), ("02-ribera", NOVEMBER), ("03-montejara", DECEMBER)):
        assert submit(desk, report(name)).accepted
        close(desk, period)
        publish(desk, period)


@pytest.fixture(params=BOTH)
def desk(request: pytest.FixtureRequest, new_database: NewDatabase) -> Desk:
    """An office with three events in three published lists."""
    return desk_at(new_database(request.param, prepare=three_lists))


@contextmanager
def refused(key: str) -> Iterator[None]:
    with pytest.raises(ArpadError) as problem:
        yield
    assert problem.value.key == key


def proved(desk: Desk) -> bool:
    return all(proof.sound for proof in verify(desk))


def newest(desk: Desk) -> dict[dt.date, str]:
    return {one.period: one.digest for one in versions(desk)}


def test_a_year_of_lists_is_proved(desk: Desk) -> None:
    assert [(one.period, one.number) for one in versions(desk)] == [
        (dt.date(2023, 9, 1), 1), (OCTOBER, 1), (NOVEMBER, 1), (DECEMBER, 1),
    ]  # fmt: skip
    assert [event.state for event in list_events(desk)] == ["rated"] * 3
    assert proved(desk)


def test_both_databases_give_the_same_digests(new_database: NewDatabase) -> None:
    found = []
    for kind in ("sqlite", "postgresql"):
        desk = founded(new_database(kind))
        submit(desk, report("01-valdeoca"))
        found.append(close(desk, OCTOBER).version)
    assert found[0] == found[1]


def test_a_correction_replays_every_later_list_and_keeps_the_old_ones(desk: Desk) -> None:
    before = newest(desk)
    done = decide(desk, CorrectReport(2, report("02-ribera-corrected"), "scoresheet"))
    assert [(one.period, one.number, one.reason) for one in done.versions] == [
        (NOVEMBER, 2, "scoresheet"), (DECEMBER, 2, "scoresheet"),
    ]  # fmt: skip
    touched = diff(desk, NOVEMBER, 1, 2)
    assert {player.id for player in touched} == {IBARZO, NAVAJAS}
    assert sum((change.after or 0) - (change.before or 0) for change in touched) == 0
    assert version(desk, NOVEMBER, 1).digest == before[NOVEMBER]
    assert version(desk, OCTOBER).number == 1
    assert [one.version for one in show_player(desk, IBARZO).histories["standard"] if one.period == NOVEMBER] == [1, 2]
    assert list_events(desk)[1].state == "corrected"
    assert proved(desk)


def test_correcting_back_gives_the_first_digest_again(desk: Desk) -> None:
    before = newest(desk)
    decide(desk, CorrectReport(2, report("02-ribera-corrected"), "scoresheet"))
    decide(desk, CorrectReport(2, report("02-ribera"), "it was right at first"))
    assert newest(desk) == before
    assert version(desk, DECEMBER).number == 3
    assert proved(desk)


def test_a_correction_before_the_list_is_closed_replays_nothing(desk: Desk) -> None:
    submit(desk, report("04-navidad"))
    done = decide(desk, CorrectReport(4, report("04-navidad") + b"\n", "an empty line"))
    assert done.versions == ()
    assert done.submitted is not None
    assert done.submitted.event.state == "accepted"


def test_withdrawing_and_the_lists_without_it(desk: Desk) -> None:
    done = decide(desk, Withdraw(1, "played with the wrong time control"))
    assert [one.period for one in done.versions] == [OCTOBER, NOVEMBER, DECEMBER]
    assert ledger_of(desk, OCTOBER).rows([IBARZO])[IBARZO].standing("standard").games == 0
    assert proved(desk)
    with refused("event-withdrawn"):
        decide(desk, CorrectReport(1, report("01-valdeoca"), "again"))


def test_a_merge_and_its_undoing(desk: Desk) -> None:
    """The newcomer of events 1 and 3 turns out to be Ibarzo's second identity … and then not."""
    before = newest(desk)
    with refused("merge-both-play"):
        decide(desk, Merge(IBARZO, NEWCOMER, "the same passport"))
    keep = "99001285"
    decide(desk, Merge(keep, NEWCOMER, "the same passport"))
    assert NEWCOMER not in ledger_of(desk, OCTOBER).rows([NEWCOMER])
    assert ledger_of(desk, OCTOBER).rows([keep])[keep].standing("standard").games > 0
    assert show_player(desk, NEWCOMER).merged_into == keep
    assert proved(desk)
    decide(desk, Unmerge(keep, NEWCOMER, "another passport"))
    assert newest(desk) == before
    assert proved(desk)


def test_a_rating_of_the_imported_list_is_amended(desk: Desk) -> None:
    before = newest(desk)
    done = decide(desk, SetRating(IBARZO, dt.date(2023, 9, 1), 2300, "misprint"))
    assert len(done.versions) == 4
    assert ledger_of(desk, dt.date(2023, 9, 1)).rows([IBARZO])[IBARZO].standing("standard").rating == 2300
    assert proved(desk)
    decide(desk, Undo(list_decisions(desk)[0].id, "it was no misprint"))
    assert version(desk, dt.date(2023, 9, 1)).number == 3
    assert ledger_of(desk, DECEMBER).hashes() == ledger_of(desk, DECEMBER, 1).hashes()
    assert newest(desk)[OCTOBER] != before[OCTOBER]  # the list before it has a reason of its own now
    assert proved(desk)


def test_the_base_rating_of_one_event(desk: Desk) -> None:
    decide(desk, SetBaseRating(2, IBARZO, 2150, "the list of the day was wrong for him"))
    assert diff(desk, NOVEMBER, 1, 2)
    assert diff(desk, OCTOBER, 1, 1) == []
    decide(desk, SetBaseRating(2, IBARZO, None, "it was right"))
    assert diff(desk, NOVEMBER, 1, 3) == []
    assert proved(desk)


def test_people_change_from_a_list_on(desk: Desk) -> None:
    done = decide(desk, ChangePerson(IBARZO, NOVEMBER, federation="FRA", title="FM", reason="transfer"))
    assert [one.period for one in done.versions] == [NOVEMBER, DECEMBER]
    row = ledger_of(desk, DECEMBER).rows([IBARZO])[IBARZO]
    assert (row.federation, row.title) == ("FRA", "FM")
    assert ledger_of(desk, OCTOBER).rows([IBARZO])[IBARZO].federation == "ESP"
    assert show_player(desk, IBARZO).federation == "FRA"
    with read_transaction(desk) as repository:
        assert ranks_on(repository, IBARZO)["standard"].federation == 1
        assert ranks_on(repository, "nobody") == {}
    decide(desk, Exclude("FRA", dt.date(2024, 1, 1), "decided by the congress"))
    close(desk, dt.date(2024, 1, 1))
    assert ledger_of(desk, dt.date(2024, 1, 1)).rows([IBARZO])[IBARZO].absent == "excluded"
    decide(desk, Readmit("FRA", dt.date(2024, 1, 1), "decided again"))
    assert ledger_of(desk, dt.date(2024, 1, 1)).rows([IBARZO])[IBARZO].absent == ""
    assert proved(desk)


def test_the_deceased_are_listed_no_more(desk: Desk) -> None:
    decide(desk, ChangePerson(IBARZO, dt.date(2024, 1, 1), deceased=True))
    close(desk, dt.date(2024, 1, 1))
    assert ledger_of(desk, dt.date(2024, 1, 1)).rows([IBARZO])[IBARZO].absent == "deceased"
    assert ledger_of(desk, DECEMBER).rows([IBARZO])[IBARZO].absent == ""


def test_a_refused_report_is_kept_and_fixed(desk: Desk) -> None:
    """A player without an ID: refused, then identified; the file stays as it came."""
    data = report("04-navidad").replace(b"99000397", b"        ")
    refused = submit(desk, data)
    assert not refused.accepted
    assert refused.event.state == "refused"
    assert "player-id-missing" in {finding.code for finding in refused.findings}
    assert [event.id for event in list_events(desk)] == [1, 2, 3, 4]
    rank = next(finding.player for finding in refused.findings if finding.code == "player-id-missing")
    assert rank is not None
    done = decide(desk, Identify(4, {rank: IBARZO}, "by his licence"))
    assert done.submitted is not None
    assert done.submitted.accepted
    close(desk, dt.date(2024, 1, 1))
    assert ledger_of(desk, dt.date(2024, 1, 1)).rows([IBARZO])[IBARZO].standing("standard").games > 0
    assert show_event(desk, 4).revisions[0].sha256 == refused.sha256
    assert proved(desk)


def test_a_registered_event_takes_its_report(desk: Desk) -> None:
    facts = {"registered": "2023-12-14", "hybrid": False}
    register(desk, Registration("Abierto de Navidad", dt.date(2023, 12, 16), facts=facts))
    done = submit(desk, report("04-navidad"), received=dt.date(2023, 12, 23))
    assert done.event.id == 4
    assert not done.accepted
    assert "registration-late" in {finding.code for finding in done.findings}


def test_a_report_that_comes_late_goes_into_a_later_list(desk: Desk) -> None:
    assert submit(desk, report("04-navidad"), received=dt.date(2024, 1, 2)).event.due == dt.date(2024, 2, 1)
    assert close(desk, dt.date(2024, 1, 1)).reports == 0
    publish(desk, dt.date(2024, 1, 1))
    assert close(desk, dt.date(2024, 2, 1)).reports == 1
    assert proved(desk)


def test_publishing_waits_for_reports_that_came_after_closing(desk: Desk) -> None:
    close(desk, dt.date(2024, 1, 1))
    submit(desk, report("04-navidad"))
    with refused("period-more-reports"):
        publish(desk, dt.date(2024, 1, 1))
    assert close(desk, dt.date(2024, 1, 1)).reports == 1
    assert version(desk, dt.date(2024, 1, 1)).number == 1
    publish(desk, dt.date(2024, 1, 1))
    assert proved(desk)


@pytest.mark.parametrize(
    ("key", "call"),
    [
        ("period-published", lambda desk: publish(desk, DECEMBER)),
        ("period-published", lambda desk: close(desk, NOVEMBER)),
        ("period-out-of-order", lambda desk: close(desk, dt.date(2024, 2, 1))),
        ("period-not-closed", lambda desk: publish(desk, dt.date(2024, 1, 1))),
        ("reason-missing", lambda desk: decide(desk, CorrectReport(2, report("02-ribera-corrected"), " "))),
        ("reason-missing", lambda desk: decide(desk, ChangePerson(IBARZO, NOVEMBER, title="FM"))),
        ("event-submitted-before", lambda desk: submit(desk, report("01-valdeoca"))),
        ("event-submitted-before", lambda desk: decide(desk, CorrectReport(2, report("01-valdeoca"), "mixed up"))),
        ("office-no-event", lambda desk: decide(desk, Withdraw(9, "gone"))),
        ("player-unknown", lambda desk: decide(desk, SetRating("1", NOVEMBER, 2000, "why"))),
        ("event-without-player", lambda desk: decide(desk, SetBaseRating(2, NEWCOMER, 2000, "why"))),
        ("list-after-others", lambda desk: import_list(desk, FILES / "list-2023-09.csv", OCTOBER)),
    ],
)
def test_what_is_refused_changes_nothing(desk: Desk, key: str, call: object) -> None:
    before = versions(desk), list_events(desk), list_decisions(desk)
    assert callable(call)
    with refused(key):
        call(desk)
    assert (versions(desk), list_events(desk), list_decisions(desk)) == before


def test_everything_is_in_the_log(desk: Desk) -> None:
    with desk.database.reading() as connection:
        told = [(entry.action, entry.subject) for entry in log_entries(connection)]
    assert told[:5] == [
        ("founded", "fide"),
        ("imported", "2023-09"),
        ("accepted", "1"),
        ("closed", "2023-10"),
        ("published", "2023-10"),
    ]


def test_the_sheet_ends_at_the_published_rating(desk: Desk) -> None:
    found = sheet(desk, IBARZO, NOVEMBER)
    assert found.period.rating == found.after.standing("standard").rating
    assert found.version.digest == version(desk, NOVEMBER).digest


def test_a_bundle_proves_itself_elsewhere(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "list.zip"
    export_bundle(desk, NOVEMBER, None, file)
    assert [proof.sound for proof in verify_bundle(file, regulations())] == [True, True]
    verify_bundle(file, regulations(), KEY.public)


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_a_backup_is_the_same_office(desk: Desk, to: str, new_database: NewDatabase, tmp_path: Path) -> None:
    backup(desk.database, tmp_path / "office.zip")
    other = new_database(to, office=False)
    restore(tmp_path / "office.zip", other)
    assert versions(desk_at(other)) == versions(desk)
    assert proved(desk_at(other))


def test_two_systems_side_by_side(desk: Desk) -> None:
    feda = desk_at(desk.database, "feda")
    found_system(feda, "ESP")
    import_list(feda, FILES / "list-2023-09.csv", dt.date(2024, 1, 1))
    assert [one.period for one in versions(feda)] == [dt.date(2024, 1, 1)]
    assert len(versions(desk)) == 4
