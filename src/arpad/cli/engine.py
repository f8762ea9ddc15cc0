"""`arpad-engine`, also `arpad engine`: the pairing engine that other programs call, with the options, the output and
the exit codes that JaVaFo and bbpPairings have.

    arpad-engine [-r] [SYSTEM] INPUT -p [OUTPUT] [-b] [-l [LIST]]      pair the next round
    arpad-engine [-r] [SYSTEM] INPUT -c [ROUND] [-l [LIST]]            check the rounds
    arpad-engine [-r] [SYSTEM] [MODEL] -g [CONFIG] -o TRF [-b] [-s SEED] [-l [LIST]]    make a tournament by lot

Exit 0: done. 1: no valid pairing. 2: a fault of this program. 3: a wrong call or file. 4: too large. 5: a file that
cannot be read or written. With another exit than 0 no file is left behind.
"""

import datetime as dt
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from arpad.i18n import ArpadError
from arpad.release import __version__

if TYPE_CHECKING:
    from arpad.cli.options import Group
    from arpad.domain.event import Colour
    from arpad.formats.report import Report
    from arpad.pairing.checklist import ChecklistRow
    from arpad.pairing.engines import Pairing
    from arpad.pairing.files import Source
    from arpad.pairing.state import PairingState

DONE, IMPOSSIBLE, FAULT, WRONG, TOO_LARGE, NO_FILE = range(6)
NO_PAIRING = "No valid pairing exists"
"""The words that programs look for."""
SYSTEMS = ("dutch", "dubov", "burstein", "lim", "double", "team")
LARGE = ("report-too-large", "report-too-many-lines", "report-line-too-long", "report-too-many-players", "input-memory")
"""Errors that say that a file is too large."""
IGNORED = ("-q", "-w")
USAGE = """arpad-engine [-r] [SYSTEM] INPUT -p [OUTPUT] [-b] [-l [LIST]]
arpad-engine [-r] [SYSTEM] INPUT -c [ROUND] [-l [LIST]]
arpad-engine [-r] [SYSTEM] [MODEL] -g [CONFIG|SEED] -o TRF [-b] [-s SEED] [-l [LIST]]
SYSTEM: --dutch, --dubov, --burstein, --lim, --double, --team, with an edition if wanted (--dutch-2017)
"""


class WrongCallError(Exception):
    """A call that cannot be understood."""


@dataclass(slots=True)
class EngineCall:
    """What a line asks for. `work` is -p, -c or -g; the other fields are the values of the options."""

    system: str = ""
    input: str = ""
    work: str = ""
    value: str = ""
    output: str = ""
    seed: str = ""
    checklist: str | None = None
    baku: bool = False
    release: bool = False


def read_call(arguments: Sequence[str]) -> EngineCall:
    """Read a line. The options may stand in any order; a value belongs to the option before it."""
    call, waiting = EngineCall(), list(arguments)

    def value() -> str:
        return waiting.pop(0) if waiting and not waiting[0].startswith("-") else ""

    while waiting:
        word = waiting.pop(0)
        if word in ("-p", "-c", "-g"):
            if call.work:
                raise WrongCallError(f"{call.work} and {word} exclude each other")
            call.work, call.value = word, value()
        elif word == "-l":
            call.checklist = value()
        elif word == "-o":
            call.output = value()
        elif word == "-s":
            call.seed = value()
        elif word == "-b":
            call.baku = True
        elif word == "-r":
            call.release = True
        elif word in IGNORED:
            value()
        elif word.startswith("--") and word[2:].partition("-")[0] in SYSTEMS and not call.system:
            call.system = word[2:]
        elif word.startswith("-") or call.input:
            raise WrongCallError(f"{word} is not understood here")
        else:
            call.input = word
    return call


