"""Arpad against other pairing engines, both ways: python tools/duel.py [--count N] [--seed S] [--only RUN] [--page].

Each run pits one engine against Arpad in one direction: it checks files that Arpad generates, or Arpad checks files
that it generates. After every tournament the state is kept in `.duel/runs.jsonl`, a line for each run, so a run can be
stopped and goes on where it was. Files that somebody finds wrong are kept beside it, each with what was said. `--page`
writes the table of `docs/developers/measured/duel.md`.

An engine is run where it is found: DUEL_BBP5 and DUEL_BBP6 (or bbpPairings5, bbpPairings6 on the path) name programs,
DUEL_GACRUX and DUEL_PY4SWISS a Python that has the package. What is not found is left out, and said.
"""

import argparse
import io
import json
import os
import resource
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import arpad
from arpad.cli.main import main as command
from arpad.clock import instant
from arpad.formats.read import read_report
from arpad.formats.scores import Scores
from arpad.formats.trf_event_lines import event_to_trf
from arpad.pairing.check import check_given
from arpad.pairing.check import reason as explained
from arpad.pairing.engines import Pairing, Seat, pair_round
from arpad.pairing.files import PairingWishes, report_source
from arpad.pairing.state import state_before
from arpad.pairing.systems import by_id, readings_of

FOLDER = Path(".duel")
PAGE = Path("docs/developers/measured/duel.md")
LISTS = (
    "BH/C1,BH,SB,DE,WIN",
    "BH,BH/C1,WIN,BPG",
    "DE,BH/C2,SB,PS",
    "WIN,BH/M1,ARO,SB",
    "BH/C1,BH,DE,ARO/C1,WIN,BWG,BPG,SB",
)
SECONDS = 30
"""How much processor time a program may take for a tournament, before it is given up and counted as such."""


class GivenUp(Exception):
    """A program took too long for a tournament or broke off, or a round cannot be paired."""


def limited() -> None:
    """Let a program end when its time is up."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def run(line: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a program for one tournament."""
    said = subprocess.run(line, capture_output=True, text=True, preexec_fn=limited, check=False)
    if said.returncode < 0:
        raise GivenUp
    return said


SERVER = """
import importlib, json, os, resource, sys, tempfile, traceback
for name in sys.argv[2:]:
    importlib.import_module(name)
for line in sys.stdin:
    code, words, folder = json.loads(line)
    with tempfile.TemporaryFile("w+") as out:
        child = os.fork()
        if not child:
            os.chdir(folder)
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[1]), int(sys.argv[1])))
            sys.argv = ["", *words]
            try:
                exec(code, {"__name__": "__main__"})
            except SystemExit:
                pass
            except BaseException:
                traceback.print_exc()
            sys.stdout.flush()
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        out.seek(0)
        print(json.dumps([status, out.read()]), flush=True)
"""


