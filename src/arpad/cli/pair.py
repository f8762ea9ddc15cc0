"""`arpad pair`: pair the next round, explain a round, and print the arbiter's check-list."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.options import Argument, Command, Group, Option, Shared, declared, shared
from arpad.cli.output import line, print_json, show_findings, table, trail, write_bytes
from arpad.documents.steps import as_json
from arpad.i18n import ArpadError, Language, number, text
from arpad.inputs import parse
from arpad.library.files import report_bytes
from arpad.pairing.check import found_document, listed, round_document, system_document
from arpad.pairing.checklist import ChecklistRow
from arpad.pairing.checklist import checklist as rows_of
from arpad.pairing.engines import Answer, Impossible, Pairing, pair_round
from arpad.pairing.engines import explain_pairing as reasons_of
from arpad.pairing.files import PairingWishes, Source, naming, read_source, read_sources
from arpad.pairing.state import PairingState, points
from arpad.pairing.systems import SwissSystem

# The arbiter's check-list before a round, on the screen and as JSON.

HEADINGS = [
    "player", "rating", "points", "pair-colours", "pair-preference", "pair-last", "pair-before", "pair-difference",
    "pair-bye", "pair-opponents",
]  # fmt: skip


def checklist_document(state: PairingState, rows: Sequence[ChecklistRow]) -> dict[str, Any]:
    """Return the check-list for programs."""
    return {"round": state.round, **system_document(state.system), "players": [row.document() for row in rows]}


def show_checklist(
    language: Language,
    asked: int,
    rows: Sequence[ChecklistRow],
    names: Mapping[int, str],
    ratings: Mapping[int, int | None],
) -> None:
    """Print the check-list as a table."""
    line(text("pairing.checklist", language, round=asked), style="bold")
    cells = [
        [
            names[row.player], str(ratings.get(row.player) or ""), number(row.score, language), row.colours,
            row.preference, row.float, row.float_before, number(row.colour_difference, language, sign=True),
            "" if row.bye_allowed else "X", " ".join(map(str, row.opponents)),
        ]
        for row in rows
    ]  # fmt: skip
    table(language, HEADINGS, cells, left=(0, 3, 4, 5, 6, 8, 9))


# The group `arpad pair`, and what its commands share. `arpad pair FILE` is `arpad pair next FILE`.

MOST_ROUNDS = 999

pair = Group(default="next", help="cli.command.pair", no_args_is_help=True)

PairingFile = Annotated[Path, Argument(metavar="FILE", help="cli.help.pair-file")]
ColourType = Annotated[str | None, Option("--colours", metavar="A|B|none", help="cli.help.pair-colour-type")]
Readings = Annotated[list[str] | None, Option("--reading", metavar="NAME", help="cli.help.pair-reading")]
Rounds = Annotated[str | None, Option("--rounds", metavar="N", help="cli.help.pair-rounds")]
AdjournOpen = Annotated[bool, Option("--adjourn-open", help="cli.help.pair-adjourn-open")]
RoundOption = Annotated[str | None, Option("--round", metavar="N", help="cli.help.pair-round")]


@dataclass(frozen=True, slots=True)
class PairOptions:
    """How a file is to be paired, as it was typed."""

    system: Annotated[str | None, Option("--system", metavar="ID", help="cli.help.pair-system")] = None
    rounds: Rounds = None
    colours: ColourType = None
    reading: Readings = None

    @property
    def many(self) -> int | None:
        """Return how many rounds there are, if it was typed."""
        return parse.whole("--rounds", self.rounds, 1, MOST_ROUNDS) if self.rounds else None


class PairCommand(Command):
    """A command that pairs a file by one system."""

    declares = (PairOptions,)


def read(file: Path, typed: PairOptions, *, binding: bool = True, adjourn_open: bool = False) -> Source:
    """Read what a file wants to be paired."""
    data, many = report_bytes(file), typed.many
    with _about(file):
        return read_source(data, many, typed.system, binding, typed.colours, typed.reading or (), adjourn_open)


def read_each(file: Path, typed: PairOptions, *, adjourn_open: bool) -> dict[str, Source]:
    """Read what a file wants to be paired: the positions of a list by their names, or a single one without a name."""
    data, many = report_bytes(file), typed.many
    with _about(file):
        wishes = PairingWishes(many, typed.system, True, typed.colours, typed.reading or (), adjourn_open)
        return read_sources(data, wishes)


@contextmanager
def _about(file: Path) -> Iterator[None]:
    """Name the file that a problem is about, unless it is about what was asked for."""
    try:
        yield
    except ArpadError as trouble:
        if trouble.key.startswith("pairing"):
            raise
        raise ArpadError("report", file=str(file), problem=trouble) from None


def print_positions(documents: Mapping[str, dict[str, Any]]) -> None:
    """Print answers as JSON: a single one as it is, those of a list by the names of their positions."""
    if set(documents) == {""}:
        print_json(documents[""])
    else:
        print_json({"positions": [{"id": name} | document for name, document in documents.items()]})


def show_position(name: str) -> None:
    """Print the name of a position above its answer."""
    if name:
        line(name, style="bold")


def show_readings(system: SwissSystem, language: Language) -> None:
    """Print the readings that were asked for, before the answer."""
    for name in system.readings:
        line(text(f"pairing.reading.{name}", language), style="dim")


def found_json(source: Source, language: Language) -> dict[str, Any]:
    """Return what was found on the way, if anything was."""
    return found_document(source.findings, language)


def show_found(source: Source, language: Language) -> None:
    """Print what was found on the way, under the answer."""
    if source.findings:
        line()
        show_findings(list(source.findings), language, everything=False)


def asked_round(typed: str | None) -> int | None:
    """Return the round that was asked for; None for the next one."""
    return parse.whole("--round", typed, 1, MOST_ROUNDS) if typed else None


def absent_line(ranks: tuple[int, ...], language: Language) -> str:
    """Return the players who are not paired, in words."""
    return text("pairing.absent", language, players=listed(ranks))


# `arpad pair checklist`: what the arbiter looks at before a round.


@pair.command("checklist", cls=PairCommand, help="cli.command.pair-checklist")
def checklist(
    context: click.Context,
    file: PairingFile,
    round_number: RoundOption = None,
    pdf: Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.pair-pdf")] = None,
) -> None:
    settings = shared(context)
    source = read(file, declared(context, PairOptions))
    state = source.state(asked_round(round_number))
    asked, rows = state.round, rows_of(state)
    if pdf is not None:
        from arpad.papers.event_sheets import checklist_sheet

        write_bytes(pdf, checklist_sheet(source.event, asked, rows, settings.language))
    if settings.as_json:
        print_json(checklist_document(state, rows) | found_json(source, settings.language))
        return
    ratings = {player.rank: player.rating for player in source.event.players if source.system.name != "team"}
    show_checklist(settings.language, asked, rows, source.names(), ratings)
    show_found(source, settings.language)


# `arpad pair explain`: why a round is paired as it is.

FEW, ALL = 12, 100_000


@pair.command("explain", cls=PairCommand, help="cli.command.pair-explain")
def explain(
    context: click.Context,
    file: PairingFile,
    round_number: RoundOption = None,
    everything: Annotated[bool, Option("--all", help="cli.help.pair-all")] = False,
    adjourn_open: AdjournOpen = False,
) -> None:
    settings = shared(context)
    source = read(file, declared(context, PairOptions), adjourn_open=adjourn_open)
    state = source.state(asked_round(round_number))
    answer = pair_round(state)
    steps = reasons_of(answer, ALL if everything else FEW)
    possible = not isinstance(answer, Impossible)
    if settings.as_json:
        head: dict[str, Any] = {} if isinstance(answer, Impossible) else {**round_document(answer)}
        json = found_json(source, settings.language)
        steps_found = {"steps": as_json(steps, settings.language)}
        print_json({"round": state.round, **system_document(state.system)} | head | steps_found | json)
    else:
        boards = 0 if isinstance(answer, Impossible) else len(answer.boards)
        words = text("pairing.round", settings.language, round=state.round, rounds=state.rounds, boards=boards)
        line(words, style="bold")
        show_readings(state.system, settings.language)
        trail(steps, settings.language, title=False)
        show_found(source, settings.language)
    if not possible:
        raise Exit(1)


# `arpad pair FILE`: the next round.


@pair.command("next", cls=PairCommand, help="cli.command.pair-next")
def upcoming(
    context: click.Context,
    file: PairingFile,
    adjourn_open: AdjournOpen = False,
    output: Annotated[Path | None, Option("-o", "--output", metavar="OUT", help="cli.help.pair-output")] = None,
) -> None:
    settings = shared(context)
    sources = read_each(file, declared(context, PairOptions), adjourn_open=adjourn_open)
    answers: dict[str, Answer] = {}
    for name, source in sources.items():
        with naming(name):
            answers[name] = pair_round(source.state())
    if output is not None:
        _write(output, sources, answers)
    if settings.as_json:
        from arpad.pairing.check import answer_document

        language = settings.language
        print_positions({name: answer_document(answers[name], sources[name].findings, language) for name in answers})
    else:
        for name, answer in answers.items():
            show_position(name)
            _show(settings, sources[name], answer)
            if output is not None and isinstance(answer, Pairing):
                line(text("pairing.written", settings.language, round=answer.state.round, file=str(output)))
    if any(isinstance(answer, Impossible) for answer in answers.values()):
        raise Exit(1)


def _write(output: Path, sources: Mapping[str, Source], answers: Mapping[str, Answer]) -> None:
    """Write the report with the round, unless there is none."""
    from arpad.pairing.checklist import next_file

    for name, answer in answers.items():
        if name:
            raise ArpadError("pairing-file-json")
        if isinstance(answer, Pairing):
            write_bytes(output, next_file(sources[name], answer))


def _show(settings: Shared, source: Source, answer: Answer) -> None:
    if isinstance(answer, Impossible):
        from arpad.pairing.engines import impossible_step

        line(text("pairing.impossible", settings.language, round=answer.state.round), style="bold")
        trail((impossible_step(answer),), settings.language, title=False)
        return
    show(settings, source, answer)
    show_found(source, settings.language)


def show(settings: Shared, source: Source, answer: Pairing) -> None:
    """Print the boards as a table."""
    language, state = settings.language, answer.state
    words = text("pairing.round", language, round=state.round, rounds=state.rounds, boards=len(answer.boards))
    line(words, style="bold")
    show_readings(state.system, language)
    known = source.names()
    scores = {entrant.rank: number(points(state, entrant.points), language) for entrant in state.entrants}
    rows = [
        [str(board.number), known[board.white], scores[board.white], known[board.black], scores[board.black]]
        for board in answer.boards
    ]
    table(language, ["pair-board", "white", "points", "black", "points"], rows, left=(1, 3))
    if answer.bye is not None:
        line(text("pairing.bye", language, player=known[answer.bye]))
    if state.absent:
        line(absent_line(state.absent, language))