def call_engine(arguments: Sequence[str], today: dt.date, lot: Callable[[], int], out: TextIO, err: TextIO) -> int:
    """Run one line and return its exit code. `lot` gives a seed if the line has none."""
    call = EngineCall()
    try:
        call = read_call(arguments)
        if call.release or not arguments:
            print(f"Arpad {__version__}", file=out)
        if not call.work:
            if call.system or call.input:
                raise WrongCallError("-p, -c or -g is missing")
            return DONE
        return _WORK[call.work](call, today, lot, out, err)
    except Exception as problem:
        code, words = _answer_to(problem)
        print(words, file=err)
        _leave_nothing(call)
        return code


def _leave_nothing(call: EngineCall) -> None:
    """Remove the pairings that an earlier line has left in the output: programs look only whether the file is there."""
    if call.work == "-p" and call.input and call.value:
        output = _beside(call, call.value)
        with suppress(OSError):
            if not output.samefile(call.input):
                output.unlink()


def _answer_to(problem: Exception) -> tuple[int, str]:
    """Return the exit code of a problem, and what is said about it. A fault of this program has a code of its own."""
    if isinstance(problem, WrongCallError):
        return WRONG, f"{problem}\n{USAGE}".rstrip()
    if isinstance(problem, ArpadError):
        return TOO_LARGE if problem.key in LARGE else WRONG, f"Error: {problem.text()}"
    if isinstance(problem, MemoryError):
        return TOO_LARGE, f"Error: {ArpadError('input-memory').text()}"
    if isinstance(problem, OSError):
        return NO_FILE, f"Error: {problem}"
    return FAULT, f"Fault: {type(problem).__name__}: {problem}"


# Reading: the system of the line and of the file, and what makes a file unusable.


Ids = Mapping[int, int]
"""The numbers that a file has for the players, by those by which they are paired; nothing if these are the same."""


def _source(call: EngineCall, today: dt.date) -> "tuple[Source, Ids]":
    """Read the file. Contradictory points make it unusable, as they do for other engines."""
    from arpad.formats.consistency import check_consistency
    from arpad.pairing.files import read_source, report_source

    if not call.input:
        raise WrongCallError("the input file is missing")
    data = Path(call.input).read_bytes()
    source = read_source(data, system=_system(call, data, today))
    if source.report is not None:
        wrong = next((finding for finding in check_consistency(source.event) if finding.code == "points-sum"), None)
        if wrong is not None:
            values = {"line": wrong.line, "player": wrong.player, **wrong.values}
            raise ArpadError("engine-points", **values)
    ids: Ids = {}
    if source.report is not None and _by_place(source.report):
        ids = dict(enumerate((player.rank for player in source.event.players), 1))
        source = report_source(_in_order(source.report, ids), source.wishes)
    return with_baku(source) if call.baku else source, ids


def _by_place(report: "Report") -> bool:
    """Whether players are paired by their places in the file: XXC rank."""
    return any(record.code == "XXC" and "rank" in record.text[3:].split() for record in report.records)


def _in_order(report: "Report", ids: Ids) -> "Report":
    """Return a report whose players have their places in the file as numbers."""
    from arpad.pairing.forensics import renumbered_report

    places = {number: place for place, number in ids.items()}
    new, records = renumbered_report(report, list(ids.values())), report.pairing
    virtual = tuple(
        replace(one, low=places[rank], high=places[rank])
        for one in records.accelerations
        for rank in range(one.low, one.high + 1)
        if rank in places
    )
    absent = tuple(places[rank] for rank in records.absent if rank in places)
    return replace(new, pairing=replace(new.pairing, accelerations=virtual, absent=absent))


def _system(call: EngineCall, data: bytes, today: dt.date) -> str | None:
    """Return the system that the line asks for. A bare name is the edition of the first day, or of today if the file
    does not say it; the code of a file that has one decides."""
    from arpad.formats.codes import tournament_type
    from arpad.formats.read import read_report
    from arpad.pairing.systems import editions_of, in_force

    name = call.system or "dutch"
    if name not in SYSTEMS or data.lstrip()[:1] in (b"{", b"["):
        return name if call.system else None
    event = read_report(data).event
    stated = tournament_type(event)
    if stated is not None and stated.edition is not None and stated.system == name:
        return None
    if not call.system and stated is not None and stated.record == "192":
        return None
    return in_force(editions_of(name), event.start or today).id