class Server:
    """A Python of somebody else that has loaded its modules once, and does each piece of work in a copy of itself."""

    def __init__(self, program: str, *modules: str) -> None:
        line = [program, "-W", "ignore", "-c", SERVER, str(SECONDS), *modules]
        self.process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, code: str, words: list[str], folder: Path) -> str:
        """Return what a piece of code prints."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([code, words, str(folder)]), file=self.process.stdin, flush=True)
        status, printed = json.loads(self.process.stdout.readline())
        if status:
            raise GivenUp
        return str(printed)


MODULE = "import runpy; runpy.run_module({!r}, run_name='__main__')"


@dataclass(frozen=True)
class Engine:
    """A program: the variable that names it, its name on the path, how its version is asked for."""

    name: str
    variable: str
    program: str
    version: tuple[str, ...]

    @property
    def found(self) -> str | None:
        return os.environ.get(self.variable) or shutil.which(self.program)

    def says_version(self) -> str:
        said = subprocess.run(
            [self.found or "", *self.version], capture_output=True, text=True, timeout=SECONDS, check=False
        )
        lines = (said.stdout + said.stderr).strip().splitlines()
        return lines[0].rpartition(" - ")[2].partition(" (")[0] if lines else "?"


PACKAGE = "import importlib.metadata as m; print(m.version('{}'))"
ENGINES = {
    "bbp5": Engine("bbpPairings", "DUEL_BBP5", "bbpPairings5", ()),
    "bbp6": Engine("bbpPairings", "DUEL_BBP6", "bbpPairings6", ()),
    "gacrux": Engine("Gacrux", "DUEL_GACRUX", "gacrux-python", ("-c", PACKAGE.format("gacrux"))),
    "py4swiss": Engine("py4swiss", "DUEL_PY4SWISS", "py4swiss-python", ("-c", PACKAGE.format("py4swiss"))),
}


@dataclass(frozen=True)
class Result:
    """What one tournament gave: rounds, pairs and values compared, and the words of each difference."""

    rounds: int
    pairs: int
    values: int
    differences: list[str]


# Files of Arpad, checked by the others.


def size(lot: Random, most: int) -> tuple[int, int]:
    """Draw the players and the rounds of a tournament: three of four have up to 40 players."""
    rounds = lot.randint(5, 11)
    return lot.randint(max(8, rounds + 3), most if not lot.randrange(4) else min(most, 40)), rounds


def generated(seed: int, system: str, folder: Path, *, most: int, lists: bool = False, plain: bool = False) -> Path:
    """Have Arpad generate the tournament of a seed: half of them with byes, forfeits and late entries, a quarter with
    Baku acceleration; none if they are to be `plain`."""
    lot = Random(seed)
    players, rounds = size(lot, most)
    options = f"--players {players} --rounds {rounds} --seed {seed} --system {system}"
    options += "" if system == "dutch-2017" else " --trf 26"
    if lot.randrange(2) and not plain:
        options += " --hpb 3% --zpb 2% --forfeit-wins 2% --forfeit-losses 2% --double-forfeits 1% --withdrawals 2%"
        options += " --late 4%"
    if not lot.randrange(4) and not plain and (system != "dutch-2017" or rounds >= 9):
        options += " --baku"
    if lists:
        options += f" --tie-breaks {lot.choice(LISTS)}"
    out = folder / f"arpad-{system}-{seed}.trf"
    with redirect_stdout(io.StringIO()):
        if command(shlex.split(f"pair generate {options} -o {out}"), {}) != 0:
            raise GivenUp
    return out


def size_of(data: bytes) -> tuple[int, int]:
    """Return the rounds and the pairs of a file."""
    event = read_report(data).event
    games = event.games()
    return max((game.round for game in games), default=0), len(games)


def checked_by_bbp(program: str, system: str) -> Callable[[int, Path], tuple[Path, Result]]:
    def play(seed: int, folder: Path) -> tuple[Path, Result]:
        file = generated(seed, system, folder, most=200)
        data = file.read_bytes()
        file.write_bytes(data.replace(b"\n192 FIDE_DUTCH_2026", b"\n192 FIDE_DUTCH_2025"))
        said = run([program, "--dutch", str(file), "-c"])
        wrong = [line for line in said.stdout.splitlines() if line.strip() and ": Round #" not in line]
        wrong += said.stderr.splitlines() + ([f"exit {said.returncode}"] if said.returncode else [])
        rounds, pairs = size_of(data)
        if said.stdout.count(": Round #") != rounds:
            wrong.append(f"{said.stdout.count(': Round #')} of {rounds} rounds were checked")
        return file, Result(rounds, pairs, 0, wrong)

    return play


def checked_by_gacrux(program: str, system: str) -> Callable[[int, Path], tuple[Path, Result]]:
    server = Server(program, "gacrux.pairingchecker", "gacrux.tiebreakchecker")

    def play(seed: int, folder: Path) -> tuple[Path, Result]:
        file = generated(seed, system, folder, most=40, lists=True)
        rounds, pairs = size_of(file.read_bytes())
        checked = arpad.check(file)
        values = checked.standings.compared if checked.standings is not None else 0
        wrong = []
        for module in ("pairingchecker", "tiebreakchecker"):
            said = server.run(MODULE.format(f"gacrux.{module}"), ["-i", str(file), "-c", "-d", "T"], folder)
            if "Check: True" not in said:
                wrong += [module, *said.splitlines()[-80:]]
        return file, Result(rounds, pairs, values, wrong)

    return play


PAIRED = """
import json, sys
from py4swiss.engines import DubovEngine
from py4swiss.trf import TrfParser
from pathlib import Path
engine = DubovEngine
for path in sys.argv[1:]:
    try:
        pairs = engine.generate_pairings(TrfParser.parse(Path(path), strict=False))
        print(json.dumps([[pair.white, pair.black] for pair in pairs]))
    except Exception as problem:
        print(json.dumps(f"{type(problem).__name__}: {problem}"))
