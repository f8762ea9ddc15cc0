"""`arpad arbiter certificate`: form FA1 or IA1 for an arbiter of an event, within the number that it may issue."""

from dataclasses import replace
from typing import Annotated

import typer

from arpad.arbiters.events import CertificateQuota, NormSigner, certificate_quota, check_sentence, signed_by
from arpad.arbiters.forms import CertificateSigning, certificate_values
from arpad.arbiters.model import ArbiterPerson
from arpad.arbiters.norms import EventNorms, event_norms
from arpad.cli.arbiter.app import AGAINST, arbiter, day_typed
from arpad.cli.arbiter.facts import ReportedCommand, ReportedEvent, reported
from arpad.cli.arbiter.form_file import Force, write_form
from arpad.cli.arbiter.norm import ROLES, For, Kind
from arpad.cli.arguments import Out, ReportFile
from arpad.cli.findings import show_findings
from arpad.cli.output import line, print_json
from arpad.cli.shared import Shared, shared
from arpad.documents.findings import findings_json
from arpad.domain.findings import Finding
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.regulations.arbiter_editions import ARBITER_TITLES, arbiter_edition
from arpad.regulations.event_rules import FormNumber

SIGNER_TITLES = ("IA", "FA", "IO", "NA")
RECOMMENDATIONS = ("standard", "experience")
MOST_ISSUED = 10_000


@arbiter.command("certificate", cls=ReportedCommand, help="cli.command.arbiter-certificate")
def certificate(
    context: typer.Context,
    file: ReportFile,
    output: Out,
    title: For,
    who: Annotated[str, typer.Option("--arbiter", metavar="ID", help="cli.help.arbiter-id")],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="cli.help.arbiter-name")] = "",
    federation: Annotated[str | None, typer.Option("--federation", metavar="FED", help="cli.help.arbiter-fed")] = None,
    role: Annotated[
        str | None, typer.Option("--role", metavar="|".join(ROLES), help="cli.help.arbiter-certificate-role")
    ] = None,
    kind: Kind = None,
    issued: Annotated[str, typer.Option("--issued", metavar="N", help="cli.help.arbiter-issued")] = "0",
    signer: Annotated[str, typer.Option("--signer", metavar="NAME", help="cli.help.arbiter-signer")] = "",
    signer_title: Annotated[
        str, typer.Option("--signer-title", metavar="IA|FA|IO", help="cli.help.arbiter-signer-title")
    ] = "",
    position: Annotated[str, typer.Option("--position", metavar="TEXT", help="cli.help.arbiter-position")] = "",
    official: Annotated[str, typer.Option("--official", metavar="NAME", help="cli.help.arbiter-official")] = "",
    recommendation: Annotated[
        str | None, typer.Option("--recommendation", metavar="|".join(RECOMMENDATIONS), help="cli.help.arbiter-advice")
    ] = None,
    date: Annotated[str | None, typer.Option("--date", metavar="DATE", help="cli.help.arbiter-signed")] = None,
    force: Force = False,
) -> None:
    settings = shared(context)
    wanted = parse.choice("--title", title.upper(), ARBITER_TITLES)
    found = reported(context, file, kind)
    norms = event_norms(found.facts.event, wanted)
    quota = within_quota(norms, found, parse.whole("--issued", issued, 0, MOST_ISSUED))
    last, _, first = name.partition(",")
    home = "" if federation is None else parse.federation("--federation", federation)
    person = ArbiterPerson(id=who, last_name=last.strip(), first_name=first.strip(), federation=home)
    signed = signed_by(
        arbiter_edition(norms.edition),
        found.event,
        person,
        _named(signer, signer_title, position),
        None if role is None else parse.choice("--role", role, ROLES),
    )
    signing = CertificateSigning(
        replace(signed.signer, position=signed.signer.position or position),
        day_typed(date),
        "" if recommendation is None else parse.choice("--recommendation", recommendation, RECOMMENDATIONS),
        official,
    )
    against = norms.possible is False or bool(signed.errors)
    _tell(settings, norms, quota, list(signed.findings))
    number: FormNumber = "fa1" if wanted == "FA" else "ia1"
    values = certificate_values(person, found.event, found.facts, signing, settings.language)
    write_form(settings, output, number, values, against=against, force=force)
    if against:
        raise typer.Exit(AGAINST)


def within_quota(norms: EventNorms, found: ReportedEvent, issued: int) -> CertificateQuota:
    """2.7: refuse one certificate more than the event may issue."""
    quota = certificate_quota(arbiter_edition(norms.edition), found.facts.event)
    if quota.is_full(issued):
        raise ArpadError(
            "arbiter-quota", event=found.event.name, issued=issued, most=quota.most, article=quota.article.number
        )
    return quota


def _named(name: str, title: str, position: str) -> NormSigner | None:
    """Return the signer whom the options name."""
    if not name:
        if title:
            raise ArpadError("arbiter-signer-unnamed", title=title)
        return None
    known = "" if not title else parse.choice("--signer-title", title.upper(), SIGNER_TITLES)
    return NormSigner(name, "", known, position)


def _tell(settings: Shared, norms: EventNorms, quota: CertificateQuota, findings: list[Finding]) -> None:
    if settings.as_json:
        print_json(
            {
                "title": norms.title,
                "edition": norms.edition,
                "possible": norms.possible,
                "articles": list(norms.articles),
                "certificates": {"most": quota.most, "article": quota.article.number, "known": quota.known},
                "findings": findings_json(findings, settings.language),
            }
        )
        return
    if norms.possible is not True:
        key = "norm-impossible" if norms.possible is False else "norm-open"
        line(text(f"arbiter.{key}", settings.language, title=norms.title), style="bold")
        for check in (norms.rounds, *(check for answer in norms.answers for check in answer.checks)):
            if check.ok is not True and check.name not in ("kind", "system"):
                line(f"  {check_sentence(check, settings.language)}")
    show_findings(findings, settings.language)
