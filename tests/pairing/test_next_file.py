"""The report with its next round paired: the bytes that came, with the round in the lines of its players."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from answers import Arpad
from arpad.domain.event import BYES
from arpad.formats.read import read_report
from arpad.formats.scores import Scores
from arpad.formats.trf_fields import column_of, points_text
from arpad.i18n import ArpadError
from arpad.pairing.checklist import next_file
from arpad.pairing.engines import Pairing, pair_round
from arpad.pairing.files import read_source
from pairing_files import trf
from places import FIXTURES

SWISS = FIXTURES / "swiss"
FILES = [
    (FIXTURES / "pairing" / "worked-40.trf", None), (SWISS / "dutch-2026" / "d04-n13-r9.trf", None),
    (SWISS / "dutch-2026" / "e14-n24-r9-baku.trf", None), (SWISS / "dubov" / "u43-n19-r9-baku.trf", "dubov-2026"),
    (SWISS / "burstein" / "2018-b08-n27-r9.trf", "burstein-2018"),
]  # fmt: skip


def paired(data: bytes, system: str | None = None, rounds: int | None = None) -> bytes:
    source = read_source(data, rounds, system)
    answer = pair_round(source.state())
    assert isinstance(answer, Pairing)
    return next_file(source, answer)


def as_after(data: bytes, rounds: int, *, blank: bool) -> bytes:
    """The report as it stood after a round, with those who do not play the next one; or, `blank`, with the pairings of
    the next one and no result."""
    report = read_report(data)
    scores, lines = Scores(report.event), list(report.lines)
    sign = "?" if report.format == "trf26" else " "
    for player in report.event.players:
        cell = player.rounds[rounds] if rounds < len(player.rounds) else None
        told = cell is not None and cell.opponent is None and cell.result in BYES and cell.result != "U"
        kept = column_of(rounds + 1 + (told or blank)) - 1
        line = lines[player.line - 1][:kept].ljust(kept)[: kept - 2]
        counted = player.rounds[: rounds + blank]
        points = sum(
            (scores.of_round(player.rank, one) for one in counted if one.round <= rounds or one.opponent is None),
            Fraction(0),
        )
        line = line[:80] + points_text(points) + line[84:]
        lines[player.line - 1] = line[:-1] + sign if blank and cell is not None and cell.opponent else line
    return "\n".join([*lines, ""]).encode()


@pytest.mark.parametrize(("file", "system"), FILES, ids=lambda value: getattr(value, "stem", ""))
def test_every_round_is_written_as_the_whole_report_has_it(file: Path, system: str | None) -> None:
    data = file.read_bytes().replace(b"\r\n", b"\n")
    last = max(len(player.rounds) for player in read_report(data).event.players)
    for rounds in range(1, last):
        written = paired(as_after(data, rounds, blank=False), system)
        assert written.decode().splitlines() == as_after(data, rounds, blank=True).decode().splitlines()


def test_absences_of_the_round_go_into_the_lines() -> None:
    older = trf("2 w 1", "1 b 0", "4 w 1", "3 b 0", "U", "", more=("XXZ    2",))
    written = paired(older).decode()
    assert "XXZ" not in written, "it is about the next round, which is another one now"
    assert re.search(r"Player 2 .* 0000 - Z$", written, re.MULTILINE)
    report = read_report(
        paired(trf("2 w 1", "1 b 0", "4 w 1", "3 b 0", more=("142 5", "240 H   2    3", "240 Z   3    3"), head=()))
    )
    cells = {player.rank: player.rounds[1].result for player in report.event.players}
    assert cells[3] == "H"
    assert [(bye.kind, bye.round) for bye in report.byes] == [("Z", 3)], "byes to come stay"


def test_the_number_of_rounds_is_added_if_the_report_does_not_say_it() -> None:
    games = ("2 w 1", "1 b 0", "4 w 1", "3 b 0")
    assert b"\nXXR 5\n" in paired(trf(*games, head=()), rounds=5)
    assert paired(trf(*games, head=("XXR 5",))).count(b"XXR") == 1


def test_letters_and_line_ends_stay() -> None:
    data = (
        trf("2 w 1", "1 b 0", "4 w 1", "3 b 0")
        .replace(b"Player 1", "Muñoz, É".encode("cp1252"))
        .replace(b"\n", b"\r\n")
    )
    written = paired(data)
    assert "Muñoz, É".encode("cp1252") in written
    assert written.count(b"\r\n") == data.count(b"\r\n")


def test_the_second_game_of_a_match_after_the_bye() -> None:
    """C.04.5, 1.4: the bye of a match is a win and a draw."""
    written = paired(trf("3 w 1", "4 b 1", "1 b 0", "2 w 0", "U", head=("XXR 4",)), "double")
    assert re.search(r"Player 5 .*0000 - U  0000 - H$", written.decode(), re.MULTILINE)


def test_what_cannot_be_written(arpad: Arpad, tmp_path: Path) -> None:
    league = (SWISS / "team" / "league-11.trf").read_bytes()
    with pytest.raises(ArpadError) as teams:
        paired(league)
    assert teams.value.key == "pairing-file-teams"
    out = tmp_path / "next.trf"
    refused = arpad(f"pair {SWISS / 'position.json'} --output {out}")
    assert (refused.code, out.exists()) == (2, False)
    assert "not from JSON" in refused.err


def test_the_command_writes_it(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "next.trf"
    given = FIXTURES / "pairing" / "open-14.trf"
    answer = arpad(f"pair {given} -o {out}")
    assert answer.code == 0
    assert f"The report with round 4: {out}" in answer.out
    assert len(read_source(out.read_bytes()).event.players[0].rounds) == 4
