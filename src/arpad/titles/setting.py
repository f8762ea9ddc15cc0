"""An event as all its candidates share it: edition, system, host, the data of the report, and 1.4.3d."""

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.domain.event import Event, Player
from arpad.domain.findings import Finding
from arpad.formats.consistency import refuse_contradictions
from arpad.i18n import ArpadError
from arpad.regulations.title_editions import TitleEdition
from arpad.titles.conditions import check_conditions
from arpad.titles.federations import swiss_exempt
from arpad.titles.model import Check, EventFacts, NormSystem
from arpad.titles.systems import is_predetermined, system_of

TITLE_COLUMNS, FEDERATION_COLUMNS, HOST_RECORD = "001: 11-13", "001: 54-56", "032"
SEX_COLUMN = "001: 10"


@dataclass(frozen=True, slots=True)
class Setting:
    """An event and all that does not depend on the candidate. `exempt`: 1.4.3d, None if it cannot be decided."""

    event: Event
    edition: TitleEdition
    facts: EventFacts
    system: NormSystem
    predetermined: bool
    rounds: int
    host: str
    players: Mapping[int, Player]
    titles_known: bool
    exempt: bool | None
    conditions: tuple[Check, ...]
    findings: tuple[Finding, ...]

    def player(self, rank: int) -> Player:
        """The player with a starting rank."""
        if rank not in self.players:
            raise ArpadError("norm.no-player", rank=rank, players=len(self.players))
        return self.players[rank]


def setting_of(event: Event, edition: TitleEdition, facts: EventFacts) -> Setting:
    """Return what is the same for every candidate of an event, whose lines do not contradict each other."""
    refuse_contradictions(event)
    system = facts.system or system_of(event)
    host = (facts.host or event.federation).strip().upper()
    conditions, open_questions = check_conditions(event, edition, facts, system)
    return Setting(
        event,
        edition,
        facts,
        system,
        is_predetermined(event, system),
        event.all_rounds,
        host,
        {player.rank: player for player in event.players},
        any(player.title.strip() for player in event.players),
        swiss_exempt(event, edition, host) if system == "swiss" else False,
        conditions,
        (*_missing(event, edition, host), *open_questions),
    )


def _missing(event: Event, edition: TitleEdition, host: str) -> list[Finding]:
    """Find what cannot be decided because data are missing from the report, and in which columns."""
    rules = edition.norm
    found = []
    if not any(player.title.strip() for player in event.players):
        found.append(_lacks("norm-titles-missing", rules.titled.article.number, TITLE_COLUMNS))
    without = sum(not player.federation.strip() for player in event.players)
    if without:
        number = rules.other_federations.article.number
        found.append(_lacks("norm-federations-missing", number, FEDERATION_COLUMNS, players=without))
    if not host:
        found.append(_lacks("norm-host-missing", rules.swiss_rated_foreigners.article.number, HOST_RECORD))
    return found


def _lacks(code: str, article: str, columns: str, **values: object) -> Finding:
    return Finding(code, "warning", article, values={"columns": columns, **values})
