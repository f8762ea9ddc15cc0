"""Every command on an event as JSON: one document, with the fields that the contract names."""

import datetime as dt
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from answers import Arpad
from arpad.cli.contents import GROUPS
from arpad.office.storage.database import Database
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.players import ApplyFor
from typed_events import TypedEvent

WRITTEN = {"event", "n", "entries", "warnings"}
"""What everything that writes has."""
BOARD = {"round", "board", "table", "white", "black", "result", "version", "history"}
HEAD = 'name = "Prueba"\nfederation = "ESP"\nstart = 2026-05-01\ninitial = "w"\ntime_control = "90+30"\n'
SWISS = 'slug = "prueba"\nrounds = 3\nsystem = "dutch"\nhalf_point_byes = 1\nopen = true\n'
TEAMS = 'slug = "liga"\nkind = "team"\nsystem = "team"\nrounds = 1\nboards = 2\n'
CUP = 'slug = "copa"\nsystem = "knockout"\nstages = [["standard", 1, "90+30"], ["sudden-death", 1, "5-4"]]\n'
LIST = "id,name,federation,sex,title,rating,games,k,born,flag\n1,Player 1,,,,2390,0,20,,\n"
SIX = [f"{number},Player {number},{2400 - 20 * number}" for number in range(1, 7)]
TESTED_ELSEWHERE = {
    "print", "staff", "link", "contact", "festival", "move-player", "prizes", "renounce", "moves", "broadcast", "lots",
    "own-list", "key-moves", "period",
}  # fmt: skip
"""Papers, festivals, prizes, ties and games have tests of their own; staff, link and contact are groups, whose commands
are named by two words."""


class Typed(NamedTuple):
    """A command, whether it writes, and the fields of its document."""

    line: str
    writes: bool
    fields: str


def w(line: str, fields: str = "") -> Typed:
    return Typed(line, True, fields)


def r(line: str, fields: str) -> Typed:
    return Typed(line, False, fields)


BEFORE = [
    w("set invitation.03 Hotel", "slug findings key value"),
    r("check", "slug findings"),
    r("invitation", "items"),
    r("says event list", "slug name round rounds finished"),
    r("show", "state round open next breaches adjourned"),
    w("enter 7 --name 'Player 7' --rating 2000", "entry number"),
    w("enter --csv {folder}/entries.csv", "rows"),
    r("entries", "entry number name rating state"),
    w("refresh --list {folder}/list.csv --yes", "changes"),
    w("accept 1", "entry number"),
    w("refuse 2", "entry number"),
    w("change 3 rating 1990", "entry number"),
    w("remove 9", "entry number"),
    w("absent 3 1 H", "entry round"),
    w("absent 3 1 none", "entry round"),
    w("pay 3 20", "entry"),
    w("notice 'Lunch at two'"),
    w("forbid 3 4", "id"),
    w("allow 1", "id"),
    w("close-list", "numbers initial"),
    r("numbers", "numbers"),
    w("numbers --give", "numbers"),
    w("present --open", "round"),
    w("present 1 3 4 5 6 7 8", "round marked"),
    r("present", "round missing"),
    w("present --close pair", "round missing"),
]
ROUNDS = [
    w("draw", "round system edition state pairs bye not_paired differs"),
    r("explain 1", "round system pairs differs steps"),
    w("amend 1 {folder}/same.txt --reason order", "pairs differs"),
    w("clear 1", "state"),
    w("draw 1", "pairs"),
    w("publish 1", "state"),
    w("mend 1 --out 8 --reason ill --yes", "pairs differs"),
    w("start 1", "state"),
    w("table 1 1 7", "board"),
    r("round 1", "round pairs bye not_paired started_at"),
    r("open 1", "round open boards"),
    r("defaults 1", "round lost_at over open"),
    w("absent-at 1 {black}", "boards"),
    w("result 1 2 1-0", "board"),
    w("clear-result 1 2", "board"),
    w("results 1 {folder}/results.txt", "boards state open"),
    w("publish-results 1", "round state"),
    w("colours 1 2 --reason wrong", "board"),
    w("penalty 3 1 -1/2 --reason noise", "entry round points"),
    w("undo {last}", "undone"),
    w("excuse {black} --reason train", "entry round"),
    w("withdraw 8", "entry round"),
    w("return 8 --yes", "entry round"),
    r("checklist 2", "players"),
    w("draw 2", "pairs"),
    w("publish 2", "state"),
    w("recall 2 --reason no", "state"),
    w("publish 2", "state"),
    w("results 2 {folder}/results.txt", "boards"),
    r("norms --player 3", "edition players"),
    w("draw 3", "pairs"),
    w("publish 3", "state"),
    w("results 3 {folder}/results.txt", "boards"),
    w("correct 1 2 1-0 --rating-only --reason sheet", "board"),
    w("lock 3", "state"),
    w("unlock 3 --reason sheet --confirm 57", "state outside_rules"),
    r("standings", "round rows"),
    r("crosstable 2", "crosstable"),
    r("ratings", "provisional reports"),
    r("log --kind result", "n lines"),
    w("incident 'A telephone rang'"),
    w("appeal 'A draw' --decision rejected"),
    w("play-off 3 4 --white 3 --yes", "play_offs"),
    w("play-off --result 1 1 1-0", "play_offs"),
    w("play-off --result 1 2 1/2", "play_offs"),
    r("play-off", "play_off games winner"),
    w("finish", "finished"),
    w("reopen --reason sheet", "finished"),
    w("finish", "finished"),
    r("export --trf 16", "format text findings"),
    r("report -o {folder}/papers.zip", "output reports"),
    r("verify", "rounds_proved chain digest rounds"),
    w("hand-over --db {url} --check", "accepted check reports norms"),
    w("staff add Eva --role scorer --boards 1-2", "staff"),
    r("staff list", "staff links"),
    w("staff remove Eva"),
    r("contact keep --entry 1 --mail eva@example.org", "subject mail telephone"),
    r("contact list", "contacts"),
    r("contact erase --all --yes", "erased"),
    w("link make Puerta", "link secret ends"),
    w("link close {last}", "link"),
    w("push sqlite:///{folder}/copy.db", "sent to home digest"),
    w("move sqlite:///{folder}/copy.db", "home"),
]


