"""Files that cannot be taken over: one clear line, exit 2, and nothing is kept."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from answers import Arpad
from arpad.i18n import ArpadError
from arpad.office.storage.database import Database
from arpad.office.storage.schema import reports
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Confirmation, Journal
from arpad.tournament.takeover import take_over
from places import FIXTURES
from proofs import law

FOLDER = FIXTURES / "tournament"
GIVEN = (FOLDER / "takeover-26.trf").read_bytes()
AT = dt.datetime(2026, 5, 5, 20, tzinfo=dt.UTC)
Mutation = Callable[[bytes], bytes]


def changed(old: str, new: str) -> Mutation:
    """A file with one place changed."""

    def mutation(data: bytes) -> bytes:
        assert old.encode() in data, old
        return data.replace(old.encode(), new.encode(), 1)

    return mutation


def line_of(rank: int, at: int, text: str) -> Mutation:
    """A file with another text in a player's line, from a column on."""

    def mutation(data: bytes) -> bytes:
        lines = data.decode().split("\n")
        place = next(place for place, line in enumerate(lines) if line.startswith(f"001 {rank:4}"))
        lines[place] = lines[place][: at - 1] + text + lines[place][at - 1 + len(text) :]
        return "\n".join(lines).encode()

    return mutation


REFUSED: dict[str, tuple[Mutation, str]] = {
    "another opponent": (line_of(2, 92, "  33"), "event-import-contradiction"),
    "an opponent who is not there": (line_of(2, 92, "  99"), "event-import-contradiction"),
    "oneself": (line_of(2, 92, "   2"), "event-import-contradiction"),
    "both with White": (line_of(2, 107, "w"), "event-import-contradiction"),
    "both have won": (line_of(32, 99, "1"), "event-import-contradiction"),
    "a forfeit against a win": (line_of(32, 99, "-"), "event-import-contradiction"),
    "a rank twice": (line_of(2, 5, "   3"), "event-import-rank-twice"),
    "no rank": (line_of(2, 5, "    "), "event-import-line"),
    "an opponent that is no number": (line_of(2, 92, "  3x"), "event-import-line"),
    "a bye with an opponent": (line_of(2, 99, "H"), "event-import-line"),
    "a line cut off": (lambda data: data[:4000], "event-import-line"),
    "players cut off": (lambda data: data[: data.index(b"001   20")], "event-import-contradiction"),
    "more rounds than announced": (changed("142 9", "142 4"), "event-import-rounds-many"),
    "rounds unknown": (changed("142 9\n", ""), "event-import-rounds"),
    "no players": (lambda data: data[: data.index(b"001 ")], "event-import-players"),
    "no file of an event": (lambda _: b"Round 1\n1-0\n", "report"),
    "empty": (lambda _: b"", "report"),
    "another system than it says": (changed("FIDE_DUTCH_2017", "FIDE_DUBOV_1850"), "pairing-other-system"),
    "a pair that cannot be read": (changed("240 Z 006", "260   x"), "pairing-record"),
    "a slug that is none": (changed("012 Open de Valdeoca", "012 ¡!"), "event-import-slug"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_with_contradictions_is_refused_whole(name: str) -> None:
    mutation, key = REFUSED[name]
    with pytest.raises(ArpadError) as problem:
        take_over(mutation(GIVEN), file="other.trf")
    assert problem.value.key == key
    assert "\n" not in problem.value.text("es")


def test_a_contradiction_names_both_lines() -> None:
    with pytest.raises(ArpadError) as problem:
        take_over(line_of(32, 99, "1")(GIVEN), file="other.trf")
    assert (problem.value.values["line"], problem.value.values["other"]) == (17, 47)


def test_nothing_is_kept_of_a_file_that_is_refused(arpad: Arpad, tmp_path: Path) -> None:
    """A contradiction is found before anything is written; a slug that is taken, and rounds that nobody has confirmed,
    leave neither event nor file."""
    url = f"sqlite:///{tmp_path}/events.db"
    file, broken = tmp_path / "given.trf", tmp_path / "broken.trf"
    file.write_bytes(GIVEN)
    broken.write_bytes(line_of(32, 99, "1")(GIVEN))
    refused = arpad(f"event take-over {broken} --events {url} --who me")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "line 17" in refused.err
    done = arpad(f"event take-over {file} --events {url} --who me --json")
    assert (done.code, done.json["slug"], done.json["rounds"]) == (0, "open-de-valdeoca-2026", 5)
    final = FOLDER / "swiss-60.final.trf"
    assert arpad(f"event take-over {file} --events {url} --who me").code == 2
    differing = arpad(f"event take-over {final} --system dutch-2017 --slug other --events {url} --who me")
    assert (differing.code, "--yes" in differing.err) == (2, True)
    assert arpad(f"event list --events {url} --json").json[0]["slug"] == "open-de-valdeoca-2026"
    assert kept_files(url) == [GIVEN]


def kept_files(url: str) -> list[bytes]:
    database = Database(url)
    with database.reading() as connection:
        found = [bytes(row) for row in connection.execute(select(reports.c.data)).scalars()]
    database.dispose()
    return found


PLACES = len(GIVEN) - 1


@law(60)
@given(st.integers(0, PLACES), st.binary(min_size=1, max_size=2), st.sampled_from(["cut", "changed", "left out"]))
def test_a_damaged_file_is_refused_in_one_line_or_taken_over(place: int, junk: bytes, how: str) -> None:
    """Nothing that happens to a file is answered by anything but an event or one clear line."""
    head, tail = GIVEN[:place], GIVEN[place + len(junk) :]
    damaged = {"cut": head, "changed": head + junk + tail, "left out": head + tail}[how]
    said = ""
    try:
        plan = take_over(damaged, file="damaged.trf", slug="damaged")
        journal = Journal()
        journal.act(plan.command(), "me", AT, Confirmation(yes=True))
        export_trf(journal.state, "trf26")
    except ArpadError as problem:
        said = problem.text("en")
    assert "\n" not in said
