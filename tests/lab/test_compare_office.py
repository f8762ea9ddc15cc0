"""`arpad lab compare` over an office: laws, the ratings of its own lists again, what is told, and what is refused."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from answers import Arpad
from arpad.domain.event import System
from arpad.formats.trf_event_lines import event_to_trf
from arpad.lab.compare_runs import ChosenEdition, HandedGames, replays
from arpad.lists.ledger import Ledger
from arpad.lists.period import Accepted
from arpad.office.context import Desk
from arpad.office.decisions.corrections import SetBaseRating
from arpad.office.decisions.decisions import Merge, SetRating, decide
from arpad.office.events import submit
from arpad.office.lab_games import counted_tables, office_games
from arpad.office.periods import import_list
from arpad.office.storage.database import Database
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_editions import edition, regulations
from office_ledgers import ledger_of
from office_world import open_event, people
from sheet_office import Office
from small_seasons import Season, accept, first_list, plain_event, player, with_ids

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
JUNE = dt.date(2024, 6, 1)
SYSTEMS: tuple[System, ...] = ("swiss", "round-robin")
TWO = "--edition fide-2022 --edition fide-2024"
OWN: dict[TimeClass, str] = {
    "standard": "fide-2022",
    "rapid": "fide-2022-10-rapid-blitz",
    "blitz": "fide-2022-10-rapid-blitz",
}
"""The editions by which the demo federation was rated."""


@pytest.fixture(scope="module")
def demo(demo_file: Path) -> Desk:
    return Desk(Database(f"sqlite:///{demo_file}"), regulations(), "fide", "officer", NOW)


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("work")


def replayed(handed: HandedGames, named: str, folder: Path) -> dict[str, int]:
    """The ratings on the last list of a replay by one edition."""
    columns, _ = handed.world(folder)
    out = replays(columns, [ChosenEdition(edition(named))], folder)[0].out
    rows = {row["id"]: row["rating"] for row in pq.read_table(out / "lists.parquet").to_pylist()}
    return {handed.ids[place].as_py(): rating for place, rating in rows.items() if rating}


def listed(ledger: Ledger, time_class: TimeClass = "standard") -> dict[str, int]:
    rows = ledger.rows(ledger.players["id"].to_pylist())
    return {id_: own for id_, row in rows.items() if (own := row.standing(time_class).rating)}


def told(handed: HandedGames) -> dict[str, int]:
    return {note.kind: note.count for note in handed.notes}


@pytest.mark.parametrize("time_class", OWN)
def test_its_own_edition_gives_its_newest_list_again(demo: Desk, time_class: TimeClass, tmp_path: Path) -> None:
    """Player by player, with newcomers, a corrected event, and standard ratings that stand in for others."""
    handed = office_games(demo, time_class)
    expected = listed(ledger_of(demo, dt.date(2023, 2, 1)), time_class)
    assert len(expected) > 20
    assert replayed(handed, OWN[time_class], tmp_path) == expected
    assert handed.editions == (OWN[time_class],)
    assert set(told(handed)) <= {"standing-in"}


def test_an_edition_against_itself(arpad: Arpad, demo_file: Path, work: Path) -> None:
    found = over(arpad, demo_file, "--edition fide-2022 --edition fide-2022", work)
    one, two = found["editions"]
    assert one == two
    assert {two["difference"][name] for name in ("mean", "low", "high")} == {0}
    assert {row["gain"] for row in found["players"]["most"] + found["players"]["least"]} == {0}
    assert {(row["up"], row["down"]) for row in found["crossings"]} == {(0, 0)}


def test_a_value_set_to_itself_changes_nothing(arpad: Arpad, demo_file: Path, work: Path) -> None:
    found = over(arpad, demo_file, "--edition fide-2022 --set k.junior=40", work)
    one, two = ({name: value for name, value in row.items() if name != "id"} for row in found["editions"])
    assert one == two


def test_the_order_of_the_editions_only_changes_signs(arpad: Arpad, demo_file: Path, work: Path) -> None:
    there = over(arpad, demo_file, TWO, work)
    back = over(arpad, demo_file, "--edition fide-2024 --edition fide-2022", work)
    assert there["source"] == back["source"]
    assert there["players"]["mean_gain"] == -back["players"]["mean_gain"] != 0
    gains = {row["id"]: row["gain"] for row in there["players"]["most"]}
    assert gains == {row["id"]: -row["gain"] for row in back["players"]["least"]}
    one, other = (found["editions"][1]["difference"] for found in (there, back))
    assert (one["mean"], one["low"], one["high"]) == (-other["mean"], -other["high"], -other["low"])


def over(arpad: Arpad, file: Path, words: str, work: Path) -> Any:
    return arpad(f"lab compare --db sqlite:///{file} {words} --work {work} --json").json


def test_the_source_is_told(arpad: Arpad, demo_file: Path, demo: Desk, work: Path) -> None:
    """In the JSON and in words; ids are those of the office; a list that is left out is another source."""
    source = over(arpad, demo_file, TWO, work)["source"]
    handed = office_games(demo)
    assert (source["kind"], source["time_class"], source["editions"]) == ("office", "standard", ["fide-2022"])
    assert (source["decided_bases"], source["notes"]) == ("ignored", [])
    assert source["lists"] == dict(handed.lists)
    assert list(source["lists"]) == ["2022-11", "2022-12", "2023-01", "2023-02"]
    some = over(arpad, demo_file, f"{TWO} --from 2022-12", work)
    assert list(some["source"]["lists"]) == ["2022-12", "2023-01", "2023-02"]
    assert some["source"]["digest"] != source["digest"]
    known = set(handed.ids.to_pylist())
    assert {row["id"] for row in some["players"]["most"]} < known
    command = f"lab compare --db sqlite:///{demo_file} --time-class rapid --test 2022-11.. {TWO}"
    english, spanish = arpad(command).out, arpad(f"{command} --lang es").out
    assert "base ratings that were decided are ignored" in " ".join(english.split())
    assert "For another time class than these games: fide-2022, fide-2024." in " ".join(english.split())
    assert "Para otra clase de ritmo que la de estas partidas: fide-2022, fide-2024." in " ".join(spanish.split())


def two_opens(folder: Path) -> Office:
    """Two opens of twelve players, two of them without a rating, on the lists of May and June 2024; one more player is
    on the first list."""
    office = Office(folder)
    *crowd, idle = people(13, 5, unrated=7)
    office.names = {int(person.id): person.name for person in (*crowd, idle)}
    office.founded_on("2024-04", {int(person.id): person.rating for person in (*crowd, idle) if person.rating})
    for month in (4, 5):
        event = open_event(f"Open {month}", crowd, dt.date(2024, month, 10), random.Random(month), rounds=9)
        done = submit(office.desk, event_to_trf(event, "trf16"), received=dt.date(2024, month, 20), system="swiss")
        assert done.accepted, done.findings
        office.published(f"2024-{month + 1:02}")
    return office


def test_decisions_are_ignored_and_told(tmp_path: Path) -> None:
    """A decided rating and a decided base: the list changes, the replay does not. Two identities become one."""
    office = two_opens(tmp_path)
    before = listed(ledger_of(office.desk, JUNE))
    assert told(office_games(office.desk)) == {}
    assert replayed(office_games(office.desk), "fide-2024", tmp_path / "before") == before
    one, other, *_, gone = sorted(before)
    decide(office.desk, SetRating(one, dt.date(2024, 5, 1), before[one] + 50, "claim"))
    decide(office.desk, SetBaseRating(2, other, before[other] - 200, "claim"))
    assert listed(ledger_of(office.desk, JUNE)) != before
    decided = office_games(office.desk)
    assert told(decided) == {"decided-base": 1, "decided-rating": 1}
    assert replayed(decided, "fide-2024", tmp_path / "decided") == before
    decide(office.desk, Merge(other, gone, "one passport"))
    merged = office_games(office.desk)
    assert told(merged)["merged"] == 1
    assert gone not in merged.ids.to_pylist()


def test_lists_between_and_lists_before(tmp_path: Path) -> None:
    """A list that was imported in the middle is named; from a later list on, results from before it are missing."""
    office = two_opens(tmp_path)
    later = office_games(office.desk, start=dt.date(2024, 5, 1))
    assert set(told(later)) <= {"waiting", "first-k", "begun-before"}
    assert (list(later.lists), later.events.num_rows) == (["2024-05", "2024-06"], 1)
    import_list(office.desk, tmp_path / "list.csv", dt.date(2024, 7, 1), publish=True)
    note = next(one for one in office_games(office.desk).notes if one.kind == "imported")
    assert (note.count, note.names) == (1, ("2024-07",))


CLUB = plain_event("2024-05-11", "2024-05-12", ["ana-bob 1, cid-eva =", "ana-cid 0, bob-eva +"])


def tables_of(*reports: Accepted | dict[str, Any], date: str = "2024-06-01", time_class: TimeClass = "standard") -> Any:
    rows = [player("ana", 2000, federation="ESP"), player("bob", 1900), player("cid", 1800), player("dan", 1700)]
    period = Season(first_list("2024-05-01", rows)).period(date, *reports)
    found = counted_tables(period, time_class)
    return found, {row["kind"]: row["count"] for row in found["happened"].to_pylist() if row["count"]}


def test_games_as_the_closing_counts_them() -> None:
    """Forfeits are there and were not played; a game with somebody without an id is left out; colours stay."""
    tables, happened = tables_of(accept(CLUB))
    games = [tuple(row.values()) for row in tables["games"].to_pylist()]
    assert games == [
        (0, "ana", "bob", 2, True),
        (0, "cid", "eva", 1, True),
        (0, "ana", "cid", 0, True),
        (0, "bob", "eva", 2, False),
    ]
    assert happened == {}
    nameless = with_ids(accept(CLUB), {4: ""})
    tables, happened = tables_of(nameless)
    assert (tables["games"].num_rows, happened) == (2, {"without-id": 2})


def test_what_a_replay_cannot_do_is_counted() -> None:
    assert tables_of(accept(CLUB, ratings={"ana": 2100}))[1] == {"decided-base": 1}
    assert tables_of(accept(CLUB), date="2024-07-01")[1] == {"other-list": 1}
    rapid = plain_event("2024-05-11", "2024-05-11", ["ana-bob 1"], time_class="rapid")
    tables, _ = tables_of(rapid, time_class="rapid")
    assert [tuple(row.values()) for row in tables["entered"].to_pylist()] == [("ana", 2000, 20), ("bob", 1900, 20)]
    formats = [tables_of(accept(CLUB, system=system))[0]["events"]["format"][0].as_py() for system in SYSTEMS]
    assert formats == ["swiss", "round-robin"]


REFUSED = [
    ("world --db sqlite:///x.db " + TWO, "--db is for the games of an office", "--db es para las partidas"),
    ("world --to 2024-01 " + TWO, "--to is for the games of an office", "--to es para las partidas"),
    (TWO, "give a source: the folder of a world, or an office with --db URL", "indique una fuente"),
    ("--db DEMO --base truth " + TWO, "needs a world with known truth", "necesita un mundo"),
    ("--db DEMO --from 2019-01 " + TWO, "there is no list of 2019-01; there are: 2022-11", "no hay lista de 2019-01"),
    ("--db DEMO --from 2023-02 " + TWO, "1 list is left", "queda 1 lista"),
    ("--db DEMO --from 2023-01 --to 2022-12 " + TWO, "must be before", "debe ser anterior"),
    ("--db DEMO --time-class rapid --to 2022-12 " + TWO, "no rapid game was rated here", "ninguna partida de rapid"),
    ("--db DEMO --edition fide-2022 --edition none", "there is no edition “none”", "«none»"),
    ("--db DEMO --edition fide-2022 --edition feda-1996", "feda-1996", "feda-1996"),
    ("--db ONE " + TWO, "two lists or more, published if they are of an office; 1 was found", "dos listas o más"),
]


def test_what_is_refused(arpad: Arpad, demo_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that says what to do, in both languages."""
    monkeypatch.chdir(tmp_path)
    Office(tmp_path).founded_on("2024-04", {1: 2000})
    for words, english, spanish in REFUSED:
        line = words.replace("DEMO", f"sqlite:///{demo_file}").replace("ONE", "sqlite:///office.db")
        for language, expected in (("en", english), ("es", spanish)):
            found = arpad(f"lab compare {line} --lang {language}")
            assert (found.code, found.out, found.err.count("\n")) == (2, "", 1), (line, found.err)
            assert expected in found.err, (line, found.err)
