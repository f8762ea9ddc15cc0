"""Names beside the numbers of players in findings: 16 Quintana."""

from collections.abc import Iterable
from dataclasses import replace

from arpad.domain.event import Event
from arpad.domain.findings import Finding

RANKS = frozenset({"white", "black", "opponent", "named"})
"""Values of findings that are starting ranks."""
RANKS_OF = {"id-twice": frozenset({"first"}), "player-twice": frozenset({"first"})}
"""Values that are starting ranks in the findings of one code only."""


def named(findings: Iterable[Finding], event: Event) -> list[Finding]:
    """The findings with the name of every player beside their starting rank; `who` is the one a finding is about."""
    names = short_names(event)
    return [_named(it, names) for it in findings]


def short_names(event: Event) -> dict[int, str]:
    """Each player by starting rank: the rank and the family name."""
    return {it.rank: f"{it.rank} {it.name.partition(',')[0].strip()}".rstrip() for it in event.players}


def _named(finding: Finding, names: dict[int, str]) -> Finding:
    ranks = RANKS | RANKS_OF.get(finding.code, frozenset())
    values = {
        name: names.get(value, value) if name in ranks and isinstance(value, int) else value
        for name, value in finding.values.items()
    }
    if finding.player in names:
        values["who"] = names[finding.player]
    return finding if values == finding.values else replace(finding, values=values)
