"""Names with the numbers of players in findings: 16 Quintana."""

from collections.abc import Iterable

from arpad.domain.event import Event
from arpad.domain.findings import Finding

RANKS = frozenset({"white", "black", "opponent", "named"})
"""Values of findings that are starting ranks."""
RANKS_OF = {"id-twice": RANKS | {"first"}, "player-twice": RANKS | {"first"}}
"""The same if one code has several."""


def named(findings: Iterable[Finding], event: Event) -> list[Finding]:
    """Return the findings with the name of every player after the starting rank; `who` is the player of a finding."""
    names = short_names(event)
    return [_named(finding, names) for finding in findings]


def short_names(event: Event) -> dict[int, str]:
    """Each player by starting rank: the rank and the family name."""
    return {player.rank: f"{player.rank} {player.name.partition(',')[0].strip()}".rstrip() for player in event.players}


def _named(finding: Finding, names: dict[int, str]) -> Finding:
    ranks = RANKS_OF.get(finding.code, RANKS)
    values = {
        name: names.get(value, value) if name in ranks and isinstance(value, int) else value
        for name, value in finding.values.items()
    }
    if finding.player in names:
        values["who"] = names[finding.player]
    if values == finding.values:
        return finding
    # `replace` takes several times as long, and a report may have hundreds of findings.
    code, severity, article = finding.code, finding.severity, finding.article
    return Finding(code, severity, article, finding.line, finding.column, finding.player, finding.round, values)
