"""`arpad arbiter` commands about an event: norm, certificate, event-category, needed and rules."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.arbiters.applications import of_event
from arpad.arbiters.categories import arbiters_needed
from arpad.arbiters.events import (
    AskedFacts,
    CategoryAnswer,
    CertificateQuota,
    NormSigner,
    Ratings,
    ReportFacts,
    category_by_numbers,
    category_facts,
    category_of_kind,
    category_words,
    certificate_quota,
    fitting_articles,
    quota_words,
    report_facts,
    signed_by,
)
from arpad.arbiters.fair_play import ProtectionAnswer, ProtectionFacts, protection_level
from arpad.arbiters.forms import CertificateSigning, certificate_values
from arpad.arbiters.model import NORM_EVENT_KINDS, NORM_EVENT_SYSTEMS, ArbiterPerson, NormEventSystem, check_sentence
from arpad.arbiters.norms import EventNorms, event_norms
from arpad.cli.arbiter import AGAINST, Force, arbiter, day_typed, write_form
from arpad.cli.options import Argument, Command, Option, Out, ReportFile, Shared, declared, event_with_games, shared
from arpad.cli.output import line, print_json, show_findings, table, write_bytes
from arpad.cli.titles import show_checks
from arpad.documents.findings import findings_json
from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.inputs.toml_tables import load
from arpad.rating.examine import report_class
from arpad.regulations.arbiter_editions import ARBITER_TITLES, EVENT_LEVELS, arbiter_edition
from arpad.regulations.event_rules import FormNumber, announced_rules
from arpad.tournament.rules import EventRules, read_rules
from arpad.tournament.rules_check import RuleFinding, check_rules, editions_asked

# The options of commands on a report: facts of the event that a report does not have.

MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class FactOptions:
    """Facts of the event that a report does not have, as they were typed."""

    level: Annotated[str | None, Option("--level", metavar="|".join(EVENT_LEVELS), help="cli.help.arbiter-level")] = (
        None
    )
    format_: Annotated[str | None, Option("--format", metavar="SYSTEM", help="cli.help.arbiter-format")] = None
    present: Annotated[str | None, Option("--rounds-present", metavar="N", help="cli.help.arbiter-present")] = None
    rateable: Annotated[bool, Option("--rateable", help="cli.help.arbiter-rateable")] = False
    approved: Annotated[bool, Option("--approved", help="cli.help.arbiter-approved")] = False
    women: Annotated[bool, Option("--women", help="cli.help.arbiter-women")] = False
    list_: Annotated[str | None, Option("--list", metavar="LIST", help="cli.help.arbiter-list")] = None

    @property
    def system(self) -> NormEventSystem | None:
        return None if self.format_ is None else parse.choice("--format", self.format_, NORM_EVENT_SYSTEMS)


class ReportedCommand(Command):
    """A command on a report, with the facts that it does not have."""

    declares = (FactOptions,)


@dataclass(frozen=True, slots=True)
class ReportedEvent:
    """An event by its report, with the facts of the line."""

    event: Event
    facts: ReportFacts


def reported(context: click.Context, file: Path, kind: str | None = None) -> ReportedEvent:
    """Read a report, and the options on it."""
    typed, event = declared(context, FactOptions), event_with_games(file)
    asked = AskedFacts(
        system=typed.system,
        kind=_choice("--kind", kind, NORM_EVENT_KINDS),
        level=_choice("--level", typed.level, EVENT_LEVELS),
        present=None if typed.present is None else parse.whole("--rounds-present", typed.present, 0, MOST_ROUNDS),
        rateable=typed.rateable or None,
        approved=typed.approved or None,
        women=typed.women or None,
    )
    ratings = _ratings(Path(typed.list_), event) if typed.list_ else None
    facts = report_facts(event, asked, ratings)
    for one, other in of_event(facts):
        raise ArpadError("arbiter-contradiction", where=str(file), one=one, other=other)
    return ReportedEvent(event, facts)


def _choice(option: str, typed: str | None, known: Any) -> Any:
    return None if typed is None else parse.choice(option, typed, known)


def _ratings(file: Path, event: Event) -> Ratings:
    """Return the ratings of a list by starting rank, in the time class of the event."""
    from arpad.formats.rating_lists.files import read_list

    rating_list = read_list(file, {player.id for player in event.players if player.id})
    time_class = report_class(event, None)
    column = "rating" if time_class == "standard" or not rating_list.combined else f"{time_class}_rating"
    entries = {player.rank: rating_list.get(player.id) for player in event.players}
    return {rank: None if entry is None else getattr(entry, column) for rank, entry in entries.items()}


# `arpad arbiter norm`: whether an arbiter can have a norm in an event, and by which articles.

ROLES = ("arbiter", "deputy", "chief")
FACTS = (
    "name", "system", "kind", "rounds", "players", "rated", "federations", "titled", "time_control", "chief_arbiter",
    "norm_possible",
)  # fmt: skip
"""What the answer tells of the event, by its report."""
For = Annotated[str, Option("--title", metavar="FA|IA", help="cli.help.arbiter-title")]
Role = Annotated[str, Option("--role", metavar="|".join(ROLES), help="cli.help.arbiter-role")]
Kind = Annotated[str | None, Option("--kind", metavar="|".join(NORM_EVENT_KINDS), help="cli.help.arbiter-kind")]


@arbiter.command("norm", cls=ReportedCommand, help="cli.command.arbiter-norm")
def norm(context: click.Context, file: ReportFile, title: For, role: Role = "arbiter", kind: Kind = None) -> None:
    settings = shared(context)
    wanted = parse.choice("--title", title.upper(), ARBITER_TITLES)
    chosen = parse.choice("--role", role, ROLES)
    reported_event = reported(context, file, kind)
    norms = event_norms(reported_event.facts, wanted)
    quota = certificate_quota(arbiter_edition(norms.edition), reported_event.facts)
    if settings.as_json:
        of_event = dict.fromkeys(("time_control", "chief_arbiter"), reported_event.event)
        facts = {name: getattr(of_event.get(name, reported_event.facts), name) for name in FACTS}
        print_json(
            norms.document(settings.language)
            | {"event": facts, "role": chosen, "certificates": quota.document(), "signed_by": _signer(chosen)}
        )
    else:
        _show_norms(reported_event, norms, chosen, settings.language)
        line(quota_words(quota, settings.language))
    if norms.possible is False:
        raise Exit(AGAINST)


def _signer(role: str) -> str:
    """2.8: return the person who signs the certificate."""
    return "supervisor" if role == "chief" else "chief"


def _show_norms(found: ReportedEvent, norms: EventNorms, role: str, language: Language) -> None:
    event = found.facts
    line(f"{event.name or '–'} · {norms.title} ({norms.edition})", style="bold")
    facts = {
        "system": text(f"arbiter.system.{event.system}", language),
        "rounds": event.rounds or 0,
        "players": event.players or 0,
        "rated": event.rated or 0,
        "federations": "–" if event.federations is None else event.federations,
        "titled": event.titled,
    }
    line(text("arbiter.event-facts", language, **facts))
    fitting = fitting_articles(norms)
    checks = [norms.rounds, *(check for answer in fitting for check in answer.checks)]
    show_checks(checks, language, "arbiter")
    if len(fitting) < len(norms.answers):
        line(text("arbiter.other-articles", language), style="dim")
    line()
    words = {True: "norm-possible", False: "norm-impossible", None: "norm-open"}[norms.possible]
    articles = ", ".join(norms.articles) or "–"
    line(text(f"arbiter.{words}", language, title=norms.title, articles=articles), style="bold")
    if norms.short:
        line(text("arbiter.short-event", language))
    line(text(f"arbiter.signs-{_signer(role)}", language))


# `arpad arbiter certificate`: form FA1 or IA1 for an arbiter of an event, within the number that it may issue.

SIGNER_TITLES = ("IA", "FA", "IO", "NA")
RECOMMENDATIONS = ("standard", "experience")
MOST_ISSUED = 10_000


@arbiter.command("certificate", cls=ReportedCommand, help="cli.command.arbiter-certificate")
def certificate(
    context: click.Context,
    file: ReportFile,
    output: Out,
    title: For,
    who: Annotated[str, Option("--arbiter", metavar="ID", help="cli.help.arbiter-id")],
    name: Annotated[str, Option("--name", metavar="NAME", help="cli.help.arbiter-name")] = "",
    federation: Annotated[str | None, Option("--federation", metavar="FED", help="cli.help.arbiter-fed")] = None,
    role: Annotated[
        str | None, Option("--role", metavar="|".join(ROLES), help="cli.help.arbiter-certificate-role")
    ] = None,
    kind: Kind = None,
    issued: Annotated[str, Option("--issued", metavar="N", help="cli.help.arbiter-issued")] = "0",
    signer: Annotated[str, Option("--signer", metavar="NAME", help="cli.help.arbiter-signer")] = "",
    signer_title: Annotated[
        str, Option("--signer-title", metavar="IA|FA|IO", help="cli.help.arbiter-signer-title")
    ] = "",
    position: Annotated[str, Option("--position", metavar="TEXT", help="cli.help.arbiter-position")] = "",
    official: Annotated[str, Option("--official", metavar="NAME", help="cli.help.arbiter-official")] = "",
    recommendation: Annotated[
        str | None, Option("--recommendation", metavar="|".join(RECOMMENDATIONS), help="cli.help.arbiter-advice")
    ] = None,
    date: Annotated[str | None, Option("--date", metavar="DATE", help="cli.help.arbiter-signed")] = None,
    force: Force = False,
) -> None:
    settings = shared(context)
    wanted = parse.choice("--title", title.upper(), ARBITER_TITLES)
    reported_event = reported(context, file, kind)
    norms = event_norms(reported_event.facts, wanted)
    quota = within_quota(norms, reported_event, parse.whole("--issued", issued, 0, MOST_ISSUED))
    last, _, first = name.partition(",")
    home = "" if federation is None else parse.federation("--federation", federation)
    person = ArbiterPerson(id=who, last_name=last.strip(), first_name=first.strip(), federation=home)
    signed = signed_by(
        arbiter_edition(norms.edition),
        reported_event.event,
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
    values = certificate_values(person, reported_event.event, reported_event.facts, signing, settings.language)
    write_form(settings, output, number, values, against=against, force=force)
    if against:
        raise Exit(AGAINST)


def within_quota(norms: EventNorms, found: ReportedEvent, issued: int) -> CertificateQuota:
    """2.7: refuse one certificate more than the event may issue."""
    quota = certificate_quota(arbiter_edition(norms.edition), found.facts)
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
                "certificates": quota.document(),
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


# `arpad arbiter event-category` and `needed`: what an event is, and how many arbiters it needs.

MOST_PLAYERS = 100_000
AnyReport = Annotated[Path | None, Argument(metavar="[FILE]", help="cli.help.arbiter-any-report")]


@arbiter.command("event-category", cls=ReportedCommand, help="cli.command.arbiter-event-category")
def event_category(
    context: click.Context,
    file: AnyReport = None,
    kind: Annotated[str | None, Option("--kind", metavar="KIND", help="cli.help.arbiter-official-kind")] = None,
) -> None:
    settings, language = shared(context), shared(context).language
    if kind is not None:
        answer: CategoryAnswer = category_of_kind(kind)
    elif file is not None:
        reported_event = reported(context, file)
        answer = category_by_numbers(category_facts(reported_event.event, reported_event.facts))
    else:
        raise ArpadError("arbiter-category-of-what")
    if settings.as_json:
        print_json(answer.document(language))
    else:
        line(category_words(answer, language), style="bold")
        if answer.checks:
            show_checks(answer.checks, language, "arbiter")
    if answer.category is None and not answer.open:
        raise Exit(AGAINST)


@arbiter.command("needed", cls=Command, help="cli.command.arbiter-needed")
def needed(
    context: click.Context,
    file: AnyReport = None,
    players: Annotated[str | None, Option("--players", metavar="N", help="cli.help.arbiter-players")] = None,
) -> None:
    settings, language = shared(context), shared(context).language
    if players is not None:
        count = parse.whole("--players", players, 1, MOST_PLAYERS)
    elif file is not None:
        count = len(event_with_games(file).players)
    else:
        raise ArpadError("arbiter-needed-of-what")
    found = arbiters_needed(count)
    if settings.as_json:
        print_json(found.document())
        return
    line(found.words(language), style="bold")
    line(text("arbiter.needed-school", language, arbiters=found.school))
    line(text("arbiter.needed-report", language, deputies=found.report_deputies))


# `arpad arbiter rules`: the rules of an event: what must, should and may be announced, and the items of its invitation.

EVENT_RANKS = ("L1", "L2", "L3")
PARTS = ("must", "should", "may", "items", "computed")
SYSTEMS: dict[str, NormEventSystem] = {"berger": "round-robin", "varma": "round-robin", "double-berger": "double"}


@arbiter.command("rules", cls=Command, help="cli.command.arbiter-rules")
def rules(
    context: click.Context,
    file: Annotated[Path, Argument(metavar="EVENT.toml", help="cli.help.rules-file")],
    level: Annotated[str | None, Option("--level", metavar="L1|L2|L3", help="cli.help.rules-level")] = None,
    output: Annotated[Path | None, Option("-o", "--output", metavar="OUT", help="cli.help.rules-output")] = None,
) -> None:
    settings, language = shared(context), shared(context).language
    event_rules = read_rules(load(file), str(file))
    if level is not None:
        event_rules = replace(event_rules, level=parse.choice("--level", level.upper(), EVENT_RANKS))
    event = Event(name=event_rules.name, start=event_rules.start, players=())
    findings = check_rules(event_rules, event, editions_asked(settings.regulations, event_rules))
    protection = protection_of(event_rules)
    if output is not None:
        markdown = output.suffix.lower() == ".md"
        write_bytes(output, _sheet(event_rules, findings, protection, language, markdown=markdown))
    if settings.as_json:
        parts = {
            part: [finding.document(language) for finding in findings if part_of(finding) == part] for part in PARTS
        }
        head = {"event": event_rules.name, "level": event_rules.level, "fair_play": protection.level}
        print_json(head | parts | ({"output": str(output)} if output else {}))
    else:
        _show_rules(event_rules, findings, protection, language)
        if output is not None:
            line(text("label.written", language, file=str(output)))
    if any(finding.severity == "error" for finding in findings):
        raise Exit(AGAINST)


def part_of(finding: RuleFinding) -> str:
    """Return the part that a finding belongs to: must, should, may, the items of the invitation, or computed."""
    if finding.key.startswith("invitation."):
        return "items"
    rule = announced_rules().rules.get(finding.key)
    return "computed" if rule is None else rule.duty


def protection_of(event_rules: EventRules) -> ProtectionAnswer:
    """Return the level of protection, as far as the rules show it: L1 are official events, L2 events with norms."""
    swiss: NormEventSystem | None = "swiss" if event_rules.swiss and event_rules.system else None
    system = SYSTEMS.get(event_rules.system) or swiss
    official, norms = event_rules.official or event_rules.level == "L1", True if event_rules.level == "L2" else None
    return protection_level(ProtectionFacts(system=system, official=official, norms=norms))


def _show_rules(
    event_rules: EventRules, findings: list[RuleFinding], protection: ProtectionAnswer, language: Language
) -> None:
    line(f"{event_rules.name} · {event_rules.level}", style="bold")
    for part in PARTS:
        found = [finding for finding in findings if part_of(finding) == part]
        if not found:
            continue
        line()
        line(text(f"rules.part.{part}", language), style="bold")
        rows = [
            [text(f"severity.{finding.severity}", language), finding.key, finding.article, finding.text(language)]
            for finding in found
        ]
        table(language, ["severity", "rule-key", "article", "finding"], rows, left=range(4))
    line()
    line(text(f"fair-play.level.{protection.level}", language))
    for reason in protection.because:
        line(f"  {reason.in_words(language)}")
    against = any(finding.severity == "error" for finding in findings)
    key = "tournament.said.check-against" if against else "tournament.said.check-passed"
    line(text(key, language, name=event_rules.name), style="bold")


def _sheet(
    event_rules: EventRules,
    findings: list[RuleFinding],
    protection: ProtectionAnswer,
    language: Language,
    *,
    markdown: bool,
) -> bytes:
    from arpad.papers.event_sheets import SheetPart, sheet_markdown, titled_sheet, where_and_when
    from arpad.tournament.rules_check import invitation

    filled = invitation(event_rules, language)
    items = [f"{int(item)}. {text(f'tournament.item.{item}', language)}: {words}" for item, words in filled.items()]
    parts = [SheetPart(text("rules.said", language), items)] if items else []
    for part in PARTS:
        found = [f"{finding.text(language)} ({finding.article})" for finding in findings if part_of(finding) == part]
        if found:
            parts.append(SheetPart(text(f"rules.part.{part}", language), found))
    reasons = [reason.in_words(language) for reason in protection.because]
    parts.append(SheetPart(text(f"fair-play.level.{protection.level}", language), reasons))
    head = (event_rules.name, where_and_when(event_rules, language), text("rules.title", language))
    return sheet_markdown(*head, parts).encode() if markdown else titled_sheet(*head, parts, language)
