"""The lines of players: read one by one. What is remembered of other lines and files never changes what they say."""

import pickle
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from arpad.domain.event import RoundResult
from arpad.formats import trf_fields
from arpad.formats import trf_fields as trf_rounds
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_fields import REMEMBERED
from places import FIXTURES, PROJECT

SAMPLES = sorted((FIXTURES / "reports").glob("*.t*"))
EXAMPLES = sorted((PROJECT / "examples").glob("*.trf"))
CLEAN = next(path for path in EXAMPLES if path.name == "open-2024.trf")
REMEMBERING = (
    trf_fields.whole, trf_fields.read_rank, trf_fields.read_title, trf_fields.read_rating, trf_fields.read_federation,
    trf_fields.read_birth, trf_fields.read_points, trf_fields.read_final_rank, trf_rounds.read_round,
)  # fmt: skip


def agree(data: bytes) -> Report:
    """The report, read with what earlier files taught and again without it."""
    known = read_report(data)
    for reader in REMEMBERING:
        reader.cache_clear()
    new = read_report(data)
    assert known.event == new.event
    assert known.findings == new.findings
    return known


@pytest.mark.parametrize("path", [*EXAMPLES, *SAMPLES])
def test_nothing_remembered_changes_a_real_file(path: Path) -> None:
    agree(path.read_bytes())


def test_a_clean_file_has_no_oddity() -> None:
    report = agree(CLEAN.read_bytes())
    assert len(report.event.players) == 24
    assert not report.findings


def test_only_the_odd_line_of_a_file_makes_a_finding() -> None:
    """The federation of the third player is E5P."""
    lines = [bytearray(line) for line in CLEAN.read_bytes().split(b"\r\n")]
    third = [line for line in lines if line.startswith(b"001")][2]
    third[53:56] = b"E5P"
    report = read_report(b"\r\n".join(map(bytes, lines)))
    assert [(finding.code, finding.line, finding.column) for finding in report.findings] == [
        ("federation-form", lines.index(third) + 1, 54)
    ]


def _flip(chance: random.Random, line: bytearray) -> None:
    at = chance.randrange(4, len(line))
    line[at] = chance.choice(b" 0123456789wbWB-+=HFUZhfuzDLxM.,/'\t\x0b\x1c?_")


def _cut(chance: random.Random, line: bytearray) -> None:
    del line[chance.randrange(60, 180) :]


def _blank(chance: random.Random, line: bytearray) -> None:
    at = chance.randrange(90, 180)
    line[at : at + 10] = b" " * len(line[at : at + 10])


def _append(chance: random.Random, line: bytearray) -> None:
    line += chance.choice([b"   ", b"  0012 w 1", b" " * 40, b" junk", b"  0000 - U  " + b" " * 30, "ñ".encode()])


def _rename(chance: random.Random, line: bytearray) -> None:
    """A letter beyond ASCII takes one column of the line and more than one byte of the file."""
    line[14:20] = chance.choice(["Łukasz", "Ñandú,", "\u00a0Ana, ", "\u2003Ana, "]).encode()


MUTATIONS: tuple[Callable[[random.Random, bytearray], None], ...] = (
    _flip,
    _flip,
    _flip,
    _cut,
    _blank,
    _append,
    _rename,
)


def test_a_spoiled_line_changes_no_other_line() -> None:
    """Characters, ends, names or rounds of one player's line spoiled, 400 times: the other players stay as they were,
    but for absences in a round that the spoiled line adds; every finding about a line names the spoiled one."""
    whole = read_report(CLEAN.read_bytes()).event
    for seed in range(400):
        chance = random.Random(seed)
        lines = [bytearray(line) for line in CLEAN.read_bytes().split(b"\r\n")]
        place = chance.choice([at for at, line in enumerate(lines) if line.startswith(b"001")])
        for _ in range(chance.randrange(1, 4)):
            chance.choice(MUTATIONS)(chance, lines[place])
        report = agree(b"\r\n".join(lines))
        if report.encoding != "utf-8":  # a letter cut in two: all names are read by another encoding
            continue
        others = [player for player in report.event.players if player.line != place + 1]
        assert [other._replace(rounds=other.rounds[:9]) for other in others] == [
            player for player in whole.players if player.line != place + 1
        ]
        assert all(not other.rounds[9:] or {told.result for told in other.rounds[9:]} == {"Z"} for other in others)
        about_lines = {
            finding.line for finding in report.findings if finding.code[:5] not in ("count", "round", "encod")
        }
        assert about_lines <= {place + 1}, (seed, report.findings)


def test_lines_of_players_need_not_stand_together() -> None:
    lines = CLEAN.read_bytes().split(b"\r\n")
    places = [at for at, line in enumerate(lines) if line.startswith(b"001")]
    lines.insert(places[3], b"### a comment between players")
    report = agree(b"\r\n".join(lines))
    assert [player.rank for player in report.event.players] == list(range(1, 25))
    assert [report.lines[player.line - 1][:4] for player in report.event.players] == ["001 "] * 24


def test_one_long_line_makes_the_others_absent() -> None:
    """999 rounds of one player beside 400 lines without any."""
    line = f"{'001    1 m    Ana':<48}2000 ESP     1234567 1990/01/01  0.0    1"
    event = read_report("\n".join([line] * 399 + [line + "  0002 w 1" * 999]).encode()).event
    assert {len(player.rounds) for player in event.players} == {999}
    assert {round_.result for round_ in event.players[0].rounds} == {"Z"}
    assert {round_.opponent for round_ in event.players[-1].rounds} == {2}


def test_a_game_that_is_told_well_has_no_oddity() -> None:
    """The short way for games agrees with the long way, which takes the fields of a round apart."""
    for opponent in ("   7", "0012", " 120", "9999", "12  "):
        for text, (colour, result) in trf_rounds.GAMES.items():
            told = RoundResult(3, int(opponent), colour, result, 112)
            assert trf_rounds.read_round(opponent + text, 3) == (told, ())
            odd: trf_rounds.Oddities = []
            fields = (
                trf_rounds._opponent(opponent, odd),
                trf_rounds._colour(colour, odd),
                trf_rounds._result(result, odd),
            )
            assert (fields, odd) == ((int(opponent), colour, result), [])


@pytest.mark.parametrize("at", [4, 6, 8, 9])
def test_text_between_the_fields_of_a_round_is_odd(at: int) -> None:
    cell = "  12 w 1  "
    told, odd = trf_rounds.read_round(cell[:at] + "x" + cell[at + 1 :], 2)
    assert [code for code, *_ in odd] == ["round-misaligned"]
    assert (told.round, told.opponent, told.colour, told.result) == (2, 12, "w", "1")


def test_byes_absences_and_blank_rounds() -> None:
    """A half-point bye in small letters, an absence, and a round that is left blank."""
    found = [trf_rounds.read_round(text, number) for number, text in enumerate(("0000 - h  ", "0000 - Z", " " * 10), 1)]
    assert [told.result for told, _ in found] == ["H", "Z", "Z"]
    assert not any(odd for _, odd in found)


def test_a_report_keeps_its_rounds_through_a_pickle() -> None:
    report = read_report(CLEAN.read_bytes())
    assert pickle.loads(pickle.dumps(report)) == report
    assert event_to_trf(pickle.loads(pickle.dumps(report.event)), "trf16") == event_to_trf(report.event, "trf16")


def test_what_is_remembered_has_a_bound() -> None:
    assert {reader.cache_info().maxsize for reader in REMEMBERING} == {REMEMBERED}
