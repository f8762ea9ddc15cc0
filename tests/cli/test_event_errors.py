"""What goes wrong in an event, and what the arbiter gets: every error of the specification that needs no page.

Each row is a command that is refused: its key, the exit code, and the values that its sentence names, in both
languages. Nothing is written by it.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from answers import Answer, Arpad
from arpad.i18n import LANGUAGES, Language, text
from places import FIXTURES
from typed_events import TypedEvent

ON_PAGES = {"event-late-chief", "event-not-your-board", "event-not-allowed", "event-link-ended", "event-badge"}
"""Errors of people with a role in an event; a command is given by somebody who holds the database."""
HEAD = 'name = "Prueba"\nfederation = "ESP"\nstart = 2026-05-01\ninitial = "w"\ntime_control = "90+30"\n'
SWISS = 'rounds = 3\nhalf_point_byes = 1\nhalf_point_bye_until = 2\nsystem = "dutch"\n'
TEAMS = (
    'kind = "team"\nsystem = "team"\nrounds = 1\nboards = 2\nschedule = [{round = 1, start = 2026-05-01T18:00:00Z}]\n'
)
RESULT = 98
"""The column of the result of round 1 in a report, counted from 0."""
SIX = [f"{number},Player {number},{2400 - 20 * number}" for number in range(1, 7)]


class Refused(NamedTuple):
    """A command on a prepared event that is refused."""

    key: str
    where: str
    line: str
    values: dict[str, str]
    code: int = 2


ROWS = [
    Refused("event-unknown", "open", "says event show otro", {"slug": "otro", "known": "open"}),
    Refused("event-board-unknown", "second", "result 2 9 1", {"round": "2", "board": "9", "last": "3"}),
    Refused("event-round-unknown", "second", "result 3 1 1", {"round": "3", "known": "1, 2"}),
    Refused("event-slug-taken", "open", "says event new {folder}/open.toml", {"slug": "open"}),
    Refused("event-frozen", "second", "set level L2", {"rule": "level", "n": "10"}),
    Refused("event-points", "open", "set points.draw 1", {"why": "draw"}),
    Refused("event-rounds-many", "open", "close-list", {"rounds": "7", "players": "6", "most": "5"}),
    Refused("event-entry-twice", "open", "enter 3 --name Otro", {"id": "3", "entry": "3", "name": "Player 3"}),
    Refused("event-exclusive", "b", "enter 3 --name 'Player 3'", {"name": "Player 3", "slug": "open"}),
    Refused("event-list-open", "open", "draw", {}),
    Refused("event-list-closed", "second", "enter --name Tarde", {}),
    Refused("event-half-bye", "second", "absent 1 3 H", {"name": "Player 1", "round": "3", "why": "2"}),
    Refused("event-round-drawn", "drawn", "absent 1 3 Z", {"round": "3"}),
    Refused("event-round-drawn", "drawn", "withdraw 1 --from 3", {"round": "3"}),
    Refused("event-results-missing", "second", "draw", {"round": "2", "boards": "2, 3"}),
    Refused("event-results-missing", "over", "finish", {"round": "3", "boards": "3"}),
    Refused("event-adjourned-open", "adjourned", "finish", {"round": "3", "boards": "1"}),
    Refused("event-adjourned-open", "adjourned", "hand-over --db sqlite:///{folder}/event.db", {"round": "3"}),
    Refused("event-pair-illegal", "drawn", "amend 3 {folder}/twice.txt", {"why": "Player 1"}),
    Refused("event-published", "second", "clear 2", {"round": "2", "article": "C.04.2"}),
    Refused("event-next-drawn", "drawn", "recall 2 --reason no", {"next": "3", "round": "2"}),
    Refused(
        "event-changed-meanwhile", "second", "result 2 1 0-1 --version 1",
        {"round": "2", "board": "1", "now": "1-0", "who": "Ana", "at": "2026-05-01 10:00 UTC"},
    ),
    Refused("event-result-code", "second", "result 2 2 won", {"value": "won", "known": "1-0, 1/2, 0-1"}),
    Refused("event-result-points", "second", "result 2 2 2-0", {"value": "2-0", "known": "1-0, 1/2, 0-1"}),
    Refused("event-locked", "drawn", "result 1 1 0-1", {"round": "1"}),
    Refused("event-met-before", "met", "substitute 3 1 2", {"white": "Player", "black": "Player", "round": "1"}),
    Refused("event-level", "official", "substitute 1 1 2", {"level": "L1"}),
    Refused("event-lineup-order", "league", "lineup 1 1 2 1", {"team": "Uno", "legal": "1, 2"}),
    Refused("event-lineup-player", "league", "lineup 1 1 1 4", {"team": "Uno", "entry": "4", "known": "1, 2, 3"}),
    Refused("event-tie-fed", "cup", "result 1 1 0-1 --reason no", {"tie": "1", "fed": "3"}),
    Refused("event-undo-depends", "second", "undo 2", {"n": "2", "kind": "entry.added"}),
    Refused(
        "event-import-contradiction", "open", "says event take-over {folder}/contradiction.trf",
        {"line": "13", "other": "43"},
    ),
    Refused("event-chain", "second", "push sqlite:///{folder}/other.db", {"slug": "second", "n": "3"}),
    Refused("event-home", "copy", "result 1 1 1", {"slug": "copy", "home": "home"}),
]  # fmt: skip
ASKED = [
    Refused("event-pair-met", "drawn", "amend 3 {folder}/met.txt", {"white": "Player", "round": "1"}),
    Refused("event-bye-barred", "odd", "amend 2 {folder}/bye.txt", {"name": "Player 5"}),
    Refused(
        "event-lineup-late", "league", "lineup 1 1 1 2 --at 2026-05-01T17:50Z",
        {"team": "Uno", "due": "2026-05-01 17:45 UTC"},
    ),
]  # fmt: skip
"""What is done after a yes or a reason, and refused without."""
NO = {"event-impossible", "event-report-refused", "event-rounds-few"}
"""What is answered: exit code 1, or a note."""


class Hall:
    """Prepared events, each made once in a database of its own file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.url = folder, f"sqlite:///{folder}/event.db"
        self.made: dict[str, int] = {}
        self.met = ""

    def event(self, arpad: Arpad, name: str) -> TypedEvent:
        event = TypedEvent(arpad, self.folder, self.url, name)
        if name not in self.made:
            PREPARED[name](self, arpad, name)
            self.made[name] = event.tells("show")["n"]
        return event

    def new(self, arpad: Arpad, name: str, rules: str, players: list[str]) -> TypedEvent:
        event = TypedEvent.new(arpad, self.folder, self.url, f'slug = "{name}"\n{HEAD}{rules}', name)
        event.enters(players, "id,name,rating")
        return event


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    return Hall(tmp_path_factory.mktemp("hall"))


