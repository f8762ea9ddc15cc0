"""Norms of a title application: checked as stated on form IT2 (1.4), or computed from a report."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil

from arpad.documents.checks import Check, all_hold, by_rule, compared
from arpad.domain.event import Event, Player
from arpad.domain.games import points
from arpad.i18n import ArpadError
from arpad.rating.results import half_up
from arpad.regulations.rating_rules import Rule
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition_for
from arpad.titles.event import PREDETERMINED, EventConditions, format_check, setting_of
from arpad.titles.games import (
    by_round,
    code,
    federations_of,
    missed,
    required_score,
    requirements,
)
from arpad.titles.model import (
    TITLED,
    EventFacts,
    Norm,
    NormEntry,
    NormGame,
    Opponents,
    counts_as,
    games_needed,
)
from arpad.titles.norms import candidate

# 1.4 for a norm that an application states: the numbers of the form, checked by the regulations.

OF_THE_FORM = {"stated-required", "credit"}
"""Mistakes that must be corrected on the form but do not change the norm."""


def entry_checks(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> tuple[Check, ...]:
    """Every condition on one norm for a title, by the edition in force when its event started."""
    if entry.direct:
        return tuple(_direct(edition, entry))
    return (
        *_event(edition, entry),
        _games(edition, entry),
        *_result(edition, entry, title),
        *_titles(edition, entry, title),
        *_unrated(edition, entry),
        *_federations(edition, entry),
        *_credit(edition, entry, title),
    )


def titles_of(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> tuple[NormTitle, ...]:
    """1.5.2: every title that a norm stated for one title is surely good for."""
    if entry.direct:
        return entry.titles
    return tuple(
        other
        for other in NORM_TITLES
        if norm_holds(entry_checks(edition, _as_for(edition, entry, title, other), other))
    )


def norm_holds(checks: Iterable[Check]) -> bool | None:
    """Return whether the conditions make a norm, whatever mistakes the form has."""
    return all_hold(check for check in checks if check.name not in OF_THE_FORM)


def _as_for(edition: TitleEdition, entry: NormEntry, title: NormTitle, other: NormTitle) -> NormEntry:
    """The norm with the least average it can have for another title, whose lowest opponent is raised less (1.4.6b)."""
    if entry.average is None:
        return entry
    floors = edition.norm.floor.value
    less = max(0, floors[NORM_TITLES.index(title)] - floors[NORM_TITLES.index(other)])
    return replace(entry, average=entry.average - ceil(Fraction(less, entry.games_counted)))


def met_foreigners(edition: TitleEdition, entry: NormEntry) -> bool | None:
    """1.4.3, 1.4.4 without any exemption; None if a number is missing."""
    return all_hold(_normal_federations(edition, entry))


def credit_of(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> int:
    """1.4.1, 1.7: how many games a norm counts for; one given by place counts 9 (1.2.4)."""
    games = entry.games_counted
    if entry.direct:
        return edition.norm.games.value
    required = None if entry.average is None else required_score(edition, title, games, entry.average)
    extra = 0 if required is None else max(0, entry.score_counted - required) // 2
    return counts_as(edition, entry.kinds, games, extra, eight=entry.eight)


def _event(edition: TitleEdition, entry: NormEntry) -> Iterator[Check]:
    """1.4.2e: a format that has norms; 1.4.1e: with predetermined pairings no game is left out."""
    of_format = format_check(edition.conditions, entry.system, approved=entry.approved)
    if of_format is not None:
        yield of_format
    rule = edition.norm.predetermined_whole
    if rule.value and entry.system in PREDETERMINED and entry.games_counted < entry.games:
        yield Check(rule.article, "all-games", entry.games, entry.games_counted, False)


def _opponent_count(entry: NormEntry) -> int:
    """Return the number of different opponents, rated and unrated; if they are not given, as many as games, and in a
    double round robin half as many (1.4.5f)."""
    opponents = entry.opponents
    if opponents.rated is not None and opponents.unrated is not None:
        return opponents.rated + opponents.unrated
    return entry.games_counted // 2 if entry.system == "double-round-robin" else entry.games_counted


def _games(edition: TitleEdition, entry: NormEntry) -> Check:
    """1.4.1: enough games."""
    rules = edition.norm
    rule = games_needed(edition, entry.kinds, entry.rounds)
    if entry.eight and entry.rounds == rules.games.value:
        rule = rules.games_nine_rounds
    return by_rule(rule, "norm-games", entry.games_counted)


def _result(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> Iterator[Check]:
    """1.4.8: the average, the score it requires, and whether the form agrees."""
    yield _check_average(edition, entry, title)
    yield _score(edition, entry, title)
    stated = entry.required if entry.counted is None else entry.counted_required
    if stated is None or entry.average is None:
        return
    required = required_score(edition, title, entry.games_counted, entry.average)
    if required is not None and stated != required:
        yield Check(
            edition.norm.performance.article, "stated-required", points(required), points(stated), False, sense="is"
        )


def _check_average(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> Check:
    rule = edition.norm.average
    return compared(rule.article, "norm-average", rule.value[NORM_TITLES.index(title)], entry.average, "average")


def _score(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> Check:
    article, score = edition.norm.performance.article, entry.score_counted
    if entry.average is None:
        return Check(article, "norm-score", None, points(score), None, ("average",))
    required = required_score(edition, title, entry.games_counted, entry.average)
    if required is None:
        return Check(article, "norm-score", None, points(score), False)
    return Check(article, "norm-score", points(required), points(score), score >= required)


def _titles(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> Iterator[Check]:
    """1.4.5: enough titled opponents, and enough of the title itself or a better one."""
    opponents, rules = entry.opponents, edition.norm
    needs = requirements(edition, _opponent_count(entry))
    yield compared(rules.titled.article, "titled", needs.titled, opponents.titled, "opponents.titled")
    yield from _title_by_title(rules.titled, entry)
    counts = {other.lower(): getattr(opponents, other.lower()) for other in NORM_TITLES[: NORM_TITLES.index(title) + 1]}
    missing = tuple(f"opponents.{name}" for name, count in counts.items() if count is None)
    least, found = needs.alike, sum(count or 0 for count in counts.values())
    if found >= least or not missing:
        yield Check(rules.titled_alike.article, "titled-alike", least, found, found >= least)
    else:
        yield Check(rules.titled_alike.article, "titled-alike", least, None, None, missing)


def _title_by_title(rule: Rule[Fraction], entry: NormEntry) -> Iterator[Check]:
    """1.4.5a: the titles given one by one must add up to the titled opponents; missing ones are asked for."""
    counts = {name: getattr(entry.opponents, name) for name in TITLED}
    counted, titled = sum(count or 0 for count in counts.values()), entry.opponents.titled
    missing = tuple(f"opponents.{name}" for name, count in counts.items() if count is None)
    if titled is not None and missing and counted < titled:
        yield Check(rule.article, "title-by-title", titled, counted, None, missing, "is")


def _unrated(edition: TitleEdition, entry: NormEntry) -> Iterator[Check]:
    """1.46d of 2017: not too many unrated opponents."""
    most = requirements(edition, _opponent_count(entry)).unrated_most
    if most is not None:
        article, unrated = edition.norm.unrated_most.article, entry.opponents.unrated
        yield compared(article, "unrated", most, unrated, "opponents.unrated", "most")


def _federations(edition: TitleEdition, entry: NormEntry) -> Iterator[Check]:
    """1.4.3, 1.4.4: the federations of the opponents, if the event is not exempt."""
    rule = _exemption(edition, entry)
    if rule is None:
        yield from _normal_federations(edition, entry)
    else:
        yield compared(rule.article, "exempt", True, True, sense="is")


def _exemption(edition: TitleEdition, entry: NormEntry) -> Rule[object] | None:
    """1.4.3a to d: the rule that frees the event of 1.4.3 and 1.4.4."""
    rules = edition.norm
    by_kind: dict[str, Rule[bool]] = {
        "national-championship": rules.national_championship_exempt,
        "national-team": rules.national_team_exempt,
        "zonal": rules.zonal_exempt,
    }
    for kind, rule in by_kind.items():
        if kind in entry.kinds and rule.value:
            return rule
    return rules.swiss_rated_foreigners if entry.exempt and entry.system == "swiss" else None


def _normal_federations(edition: TitleEdition, entry: NormEntry) -> Iterator[Check]:
    rules, opponents, needs = edition.norm, entry.opponents, requirements(edition, _opponent_count(entry))
    yield by_rule(rules.other_federations, "federations", opponents.federations, "opponents.federations")
    own = None if opponents.foreign is None else needs.opponents - opponents.foreign
    article, most = rules.own_federation.article, needs.own_federation_most
    yield compared(article, "own-federation", most, own, "opponents.foreign", "most")
    article, most = rules.one_federation.article, needs.one_federation_most
    yield compared(article, "one-federation", most, opponents.one_federation, "opponents.one_federation", "most")


def _credit(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> Iterator[Check]:
    """1.4.1d, 1.7: no more games claimed than the norm counts for."""
    most = credit_of(edition, entry, title)
    if entry.credit > most:
        yield Check(edition.norm.most_games.article, "credit", most, entry.credit, False, sense="most")


def _direct(edition: TitleEdition, entry: NormEntry) -> Iterator[Check]:
    """1.2.1, 1.2.2: a norm given for a place only needs the least score."""
    yield by_rule(edition.direct.score, "least-score", points(entry.score) / entry.games)
    yield from _credit(edition, entry, NORM_TITLES[0])


# A norm of an application taken from a report: every number of form IT2 computed, every condition proved.


def report_entry(event: Event, rank: int, facts: EventFacts, title: NormTitle, applied: dt.date) -> NormEntry:
    """Return a player's norm for a title, as an application of a day states it; the conditions of a norm that does not
    hold say why."""
    start = event.start
    if start is None:
        raise ArpadError("title-report-no-start")
    setting = setting_of(event, title_edition_for(start), facts)
    player = setting.player(rank)
    found = candidate(setting, player)
    norm = next(norm for norm in found.norms if norm.title == title)
    whole, partly = norm.whole or norm, norm.whole is not None
    participants, average = participation(event, title_edition_for(applied))
    return NormEntry(
        event=event.name,
        location=event.city,
        start=start,
        end=event.end or start,
        system=setting.system,
        rounds=setting.rounds,
        games=whole.games,
        score=whole.half_points,
        required=whole.required_half_points,
        average=norm.average,
        credit=norm.credit,
        opponents=_opponents_of(setting, player, norm),
        counted=norm.games if partly else None,
        counted_required=norm.required_half_points if partly else None,
        counted_score=norm.half_points if partly else None,
        titles=tuple(norm.title for norm in found.norms if norm.achieved),
        kinds=() if facts.kind == "ordinary" else (facts.kind,),
        eight=norm.special == "eight-of-nine",
        exempt=bool(setting.exempt),
        one_round_days=_one_round_days(event),
        participants=participants,
        participants_average=average,
        approved=facts.approved,
        proved=norm.checks,
    )


def participation(event: Event, edition: TitleEdition) -> tuple[int | None, int | None]:
    """1.5.6a: of the players who missed at most one round, the fewest that play in any round, and the lowest average,
    in any round, of the highest rated ones that the article counts; an unrated player counts as in 1.4.6d."""
    rounds = sorted({round_.round for player in event.players for round_ in player.rounds if round_.played})
    groups = by_round([player for player in event.players if missed(player, rounds) <= 1], rounds)
    if not groups or not all(groups):
        return 0, None
    best = [_average_rating(group, edition) for group in groups]
    return min(len(group) for group in groups), min(best)


def _average_rating(players: Iterable[Player], edition: TitleEdition) -> int:
    unrated = edition.norm.unrated_as.value
    ratings = sorted((unrated if player.rating is None else player.rating for player in players), reverse=True)
    best = ratings[: edition.application.swiss_players.value]
    return half_up(sum(best), len(best))


def _one_round_days(event: Event) -> int | None:
    """1.1.3a: the number of days with only one round; None if the report does not date every round."""
    days = event.round_dates[: event.rounds or None]
    if not days or None in days or len(days) < event.rounds:
        return None
    return sum(count == 1 for count in Counter(days).values())


def _opponents_of(setting: EventConditions, player: Player, norm: Norm) -> Opponents:
    """The different opponents of the games that count, as the form numbers them."""
    different: dict[int, NormGame] = {game.opponent: game for game in norm.rows}
    games = different.values()
    found = federations_of(games, code(player.federation))
    titles = Counter(game.title for game in games)
    counted = {name: titles[name.upper()] for name in TITLED}
    rated = sum(game.rating is not None for game in games)
    return Opponents(
        host=sum(code(game.federation) == setting.host for game in games) if setting.host else None,
        foreign=len(different) - found.own if code(player.federation) and not found.unknown else None,
        one_federation=None if found.unknown else found.largest[1],
        federations=None if found.unknown else len(found.foreign),
        titled=sum(titles[title] for title in setting.edition.norm.titles_counted.value),
        rated=rated,
        unrated=len(different) - rated,
        **counted,
    )
