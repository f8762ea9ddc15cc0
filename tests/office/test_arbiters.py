"""Arbiters as the office knows them, on both databases: records, certificates, careers; and by command."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import delete
from sqlalchemy.exc import DBAPIError

from answers import Arpad
from arpad.documents.document import replace
from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.office.arbiters.careers import all_careers, career_of, listed_on
from arpad.office.arbiters.records import (
    IssueCertificate,
    RecordAward,
    RecordNorm,
    RecordSeminar,
    RegisterArbiter,
    RevokeRecord,
    printed_certificate,
)
from arpad.office.context import Desk, found_system
from arpad.office.decisions.decisions import Decision, decide
from arpad.office.events import submit
from arpad.office.periods import import_list
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import log_entries
from arpad.office.storage.schema import arbiter_records
from arpad.regulations.rating_editions import regulations
from office_databases import NewDatabase
from pdf_pages import page_texts

ANA, LUIS = "700001", "700002"
AT = dt.datetime(2024, 12, 2, 12, tzinfo=dt.UTC)
DAY = AT.date()
OPEN = Path(__file__).parents[2] / "examples" / "open-2024.trf"


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def with_an_event(database: Database) -> None:
    """An office with one arbiter and the open of Soria: 24 players in 9 rounds."""
    at = Desk(database, regulations(), "fide", "officer", AT)
    found_system(at, "ESP")
    data = OPEN.read_bytes()
    players = read_report(data).event.players
    with TemporaryDirectory() as folder:
        file = Path(folder) / "list.csv"
        rows = [f'{one.id},"{one.name}",{one.federation},{one.rating or 0}' for one in players if one.id]
        file.write_text("id,name,federation,rating\n" + "\n".join(rows) + "\n", "utf-8")
        import_list(at, file, day("2024-07-01"))
    assert submit(at, data).accepted
    decide(at, ana())


@pytest.fixture(params=("sqlite", "postgresql"))
def desk(request: pytest.FixtureRequest, new_database: NewDatabase) -> Desk:
    database = new_database(request.param, prepare=with_an_event)
    return Desk(database, regulations(), "fide", "officer", AT)


def ana() -> RegisterArbiter:
    return RegisterArbiter(ANA, "Ejemplo, Ana", "ESP", day("1998-03-04"), True, ("es", "en"))


def refused(desk: Desk, record: Decision) -> str:
    """The key of the error with which a record is refused."""
    with pytest.raises(ArpadError) as caught:
        decide(desk, record)
    return caught.value.key


def swiss(name: str, start: str, end: str) -> RecordNorm:
    return RecordNorm(
        ANA, name, day(start), day(end), "swiss", 7, 76, 58, 3, signed=True, federation_signed=True, event_rated=True
    )


def test_a_season_from_national_arbiter_to_fa(desk: Desk) -> None:
    """Two Swiss, a seminar, a round robin: then nothing is missing (AV-01, AV-02)."""
    decide(desk, RecordSeminar(ANA, "FA", day("2024-02-11"), exam="85/100"))
    decide(desk, swiss("Abierto de Valdeoca", "2024-05-03", "2024-05-09"))
    decide(desk, swiss("Abierto de Almenara", "2024-07-01", "2024-07-07"))
    answer = career_of(desk, ANA).application("FA", DAY)
    assert answer.complete is False
    assert "5.4.3" in {check.article.number for _, check in answer.against}
    round_robin = RecordNorm(
        ANA, "Cerrado", day("2024-10-12"), day("2024-10-20"), "round-robin", 9, 10, 10, 3,
        signed=True, federation_signed=True, event_rated=True,
    )  # fmt: skip
    decide(desk, round_robin)
    career = career_of(desk, ANA)
    assert career.application("FA", DAY).complete is True
    assert (career.title, career.next_title, career.status(DAY).active) == ("NA", "FA", None)
    decide(desk, RecordAward(ANA, "FA", day("2024-12-01")))
    listed = listed_on(career_of(desk, ANA), DAY)
    assert (listed.title, listed.active, listed.ends) == ("FA", True, day("2028-12-01"))
    assert career_of(desk, ANA).application("IA", DAY).case.norms == (), "4.12: norms of before the FA title"


def test_certificates_within_the_quota_of_the_event(desk: Desk) -> None:
    """2.7.1: a Swiss of 24 players may issue one."""
    stranger = IssueCertificate(1, ANA, "FA", DAY, signer="Vidal, Marta", signer_title="IA")
    assert refused(desk, stranger) == "office-arbiter-signing", "2.8: the chief arbiter of the report signs"
    assert refused(desk, replace(stranger, signer="Ana Ejemplo")) == "arbiter-signer"
    assert refused(desk, replace(stranger, signer=None, role="chief")) == "arbiter-role-contradicts"
    issued = IssueCertificate(1, ANA, "FA", DAY, signer="Campos, Lucía", signer_title="IA")
    decide(desk, issued)
    (certificate,) = career_of(desk, ANA).standing("certificate")
    assert [certificate.data[name] for name in ("title", "number", "place", "most")] == ["FA", 1, 1, 1]
    assert refused(desk, issued) == "office-arbiter-has"
    decide(desk, RegisterArbiter(LUIS, "Prueba, Luis", "ESP"))
    one_more = IssueCertificate(1, LUIS, "FA", DAY, signer="Campos, Lucía", signer_title="IA")
    with pytest.raises(ArpadError) as refusal:
        decide(desk, one_more)
    assert (refusal.value.key, refusal.value.values["article"]) == ("arbiter-quota", "2.7.1")
    norm = career_of(desk, ANA).application("FA", DAY).case.norms[0]
    assert (norm.event.name, norm.event.rounds, norm.event.rated) == ("Open Ciudad de Soria 2024", 9, 22)
    record = certificate.id
    printed = "".join(page_texts(printed_certificate(desk, record, "en")))
    assert "Ejemplo" in printed
    assert "Campos, Lucía" in printed
    decide(desk, RevokeRecord(record, "written for somebody else"))
    assert career_of(desk, ANA).standing("certificate") == []
    decide(desk, one_more)


REFUSED: dict[str, Callable[[], Decision]] = {
    "office-arbiter-unknown": lambda: RecordAward("9", "FA", day("2020-01-01")),
    "office-arbiter-later": lambda: RecordAward(ANA, "FA", day("2025-01-01")),
    "event-ends-before": lambda: RecordSeminar(ANA, "FA", day("2024-02-11"), day("2024-02-12")),
    "arbiter-norm-more": lambda: RecordNorm(ANA, "X", day("2024-02-11"), day("2024-02-12"), rounds=5, present=6),
    "arbiter-contradiction": lambda: RecordNorm(
        ANA, "X", day("2024-02-11"), day("2024-02-12"), level="national", federations=3
    ),
    "office-arbiter-no-record": lambda: RevokeRecord(99, "no such"),
    "office-no-event": lambda: IssueCertificate(7, ANA, "FA", DAY),
    "reason-missing": lambda: RevokeRecord(1, " "),
}


def test_what_cannot_be_is_refused_and_nothing_is_kept(desk: Desk) -> None:
    for key, make in REFUSED.items():
        assert refused(desk, make()) == key
    decide(desk, swiss("Valdeoca", "2024-05-03", "2024-05-09"))
    assert refused(desk, swiss("Valdeoca", "2024-05-03", "2024-05-09")) == "office-arbiter-twice"
    assert len(career_of(desk, ANA).records) == 2


def test_records_only_grow_and_the_log_tells_them(desk: Desk) -> None:
    decide(desk, RevokeRecord(1, "noted twice"))
    assert refused(desk, RevokeRecord(1, "again")) == "office-arbiter-revoked"
    assert [(one.kind, one.revoked) for one in career_of(desk, ANA).records] == [("person", True), ("revoke", False)]
    with desk.database.reading() as connection:
        told = [entry.action for entry in log_entries(connection) if entry.action.startswith("arbiter-")]
    assert told == ["arbiter-person", "arbiter-revoke"]
    with pytest.raises(DBAPIError), desk.database.writing() as connection:
        connection.execute(delete(arbiter_records))


def test_2_6_an_old_title_and_the_end_that_fide_publishes(desk: Desk) -> None:
    decide(desk, RecordAward(ANA, "FA", day("2015-03-01")))
    status = career_of(desk, ANA).status(DAY)
    assert (status.active, status.missing) == (None, ("last_event",))
    decide(desk, RegisterArbiter(ANA, "Ejemplo, Ana", last_event=2020))
    assert career_of(desk, ANA).status(DAY).ends == day("2024-12-31")
    decide(desk, RegisterArbiter(ANA, "Ejemplo, Ana", active_until=day("2027-05-01")))
    assert career_of(desk, ANA).status(DAY).ends == day("2027-05-01")


def test_4_12_an_event_that_begins_on_the_day_of_the_award_counts(desk: Desk) -> None:
    """As in the application of a file: one answer."""
    decide(desk, RecordAward(ANA, "FA", day("2024-05-03")))
    decide(desk, swiss("Valdeoca", "2024-05-03", "2024-05-09"))
    decide(desk, swiss("Almenara", "2024-05-02", "2024-05-08"))
    assert [one.event.name for one in career_of(desk, ANA).application("IA", DAY).case.norms] == ["Valdeoca"]


def test_newer_values_of_a_person_count(desk: Desk) -> None:
    decide(desk, RegisterArbiter(ANA, "Ejemplo Sanz, Ana"))
    person = all_careers(desk)[0].person
    assert (person.name, person.federation, person.born) == ("Ejemplo Sanz, Ana", "ESP", day("1998-03-04"))


def test_categories_of_an_international_arbiter(desk: Desk) -> None:
    """AV-12: the category above, from the events that were noted with a role, a category and an evaluation."""
    for title, when in (("FA", "2016-01-01"), ("IA", "2018-01-01")):
        decide(desk, RecordAward(ANA, title, day(when)))
    career = career_of(desk, ANA)
    assert (career.title, career.category, career.next_category, career.next_title) == ("IA", "D", "C", None)
    for place in (1, 2):
        work = RecordNorm(
            ANA, f"Abierto {place}", day(f"2023-0{place}-01"), day(f"2023-0{place}-09"),
            role="chief", category="C", positive=True, used_for="none",
        )  # fmt: skip
        decide(desk, work)
    counted = career_of(desk, ANA).upgrade("C", DAY).counted
    assert [event.name for event in counted] == ["Abierto 1", "Abierto 2"]


def test_the_commands(tmp_path: Path, arpad: Arpad, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARPAD_DB", f"sqlite:///{tmp_path / 'office.db'}")
    when = "--at 2024-12-02T12:00:00Z"
    assert arpad("office init --federation ESP").code == 0
    assert "no arbiters" in arpad("office arbiter list").out
    noted = arpad(
        f"office arbiter person {ANA} --name 'Ejemplo, Ana' --born 1998-03-04 --languages es,en {when} --json"
    )
    assert (noted.json["kind"], noted.json["data"]["languages"]) == ("person", ["es", "en"])
    assert arpad(f"office arbiter award {ANA} fa --day 2023-06-01 {when}").out == "Noted as record 2: Ejemplo, Ana.\n"
    listed = arpad(f"office arbiter list --date 2024-12-02 --json {when}").json
    assert listed == [
        {
            "id": ANA, "name": "Ejemplo, Ana", "federation": "", "title": "FA", "category": "", "active": True,
            "ends": "2027-06-01",
        }
    ]  # fmt: skip
    shown = arpad(f"office arbiter show {ANA} --lang es {when}")
    assert shown.code == 0
    assert "Árbitro FIDE (FA) · 1 de junio de 2023" in shown.out
    paper = tmp_path / "ia2.pdf"
    assert arpad(f"office arbiter show {ANA} --pdf {paper} {when}").code == 1
    assert not paper.exists()
    assert arpad(f"office arbiter show {ANA} --pdf {paper} --force {when}").code == 1
    assert paper.read_bytes().startswith(b"%PDF")
    for line in ("award 700001 XX --day 2020-01-01", "award ana FA --day 2020-01-01", "revoke 9 --reason no", "show 5"):
        refused = arpad(f"office arbiter {line} {when}")
        assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1), line
    assert arpad(f"office arbiter revoke 2 --reason wrong {when}").out == "Record 2 is revoked.\n"