def played(event: TypedEvent, *rounds: int) -> None:
    """Rounds in which White wins everywhere."""
    for number in rounds:
        event.does(f"draw {number}", f"publish {number}")
        boards = [pair["board"] for pair in event.tells(f"round {number}")["pairs"]]
        event.results(number, [(board, "1-0") for board in boards])


def entries_open(hall: Hall, arpad: Arpad, name: str) -> None:
    hall.new(arpad, name, SWISS.replace("rounds = 3", "rounds = 7"), SIX)


def second_section(hall: Hall, arpad: Arpad, name: str) -> None:
    hall.event(arpad, "open")
    hall.new(arpad, name, SWISS + 'exclusive_with = ["open"]\n', ["7,Player 7,2000", "8,Player 8,1990"])


def second_round(hall: Hall, arpad: Arpad, name: str) -> None:
    """Round 2 is being played, board 1 has its result. A copy elsewhere went another way after line 3."""
    event = hall.new(arpad, name, SWISS, SIX)
    event.does("close-list")
    played(event, 1)
    event.does("draw 2", "publish 2", "result 2 1 1-0")
    lines = event("export --log").out.splitlines(keepends=True)[:3]
    away = TypedEvent(arpad, hall.folder, f"sqlite:///{hall.folder}/away.db", name)
    assert away.says(f"event restore {event.file('three.jsonl', ''.join(lines))}").code == 0
    away.does("enter --name Otra", f"push sqlite:///{hall.folder}/other.db --home away")


def third_drawn(hall: Hall, arpad: Arpad, name: str) -> None:
    """Two rounds are over, the third is a draft."""
    event = hall.new(arpad, name, SWISS, SIX)
    event.does("close-list")
    played(event, 1, 2)
    event.does("draw 3")
    first = event.tells("round 1")["pairs"][0]
    white, black = first["white_entry"], first["black_entry"]
    others = [number for number in range(1, 7) if number not in (white, black)]
    event.file("met.txt", f"1 {black} {white}\n2 {others[0]} {others[1]}\n3 {others[2]} {others[3]}")
    event.file("twice.txt", "1 1 2\n2 1 3\n3 4 5")


def nearly_over(hall: Hall, arpad: Arpad, name: str) -> None:
    event = hall.new(arpad, name, SWISS, SIX)
    event.does("close-list")
    played(event, 1, 2)
    event.does("draw 3", "publish 3", "result 3 1 1", "result 3 2 1")


