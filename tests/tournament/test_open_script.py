"""J1, the open of `examples/tournament/open.sh`: what stands in docs/manuals/tournaments/tournament.md,
on the other database; every round drawn by `arpad pair` from a file, and the event continued from the middle by
another one."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import valdeoca
from answers import Arpad
from office_databases import NewDatabase, url_of
from places import PROJECT
from script_calls import calls_of
from typed_events import TypedEvent

EXAMPLE = PROJECT / "examples" / "tournament"
DIGEST = re.compile(r"\b[0-9a-f]{12,64}\b")
LINES = (
    "   1    6  WGM    Erbina, Katia       ESP    2395      8½",
    "   2   12         Zarlanga, Yago      ESP    2290       7 ",
    "The office has accepted the standard report: event 1.",
    "reports: 1 · games: 233 · players: 60",
    "99100185  Erbina, Katia    ESP  F    WGM    1987  w       2455 ",
    "99100666  Salvedra, Nuño   FRA  M    FM     2002          2329 ",
    "99100629  Ribanca, Lucas   POR  M           1975          1572 ",
    "The event is proved.",
    "2 versions: 1 proved, 1 kept as imported.",
)
"""What J1 gives."""
WARNINGS = 3
"""Two players of a game that was corrected for rating only, and results without an opponent."""


@pytest.mark.long
def test_postgresql_gives_the_same_digests(
    new_database: NewDatabase, arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page shows what SQLite gives (another test runs it). The event is then exported after every round."""
    url = url_of(new_database("postgresql", office=False))
    monkeypatch.setenv("ARPAD_DB", url)
    monkeypatch.setenv("ARPAD_WHO", "Clara Arbizo")
    monkeypatch.setenv("COLUMNS", "100")
    answers = [arpad(shlex.join(words)) for words in calls_of(EXAMPLE / "open.sh", tmp_path)]
    assert not [answer.err for answer in answers if answer.code]
    printed = "".join(answer.out for answer in answers)
    page = (PROJECT / "docs" / "manuals" / "tournaments" / "tournament.md").read_text(encoding="utf-8")
    shown = page[page.index("$ sh examples/tournament/open.sh") :]
    assert set(DIGEST.findall(printed)) == set(DIGEST.findall(shown))
    for line in LINES:
        assert line in printed, line
    assert printed.count("\nwarning ") == WARNINGS
    for version in ("16", "26"):
        every_round_is_paired_from_its_file(arpad, tmp_path, url, version)


def every_round_is_paired_from_its_file(arpad: Arpad, folder: Path, url: str, version: str) -> None:
    """I-7: `arpad pair` draws from the file what `arpad event draw` drew from the event."""
    for number, expected in enumerate(valdeoca.EXPECTED["rounds"]):
        file = folder / f"{version}-{number}.trf"
        where = f"--events {url} -o {file}"
        assert arpad(f"event export valdeoca-2026 --round {number} --trf {version} {where}").code == 0
        paired = arpad(f"pair {file} --adjourn-open --system dutch-2017 --json").json
        seats = [[one["board"], one["white"], one["black"]] for one in paired["pairs"]]
        assert [seats, paired["bye"]] == [expected["pairs"], expected["bye"]], (version, number + 1)


@pytest.fixture
def half(arpad: Arpad, tmp_path: Path) -> Path:
    """The event after five rounds, as a file for other programs."""
    url = f"sqlite:///{tmp_path}/home.db"
    assert arpad(f"event restore {valdeoca.FOLDER}/swiss-60.log.jsonl --events {url}").code == 0
    file = tmp_path / "half.trf"
    assert arpad(f"event export valdeoca-2026 --round 5 -o {file} --events {url}").code == 0
    return file


def test_taken_over_from_the_middle_it_ends_the_same(arpad: Arpad, half: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/away.db"
    taken = arpad(f"event take-over {half} --slug valdeoca-2026 --events {url} --who Ana --yes --json")
    assert taken.code == 0, taken.err
    assert [one["round"] for one in taken.json["differences"]] == [5], "an adjourned game was a draw then"
    event = TypedEvent(arpad, tmp_path, url, "valdeoca-2026")
    number = {entry: place for place, entry in enumerate(valdeoca.EXPECTED["order_with_60"], 1)}
    for round_ in range(6, 10):
        event.does(f"draw {round_}", f"publish {round_}", f"start {round_}")
        if round_ == 7:
            event.does("result 6 10 1/2 --reason told")
        if round_ == 8:
            event.does(f"absent-at 8 {number[35]} {number[48]} --yes", "substitute 8 20 22")
        event.does(f"results {round_} {EXAMPLE}/round-{round_}.txt")
        if round_ == 7:
            event.does("colours 7 4 --reason wrong")
        if round_ == 8:
            event.does("result 8 30 1/2", f"excuse {number[35]} --reason ill")
    event.does("finish")
    points = {row["number"]: row["points"] for row in event.tells("standings")["rows"]}
    expected: dict[str, Any] = valdeoca.EXPECTED["points_by_entry"]
    assert points == {number[int(entry)]: told for entry, told in expected.items()}
    assert event("verify").code == 0
