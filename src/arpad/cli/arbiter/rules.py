"""`arpad arbiter rules`: the rules of an event: what must, should and may be said, and the items of its invitation."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.arbiters.fair_play import ProtectionAnswer, ProtectionFacts, protection_level, reason_words
from arpad.arbiters.model import NormEventSystem
from arpad.cli.arbiter.app import AGAINST, arbiter
from arpad.cli.output import line, print_json, table, write_bytes
from arpad.cli.shared import Command, shared
from arpad.domain.event import Event
from arpad.i18n import Language, text
from arpad.inputs import parse
from arpad.inputs.toml_tables import load
from arpad.regulations.event_rules import announced_rules
from arpad.tournament._rule_findings import RuleFinding
from arpad.tournament.rules import EventRules, read_rules
from arpad.tournament.rules_check import check_rules, editions_asked

EVENT_RANKS = ("L1", "L2", "L3")
PARTS = ("must", "should", "may", "items", "computed")
SYSTEMS: dict[str, NormEventSystem] = {"berger": "round-robin", "varma": "round-robin", "double-berger": "double"}


@arbiter.command("rules", cls=Command, help="cli.command.arbiter-rules")
def rules(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="EVENT.toml", help="cli.help.rules-file")],
    level: Annotated[str | None, typer.Option("--level", metavar="L1|L2|L3", help="cli.help.rules-level")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="OUT", help="cli.help.rules-output")] = None,
) -> None:
    settings, spoken = shared(context), shared(context).language
    told = read_rules(load(file), str(file))
    if level is not None:
        told = replace(told, level=parse.choice("--level", level.upper(), EVENT_RANKS))
    event = Event(name=told.name, start=told.start, players=())
    findings = check_rules(told, event, editions_asked(settings.regulations, told))
    protection = protection_of(told)
    if output is not None:
        write_bytes(output, _sheet(told, findings, protection, spoken, markdown=output.suffix.lower() == ".md"))
    if settings.as_json:
        parts = {part: [one.document(spoken) for one in findings if part_of(one) == part] for part in PARTS}
        document: dict[str, Any] = {"event": told.name, "level": told.level, "fair_play": protection.level} | parts
        print_json(document | ({"output": str(output)} if output else {}))
    else:
        _show(told, findings, protection, spoken)
        if output is not None:
            line(text("label.written", spoken, file=str(output)))
    if any(one.severity == "error" for one in findings):
        raise typer.Exit(AGAINST)


def part_of(finding: RuleFinding) -> str:
    """Return the part that a finding belongs to: must, should, may, the items of the invitation, or computed."""
    if finding.key.startswith("invitation."):
        return "items"
    rule = announced_rules().rules.get(finding.key)
    return "computed" if rule is None else rule.duty


def protection_of(told: EventRules) -> ProtectionAnswer:
    """Return the level of protection, as far as the rules show it: L1 are official events, L2 events with norms."""
    system: NormEventSystem | None = SYSTEMS.get(told.system) or ("swiss" if told.swiss and told.system else None)
    official, norms = told.official or told.level == "L1", True if told.level == "L2" else None
    return protection_level(ProtectionFacts(system=system, official=official, norms=norms))


def _show(told: EventRules, findings: list[RuleFinding], protection: ProtectionAnswer, spoken: Language) -> None:
    line(f"{told.name} · {told.level}", style="bold")
    for part in PARTS:
        found = [one for one in findings if part_of(one) == part]
        if not found:
            continue
        line()
        line(text(f"rules.part.{part}", spoken), style="bold")
        rows = [[text(f"severity.{one.severity}", spoken), one.key, one.article, one.text(spoken)] for one in found]
        table(spoken, ["severity", "rule-key", "article", "finding"], rows, left=range(4))
    line()
    line(text(f"fair-play.level.{protection.level}", spoken))
    for reason in protection.because:
        line(f"  {reason_words(reason, spoken)}")
    against = any(one.severity == "error" for one in findings)
    key = "tournament.said.check-against" if against else "tournament.said.check-passed"
    line(text(key, spoken, name=told.name), style="bold")


def _sheet(
    told: EventRules, findings: list[RuleFinding], protection: ProtectionAnswer, spoken: Language, *, markdown: bool
) -> bytes:
    from arpad.papers.event_sheets import SheetPart, sheet_markdown, titled_sheet, where_and_when
    from arpad.tournament.rules_check import invitation

    filled = invitation(told, spoken)
    items = [f"{int(item)}. {text(f'tournament.item.{item}', spoken)}: {words}" for item, words in filled.items()]
    parts = [SheetPart(text("rules.said", spoken), items)] if items else []
    for part in PARTS:
        found = [f"{one.text(spoken)} ({one.article})" for one in findings if part_of(one) == part]
        if found:
            parts.append(SheetPart(text(f"rules.part.{part}", spoken), found))
    reasons = [reason_words(reason, spoken) for reason in protection.because]
    parts.append(SheetPart(text(f"fair-play.level.{protection.level}", spoken), reasons))
    head = (told.name, where_and_when(told, spoken), text("rules.title", spoken))
    return sheet_markdown(*head, parts).encode() if markdown else titled_sheet(*head, parts, spoken)