def one_adjourned(hall: Hall, arpad: Arpad, name: str) -> None:
    event = hall.new(arpad, name, SWISS, SIX)
    event.does("close-list")
    played(event, 1, 2)
    event.does("draw 3", "publish 3", "result 3 1 a", "result 3 2 1", "result 3 3 1")
    arpad(f"office init --federation ESP --db {hall.url} --who Ana")


def who_have_met(hall: Hall, arpad: Arpad, name: str) -> None:
    """In round 3 the opponents of two players who have met do not come."""
    event = hall.new(arpad, name, SWISS, SIX)
    event.does("close-list")
    played(event, 1, 2)
    event.does("draw 3", "publish 3", "start 3")
    pairs = event.tells("round 3")["pairs"]
    first = {frozenset((pair["white_entry"], pair["black_entry"])) for pair in event.tells("round 1")["pairs"]}
    sides = [(pair["white_entry"], pair["black_entry"]) for pair in pairs]
    here, there = next(
        (one, two) for one in sides[0] for two in (*sides[1], *sides[2]) if frozenset((one, two)) in first
    )
    gone = [entry for side in sides if {here, there} & set(side) for entry in side if entry not in (here, there)]
    boards = [number for number, side in enumerate(sides, 1) if {here, there} & set(side)]
    assert boards[0] == 1
    event.does(f"absent-at 3 {gone[0]} {gone[1]} --yes")
    hall.met = f"substitute 3 {boards[0]} {boards[1]}"


def official_event(hall: Hall, arpad: Arpad, name: str) -> None:
    event = hall.new(arpad, name, SWISS + 'level = "L1"\n', SIX)
    event.does("close-list", "draw 1", "publish 1", "start 1")


def odd_players(hall: Hall, arpad: Arpad, name: str) -> None:
    """Player 5 had the bye of round 1, and gets it again by hand in round 2."""
    event = hall.new(arpad, name, SWISS, SIX[:5])
    event.does("close-list")
    played(event, 1)
    assert event.tells("round 1")["bye_entry"] == 5
    event.does("draw 2")
    event.file("bye.txt", "1 1 2\n2 3 4\nbye 5")


def teams(hall: Hall, arpad: Arpad, name: str) -> None:
    event = hall.new(arpad, name, TEAMS, SIX)
    event.does("team --name Uno --players 1,2,3", "team --name Dos --players 4,5,6")
    event.does("close-list", "draw 1", "publish 1")


def knock_out(hall: Hall, arpad: Arpad, name: str) -> None:
    """A knock-out of four whose final has begun."""
    rules = 'system = "knockout"\nstages = [["standard", 1, "90+30"], ["sudden-death", 1, "5-4"]]\n'
    event = hall.new(arpad, name, rules, SIX[:4])
    event.does("close-list", "draw 1", "publish 1", "result 1 1 1-0", "result 1 2 1-0")
    event.does("draw 2", "publish 2", "result 2 1 1-0")


def copied(hall: Hall, arpad: Arpad, name: str) -> None:
    """An event that lives in another database."""
    home = f"sqlite:///{hall.folder}/home.db"
    event = TypedEvent.new(arpad, hall.folder, home, f'slug = "{name}"\n{HEAD}{SWISS}', name)
    event.does(f"push {hall.url} --home home")


PREPARED: dict[str, Callable[[Hall, Arpad, str], None]] = {
    "open": entries_open, "b": second_section, "second": second_round, "drawn": third_drawn, "over": nearly_over,
    "adjourned": one_adjourned, "met": who_have_met, "official": official_event, "odd": odd_players, "league": teams,
    "cup": knock_out, "copy": copied,
}  # fmt: skip


def pattern(key: str, spoken: Language) -> re.Pattern[str]:
    """A message with its values as groups."""
    parts = re.split(r"\{(\w+(?::[^}]*)?)\}", text(key, spoken))
    seen: set[str] = set()
    found = ""
    for place, part in enumerate(parts):
        if place % 2 == 0:
            found += re.escape(part)
        elif ":" in part:
            found += f"(?:{part.partition(':')[2]})"
        else:
            found += f"(?P={part})" if part in seen else f"(?P<{part}>.*?)"
            seen.add(part)
    return re.compile(found)


def tried(hall: Hall, arpad: Arpad, row: Refused, spoken: Language) -> Answer:
    event = hall.event(arpad, row.where)
    line = hall.met if row.where == "met" else row.line
    line = f"{line} --lang {spoken}".replace("{folder}", str(hall.folder))
    return event.says(line.removeprefix("says ")) if line.startswith("says ") else event(line)


def contradiction(folder: Path) -> None:
    """A file whose lines say different things of one game."""
    lines = (FIXTURES / "tournament" / "takeover-16.trf").read_text("utf-8").splitlines()
    loser = next(place for place, line in enumerate(lines) if line.startswith("001   32"))
    lines[loser] = f"{lines[loser][:RESULT]}1{lines[loser][RESULT + 1 :]}"
    (folder / "contradiction.trf").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.key}: {row.line.split(' ')[0]}")
