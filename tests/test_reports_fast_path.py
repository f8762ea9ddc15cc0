"""The reader has two ways through a player's line: with all others column by column, and with care. They agree."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arpad.domain import Player
from arpad.reports import Report, read_report, trf_block, trf_cells, trf_columns, trf_numbers, trf_players
from arpad.reports.trf_rounds import read_round

SAMPLES = sorted((Path(__file__).parent / "data" / "reports").glob("*.t*"))
EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.trf"))
CLEAN = next(path for path in EXAMPLES if path.name == "open-2024.trf")


def only_with_care(_numbers: object, texts: Sequence[str], *_: Any) -> tuple[list[Player], set[int]]:
    """The way by columns closed: every line is one to be read with care."""
    return [Player(0)] * len(texts), set(range(len(texts)))


def agree(data: bytes, monkeypatch: pytest.MonkeyPatch) -> Report:
    quick = read_report(data)
    monkeypatch.setattr(trf_players, "read_columns", only_with_care)
    careful = read_report(data)
    monkeypatch.undo()
    assert quick.event == careful.event
    assert quick.findings == careful.findings
    return quick


@pytest.mark.parametrize("path", [*EXAMPLES, *SAMPLES], ids=lambda path: path.name)
def test_the_ways_agree_on_real_files(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agree(path.read_bytes(), monkeypatch)


def test_a_clean_file_is_read_at_a_stroke(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example has no oddity, so nothing of it is read with care: a reader that needs care would fail here."""

    def refuse(*_: Any) -> None:
        raise AssertionError("read with care")

    monkeypatch.setattr(trf_players, "_read_with_care", refuse)
    assert len(read_report(CLEAN.read_bytes()).event.players) == 24


def test_only_the_odd_line_of_a_file_is_read_with_care(monkeypatch: pytest.MonkeyPatch) -> None:
    """The federation of the third player is E5P."""
    lines = [bytearray(line) for line in CLEAN.read_bytes().split(b"\r\n")]
    third = [line for line in lines if line.startswith(b"001")][2]
    third[53:56] = b"E5P"
    careful: list[int] = []
    read = trf_players._read_with_care

    def counted(text: str, number: int, *more: Any) -> Player:
        careful.append(number)
        return read(text, number, *more)

    monkeypatch.setattr(trf_players, "_read_with_care", counted)
    report = read_report(b"\r\n".join(map(bytes, lines)))
    assert careful == [lines.index(third) + 1]
    assert [(it.code, it.line, it.column) for it in report.findings] == [("federation-form", careful[0], 54)]


def _flip(chance: random.Random, line: bytearray) -> None:
    at = chance.randrange(4, len(line))
    line[at] = chance.choice(b" 0123456789wbWB-+=HFUZhfuzDLxM.,/'\t\x0b\x1c?_")


def _cut(chance: random.Random, line: bytearray) -> None:
    del line[chance.randrange(60, len(line)) :]


def _blank(chance: random.Random, line: bytearray) -> None:
    at = chance.randrange(90, len(line))
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


@pytest.mark.parametrize("seed", range(400))
def test_the_ways_agree_on_spoiled_files(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One to three characters, ends, names or rounds of player lines spoiled: the same event, the same findings."""
    chance = random.Random(seed)
    lines = [bytearray(line) for line in CLEAN.read_bytes().split(b"\r\n")]
    places = [at for at, line in enumerate(lines) if line.startswith(b"001")]
    for _ in range(chance.randrange(1, 4)):
        chance.choice(MUTATIONS)(chance, lines[chance.choice(places)])
    agree(b"\r\n".join(lines), monkeypatch)


def test_lines_of_players_need_not_stand_together(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = CLEAN.read_bytes().split(b"\r\n")
    places = [at for at, line in enumerate(lines) if line.startswith(b"001")]
    lines.insert(places[3], b"### a comment between players")
    report = agree(b"\r\n".join(lines), monkeypatch)
    assert [player.rank for player in report.event.players] == list(range(1, 25))
    assert [report.lines[player.line - 1][:4] for player in report.event.players] == ["001 "] * 24


def test_one_long_line_does_not_swell_the_others() -> None:
    """999 rounds of one player beside 400 lines without any: they are not filled up to 10 000 characters each."""
    line = f"{'001    1 m    Ana':<48}2000 ESP     1234567 1990/01/01  0.0    1"
    numbers, texts = range(400), [line] * 399 + [line + "  0002 w 1" * 999]
    players, odd = trf_columns.read_columns(numbers, texts, set(map(len, texts)), 999)
    assert len(players) == len(odd) == 400


@pytest.mark.parametrize("opponent", ["    ", "   0", "0000", "   7", "0012", " 120", "9999", "12  ", "1 2 ", " x1 "])
@pytest.mark.parametrize("colour", "wb- WBx")
@pytest.mark.parametrize("result", "10=+-WDLHFUZwdlhfuz x*")
def test_a_round_without_doubt_has_no_oddity(opponent: str, colour: str, result: str) -> None:
    """What the check at a stroke lets pass, the careful reader has nothing to say about."""
    cell = f"{opponent} {colour} {result}  "
    if not trf_cells.odd_lines(cell.encode(), 1):
        assert not read_round(cell, 1)[1]


@pytest.mark.parametrize("at", [4, 6, 8, 9])
def test_text_between_the_fields_of_a_round_is_odd(at: int) -> None:
    cells = ["  12 w 1  "] * 6
    cells[4] = cells[4][:at] + "x" + cells[4][at + 1 :]
    assert trf_cells.odd_lines("".join(cells).encode(), 2) == {2}


def test_numbers_are_reckoned_at_once() -> None:
    """Four characters each: at the right, with zeros or blanks before; anything else makes all of them doubtful."""
    texts = [f"{number:4}{number:04}" for number in range(10_000)] + [" " * 8]
    block = trf_block.Block(texts, {8}, 8)
    assert trf_numbers.numbers_at(block, [0, 4]) == [*range(10_000), 0] * 2
    for bad in ("12  ", "1 23", "+123", "1_23", " 1x2", "²   "):
        assert trf_numbers.numbers_at(trf_block.Block(["  12", bad], {4}, 4), [0]) == []
