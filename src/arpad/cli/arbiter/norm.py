"""`arpad arbiter norm`: whether an arbiter can have a norm in an event, and by which articles."""

from typing import Annotated

import typer

from arpad.arbiters.documents import event_norms_document
from arpad.arbiters.events import certificate_quota, quota_words
from arpad.arbiters.model import NORM_EVENT_KINDS
from arpad.arbiters.norms import ArticleAnswer, EventNorms, event_norms
from arpad.cli.arbiter.app import AGAINST, arbiter, show_arbiter_checks
from arpad.cli.arbiter.facts import ReportedCommand, ReportedEvent, reported
from arpad.cli.arguments import ReportFile
from arpad.cli.output import line, print_json
from arpad.cli.shared import shared
from arpad.i18n import Language, text
from arpad.inputs import parse
from arpad.regulations.arbiter_editions import ARBITER_TITLES, arbiter_edition

ROLES = ("arbiter", "deputy", "chief")
For = Annotated[str, typer.Option("--title", metavar="FA|IA", help="cli.help.arbiter-title")]
Role = Annotated[str, typer.Option("--role", metavar="|".join(ROLES), help="cli.help.arbiter-role")]
Kind = Annotated[str | None, typer.Option("--kind", metavar="|".join(NORM_EVENT_KINDS), help="cli.help.arbiter-kind")]


@arbiter.command("norm", cls=ReportedCommand, help="cli.command.arbiter-norm")
def norm(context: typer.Context, file: ReportFile, title: For, role: Role = "arbiter", kind: Kind = None) -> None:
    settings = shared(context)
    wanted = parse.choice("--title", title.upper(), ARBITER_TITLES)
    chosen = parse.choice("--role", role, ROLES)
    found = reported(context, file, kind)
    norms = event_norms(found.facts.event, wanted)
    quota = certificate_quota(arbiter_edition(norms.edition), found.facts.event)
    if settings.as_json:
        event = found.facts.event
        facts = {
            "name": event.name,
            "system": event.system,
            "kind": event.kind,
            "rounds": event.rounds,
            "players": event.players,
            "rated": event.rated,
            "federations": event.federations,
            "titled": found.facts.titled,
            "time_control": found.event.time_control,
            "chief_arbiter": found.event.chief_arbiter,
            "norm_possible": event.norm_possible,
        }
        limit = {"most": quota.most, "article": quota.article.number, "known": quota.known}
        print_json(
            dict(event_norms_document(norms, settings.language))
            | {"event": facts, "role": chosen, "certificates": limit, "signed_by": _signer(chosen)}
        )
    else:
        _show(found, norms, chosen, settings.language)
        line(quota_words(quota, settings.language))
    if norms.possible is False:
        raise typer.Exit(AGAINST)


def _signer(role: str) -> str:
    """2.8: return the person who signs the certificate."""
    return "supervisor" if role == "chief" else "chief"


def _is_of_this_kind(answer: ArticleAnswer) -> bool:
    """Whether an article is about events of this system and kind at all."""
    return all(check.ok is not False for check in answer.checks if check.name in ("system", "kind"))


def _show(found: ReportedEvent, norms: EventNorms, role: str, spoken: Language) -> None:
    event = found.facts.event
    line(f"{event.name or '–'} · {norms.title} ({norms.edition})", style="bold")
    facts = {
        "system": text(f"arbiter.system.{event.system}", spoken),
        "rounds": event.rounds or 0,
        "players": event.players or 0,
        "rated": event.rated or 0,
        "federations": "–" if event.federations is None else event.federations,
        "titled": found.facts.titled,
    }
    line(text("arbiter.event-facts", spoken, **facts))
    fitting = [answer for answer in norms.answers if _is_of_this_kind(answer)]
    show_arbiter_checks([norms.rounds, *(check for answer in fitting for check in answer.checks)], spoken)
    if len(fitting) < len(norms.answers):
        line(text("arbiter.other-articles", spoken), style="dim")
    line()
    words = {True: "norm-possible", False: "norm-impossible", None: "norm-open"}[norms.possible]
    articles = ", ".join(norms.articles) or "–"
    line(text(f"arbiter.{words}", spoken, title=norms.title, articles=articles), style="bold")
    if norms.short:
        line(text("arbiter.short-event", spoken))
    line(text(f"arbiter.signs-{_signer(role)}", spoken))
