"""1.4 for a norm that an application states: the numbers of the form, checked by the regulations."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil

from arpad.domain.games import points
from arpad.regulations.rating_rules import Rule
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition
from arpad.titles.annex import alike_needed, one_most, own_most, required_score, titled_needed, unrated_most
from arpad.titles.application import TITLED, NormEntry
from arpad.titles.conditions import format_check
from arpad.titles.game_count import counts_as, games_needed
from arpad.titles.model import Check
from arpad.titles.systems import PREDETERMINED
from arpad.titles.verdict import all_hold, at_least, at_most

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
        other for other in NORM_TITLES if all_hold(_of_title(edition, _as_for(edition, entry, title, other), other))
    )


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


def _of_title(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> Iterator[Check]:
    """All that makes the norm one of this title, however it was written down."""
    yield from _event(edition, entry)
    yield _games(edition, entry)
    yield _average(edition, entry, title)
    yield _score(edition, entry, title)
    yield from _titles(edition, entry, title)
    yield from _unrated(edition, entry)
    yield from _federations(edition, entry)


def _event(edition: TitleEdition, entry: NormEntry) -> Iterator[Check]:
    """1.4.2e: a format that has norms; 1.4.1e: with predetermined pairings no game is left out."""
    of_format = format_check(edition.conditions, entry.system, approved=entry.approved)
    if of_format is not None:
        yield of_format
    rule = edition.norm.predetermined_whole
    if rule.value and entry.system in PREDETERMINED and entry.games_counted < entry.games:
        yield Check(rule.article, "all-games", entry.games, entry.games_counted, False)


def _opponents(entry: NormEntry) -> int:
    """Return the number of different opponents, rated and unrated; if they are not given, as many as games, and in a
    double round robin half as many (1.4.5f)."""
    told = entry.opponents
    if told.rated is not None and told.unrated is not None:
        return told.rated + told.unrated
    return entry.games_counted // 2 if entry.system == "double-round-robin" else entry.games_counted


def _games(edition: TitleEdition, entry: NormEntry) -> Check:
    """1.4.1: enough games."""
    rules = edition.norm
    rule = games_needed(edition, entry.kinds, entry.rounds)
    if entry.eight and entry.rounds == rules.games.value:
        rule = rules.games_nine_rounds
    return Check(rule.article, "norm-games", rule.value, entry.games_counted, entry.games_counted >= rule.value)


def _result(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> Iterator[Check]:
    """1.4.8: the average, the score it requires, and whether the form agrees."""
    yield _average(edition, entry, title)
    yield _score(edition, entry, title)
    stated = entry.required if entry.counted is None else entry.counted_required
    if stated is None or entry.average is None:
        return
    required = required_score(edition, title, entry.games_counted, entry.average)
    if required is not None and stated != required:
        yield Check(
            edition.norm.performance.article, "stated-required", points(required), points(stated), False, sense="is"
        )


def _average(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> Check:
    rule = edition.norm.average
    least = rule.value[NORM_TITLES.index(title)]
    if entry.average is None:
        return Check(rule.article, "norm-average", least, None, None, ("average",))
    return Check(rule.article, "norm-average", least, entry.average, entry.average >= least)


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
    n = _opponents(entry)
    yield at_least(rules.titled.article, "titled", titled_needed(edition, n), opponents.titled, "opponents.titled")
    yield from _title_by_title(rules.titled, entry)
    counts = {other.lower(): getattr(opponents, other.lower()) for other in NORM_TITLES[: NORM_TITLES.index(title) + 1]}
    missing = tuple(f"opponents.{name}" for name, count in counts.items() if count is None)
    least, found = alike_needed(edition, n), sum(count or 0 for count in counts.values())
    if found >= least or not missing:
        yield Check(rules.titled_alike.article, "titled-alike", least, found, found >= least)
    else:
        yield Check(rules.titled_alike.article, "titled-alike", least, None, None, missing)


def _title_by_title(rule: Rule[Fraction], entry: NormEntry) -> Iterator[Check]:
    """1.4.5a: the titles given one by one must add up to the titled opponents; missing ones are asked for."""
    counts = {name: getattr(entry.opponents, name) for name in TITLED}
    said, titled = sum(count or 0 for count in counts.values()), entry.opponents.titled
    missing = tuple(f"opponents.{name}" for name, count in counts.items() if count is None)
    if titled is not None and missing and said < titled:
        yield Check(rule.article, "title-by-title", titled, said, None, missing, "is")


def _unrated(edition: TitleEdition, entry: NormEntry) -> Iterator[Check]:
    """1.46d of 2017: not too many unrated opponents."""
    most = unrated_most(edition, _opponents(entry))
    if most is not None:
        yield at_most(edition.norm.unrated_most.article, "unrated", most, entry.opponents.unrated, "opponents.unrated")


def _federations(edition: TitleEdition, entry: NormEntry) -> Iterator[Check]:
    """1.4.3, 1.4.4: the federations of the opponents, if the event is not exempt."""
    rule = _exemption(edition, entry)
    if rule is None:
        yield from _normal_federations(edition, entry)
    else:
        yield Check(rule.article, "exempt", True, True, True, sense="is")


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
    rules, opponents, n = edition.norm, entry.opponents, _opponents(entry)
    others = rules.other_federations
    yield at_least(others.article, "federations", others.value, opponents.federations, "opponents.federations")
    own = None if opponents.foreign is None else n - opponents.foreign
    yield at_most(rules.own_federation.article, "own-federation", own_most(edition, n), own, "opponents.foreign")
    most = one_most(edition, n)
    yield at_most(
        rules.one_federation.article, "one-federation", most, opponents.one_federation, "opponents.one_federation"
    )


def _credit(edition: TitleEdition, entry: NormEntry, title: NormTitle) -> Iterator[Check]:
    """1.4.1d, 1.7: no more games claimed than the norm counts for."""
    most = credit_of(edition, entry, title)
    if entry.credit > most:
        yield Check(edition.norm.most_games.article, "credit", most, entry.credit, False, sense="most")


def _direct(edition: TitleEdition, entry: NormEntry) -> Iterator[Check]:
    """1.2.1, 1.2.2: a norm given for a place only needs the least score."""
    rule = edition.direct.score
    share = points(entry.score) / entry.games
    yield Check(rule.article, "least-score", rule.value, share, share >= rule.value)
    yield from _credit(edition, entry, NORM_TITLES[0])
