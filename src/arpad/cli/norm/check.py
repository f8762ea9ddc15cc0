"""`arpad norm FILE`: the norms of a player, or of everybody in a report."""

from typing import Annotated

import typer

from arpad.cli.arguments import ReportFile, rank_typed
from arpad.cli.findings import show_findings
from arpad.cli.norm.app import norm, title
from arpad.cli.norm.options import Asked, NormCommand, asked
from arpad.cli.norm.words import show_candidate, show_list
from arpad.cli.output import line, print_json
from arpad.cli.shared import Shared, shared
from arpad.documents.findings import findings_json
from arpad.i18n import text
from arpad.regulations.title_editions import NORM_TITLES, NormTitle
from arpad.titles.documents import candidate_document, norms_document
from arpad.titles.model import Candidate
from arpad.titles.norms import find_norms, norms_worth_telling

Titles = Annotated[list[str] | None, typer.Option("--title", metavar="GM|IM|WGM|WIM", help="cli.help.norm-titles")]


@norm.command("check", cls=NormCommand, help="cli.command.norm-check")
def check(
    context: typer.Context,
    file: ReportFile,
    player: Annotated[str | None, typer.Option("--player", metavar="RANK", help="cli.help.norm-player")] = None,
    title_: Titles = None,
) -> None:
    settings = shared(context)
    call = asked(context, file)
    titles = tuple(dict.fromkeys(title(one) for one in title_ or ())) or NORM_TITLES
    if player is not None:
        found = find_norms(call.event, rank_typed(call.event, file, player), call.edition, call.facts, titles)
        _one(settings, call, found, full=bool(title_))
        good = any(one.achieved for one in found.norms)
    else:
        good = _everybody(settings, call, titles)
    if not good:
        raise typer.Exit(1)


def _one(settings: Shared, call: Asked, found: Candidate, *, full: bool) -> None:
    spoken = settings.language
    if settings.as_json:
        print_json(candidate_document(found) | {"findings": findings_json(found.findings, spoken)})
        return
    who = call.event.player(found.rank)
    if not full and who is not None and who.sex == "m":
        norms = tuple(one for one in found.norms if not one.title.startswith("W"))
        found = Candidate(found.rank, found.edition, norms, found.whole, found.findings)
    show_candidate(found, call.event, call.edition, spoken, full=full)


def _everybody(settings: Shared, call: Asked, titles: tuple[NormTitle, ...]) -> bool:
    """List all players with a norm, with an undecided one, or with one that misses a single condition."""
    worth, findings = norms_worth_telling(call.event, call.edition, call.facts, titles)
    if settings.as_json:
        print_json(norms_document(call.event, call.edition, worth, findings, settings.language))
    else:
        spoken = settings.language
        line(f"{call.event.name or '–'} · {call.edition.id} – {call.edition.name[spoken]}", style="bold")
        if worth:
            show_list(worth, call.event, spoken)
        else:
            line(text("norm.nobody", spoken))
        show_findings(findings, spoken)
    return any(one.achieved for _, norms in worth for one in norms)