"""


def checked_by_py4swiss(program: str, system: str) -> Callable[[int, Path], tuple[Path, Result]]:
    """py4swiss pairs the next round of a file: a tournament is cut before each of its rounds. It is given tournaments
    without byes and without acceleration: there it counts odd and even numbers otherwise (`--reading tpn`)."""
    server = Server(program, "py4swiss.engines", "py4swiss.trf")

    def play(seed: int, folder: Path) -> tuple[Path, Result]:
        file = generated(seed, system, folder, most=60, plain=True)
        report = read_report(file.read_bytes())
        whole = report_source(report, PairingWishes()).whole
        assert whole is not None
        cut, given = [], []
        for number in range(1, whole.paired + 1):
            cells = {rank: whole.cell(rank, number) for rank in whole.cells}
            own = {
                (rank, cell.opponent) for rank, cell in cells.items() if cell and cell.opponent and cell.colour == "w"
            }
            own |= {(rank, 0) for rank, cell in cells.items() if cell and cell.result == "U"}
            given.append(own)
            path = folder / f"cut-{number}.trf"
            path.write_bytes(before_round(report, whole, number))
            cut.append(str(path))
        answers = [json.loads(one) for one in server.run(PAIRED, cut, folder).splitlines()]
        wrong = []
        ways = readings_of(by_id(system, None))
        for number, (own, answer) in enumerate(zip(given, answers, strict=True), 1):
            found = {tuple(pair) for pair in answer} if isinstance(answer, list) else set()
            if found == own:
                continue
            if not found:
                wrong.append(f"round {number}: {answer}")
            elif any(paired_by(report, name, number) == found for name in ways):
                reading = next(name for name in ways if paired_by(report, name, number) == found)
                wrong.append(f"round {number}, reading {reading}: {sorted(own ^ found)}")
            else:
                seats = dict.fromkeys(whole.cells, (None, None)) | seated(found)
                why = check_given(state_before(whole, number), seats)
                article = "no article" if why.reason is None else why.reason.article
                wrong.append(f"round {number}, {article}: {sorted(own ^ found)}; {explained(why, 'en')}")
        return file, Result(whole.paired, sum(map(len, given)), 0, wrong)

    return play


def seated(pairs: set[tuple[int, int]]) -> dict[int, Seat]:
    """Return the seats of pairs, White first."""
    seats: dict[int, Seat] = {}
    for white, black in pairs:
        seats |= {white: (black, "w"), black: (white, "b")} if black else {white: (None, None)}
    return seats


def paired_by(report: Any, reading: str, number: int) -> set[tuple[int, int]]:
    """Return a round by another reading of the text."""
    whole = report_source(report, PairingWishes(readings=(reading,))).whole
    assert whole is not None
    answer = pair_round(state_before(whole, number))
    assert isinstance(answer, Pairing)
    free = set() if answer.bye is None else {(answer.bye, 0)}
    return {(board.white, board.black) for board in answer.boards} | free


def before_round(report: Any, whole: Any, number: int) -> bytes:
    """Return a file as TRF16 before a round, with the absences of that round."""
    scores = Scores(report.event)

    def cells(player: Any) -> list[Any]:
        own = [cell for cell in player.rounds if cell.round < number]
        cell = next((one for one in player.rounds if one.round == number), None)
        absent = cell is not None and cell.opponent is None and cell.result in ("H", "Z", "F")
        return [*own, *([cell] if absent else [])]

    players = tuple(
        player._replace(
            rounds=cells(player), final_rank=player.rank,
            points=sum((scores.of_round(player.rank, cell) for cell in cells(player)), Fraction(0)),
        )
        for player in report.event.players
    )  # fmt: skip
    event = replace(report.event, players=players, type_code="")
    lines = event_to_trf(event, "trf16").decode()
    head = f"XXC {'white1' if whole.initial == 'w' else 'black1'}\n"
    virtual: dict[int, list[str]] = {}
    for round_number in range(1, number + 1):
        for rank in whole.cells:
            points = Fraction(whole.virtual.get(round_number, {}).get(rank, 0), whole.unit)
            virtual.setdefault(rank, []).append(f"{float(points):4.1f}")
    tail = "".join(f"XXA {rank:>4} {' '.join(own)}\n" for rank, own in virtual.items() if set(own) != {" 0.0"})
    return (lines + head + tail).encode()


# Files of the others, checked by Arpad.


def of_arpad(file: Path, system: str, *, ranks: bool) -> Result:
    """Check a file by Arpad: its rounds, and its ranks unless they mean nothing."""
    checked = arpad.check(file, system=system)
    wrong = [f"round {one.number}: {one.why('en')}" for one in checked.rounds if not one.right]
    if checked.problem is not None:
        wrong.append(checked.problem.text("en"))
    values = checked.standings.compared if ranks and checked.standings is not None else 0
    if ranks and not checked.standings_right:
        wrong.append("standings")
    rounds, pairs = size_of(file.read_bytes())
    return Result(rounds, pairs, values, wrong)


def made_by_bbp(program: str, system: str) -> Callable[[int, Path], tuple[Path, Result]]:
    def play(seed: int, folder: Path) -> tuple[Path, Result]:
        lot = Random(seed)
        players, rounds = size(lot, 200)
        keys = {"PlayersNumber": players, "RoundsNumber": rounds}
        if lot.randrange(2):
            keys |= {"ForfeitRate": 30, "RetiredRate": 60, "HalfPointByeRate": 40}
        config, file = folder / "config.txt", folder / f"{Path(program).parent.name}-{system}-{seed}.trf"
        config.write_text("".join(f"{key}={value}\n" for key, value in keys.items()))
        line = [program, "--dutch", "-g", str(config), "-o", str(file), "-s", str(seed)]
        if run(line).returncode:
            raise GivenUp
        return file, of_arpad(file, system, ranks=True)

    return play


def made_by_gacrux(program: str, system: str) -> Callable[[int, Path], tuple[Path, Result]]:
    """Its generator takes its lots from the numbers of its files."""
    server = Server(program, "gacrux.tournamentgenerator")

    def play(seed: int, folder: Path) -> tuple[Path, Result]:
        lot = Random(seed)
        players, rounds = size(lot, 40)
        shares = ["0.02", "0.02", "0.02"] if lot.randrange(2) else ["0", "0", "0"]
        line = ["-p", str(players), "-N", str(rounds), "-g", str(seed), "1", "-R", "2500", "10", "50"]
        line += ["-S", *shares, "-F", "TRF", "-o", str(folder / "gacrux%d.trf")]
        line += [] if lot.randrange(4) else ["-a"]
        server.run(MODULE.format("gacrux.tournamentgenerator"), line, folder)
        (file,) = folder.glob("gacrux*.trf")
        return file, of_arpad(file, system, ranks=False)

    return play


Runner = Callable[[str, str], Callable[[int, Path], tuple[Path, Result]]]
RUNS: Mapping[str, tuple[str, str, str, Runner]] = {
    "arpad-bbp6": ("bbp6", "dutch-2026", "Arpad generates, the other checks", checked_by_bbp),
    "bbp6-arpad": ("bbp6", "dutch-2026", "the other generates, Arpad checks", made_by_bbp),
    "arpad-bbp5": ("bbp5", "dutch-2017", "Arpad generates, the other checks", checked_by_bbp),
    "bbp5-arpad": ("bbp5", "dutch-2017", "the other generates, Arpad checks", made_by_bbp),
    "arpad-gacrux": ("gacrux", "dutch-2026", "Arpad generates, the other checks, ranks too", checked_by_gacrux),
    "gacrux-arpad": ("gacrux", "dutch-2026", "the other generates, Arpad checks", made_by_gacrux),
    "arpad-py4swiss": (
        "py4swiss",
        "dubov-2026",
        "Arpad generates, the other pairs each round again",
        checked_by_py4swiss,
    ),
}


def known() -> dict[str, dict[str, Any]]:
    """Return the state of every run."""
    file = FOLDER / "runs.jsonl"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {run["run"]: run for run in map(json.loads, lines)}


def keep(states: Mapping[str, Mapping[str, Any]]) -> None:
    beside = FOLDER / "runs.jsonl.part"
    beside.write_text("".join(f"{json.dumps(state)}\n" for state in states.values()), "utf-8")
    beside.replace(FOLDER / "runs.jsonl")


def duel(name: str, count: int, seed: int) -> None:
    """Go on with a run until it has so many tournaments."""
    engine_name, system, way, runner = RUNS[name]
    engine = ENGINES[engine_name]
    if engine.found is None:
        print(f"{name}: {engine.program} is not found; {engine.variable} may name it")
        return
    states = known()
    start: dict[str, Any] = {
        "run": name, "program": engine.name, "version": engine.says_version(), "arpad": arpad.__version__,
        "system": system, "way": way, "first_seed": seed, "next_seed": seed, "tournaments": 0, "rounds": 0, "pairs": 0,
        "values": 0, "given_up": 0, "differences": [],
    }  # fmt: skip
    state = states[name] = start | states.get(name, {})
    play = runner(engine.found, system)
    while state["tournaments"] < count:
        with TemporaryDirectory() as folder:
            try:
                file, result = play(state["next_seed"], Path(folder))
            except GivenUp:
                state |= {"next_seed": state["next_seed"] + 1, "given_up": state["given_up"] + 1}
                keep(states)
                continue
            if result.differences:
                kept = FOLDER / "differences" / f"{name}-{state['next_seed']}.trf"
                kept.parent.mkdir(exist_ok=True)
                kept.write_bytes(file.read_bytes())
                kept.with_suffix(".txt").write_text("\n".join(result.differences) + "\n", "utf-8")
                state["differences"].append({"file": kept.name, "said": result.differences[:3]})
        state |= {"tournaments": state["tournaments"] + 1, "next_seed": state["next_seed"] + 1}
        for key in ("rounds", "pairs", "values"):
            state[key] += getattr(result, key)
        keep(states)
    print(f"{name}: {state['tournaments']} tournaments, {len(state['differences'])} that differ")


HEAD = """# Duels with other pairing engines

