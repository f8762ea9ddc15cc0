"""`arpad event log`, `undo`, `verify`: what was done, taking it back, and the proof of it."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import MOST, Slug, event
from arpad.cli.event.options import RunningCommand, keeper, requested, running_options
from arpad.cli.office.options import at_typed, who_typed
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Shared, shared
from arpad.domain.values import canonical
from arpad.i18n import ArpadError, text
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.tournament.log import LogLine
    from arpad.tournament.verification import EventProof

NOT_PROVED = 1
LONG = 120
"""Characters of a line of the log that are shown."""


@event.command("log", cls=RunningCommand, help="cli.command.event-log")
def log(
    context: typer.Context,
    slug: Slug,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="cli.help.event-kind")] = None,
    board: Annotated[str | None, typer.Option("--board", metavar="R/B", help="cli.help.event-log-board")] = None,
    everything: Annotated[bool, typer.Option("--all", help="cli.help.event-log-all")] = False,
) -> None:
    from arpad.tournament.times import event_times

    settings = shared(context)
    wanted = None if board is None else _board(board)
    with keeper(context) as events:
        lines, times = events.lines(slug), event_times(events.open(slug).state.laws)
    found = [
        one
        for one in lines
        if (kind is None or one.kind == kind or one.kind.split(".")[0] == kind)
        and (wanted is None or _about(one, *wanted))
    ]
    if settings.as_json:
        shown = [one.document() for one in found]
        print_json({"event": slug, "n": len(lines), "time_zone": times.name, "lines": shown})
        return
    rows = [[str(one.n), times.day_and_clock(one.at), one.who, one.kind, _data(one, everything)] for one in found]
    table(settings.language, ["event-line", "event-when", "who", "event-kind", "event-data"], rows, left=(1, 2, 3, 4))


def _data(one: "LogLine", everything: bool) -> str:
    """Return what a line says, cut if it is long and nobody asks for all of it."""
    data = canonical(one.data)
    return data if everything or len(data) <= LONG else f"{data[:LONG]}…"


@event.command("undo", cls=RunningCommand, help="cli.command.event-undo")
def undo(
    context: typer.Context,
    slug: Slug,
    number: Annotated[str, typer.Argument(metavar="N", help="cli.help.event-undo-line")],
) -> None:
    options = running_options(context)
    n = parse.whole("N", number, 1, 2**31)
    who, at = who_typed(options.who), at_typed(options.at)
    with keeper(context) as events:
        done = events.undo(slug, n, who, at, options.consent, request=requested(context))
    kinds = ", ".join(dict.fromkeys(one.kind for one in done.lines))
    answer_done(context, done, "undone", {"n": n, "kinds": kinds}, undone=n)


def _board(typed: str) -> tuple[int, int]:
    """Read a board of a round: 5/3."""
    parts = typed.split("/")
    if len(parts) != len(("round", "board")):
        raise ArpadError("event-log-board", value=typed)
    number, board = (parse.whole("--board", part, 1, MOST) for part in parts)
    return number, board


def _about(one: "LogLine", number: int, board: int) -> bool:
    """Whether a line is about a board: it draws it, or changes something about it."""
    data = one.data
    if data.get("round") != number:
        return False
    several = [*data.get("boards", ()), *data.get("results", ())]
    named = {row[0] if isinstance(row, list) else row for row in several}
    return data.get("board") == board or board in named


@event.command("verify", cls=RunningCommand, help="cli.command.event-verify")
def verify(context: typer.Context, slug: Slug) -> None:
    from arpad.tournament.verification import prove

    settings = shared(context)
    with keeper(context) as events:
        proof = prove(events.lines(slug))
    document = proof_document(proof, settings)
    if settings.as_json:
        print_json({"event": slug, **document})
    else:
        _show(proof, document, settings)
    if not proof.proved:
        raise typer.Exit(NOT_PROVED)


def proof_document(proof: "EventProof", settings: Shared) -> dict[str, Any]:
    """Return a proof for programs."""
    from arpad.tournament.journal import state_digest

    return {
        "proved": proof.proved,
        "n": proof.lines,
        "chain": {"holds": proof.broken is None, "broken": proof.broken, "head": proof.state.head},
        "digest": state_digest(proof.state),
        "rounds_proved": sum(one.outcome == "proved" for one in proof.rounds),
        "rounds": [
            {
                "round": one.round,
                "n": one.n,
                "engine": one.engine,
                "outcome": one.outcome,
                "problems": [problem.text(settings.language) for problem in one.problems],
            }
            for one in proof.rounds
        ],
        "problems": [problem.text(settings.language) for problem in proof.problems],
    }


def _show(proof: "EventProof", document: dict[str, Any], settings: Shared) -> None:
    language = settings.language
    if proof.broken is None:
        line(text("tournament.proof.chain", language, count=proof.lines, head=proof.state.head))
    else:
        line(text("tournament.proof.broken", language, n=proof.broken, count=proof.lines))
    for one in document["rounds"]:
        line(
            text(f"tournament.proof.round-{one['outcome']}", language, round=one["round"], engine=one["engine"] or "–")
        )
        for problem in one["problems"]:
            line(f"  {problem}")
    for problem in document["problems"]:
        line(problem)
    line(text("tournament.proof.digest-now", language, digest=document["digest"]))
    line(text(f"tournament.proof.{'proved' if proof.proved else 'not-proved'}", language), style="bold")
