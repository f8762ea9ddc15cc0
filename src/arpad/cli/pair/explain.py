"""`arpad pair explain`: why a round is paired as it is."""

from typing import Annotated, Any

import typer

from arpad.cli.output import line, print_json, trail
from arpad.cli.pair.app import (
    AdjournOpen,
    PairCommand,
    PairingFile,
    PairOptions,
    RoundOption,
    asked_round,
    found_json,
    pair,
    read,
    show_found,
    show_readings,
)
from arpad.cli.shared import declared, shared
from arpad.documents.steps import as_json
from arpad.i18n import text
from arpad.pairing.documents import round_document, system_document
from arpad.pairing.engines import Impossible, pair_round
from arpad.pairing.explain import explain_pairing as reasons_of

FEW, ALL = 12, 100_000


@pair.command("explain", cls=PairCommand, help="cli.command.pair-explain")
def explain(
    context: typer.Context,
    file: PairingFile,
    round_number: RoundOption = None,
    everything: Annotated[bool, typer.Option("--all", help="cli.help.pair-all")] = False,
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
        found = found_json(source, settings.language)
        steps_found = {"steps": as_json(steps, settings.language)}
        print_json({"round": state.round, **system_document(state.system)} | head | steps_found | found)
    else:
        boards = 0 if isinstance(answer, Impossible) else len(answer.boards)
        words = text("pairing.round", settings.language, round=state.round, rounds=state.rounds, boards=boards)
        line(words, style="bold")
        show_readings(state.system, settings.language)
        trail(steps, settings.language, title=False)
        show_found(source, settings.language)
    if not possible:
        raise typer.Exit(1)
