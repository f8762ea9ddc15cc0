"""`arpad office`: the life of an office on the command line, from its founding to its backup."""

import datetime as dt
from pathlib import Path
from typing import Any

import click
import pytest

from answers import Arpad
from arpad.cli.app import whole
from arpad.cli.contents import GROUPS
from arpad.cli.options import Group
from arpad.clock import instant
from arpad.formats.rating_lists.files import read_list
from cli_office_town import FACTS, Office, caller, copy, prepare


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("town")
    prepare(folder)
    return folder


@pytest.fixture
def run(arpad: Arpad, town: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    return caller(arpad, copy(town, tmp_path), monkeypatch)


def done(run: Office, line: str) -> Any:
    """A call that must succeed, and its document."""
    answer = run(f"{line} --json")
    assert (answer.code, answer.err) == (0, ""), line
    return answer.json


def test_the_help_follows_the_life_of_an_office() -> None:
    group = whole().commands["office"]
    assert isinstance(group, Group)
    names = group.list_commands(click.Context(group))
    assert len(names) > 20
    assert names == [name for name in GROUPS["office"].commands if name in names]


def test_backups_in_a_folder(run: Office) -> None:
    """Two days of backups, the second rehearsed; a single file says that it has no tournaments."""
    first = done(run, "backup backups --keep 1 --at 2024-09-01T03:10:00Z")
    assert (Path(first["file"]).name, first["removed"]) == ("arpad-2024-09-01T031000Z.zip", [])
    done(run, "init --system feda --db sqlite:///tournaments.db")
    second = done(run, "backup backups --keep 1 --rehearse --events sqlite:///tournaments.db --at 2024-09-02T03:10:00Z")
    assert second["rehearsed"] is True
    assert second["removed"] == [first["file"]]
    assert Path(second["events"]["file"]).name == "arpad-2024-09-02T031000Z-events.zip"
    assert "tournaments.db" in run("backup one.zip --events sqlite:///tournaments.db").err
    assert run("backup").code == 2
    assert done(run, "upgrade")["backup"] is None
    assert [line["subject"] for line in done(run, "log --limit 1")] == ["one.zip"]


def test_the_whole_life(run: Office) -> None:
    """Registered, submitted, closed, published; corrected; verified, exported, backed up, restored, verified again."""
    made = done(run, "register --name 'August Cup' --start 2024-08-05 --end 2024-08-07 --federation esp --norms")
    assert (made["id"], made["state"], made["federation"], made["start"]) == (2, "registered", "ESP", "2024-08-05")
    told = done(run, f"submit august.trf --received 2024-08-09 {FACTS}")
    assert (told["event"]["id"], told["accepted"], told["event"]["due"]) == (2, True, "2024-09-01")
    assert done(run, "event 2")["facts"]["facts"]["norms"] is True
    closed = done(run, "close 2024-09")
    assert (closed["period"], closed["version"], closed["state"]) == ("2024-09-01", 1, "provisional")
    assert (closed["reports"], closed["games"], closed["transitions"]) == (1, 6, [])
    assert done(run, "publish 2024-09-01")["state"] == "published"
    events = done(run, "events")
    assert [(event["id"], event["state"], event["period"]) for event in events] == [
        (1, "rated", "2024-08-01"), (2, "rated", "2024-09-01"),
    ]  # fmt: skip
    replayed = done(run, "correct 1 july-corrected.trf --reason 'board 1 of round 1'")
    assert [(version["period"], version["version"], version["reason"]) for version in replayed["versions"]] == [
        ("2024-08-01", 2, "board 1 of round 1"), ("2024-09-01", 2, "board 1 of round 1"),
    ]  # fmt: skip
    assert replayed["changed"][0] == 2
    assert replayed["accepted"] is True
    found = done(run, "diff 2024-08 1 2")
    assert {player["id"] for player in found} == {"101", "104"}
    assert all(change["before"] != change["after"] for change in found)
    verified = done(run, "verify")
    assert verified["sound"]
    assert verified["verified"] + verified["imported"] == len(done(run, "lists")) == 5
    assert all(
        proof["digest"] == proof["found"] and proof["sound"] and not proof["problems"] for proof in verified["versions"]
    )
    assert done(run, "export 2024-09 -o september.zip")["version"] == 2
    assert done(run, "verify --bundle september.zip --db sqlite:///nowhere.db")["verified"] == 1
    assert {table["table"] for table in done(run, "backup office.zip")["tables"]} >= {"reports", "versions", "log"}
    done(run, "restore office.zip --db sqlite:///again.db")
    assert done(run, "lists --db sqlite:///again.db") == done(run, "lists")
    again = done(run, "verify --db sqlite:///again.db")
    assert again | {"state": verified["state"]} == verified
    assert [Path(kept["file"]).name.split("-")[0] for kept in again["state"]] == ["again.db"]


def test_the_history_of_a_player_has_the_fields_of_the_contract(run: Office) -> None:
    done(run, "correct 1 july-corrected.trf --reason 'board 1'")
    found = done(run, "player 101")
    assert (found["id"], found["name"], found["title"], found["born"]) == ("101", "Alba, Ana", "WIM", 1985)
    assert [(version["period"], version["version"]) for version in found["history"]] == [
        ("2024-07-01", 1), ("2024-08-01", 1), ("2024-08-01", 2),
    ]  # fmt: skip
    assert found["history"][0] == {
        "period": "2024-07-01", "version": 1, "rating": 2300, "k": 20, "games": 0, "change": None,
    }  # fmt: skip
    later = found["history"][2]
    assert (later["rating"], later["games"]) == (2300 + later["change"], 3)
    assert (found["rapid_history"], found["blitz_history"]) == ([], [])


def test_a_report_with_errors_is_kept_and_refused(run: Office) -> None:
    """Exit 1; with the right id it is accepted, and the report itself stays as it was."""
    answer = run(f"submit stranger.trf --received 2024-08-09 {FACTS} --json")
    assert answer.code == 1
    assert answer.json["accepted"] is False
    assert [finding["player"] for finding in answer.json["findings"] if finding["severity"] == "error"] == [4]
    assert done(run, "events --state refused")[0]["id"] == 2
    assert "add --another-event" in run("identify 2 --player 4=104 --reason 'married'").err  # the games of July
    told = done(run, "identify 2 --player 4=104 --reason 'married' --another-event")
    assert (told["accepted"], told["versions"], told["changed"]) == (True, [], [])
    assert done(run, "events --state refused") == []
    revisions = done(run, "event 2")["revisions"]
    assert [revision["accepted"] for revision in revisions] == [False, True]
    assert len({revision["sha256"] for revision in revisions}) == 1


def test_a_refused_correction_changes_no_list(run: Office) -> None:
    before = done(run, "lists")
    answer = run("correct 1 stranger.trf --reason 'another file' --json")
    assert (answer.code, answer.json["versions"], answer.json["accepted"]) == (1, [], False)
    assert done(run, "lists") == before


@pytest.mark.parametrize("name", ["twice.trf", "dateless.trf"])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_is_refused_is_said_in_words(run: Office, name: str, lang: str) -> None:
    for line in (f"submit {name}", "event 2", "event 2 --json"):
        answer = run(f"{line} --lang {lang}")
        assert answer.code == (1 if "submit" in line else 0)
        assert "error" in answer.out
        assert answer.err == ""


def test_register_from_a_file(run: Office, tmp_path: Path) -> None:
    """What is typed counts before the file."""
    (tmp_path / "event.toml").write_text(
        'name = "Autumn Open"\nstart = 2024-10-05\nend = 2024-10-06\ncity = "Soria"\ntime_class = "rapid"\n'
        'format = "swiss"\nregistered = 2024-09-01\nhybrid = false\nrounds_per_day = 4\n',
        encoding="utf-8",
    )
    made = done(run, "register event.toml --city Burgos --hybrid")
    assert (made["name"], made["city"], made["end"], made["time_class"]) == (
        "Autumn Open", "Burgos", "2024-10-06", "rapid",
    )  # fmt: skip
    facts = done(run, f"event {made['id']}")["facts"]
    assert facts["facts"] == {"hybrid": True, "registered": "2024-09-01", "rounds_per_day": 4}
    assert facts["system"] == "swiss"


def test_a_list_comes_out_in_every_form(run: Office, tmp_path: Path) -> None:
    document = done(run, "list 2024-08")
    assert (document["period"], document["version"], document["time_class"]) == ("2024-08-01", 1, "standard")
    assert [player["id"] for player in document["players"]] == ["101", "102", "103", "104", "105", "106"]
    for suffix in ("txt", "xml", "csv", "parquet"):
        told = done(run, f"list 2024-08 -o out.{suffix}")
        assert (told["listed"], told["output"]) == (6, f"out.{suffix}")
        found = read_list(tmp_path / f"out.{suffix}")
        assert {player.id: player.rating for player in found} == {
            player["id"]: player["rating"] for player in document["players"]
        }
    assert done(run, "list 2024-08 --combined")["players"][0]["rapid_rating"] is None
    top = done(run, "list 2024-08 --top 2 --women")["players"]
    assert [(player["place"], player["id"]) for player in top] == [(1, "101"), (2, "103")]
    assert [player["id"] for player in done(run, "list 2024-08 --top 9 --juniors")["players"]] == ["105"]
    assert done(run, "list 2024-08 --time-class rapid")["players"] == []


def test_decisions_are_kept_and_taken_back(run: Office) -> None:
    """A rating decided, a base rating, a transfer, a federation excluded and readmitted: each makes a new version."""
    assert done(run, "rating 102 2024-08 none --reason 'claim 7'")["changed"] == [1]
    assert "102" not in [player["id"] for player in done(run, "list 2024-08")["players"]]
    assert done(run, "undo 1 --reason 'claim refused'")["versions"][0]["version"] == 3
    assert done(run, "base 1 101 2250 --reason 'wrong list'")["changed"][0] >= 1
    assert done(run, "base 1 101 none --reason 'right list'")["versions"][0]["version"] == 5
    assert done(run, "exclude por --from 2024-08 --reason '10.1'")["versions"][0]["version"] == 6
    assert "105" not in [player["id"] for player in done(run, "list 2024-08")["players"]]
    assert done(run, "player 105")["absent"] == "excluded"
    done(run, "readmit POR --from 2024-08 --reason '10.2'")
    assert done(run, "player 105")["absent"] == ""
    assert done(run, "person 104 --from 2024-09 --federation fra --title none")["versions"] == []
    assert done(run, "person 104 --from 2024-08 --deceased --birthday 1986-02-03 --reason 'notice'")["versions"]
    assert done(run, "player 104")["absent"] == "deceased"
    kinds = [(decision["kind"], decision["undone"]) for decision in done(run, "decisions")]
    assert kinds[:2] == [("rating", True), ("undo", False)]
    assert all(proof["sound"] for proof in done(run, "verify")["versions"])


def test_two_ids_become_one_and_two_again(run: Office) -> None:
    before = done(run, "list 2024-08")["players"]
    done(run, "merge 104 106 --reason 'the same man'")
    assert done(run, "player 106")["merged_into"] == "104"
    done(run, "unmerge 104 106 --reason 'he is not'")
    assert done(run, "list 2024-08")["players"] == before
    assert all(proof["sound"] for proof in done(run, "verify")["versions"])


def test_a_withdrawn_event_counts_no_more(run: Office) -> None:
    done(run, "withdraw 1 --reason 'never played'")
    assert done(run, "events")[0]["state"] == "withdrawn"
    assert [player["rating"] for player in done(run, "list 2024-08")["players"]] == [2300, 2280, 2200, 2150, 2000, 1900]


def test_what_came_after_the_closing_waits_if_asked(run: Office) -> None:
    done(run, "close 2024-09")
    done(run, f"submit august.trf --received 2024-08-09 {FACTS}")
    assert run("publish 2024-09").code == 2
    assert done(run, "publish 2024-09 --as-closed")["version"] == 1
    assert done(run, "close 2024-10")["reports"] == 1


def test_a_version_that_was_tampered_with_is_not_proved(run: Office, tmp_path: Path) -> None:
    """Exit 1. A list in a bundle is exchanged for another, and the digest tells."""
    import zipfile

    done(run, "export 2024-08 -o good.zip")
    with zipfile.ZipFile(tmp_path / "good.zip") as good, zipfile.ZipFile(tmp_path / "bad.zip", "w") as bad:
        for name in good.namelist():
            data = good.read(name)
            bad.writestr(name, data.replace(b'"federation":"ESP"', b'"federation":"FRA"'))
    answer = run("verify --bundle bad.zip --json")
    assert answer.code == 1
    assert (answer.json["sound"], answer.json["verified"]) == (False, 0)
    assert run("verify --bundle bad.zip --lang es").code == 1


def test_the_log_says_who_did_what_and_when(run: Office) -> None:
    done(run, "withdraw 1 --reason 'never played' --who 'Ana  Alba' --at 2024-09-01T12:00:00+02:00")
    found = done(run, "log")
    assert [entry["action"] for entry in found[:5]] == ["founded", "imported", "accepted", "closed", "published"]
    assert {entry["who"] for entry in found[:5]} == {"Eva"}
    last = done(run, "log --limit 2")
    assert last == found[-2:]
    assert [(entry["who"], entry["at"]) for entry in last] == [("Ana Alba", "2024-09-01T10:00:00+00:00")] * 2


def test_without_a_time_the_clock_is_read(run: Office) -> None:
    before = instant()
    done(run, "withdraw 1 --reason 'never played'")
    assert dt.datetime.fromisoformat(done(run, "log --limit 1")[0]["at"]) >= before
    assert before.utcoffset() == dt.timedelta(0)


def test_without_a_name_the_login_counts(run: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARPAD_WHO")
    monkeypatch.setenv("LOGNAME", "berta")
    done(run, "withdraw 1 --reason 'never played'")
    assert done(run, "log --limit 1")[0]["who"] == "berta"


def test_two_systems_side_by_side(run: Office) -> None:
    assert done(run, "init --system feda --federation ESP")["system"] == "feda"
    assert run("lists").code == 2
    assert done(run, "lists --system feda") == []
    assert len(done(run, "lists --system fide")) == 2
    assert {entry["system"] for entry in done(run, "log --system feda")} == {"feda"}


READ = {
    "events": ("July Cup", "valorado"),
    "events --state refused": ("No events.", "No hay torneos."),
    "event 1": ("July Cup", "Circunstancia"),
    "lists": ("published", "publicada"),
    "list 2024-08": ("Alba, Ana", "Lista del 1 de agosto de 2024"),
    "list 2024-08 -o out.csv": ("Written: out.csv – 6 players", "Escrito: out.csv – 6 jugadores"),
    "player 101": ("WIM · ESP · F · 1985", "Estándar"),
    "decisions": ("No decisions.", "No hay decisiones."),
    "diff 2024-08 1 1": ("No rating differs.", "No difiere ninguna valoración."),
    "verify": ("2 versions: 1 proved, 1 kept as imported.", "2 versiones: 1 probada, 1 guardada como se importó."),
    "log": ("published", "publicada"),
    "upgrade": ("up to date", "al día"),
}


@pytest.mark.parametrize("line", READ)
def test_tables_in_both_languages(run: Office, line: str) -> None:
    for words, lang in zip(READ[line], ("en", "es"), strict=True):
        answer = run(f"{line} --lang {lang}")
        assert (answer.code, answer.err) == (0, "")
        assert words in answer.out


WRITE = {
    "register --name Cup --start 2024-08-05": ("Registered as event 2: Cup", "Registrado como torneo 2: Cup"),
    "submit august.trf": ("Event 2 accepted: August Cup", "Torneo 2 aceptado: August Cup"),
    "close 2024-09": ("List of 1 September 2024 · reports: 0", "Lista del 1 de septiembre de 2024 · informes: 0"),
    "correct 1 july-corrected.trf --reason x": ("Ratings changed", "Valoraciones cambiadas"),
    "person 101 --from 2024-09 --name 'Alba, Anna'": ("No list changes.", "No cambia ninguna lista."),
    "backup copy.zip --force": ("Written: copy.zip", "Escrito: copy.zip"),
    "export 2024-08 -o b.zip --force": ("Digest:", "Huella:"),
}


@pytest.mark.parametrize("line", WRITE)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_is_done_is_told_in_both_languages(run: Office, line: str, lang: str) -> None:
    answer = run(f"{line} --lang {lang}")
    assert (answer.code, answer.err) == (0, "")
    assert WRITE[line][lang == "es"] in answer.out


def test_findings_of_a_closing_are_told(run: Office) -> None:
    done(run, f"submit newcomer.trf --received 2024-08-09 {FACTS}")
    shown = run("close 2024-09 --all").out
    told = done(run, "close 2024-09")
    assert {finding["event"] for finding in told["findings"]} <= {2}
    assert all(finding["message"] in " ".join(shown.split()) for finding in told["findings"])