def with_baku(source: "Source") -> "Source":
    """Return a tournament with the virtual points of the Baku acceleration of its edition, unless it has some."""
    from arpad.pairing.colours import baku
    from arpad.pairing.state import in_units

    whole = source.whole
    if whole is None or whole.virtual:
        return source
    late = [rank for rank, cells in whole.cells.items() if rank in whole.announced and not cells]
    entered = [rank for rank in whole.cells if rank not in late]
    points = baku(whole.system, whole.rounds, sorted(entered), late)
    return replace(source, whole=replace(whole, virtual=in_units(points, whole.unit)))


def _beside(call: EngineCall, name: str) -> Path:
    """Return a file. One without a folder stands beside the input."""
    return Path(name) if Path(name).name != name else Path(call.input).parent / name


def _list_file(call: EngineCall) -> Path:
    return _beside(call, call.checklist) if call.checklist else Path(call.input).with_suffix(".list")


# -p: the next round.


def _pair(call: EngineCall, today: dt.date, _lot: Callable[[], int], out: TextIO, err: TextIO) -> int:
    from arpad.pairing.engines import Impossible, pair_round

    source, ids = _source(call, today)
    state = source.state()
    if _colour_missing(source):
        raise ArpadError("engine-colours")
    answer = pair_round(state)
    if isinstance(answer, Impossible):
        print(f"Error while pairing {call.input}: {NO_PAIRING}.", file=err)
        _leave_nothing(call)
        return IMPOSSIBLE
    pairs = [(ids.get(board.white, board.white), ids.get(board.black, board.black)) for board in answer.boards]
    pairs += [(ids.get(answer.bye, answer.bye), 0)] if answer.bye is not None else []
    written = "".join(f"{line}\n" for line in (len(pairs), *(f"{white} {black}" for white, black in pairs)))
    files = {_list_file(call): checklist_text(source, state, answer, ids)} if call.checklist is not None else {}
    if call.value:
        files[_beside(call, call.value)] = written
    _write(files)
    if not call.value:
        print(written, end="", file=out)
    return DONE


def _colour_missing(source: "Source") -> bool:
    """Whether nothing says who has White: no game with colours was played, and the file does not give the lot."""
    if source.report is None or source.report.pairing.initial is not None:
        return False
    return not any(cell.colour for player in source.event.players for cell in player.rounds if cell.opponent)


def _write(files: dict[Path, str]) -> None:
    """Write all files, or leave none of them."""
    begun = []
    try:
        for path, text in files.items():
            begun.append(path)
            path.write_bytes(text.encode())
    except OSError:
        for path in begun:
            path.unlink(missing_ok=True)
        raise


# -c: the rounds of a file beside those of the rules.

CHECKED = "  Checker pairings        Tournament pairings \n"


def _check(call: EngineCall, today: dt.date, _lot: Callable[[], int], out: TextIO, _err: TextIO) -> int:
    from arpad.pairing.check import given_round
    from arpad.pairing.engines import Impossible, pair_round
    from arpad.pairing.state import played_out

    source, ids = _source(call, today)
    if source.whole is None:
        raise ArpadError("engine-position")
    whole, name, lists = played_out(source.whole), Path(call.input).stem, []
    numbers = range(1, whole.paired + 1)
    if call.value:
        if not call.value.isdecimal() or int(call.value) not in numbers:
            raise ArpadError("pairing-round-unknown", round=call.value, last=whole.paired)
        numbers = range(int(call.value), int(call.value) + 1)
    for number in numbers:
        print(f"{name}: Round #{number}", file=out)
        state, given = given_round(whole, number)
        answer = pair_round(state)
        if isinstance(answer, Impossible):
            print(f"{NO_PAIRING} for round {number}.\n", file=out)
            continue
        lists.append(f"Round #{number}\n{checklist_text(source, state, answer, ids)}")
        rows = list(_differing(state, answer, {rank: (seat[0] or 0, seat[1]) for rank, seat in given.items()}, ids))
        if rows:
            print(CHECKED + "".join(f"{row}\n" for row in rows), file=out)
    print(file=out)
    if call.checklist is not None:
        _write({_list_file(call): "".join(lists)})
    return DONE