def test_a_refused_command(hall: Hall, arpad: Arpad, row: Refused) -> None:
    contradiction(hall.folder)
    for spoken in LANGUAGES:
        answer = tried(hall, arpad, row, spoken)
        assert [answer.code, answer.out, answer.err.count("\n")] == [row.code, "", 1], answer
        sentence = answer.err.removeprefix(f"{text('cli.error', spoken)}: ").rstrip("\n")
        named = pattern(f"error.{row.key}", spoken).fullmatch(sentence)
        assert named is not None, (row.key, sentence)
        for name, value in row.values.items():
            if spoken == "en" or name != "why":
                assert value in named[name], (name, sentence)
    assert hall.event(arpad, row.where).tells("show")["n"] == hall.made[row.where], "nothing is written"


@pytest.mark.parametrize("row", ASKED, ids=lambda row: row.key)
def test_a_command_that_asks(hall: Hall, arpad: Arpad, row: Refused) -> None:
    for spoken in LANGUAGES:
        answer = tried(hall, arpad, row, spoken)
        assert [answer.code, answer.out] == [2, ""], answer
        named = pattern(f"tournament.warning.{row.key}", spoken).search(answer.err)
        assert named is not None, (row.key, answer.err)
        for value in row.values.values():
            assert value in answer.err
        assert "--yes" in answer.err or "--reason" in answer.err
    assert hall.event(arpad, row.where).tells("show")["n"] == hall.made[row.where]


def test_what_is_said_about_a_missing_thing_tells_what_to_do(hall: Hall, arpad: Arpad) -> None:
    """Words that no value fills: what to do first, which article, what remains possible."""
    for where, line, words in (
        ("open", "draw", ("close-list",)),
        ("second", "enter --name Tarde", ("--from",)),
        ("second", "draw", ("--adjourn-open",)),
        ("second", "absent 1 3 H", ("Z",)),
        ("second", "clear 2", ("C.04.2",)),
        ("drawn", "result 1 1 0-1", ("--rating-only",)),
        ("second", "result 2 1 0-1 --version 1", ("--version",)),
        ("official", "substitute 1 1 2", ("L2", "C.05")),
    ):
        for spoken in LANGUAGES:
            said = hall.event(arpad, where)(f"{line} --lang {spoken}").err
            assert all(word in said for word in words), said


def test_answers_that_are_no(hall: Hall, arpad: Arpad) -> None:
    """A round that cannot be paired, few rounds, a report that the office refuses."""
    event = hall.new(arpad, "no", 'rounds = 1\nsystem = "dutch"\n', SIX[:4])
    closed = event.tells("close-list")
    assert [warning["code"] for warning in closed["warnings"]] == ["event-rounds-few"]
    event.does("forbid 1 2 3 4")
    impossible = event("draw --json")
    assert [impossible.code, impossible.json["possible"], impossible.json["lift"]["restrictions"]] == [1, False, [1]]
    event.does("allow 1")
    played(event, 1)
    event.does("finish")
    arpad(f"office init --federation ESP --db {hall.url} --who Ana")
    handed = event(f"hand-over --db {hall.url} --json")
    assert [handed.code, handed.json["accepted"]] == [1, False]
    assert [finding["severity"] for finding in handed.json["reports"][0]["findings"]].count("error")
    assert "refused" in event(f"hand-over --db {hall.url}").out


KEYS = [
    "event-unknown", "event-board-unknown", "event-round-unknown", "event-slug-taken", "event-frozen", "event-points",
    "event-rounds-many", "event-rounds-few", "event-entry-twice", "event-exclusive", "event-list-open",
    "event-list-closed", "event-late-chief", "event-half-bye", "event-round-drawn", "event-results-missing",
    "event-adjourned-open", "event-impossible", "event-pair-illegal", "event-pair-met", "event-bye-barred",
    "event-published", "event-next-drawn", "event-changed-meanwhile", "event-result-code", "event-result-points",
    "event-not-your-board", "event-not-allowed", "event-link-ended", "event-badge", "event-locked",
    "event-met-before", "event-level", "event-lineup-order", "event-lineup-late", "event-lineup-player",
    "event-tie-fed", "event-undo-depends", "event-import-contradiction", "event-chain", "event-home",
    "event-report-refused",
]  # fmt: skip
"""Every key of the specification; files of teams have tests of their own."""


def test_every_key_is_tried() -> None:
    tried_here: set[Any] = {row.key for row in [*ROWS, *ASKED]} | NO
    assert sorted(tried_here | ON_PAGES) == sorted(KEYS)
