"""What an edition of the regulations for arbiters' titles (B.06.1) says, group by group: the shape of every file in
`arbiters/`. As in `rules.py`, an annotation is the schema of a parameter.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from arpad.regulations.rules import Age, DatedEdition, Rule, Share, Told

ArbiterTitle = Literal["FA", "IA"]
ARBITER_TITLES: tuple[ArbiterTitle, ...] = get_args(ArbiterTitle)


@dataclass(frozen=True, slots=True)
class CommonNormRules:
    """2: what holds for the norms of both titles. None: no limit."""

    systems: Rule[int]
    swiss_players: Rule[int]
    swiss_rated: Rule[Share]
    swiss_rounds: Rule[int]
    certificate_players: Rule[int]
    certificates_round_robin: Rule[int]
    certificates_world: Rule[int | None]
    supervisor_titles: Rule[tuple[str, ...]]
    chief_titles: Rule[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class FideArbiterRules:
    """3, 5.4: the title of FIDE Arbiter."""

    tournaments: Rule[int]
    seminars: Rule[int]
    exam: Rule[Share]
    international: Rule[int]
    norm_age: Rule[Age]
    age: Rule[Age]
    swiss_rated: Rule[int]
    round_robin_rated: Rule[int]
    double_rated: Rule[int]
    once: Rule[int]
    team_rounds: Rule[int]
    team_boards: Rule[int]
    teams: Rule[int]
    teams_double: Rule[int]
    team_rated: Rule[Share]
    quick_rated: Rule[int]
    quick_rounds: Rule[int]
    rounds: Rule[int]
    short_rounds: Rule[int]
    short_events: Rule[int]
    national_norms: Told[int | None]
    languages: Rule[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class InternationalArbiterRules:
    """4, 5.5: the title of International Arbiter."""

    tournaments: Rule[int]
    seminars: Rule[int]
    international: Rule[int]
    age: Rule[Age]
    national_finals: Rule[int]
    quick_events: Rule[int]
    once: Rule[int]
    large_players: Rule[int]
    large_federations: Rule[int]
    large_rated: Rule[Share]
    large_rounds: Rule[int]
    team_rounds: Rule[int]
    team_boards: Rule[int]
    teams: Rule[int]
    teams_double: Rule[int]
    team_rated: Rule[Share]
    rounds: Rule[int]
    short_rounds: Rule[int]
    short_events: Rule[int]
    chief_arbiters: Rule[int]
    language: Rule[str]


@dataclass(frozen=True, slots=True)
class ExpiryRules:
    """5: days and years of an application."""

    tournament_years: Rule[int]
    seminar_years: Rule[int]
    filing_years: Rule[int]
    national_age: Rule[Age]
    lead_days: Rule[int]
    published_days: Rule[int]


@dataclass(frozen=True, slots=True)
class ArbiterEdition(DatedEdition):
    """One edition of the regulations for arbiters' titles."""

    norms: CommonNormRules
    fa: FideArbiterRules
    ia: InternationalArbiterRules
    expiry: ExpiryRules

    def of(self, title: ArbiterTitle) -> FideArbiterRules | InternationalArbiterRules:
        """The rules of a title."""
        return self.fa if title == "FA" else self.ia