def _differing(
    state: "PairingState", answer: "Pairing", given: dict[int, tuple[int, "Colour | None"]], ids: Ids
) -> Iterator[str]:
    """Yield the boards that differ: those of the rules, and beside them those of the file, each in their order."""
    from itertools import zip_longest

    ours = [(board.white, board.black) for board in answer.boards]
    ours += [(answer.bye, 0)] if answer.bye is not None else []
    wrong = [pair for pair in ours if given.get(pair[0]) != ((pair[1], "w") if pair[1] else (0, None))]
    theirs = {
        ((rank, opponent) if colour != "b" else (opponent, rank)) if opponent else (rank, 0)
        for pair in wrong
        for rank in pair
        if rank and rank in given
        for opponent, colour in (given[rank],)
    }
    for own, other in zip_longest(wrong, sorted(theirs, key=_board_order(state))):
        yield f"{_shown(own, ids):>13}" + (f"                {_shown(other, ids):>9}" if other else "")


def _shown(pair: tuple[int, int] | None, ids: Ids) -> str:
    return "" if pair is None else f"{ids.get(pair[0], pair[0]):>3} - {ids.get(pair[1], pair[1]):>3}"


def _board_order(state: "PairingState") -> Callable[[tuple[int, int]], tuple[bool, tuple[int, ...]]]:
    """Return the order in which the boards of a round are published: C.04.2.D.9, the bye last."""
    from arpad.pairing.state import board_order

    players = {player.rank: player for player in state.entrants}
    by_score = state.system.boards == "score"

    def key(pair: tuple[int, int]) -> tuple[bool, tuple[int, ...]]:
        if not pair[1]:
            return True, ()
        return False, board_order((players[pair[0]], players[pair[1]]), by_score)

    return key


# -l: the check-list, as other engines write it.

FLOAT_NAMES = {"dutch-2017": ("C12", "C14"), "dutch-2026": ("C14", "C16")}


def checklist_text(source: "Source", state: "PairingState", answer: "Pairing", ids: Ids) -> str:
    """Return the check-list of a round: columns with tabs between them, an empty line between scoregroups."""
    from arpad.pairing.checklist import checklist

    floats = FLOAT_NAMES.get(state.system.id, ("F-1", "F-2"))
    seats = answer.seats()
    rows = checklist(state)
    past = range(1, state.round)
    headings = ["ID", "Pts", "-" * state.round, "Pref", "C2", *floats, "Cur", "", *(f"R{number}" for number in past)]
    table = [
        [*_player_cells(row, seats[row.player], ids), "", *_opponents(source, row.player, past, ids)] for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(headings, *table, strict=True)]
    lines = ["", _joined(headings, widths)]
    score = None
    for row, cells in zip(rows, table, strict=True):
        lines += [""] * (row.score != score)
        lines.append(_joined(cells, widths))
        score = row.score
    return "".join(f"{line}\n" for line in (*lines, ""))


def _joined(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"{cell:>{width}}\t" for cell, width in zip(cells, widths, strict=True))


