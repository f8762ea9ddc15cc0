"""`arpad pair generate` with numbers of byes, forfeits and unusual results by round, as TRF26: the file says what was
asked for, and its pairings and standings are right."""

import shlex
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from arpad.cli.main import main
from arpad.domain.event import Event
from arpad.formats.read import read_report
from arpad.formats.scores import Scores

BYES = "--players 30 --rounds 7 --seed 1 --hpb 2 --zpb 1 --fpb 1 --trf 26"
FORFEITS = "--players 40 --rounds 9 --seed 3 --forfeit-wins 5% --unusual 3% --double-forfeits 1 --trf 26"
BAKU = "--players 24 --rounds 7 --seed 4 --tie-breaks BH/C1,BH,SB,DE --baku --trf 26"
POINTS = (
    "--players 21 --rounds 5 --seed 4 --points 3,1,0 --pab 1 --hpb 1 --zpb 1 --fpb 1 --ratings 2400,1600,150 --trf 26"
)


def run(line: str) -> int:
    return main(shlex.split(line), {})


def made(options: str, folder: Path) -> tuple[list[str], Event]:
    """Make a file, and have its pairings and its standings checked."""
    out = folder / "made.trf"
    assert run(f"pair generate {options} -o {out}") == 0
    assert run(f"pair check {out}") == 0
    assert run(f"standings check {out}") == 0
    return out.read_text("utf-8").splitlines(), read_report(out.read_bytes()).event


def results(event: Event, number: int) -> Counter[str]:
    """How often each result stands in a round."""
    return Counter(cell.result or "" for player in event.players for cell in player.rounds if cell.round == number)


def test_every_round_has_the_byes_that_were_asked_for(tmp_path: Path) -> None:
    lines, event = made(BYES, tmp_path)
    for number in range(1, 8):
        found = results(event, number)
        assert (found["H"], found["Z"], found["F"]) == (2, 1, 1)
    codes = [line[:3] for line in lines]
    for code in ("142", "152", "172", "182", "192", "202", "212"):
        assert code in codes
    assert not {"162", "XXR", "XXC", "XXA"} & set(codes)
    assert "192 FIDE_DUTCH_2026" in lines


def test_nobody_has_a_second_bye_with_points(tmp_path: Path) -> None:
    _, event = made(BYES, tmp_path)
    for player in event.players:
        own = Counter(cell.result for cell in player.rounds)
        assert own["H"] <= 1
        assert own["F"] <= 1


def test_numbers_may_differ_by_round(tmp_path: Path) -> None:
    _, event = made("--players 30 --rounds 7 --seed 2 --hpb 1:3,2:2,3:0 --trf 26", tmp_path)
    assert [results(event, number)["H"] for number in range(1, 8)] == [3, 2, 0, 0, 0, 0, 0]


def test_forfeits_and_unusual_results(tmp_path: Path) -> None:
    """Shares are of all boards: within three standard deviations of the binomial distribution."""
    _, event = made(FORFEITS, tmp_path)
    for number in range(1, 10):
        found = results(event, number)
        assert found["-"] == found["+"] + 2
    boards = 20 * 9
    won = sum(results(event, number)["+"] for number in range(1, 10))
    assert (won - Fraction(5, 100) * boards) ** 2 <= 9 * boards * Fraction(5, 100) * Fraction(95, 100)
    whole = {player.rank: {cell.round: cell for cell in player.rounds} for player in event.players}
    odd = {
        (cell.result, whole[cell.opponent][number].result)
        for cells in whole.values()
        for number, cell in cells.items()
        if cell.opponent and cell.result in ("=", "0") and whole[cell.opponent][number].result == "0"
    }
    assert odd


def test_acceleration_and_tie_breaks_are_in_the_file(tmp_path: Path) -> None:
    lines, _ = made(BAKU, tmp_path)
    assert "192 FIDE_DUTCH_2026_BAKU" in lines
    assert [line.split() for line in lines if line.startswith("250")] == [
        ["250", "1.0", "1", "2", "1", "12"],
        ["250", "0.5", "3", "4", "1", "12"],
    ]
    assert "212 PTS,BH/C1,BH,SB,DE" in lines
    assert "### Seed 4: --players 24 --rounds 7 --baku --tie-breaks BH/C1,BH,SB,DE --trf 26" in lines


def test_points_of_ones_own(tmp_path: Path) -> None:
    lines, event = made(POINTS, tmp_path)
    assert "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0" in lines
    scores = Scores(event)
    assert (scores.of_code("1"), scores.of_code("H"), scores.of_code("U"), scores.of_code("F")) == tuple(
        map(Fraction, (3, 1, 1, 3))
    )
    assert all(player.points == scores.total(player) for player in event.players)
    assert all(1600 <= (player.rating or 0) <= 2400 for player in event.players)
    assert sum(player.points or Fraction(0) for player in event.players) > 0


def test_the_same_seed_makes_the_same_file(tmp_path: Path) -> None:
    one, two = tmp_path / "1.trf", tmp_path / "2.trf"
    for out in (one, two):
        assert run(f"pair generate {FORFEITS} -o {out}") == 0
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("system", ["dutch-2026", "dubov-2026", "burstein-2026"])
def test_files_of_every_system_with_a_code_are_right(system: str, tmp_path: Path) -> None:
    assert run(
        f"pair generate --players 18 --rounds 6 --seed 1 --count 10 --system {system} --trf 26 --hpb 1 --zpb 5% "
        f"--fpb 2:1 --forfeit-losses 5% --unusual 3% -o {tmp_path / 'T%03d.trf'}"
    ) == 0  # fmt: skip
    files = sorted(tmp_path.iterdir())
    assert len({file.read_bytes() for file in files}) == 10
    for file in files:
        assert run(f"pair check {file}") == 0, file.name
        assert run(f"standings check {file}") == 0, file.name


def test_a_file_that_cannot_be_finished_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines, event = made("--players 6 --rounds 9 --seed 4 --trf 26", tmp_path)
    last = max(cell.round for player in event.players for cell in player.rounds)
    assert f"### No legal pairing @ Round {last + 1}" in lines
    assert "ends early" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--trf 27", "neither 26 nor 16"),
        ("--trf 16 --system team", "cannot be written as TRF16"),
        ("--tie-breaks BH", "Only a TRF26 names its tie-breaks"),
        ("--system team --hpb 2", "is for teams"),
        ("--count 2", "T%05d.trf"),
        ("--points 3,2,0", "Write them like 3,1,0"),
        ("--points 3,1", "Write them like 3,1,0"),
        ("--pab 2", "up to 1"),
        ("--ratings 1400,2600", "2600,1400"),
        ("--hpb many", "--hpb"),
        ("--hpb 1:x", "--hpb"),
        ("--zpb 200%", "is not a share"),
    ],
)
def test_wrong_options_are_refused(
    options: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "made.trf"
    assert run(f"pair generate --players 10 --rounds 3 --seed 1 {options} -o {out}") == 2
    assert words in " ".join(capsys.readouterr().err.split())
    assert not out.exists()
