"""What an edition of the title regulations (B.01) says, group by group: the shape every file in `titles/` must fill.

As in `rules.py`, an annotation is the schema of a parameter. Values for the four titles with norms come in the order
of NORM_TITLES, values for all eight titles in the order of `domain.TITLES`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from arpad.regulations.rules import DatedEdition, Rule

NormTitle = Literal["GM", "IM", "WGM", "WIM"]
NORM_TITLES: tuple[NormTitle, ...] = get_args(NormTitle)

Four = tuple[int, int, int, int]
Eight = tuple[int, int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Conditions:
    """1.1, 1.4.2e: what an event must be for norms to count. Other `formats` than those named count only if
    `formats_approved` allows them, with FIDE's approval beforehand."""

    registered_days: Rule[int | None]
    hours_a_day: Rule[int]
    rounds_a_day: Rule[int]
    minutes: Rule[int]
    increment_seconds: Rule[int | None]
    long_event_days: Rule[int]
    longest_days: Rule[int | None]
    arbiter_titles: Rule[tuple[str, ...]]
    formats: Rule[tuple[str, ...]]
    formats_approved: Rule[bool]


@dataclass(frozen=True, slots=True)
class NormRules:
    """1.4: norms. Shares are of the opponents; a minimum is rounded up, a maximum down.

    With predetermined pairings either all rounds count (`predetermined_whole`), or some may be left out as long as
    everything except the score also holds over all rounds (`predetermined_mix`).
    """

    games: Rule[int]
    games_team: Rule[int]
    games_team_rounds: Rule[tuple[int, ...]]
    games_world_cup: Rule[int]
    world_cup_counts: Rule[int]
    games_nine_rounds: Rule[int]
    nine_rounds_count: Rule[int]
    extra_points: Rule[bool]
    cut_off: Rule[bool]
    drop_wins: Rule[bool]
    predetermined_whole: Rule[bool]
    predetermined_mix: Rule[bool]
    fide_federations_only: Rule[bool]
    fid_flag: Rule[bool]
    unrated_zero: Rule[bool]
    played_only: Rule[bool]
    last_round_absent: Rule[bool]
    other_federations: Rule[int]
    national_championship_exempt: Rule[bool]
    national_team_exempt: Rule[bool]
    zonal_exempt: Rule[bool]
    swiss_rated_foreigners: Rule[int]
    swiss_foreign_federations: Rule[int]
    swiss_titled_foreigners: Rule[int]
    swiss_attendance: Rule[Literal["registered", "at-most-one-round-missed"]]
    own_federation: Rule[Fraction]
    one_federation: Rule[Fraction]
    titled: Rule[Fraction]
    titles_counted: Rule[tuple[str, ...]]
    titled_alike: Rule[Fraction]
    titled_alike_least: Rule[int]
    double_round_players: Rule[int]
    floor: Rule[Four]
    raised: Rule[int]
    unrated_as: Rule[int]
    unrated_most: Rule[Fraction | None]
    average: Rule[Four]
    performance: Rule[Four]
    score: Rule[Fraction]
    most_games: Rule[int]


@dataclass(frozen=True, slots=True)
class ApplicationRules:
    """1.5: a title by norms. `swiss_from` is the day after which a norm brings 1.5.6 with it; norms from
    before `old_norms_before` had to be registered before `old_norms_registered`."""

    norms: Rule[int]
    games: Rule[int]
    games_with_eight: Rule[int | None]
    rating: Rule[Four]
    one_round_days: Rule[int | None]
    one_round_titles: Rule[tuple[str, ...]]
    foreign_norms: Rule[int]
    eight_game_norms: Rule[int | None]
    swiss_from: Rule[str | None]
    swiss_players: Rule[int | None]
    swiss_average: Rule[int | None]
    swiss_or_kinds: Rule[tuple[str, ...]]
    old_norms_before: Rule[str]
    old_norms_registered: Rule[str]


@dataclass(frozen=True, slots=True)
class RatingTitles:
    """1.3 by a rating, and 0.6.2 the least rating for a direct title."""

    fm: Rule[int]
    cm: Rule[int]
    wfm: Rule[int]
    wcm: Rule[int]
    games: Rule[int]
    games_from: Rule[str]
    direct_least: Rule[Eight]


@dataclass(frozen=True, slots=True)
class DirectRules:
    """1.2: conditions of direct titles; the tables themselves are `direct_titles.toml`."""

    score: Rule[Fraction]
    federations: Rule[int]
    federations_share: Rule[Fraction]
    participants: Rule[int]
    rounds: Rule[int]
    merged_subgroup_participants: Rule[int]
    merged_subgroup_federations: Rule[int]
    merged_subgroup_score: Rule[Fraction]
    first_equal_most: Rule[int]


@dataclass(frozen=True, slots=True)
class TitleEdition(DatedEdition):
    """One edition of the title regulations."""

    conditions: Conditions
    norm: NormRules
    application: ApplicationRules
    by_rating: RatingTitles
    direct: DirectRules