`make duel` has other programs check tournaments that Arpad generates, and Arpad check those that they generate: 5 to 11
rounds, 8 to 200 players (three of four to 40; with Gacrux all to 40, with py4swiss to 60), half of them with byes,
forfeits and late entries or withdrawals, a quarter of ours with Baku acceleration. It goes on where it was stopped;
`COUNT=5000` says how many tournaments each run is to have. The engines are found by `DUEL_BBP5` and `DUEL_BBP6`
(programs), `DUEL_GACRUX` and `DUEL_PY4SWISS` (a Python that has the package), or on the path; nothing of them is part
of Arpad.

- bbpPairings 6 knows the rules of 2026 as `FIDE_DUTCH_2025`, and is given our files with this word. Build it with
  optimisation: without, it is thirty times slower.
- Gacrux also computes every rank and tie-break of our files. Its own files have no ranks by a list of tie-breaks; its
  generator takes its lots from the numbers of its files, which are our seeds.
- py4swiss has no check: it pairs each round again, of tournaments without byes and without acceleration.
- Given up are tournaments for which a program takes more than 30 seconds of processor time, and those of ours by
  dutch-2017 in which a round has no legal pairing.

Measured on {day}:

| Engine | Way | System | Seeds | Tournaments | Rounds | Pairs | Ranks and points | Given up | Differing |
|---|---|---|---|---:|---:|---:|---:|---:|---:|
"""


def page(day: str) -> str:
    rows = [
        f"| {state['program']} {state['version']} | {state['way']} | {state['system']} "
        f"| {state['first_seed']}–{state['next_seed'] - 1} | {state['tournaments']:,} | {state['rounds']:,} "
        f"| {state['pairs']:,} | {state['values']:,} | {state.get('given_up', 0)} | {len(state['differences'])} |"
        for state in known().values()
    ]
    return HEAD.format(day=day) + "\n".join(rows) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=RUNS, action="append")
    parser.add_argument("--page", action="store_true", help="write the page of what has been run")
    typed = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    if typed.page:
        notes = PAGE.read_text("utf-8").partition("\n## ") if PAGE.exists() else ("", "", "")
        PAGE.write_text(page(instant().date().isoformat()) + "".join(notes[1:]), "utf-8")
        return
    for name in typed.only or RUNS:
        duel(name, typed.count, typed.seed)


if __name__ == "__main__":
    main()
