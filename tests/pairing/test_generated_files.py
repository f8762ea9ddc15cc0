"""`arpad check` finds every generated file right, of every system: a proof of both, 200 seeds each in `make prove`."""

import shlex
from pathlib import Path

import pytest

import arpad
from arpad.cli.main import main
from arpad.pairing.systems import systems
from proofs import seeds

PLAYERS = "--hpb 1 --zpb 1:2,2:1 --fpb 3% --forfeit-wins 5% --forfeit-losses 1 --unusual 3% --withdrawals 3% --late 5%"
MATCHES = "--forfeits 5% --byes 3% --withdrawals 2% --late 5%"
KINDS = {
    **{
        id_: f"--players 16 --rounds 7 --system {id_} {PLAYERS} --expelled 1%"
        for id_, system in systems().items()
        if system.engine != "matches"
    },
    "dutch-baku": f"--players 20 --rounds 9 --system dutch-2026 --baku {PLAYERS} --expelled 1%",
    "dubov-baku": f"--players 20 --rounds 9 --system dubov-2026 --baku {PLAYERS}",
    "dutch-points": "--players 13 --rounds 5 --system dutch-2026 --points 3,1,0 --pab 1 --hpb 1 --tie-breaks BH,SB,WIN",
    "double": f"--players 11 --rounds 4 --double {MATCHES}",
    "double-baku": f"--players 14 --rounds 5 --double --baku {MATCHES}",
    "team": f"--players 9 --rounds 5 --team {MATCHES} --expelled 1%",
    "team-2024": f"--players 8 --rounds 5 --system team-2024 {MATCHES}",
    "team-baku": "--players 12 --rounds 5 --team --boards 3 --colours B --baku",
    "berger": "--players 7 --rounds 7 --berger --forfeit-wins 5% --withdrawals 3%",
    "berger-twice": "--players 6 --rounds 10 --berger --unusual 5% --expelled 1%",
}


@pytest.mark.parametrize("kind", KINDS)
@seeds(2, 10)
def test_every_generated_file_is_right(kind: str, seed: int, tmp_path: Path) -> None:
    out = tmp_path / "made.trf"
    assert main(shlex.split(f"pair generate {KINDS[kind]} --seed {seed + 1} --trf 26 -o {out}"), {}) == 0
    checked = arpad.check(out)
    assert checked.verdict == "right", checked.document()
    assert checked.rounds
    assert checked.standings is not None
    lines = out.read_text("utf-8").splitlines()
    assert any(line.startswith(f"### Seed {seed + 1}: --players") for line in lines)
    (code,) = (line for line in lines if line.startswith("192"))
    if code.endswith("_BAKU"):
        assert any(line.startswith("250") for line in lines)


def test_a_league_has_all_records_of_teams(tmp_path: Path) -> None:
    out = tmp_path / "league.trf"
    options = "--players 10 --rounds 7 --seed 5 --team --boards 4 --trf 26"
    assert main(shlex.split(f"pair generate {options} -o {out}"), {}) == 0
    lines = out.read_text("utf-8").splitlines()
    codes = {line[:3] for line in lines}
    assert {"142", "152", "172", "182", "192", "202", "212", "310", "352", "362"} <= codes
    assert "192 FIDE_TEAM_TYPEA_MP_GP" in lines
    assert "352 WBWB" in lines


def test_who_was_expelled_has_no_place(tmp_path: Path) -> None:
    out = tmp_path / "expelled.trf"
    options = "--players 20 --rounds 5 --seed 1 --expelled 20% --withdrawals 10% --trf 26"
    assert main(shlex.split(f"pair generate {options} -o {out}"), {}) == 0
    report = arpad.read(out)
    comments = [line.split() for line in out.read_text("utf-8").splitlines() if " @ Round " in line]
    gone = {kind: {int(words[-1]) for words in comments if words[1] == kind} for kind in ("Withdrawal", "Expulsion")}
    assert gone["Withdrawal"]
    assert gone["Expulsion"]
    ranked = {player.number for player in report.players if player.final_rank}
    assert ranked == {player.number for player in report.players} - gone["Expulsion"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--players 8 --rounds 6 --berger", "in 7 rounds, or twice in 14"),
        ("--players 8 --rounds 7 --berger --baku", "no acceleration"),
        ("--players 8 --rounds 7 --berger --hpb 1", "no acceleration"),
        ("--players 8 --rounds 7 --berger --team", "leave one of them"),
        ("--players 8 --rounds 5 --double --system lim", "leave one of them"),
        ("--players 8 --rounds 5 --expelled 5%", "add --trf 26"),
        ("--players 8 --rounds 7 --berger --trf 16", "cannot be written as TRF16"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "none.trf"
    assert main(shlex.split(f"pair generate {options} --seed 1 -o {out}"), {}) == 2
    assert words in capsys.readouterr().err
    assert not out.exists()