def _player_cells(row: "ChecklistRow", seat: "tuple[int | None, Colour | None]", ids: Ids) -> list[str]:
    sign = row.preference.strip("1")
    wish = sign if sign in ("(W)", "(B)") else f"{sign.strip('()')[:1]} "
    now = "(bye)" if seat[0] is None else f"({ids.get(seat[0], seat[0])}{(seat[1] or '').upper()})"
    tenths = row.score * 10
    points = f"{tenths // 10}.{tenths % 10}"
    return [
        str(ids.get(row.player, row.player)),
        points,
        row.colours,
        wish,
        "Y" if row.bye_allowed else "N",
        row.float,
        row.float_before,
        now,
    ]


def _opponents(source: "Source", rank: int, rounds: range, ids: Ids) -> list[str]:
    """Return whom a player met over the board in each round."""
    from arpad.domain.event import OVER_THE_BOARD

    if source.whole is None:
        return ["" for _ in rounds]
    cells = [source.whole.cell(rank, number) for number in rounds]
    return [
        str(ids.get(cell.opponent, cell.opponent))
        if cell is not None and cell.opponent and cell.result in OVER_THE_BOARD
        else ""
        for cell in cells
    ]


# -g: a tournament by lot.


def _generate(call: EngineCall, today: dt.date, lot: Callable[[], int], _out: TextIO, _err: TextIO) -> int:
    from arpad.pairing.generate import generate
    from arpad.pairing.generator_options import wanted_tournament
    from arpad.pairing.systems import by_id

    if not call.output:
        raise WrongCallError("-o is missing: the file to write")
    seed = call.seed or (call.value if call.value.isdecimal() else "")
    if seed and not seed.isdecimal():
        raise WrongCallError(f"-s {seed}: a seed is a whole number")
    config = Path(call.value).read_text("utf-8") if call.value and not call.value.isdecimal() else ""
    model = Path(call.input).read_bytes() if call.input else None
    system = by_id(call.system or "dutch", today)
    wanted = wanted_tournament(config, model, int(seed) if seed else lot(), system, baku=call.baku)
    if system.name == "double":  # a TRF16 has no matches of two games
        wanted = replace(wanted, version="trf26")
    data, output = generate(wanted), Path(call.output)
    files = {output: data.decode()}
    if call.checklist is not None:
        files[_list_file(replace(call, input=call.output))] = _all_checklists(data)
    _write(files)
    return DONE


def _all_checklists(data: bytes) -> str:
    """Return the check-lists of all rounds of a tournament that was made."""
    from arpad.pairing.check import given_round
    from arpad.pairing.engines import Pairing, pair_round
    from arpad.pairing.files import read_source
    from arpad.pairing.state import played_out

    source = read_source(data)
    if source.whole is None:
        raise ArpadError("engine-position")
    whole, lists = played_out(source.whole), []
    for number in range(1, whole.paired + 1):
        state, _ = given_round(whole, number)
        answer = pair_round(state)
        if isinstance(answer, Pairing):
            lists.append(f"Round #{number}\n{checklist_text(source, state, answer, {})}")
    return "".join(lists)


_WORK: dict[str, Callable[[EngineCall, dt.date, Callable[[], int], TextIO, TextIO], int]] = {
    "-p": _pair,
    "-c": _check,
    "-g": _generate,
}


def register(app: "Group") -> None:
    """Add the command to the application, for its help: the options of other engines are none of ours."""
    from typing import Annotated

    from click.exceptions import Exit

    from arpad.cli.options import Argument, Command

    @app.command("engine", cls=Command, help="cli.command.engine")
    def engine(
        words: Annotated[list[str] | None, Argument(metavar="[LINE]", help="cli.help.engine-line")] = None,
    ) -> None:
        raise Exit(run_line(words or []))


def run() -> None:
    """Run the command `arpad-engine`."""
    sys.exit(run_line(sys.argv[1:]))


def run_line(arguments: Sequence[str]) -> int:
    """Run a line of the command. The clock gives the day, and the seed of a tournament by lot."""
    from arpad.clock import instant

    moment = instant()
    seed = int(moment.timestamp())
    return call_engine(arguments, moment.date(), lambda: seed, sys.stdout, sys.stderr)
