"""Everything about one player, and what may be forgotten: contacts, day and month of birth, accounts."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from arpad.i18n import ArpadError
from arpad.office.accounts.people import add_account, erase_account, set_active, sign_ins_of
from arpad.office.accounts.sign_in import sign_in
from arpad.office.context import Desk
from arpad.office.decisions.decisions import ChangePerson, ErasePerson, decide
from arpad.office.periods import close, publish
from arpad.office.storage import schema
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import log_entries
from arpad.office.storage.schema import accounts
from arpad.office.tournaments.players import Contact, contacts_of, keep_contact, person_data
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import Enter
from office_databases import BOTH, NewDatabase
from office_life import NOON, open_desk, perform, prepare, year
from office_rows import BY

BIRTHDAY = 19900517
NOVEMBER = dt.date(2023, 11, 1)
SECRETS = ("19900517", "1990-05-17", "ana@example.org", "600 123 456")


def office_with(database: Database, folder: Path) -> tuple[Desk, str]:
    """An office with two published lists, and a player whose day of birth and contact are known."""
    desk = replace(open_desk("sqlite:///unused.db"), database=database)
    list_file = prepare(desk, 1, folder / "list.csv")
    for step in year(1, 1):
        perform(desk, step, list_file)
    with database.reading() as connection:
        played = select(schema.history.c.player).where(schema.history.c.games > 0)
        id_ = connection.execute(played.order_by(schema.history.c.version_id.desc()).limit(1)).scalar_one()
    decide(desk, ChangePerson(id_, NOVEMBER, born=1990, birthday=BIRTHDAY))
    close(desk, NOVEMBER)
    publish(desk, NOVEMBER)
    event_store = EventStore(database)
    event_store.create(
        "open", Create({"slug": "open", "name": "Open", "rounds": 3, "system": "dutch-2017"}), "Ana", NOON
    )
    for fields in ({"name": "Somebody, Else"}, {"name": "Abad, Ana", "id": id_}):
        event_store.act("open", Enter(fields), "Ana", NOON)
    for entry in (1, 2):
        keep_contact(event_store, "open", f"entry {entry}", Contact("ana@example.org", "600 123 456"))
    event_store.close()
    return desk, id_


@pytest.mark.parametrize("kind", BOTH)
def test_what_is_held_is_given_and_what_may_go_goes(kind: str, new_database: NewDatabase, tmp_path: Path) -> None:
    desk, id_ = office_with(new_database(kind, office=False), tmp_path)
    held = person_data(desk, id_)
    assert held["player"]["birthday"] == BIRTHDAY
    assert held["events"]
    assert all(event["games"] for event in held["events"])
    assert [(one["entry"], one["mail"]) for one in held["tournaments"]] == [(2, "ana@example.org")]
    assert [one["kind"] for one in held["decisions"]] == ["person"]
    with desk.database.reading() as connection:
        before = len(list(log_entries(connection)))
    december = dt.date(2023, 12, 1)
    later = replace(desk, at=NOON + dt.timedelta(days=1))
    decide(later, ErasePerson(id_, december, "asked for by the player"))
    close(later, december)
    publish(later, december)
    left = person_data(desk, id_)
    assert left["player"]["birthday"] is None
    assert left["player"]["born"] == 1990
    assert left["tournaments"][0]["mail"] is None
    event_store = EventStore(desk.database)
    assert contacts_of(event_store, "open") == {"entry 1": Contact("ana@example.org", "600 123 456")}  # nobody else's
    event_store.close()
    with desk.database.reading() as connection:
        lines = [str(entry) for entry in log_entries(connection)][before:]
    assert any("contacts-erased" in line for line in lines)
    assert not [secret for secret in SECRETS for line in lines if secret in line]


def test_somebody_unknown_is_told(new_database: NewDatabase, tmp_path: Path) -> None:
    desk, _ = office_with(new_database("sqlite", office=False), tmp_path)
    with pytest.raises(ArpadError, match="77"):
        person_data(desk, "77")
    with pytest.raises(ArpadError, match="77"):
        decide(desk, ErasePerson("77", dt.date(2023, 12, 1), "asked for"))


def test_a_closed_account_is_erased_with_all_that_hangs_on_it(database: Database) -> None:
    password = "a long sentence nobody guesses"
    add_account(database, "Ana", password, "officer", BY)
    assert sign_in(database, "Ana", password, "s" * 40, "c", NOON, "192.0.2.7") is not None
    with pytest.raises(ArpadError, match="close it first"):
        erase_account(database, "Ana", BY)
    set_active(database, "Ana", False, BY)
    erase_account(database, "Ana", BY)
    assert sign_ins_of(database, "Ana", 10) == []
    with database.reading() as connection:
        assert connection.execute(select(accounts)).all() == []
        assert [entry.action for entry in log_entries(connection)][-1] == "account-erased"
    add_account(database, "Ana", password, "officer", BY)