def tried(event: TypedEvent, one: Typed, **values: Any) -> Any:
    """Give a command, and look at its document."""
    line = one.line.format(folder=event.folder, url=event.url, **values)
    answer = event.says(f"{line.removeprefix('says ')} --json") if line.startswith("says ") else event(f"{line} --json")
    assert answer.code in (0, 1 if "hand-over" in line or line == "check" else 0), (line, answer.err)
    document = answer.json[0] if isinstance(answer.json, list) else answer.json
    assert set(one.fields.split()) <= document.keys(), (line, document)
    if one.writes:
        assert document.keys() >= WRITTEN, line
        assert document["event"] == event.slug
        assert document["entries"] == list(range(document["n"] - len(document["entries"]) + 1, document["n"] + 1))
        assert all(warning.keys() == {"code", "level", "message"} for warning in document["warnings"])
    for name in ("board", "boards"):
        boards = document.get(name, []) if one.writes else []
        assert all(board.keys() >= BOARD for board in (boards if isinstance(boards, list) else [boards])), line
    return document


def verbs(*scripts: list[Typed]) -> set[str]:
    lines = [one.line.removeprefix("says event ") for script in scripts for one in script]
    return {line.split(" ")[0] for line in lines}


@pytest.fixture
def swiss(arpad: Arpad, tmp_path: Path) -> TypedEvent:
    url = f"sqlite:///{tmp_path}/event.db"
    event = TypedEvent(arpad, tmp_path, url)
    made = event.says(f"event new {event.file('rules.toml', SWISS + HEAD)} --json").json
    assert made.keys() == WRITTEN | {"slug", "findings"}
    assert {"severity", "key", "article", "message"} <= made["findings"][0].keys()
    arpad(f"office init --federation ESP --db {url} --who Ana")
    event.file("entries.csv", "\n".join(["id,name,rating", *SIX]))
    event.file("list.csv", LIST)
    event_store = EventStore(Database(url))
    for name in ("Late", "Later"):
        event_store.act("prueba", ApplyFor({"name": name}), "web", dt.datetime(2026, 5, 1, tzinfo=dt.UTC))
    event_store.close()
    return event


