"""`arpad norm certificate`: form IT1 for a norm, or for every norm of a report."""

from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.arguments import ReportFile, rank_typed
from arpad.cli.norm.app import norm, title
from arpad.cli.norm.options import Asked, NormCommand, asked
from arpad.cli.output import line, make_folder, print_json, write_bytes
from arpad.cli.shared import Shared, shared
from arpad.domain.event import Player
from arpad.i18n import ArpadError, text
from arpad.regulations.title_editions import NORM_TITLES, NormTitle
from arpad.titles.documents import check_words
from arpad.titles.model import HELD, Check, Norm
from arpad.titles.norms import failing, find_all, find_norms


@norm.command("certificate", cls=NormCommand, help="cli.command.norm-certificate")
def certificate(
    context: typer.Context,
    file: ReportFile,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="OUT", help="cli.help.certificate-output")],
    player: Annotated[str | None, typer.Option("--player", metavar="RANK", help="cli.help.certificate-player")] = None,
    title_: Annotated[str | None, typer.Option("--title", metavar="GM|IM|WGM|WIM", help="cli.help.norm-title")] = None,
    everything: Annotated[bool, typer.Option("--all", help="cli.help.certificate-all")] = False,
    draft: Annotated[bool, typer.Option("--draft", help="cli.help.certificate-draft")] = False,
) -> None:
    settings = shared(context)
    wanted = NORM_TITLES if title_ is None else (title(title_),)
    if everything:
        if player is not None or draft:
            raise ArpadError("certificate-which")
        _every(settings, asked(context, file), wanted, output)
    elif player is None or title_ is None:
        raise ArpadError("certificate-which")
    else:
        call = asked(context, file)
        _one(settings, call, rank_typed(call.event, file, player), wanted[0], output, draft=draft)


def _one(settings: Shared, call: Asked, rank: int, wanted: NormTitle, output: Path, *, draft: bool) -> None:
    """Write the certificate of one player. If there is no norm, say why and write nothing, except for a draft."""
    (norm,) = find_norms(call.event, rank, call.edition, call.facts, (wanted,)).norms
    who = next(player for player in call.event.players if player.rank == rank)
    written = norm.achieved or draft
    if written:
        write_bytes(output, _pdf(settings, call, who, norm))
    if settings.as_json:
        print_json(_document(who, norm, output if written else None))
    else:
        if not norm.achieved:
            _say_why(settings, who, norm)
        if written:
            line(text("label.written", settings.language, file=str(output)))
    if not norm.achieved:
        raise typer.Exit(1)


def _every(settings: Shared, call: Asked, titles: tuple[NormTitle, ...], output: Path) -> None:
    """Write a certificate for each norm that is of use to its player."""
    players = {player.rank: player for player in call.event.players}
    found = [
        (players[player.rank], norm)
        for player in find_all(call.event, call.edition, call.facts, titles)
        for norm in player.norms
        if norm.achieved and norm.title not in HELD.get(players[player.rank].title, ())
    ]
    if found:
        make_folder(output)
    rows = []
    for who, achieved in found:
        file = output / f"{who.rank}-{achieved.title}.pdf"
        write_bytes(file, _pdf(settings, call, who, achieved))
        rows.append(_document(who, achieved, file))
        if not settings.as_json:
            line(text("label.written", settings.language, file=str(file)))
    if settings.as_json:
        print_json({"edition": call.edition.id, "certificates": rows})
    elif not found:
        line(text("certificate.none", settings.language))
    if not found:
        raise typer.Exit(1)


def _pdf(settings: Shared, call: Asked, who: Player, norm: Norm) -> bytes:
    from arpad.papers.title_forms import it1

    return it1(call.event, norm, who, call.facts, call.edition, settings.language)


def _document(who: Player, norm: Norm, file: Path | None) -> dict[str, Any]:
    return {
        "player": who.rank,
        "title": norm.title,
        "achieved": norm.achieved,
        "games": len(norm.games),
        "wanting": [{"article": str(omission.article), "name": omission.name} for omission in _wanting(norm)],
        "output": None if file is None else str(file),
    }


def _wanting(norm: Norm) -> list[Check]:
    """Return the checks that fail or, if none fails, the checks that cannot be decided."""
    return list(failing(norm)) or [check for check in norm.checks if check.ok is None]


def _say_why(settings: Shared, who: Player, norm: Norm) -> None:
    key = "certificate.undecided" if norm.undecided else "certificate.no-norm"
    line(text(key, settings.language, title=norm.title, player=who.name or f"#{who.rank}"), style="bold")
    for check in _wanting(norm):
        line(f"  {check.article}: {check_words(check, settings.language)}")