def test_a_swiss(swiss: TypedEvent) -> None:
    values: dict[str, Any] = {"black": 0, "last": 0}
    for one in [*BEFORE, *ROUNDS]:
        verb, _, rest = one.line.partition(" ")
        if verb == "results":
            open_boards = swiss.tells(f"open {rest[0]}")["open"]
            swiss.file("results.txt", "".join(f"{board} 1-0\n" for board in open_boards))
        document = tried(swiss, one, **values)
        if verb == "draw":
            pairs = [f"{pair['board']} {pair['white_entry']} {pair['black_entry']}" for pair in document["pairs"]]
            swiss.file("same.txt", "\n".join([*pairs, f"bye {document['bye_entry']}"]))
        if verb == "round":
            values["black"] = document["pairs"][0]["black_entry"]
        if one.writes:
            values["last"] = document["n"]


def test_boards_that_are_added(arpad: Arpad, tmp_path: Path) -> None:
    event = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", SWISS + HEAD)
    event.enters(SIX, "id,name,rating")
    event.does("close-list", "absent 1 1 Z", "absent 2 1 Z", "draw", "publish 1", "start 1")
    for one in ADDED:
        tried(event, one)


ADDED = [
    w("board-add 1 1 2 --reason late --yes", "board"),
    w("substitute 1 1 2 --absent 3 --absent 4 --yes --reason late", "board"),
]


def test_the_example_of_a_result(arpad: Arpad, tmp_path: Path) -> None:
    """A result that is corrected before the results are published, as the contract prints it."""
    event = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", SWISS + HEAD)
    event.enters(SIX, "id,name,rating")
    event.does("close-list", "draw", "publish 1", "result 1 3 1-0")
    assert event.tells('result 1 3 0-1 --reason "score sheet"') == {
        "event": "prueba",
        "n": 12,
        "entries": [12],
        "warnings": [],
        "board": {
            "round": 1,
            "board": 3,
            "table": 3,
            "white": {"entry": 3, "number": 3},
            "black": {"entry": 6, "number": 6},
            "result": "0-1",
            "version": 12,
            "history": [
                {"n": 11, "result": "1-0", "who": "Ana", "at": "2026-05-01T10:00:00+00:00", "reason": ""},
                {"n": 12, "result": "0-1", "who": "Ana", "at": "2026-05-01T10:00:00+00:00", "reason": "score sheet"},
            ],
        },
    }


LEAGUE = [
    w("team --name Uno --players 1,2,3", "team"),
    w("team --name Dos --players 4,5,6", "team"),
    r("teams", "team number name strength match_points game_points"),
    w("close-list", "numbers"),
    w("draw", "pairs"),
    w("publish 1", "state"),
    w("lineup 1 1 1 2", "lineup"),
    w("lineups 1 {folder}/lineups.txt", "lineups"),
    r("match 1 1", "score raw wrong_boards match_points boards"),
    w("match 1 1 --forfeit +-", "match"),
]
BRACKET = [
    w("close-list", "numbers"),
    w("draw", "pairs"),
    w("publish 1", "state"),
    w("result 1 1 1/2", "board"),
    w("tie 1 --seed 7", "tie"),
    r("tie 1", "stages score winner players"),
    r("bracket", "tie round names score winner"),
]


def test_teams_and_ties(arpad: Arpad, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/event.db"
    league = TypedEvent.new(arpad, tmp_path, url, TEAMS + HEAD, "liga")
    league.file("lineups.txt", "2 4 5\n")
    cup = TypedEvent.new(arpad, tmp_path, url, CUP + HEAD, "copa")
    for event, script, players in ((league, LEAGUE, SIX), (cup, BRACKET, SIX[:4])):
        event.enters(players, "id,name,rating")
        for one in script:
            tried(event, one)


FILES = [
    w("says event take-over {folder}/other.trf --slug otro --rounds 3", "slug rounds open_boards findings differences"),
    w("says event restore {folder}/log.jsonl", "digest at_home"),
]


def test_events_of_files(arpad: Arpad, tmp_path: Path) -> None:
    event = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", SWISS + HEAD)
    event.enters(SIX, "id,name,rating")
    event.does(
        "close-list", "draw", "publish 1", f"export -o {tmp_path}/other.trf", f"export --log -o {tmp_path}/log.jsonl"
    )
    away = f"sqlite:///{tmp_path}/away.db"
    tried(TypedEvent(arpad, tmp_path, away, "otro"), FILES[0])
    tried(TypedEvent(arpad, tmp_path, away), FILES[1])


def test_every_command_is_tried() -> None:
    tried = verbs(BEFORE, ROUNDS, ADDED, LEAGUE, BRACKET, FILES) | {"new", *TESTED_ELSEWHERE}
    assert tried == set(GROUPS["event"].commands)
