"""1.5: whether an application is complete, condition by condition; its norms, as stated (1.4) or from a report."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Annotated, NamedTuple

from msgspec import structs

from arpad.documents.checks import (
    Check,
    all_hold,
    any_holds,
    by_rule,
    check_name,
    compared,
    decided,
    is_lacking,
    is_open,
    value_words,
)
from arpad.documents.document import Document, InWords, shows
from arpad.documents.schema import HalfPoints
from arpad.domain.event import Event, Player
from arpad.domain.games import points
from arpad.domain.rating_list import WOMENS_TITLES
from arpad.i18n import ArpadError, Language, has, text
from arpad.rating.results import half_up
from arpad.regulations.articles import Article
from arpad.regulations.rating_rules import Rule
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition_for, title_editions
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
    Application,
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
        _credited_games(edition, entry),
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


def _credited_games(edition: TitleEdition, entry: NormEntry) -> Check:
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


# The application as a whole: what holds, what is missing, and what nobody can know from the form.


class NormVerdict(Document, frozen=True):
    """One norm judged by the edition in force when its event started (1.5.4); None: we do not have that edition.

    `credit`: the games it counts for, whatever the form claims. `foreigners`: whether it meets 1.4.3 and 1.4.4 without
    an exemption. `good_for`: every title it is a norm for, as far as its facts show; it may be used for each of them
    (1.5.2)."""

    shown = shows(
        "event", "start", "end", "edition", "holds", "games", "score", "average", "credit", "foreigners", "good_for",
        "checks",
    )  # fmt: skip
    event: str
    start: dt.date
    end: dt.date
    games: int
    score: HalfPoints
    average: int | None
    entry: NormEntry
    edition: str | None
    checks: tuple[Check, ...]
    holds: bool | None
    credit: int
    foreigners: bool | None
    good_for: tuple[NormTitle, ...]


class Remark(NamedTuple):
    """A condition to report, and the norm it belongs to (from 1; None: the application as a whole)."""

    norm: int | None
    event: str
    check: Check

    def words(self, language: Language) -> str:
        """Return what is missing, or what others must decide."""
        words = lack_words(self.check, language) if is_lacking(self.check) else open_words(self.check, language)
        if self.norm is None:
            return words
        return f"{text('titles.norm-of', language, place=self.norm, event=self.event)}: {words}"


Remarks = Annotated[
    list[Remark], InWords(list[str], lambda remarks, language: [remark.words(language) for remark in remarks])
]


class ApplicationVerdict(Application, frozen=True, kw_only=True):
    """The answer to an application. `conditional`: nothing is lacking but the rating. `obtained`: 0.4.3, the day the
    title counts from, the later of the last norm and of the rating."""

    shown = shows(
        "title", "federation", "date", "person", "edition", "complete", "conditional", "obtained", "games", "checks",
        "norms", "lacks", "open",
    )  # fmt: skip
    norms: tuple[NormVerdict, ...]  # type: ignore[assignment]
    edition: str
    complete: bool
    conditional: bool
    obtained: dt.date | None
    games: int
    checks: tuple[Check, ...]

    @property
    def remarks(self) -> list[Remark]:
        whole = [Remark(None, "", check) for check in self.checks]
        places = enumerate(self.norms, 1)
        return whole + [Remark(place, norm.event, check) for place, norm in places for check in norm.checks]

    @property
    def lacks(self) -> Remarks:
        """What an officer still has to provide, in the order of the form."""
        return [remark for remark in self.remarks if is_lacking(remark.check)]

    @property
    def open(self) -> Remarks:
        """What no fact of the application decides: the Qualification Commission decides."""
        return [remark for remark in self.remarks if is_open(remark.check)]


def lack_words(check: Check, language: Language) -> str:
    """Return what is missing, and by which article."""
    name, key = check_name(check, language, "titles"), f"titles.lack.{check.name}"
    values = {"check": name, "article": check.article.number}
    if check.missing:
        return text("titles.missing", language, keys=", ".join(check.missing), **values)
    values |= {
        "required": value_words(check, check.required, language),
        "found": value_words(check, check.found, language),
    }
    return text(key if has(key) else "titles.lack.of-report", language, **values)


def open_words(check: Check, language: Language) -> str:
    """Return the question that others must decide."""
    name, key = check_name(check, language, "titles"), f"titles.open.{check.name}"
    return text(key if has(key) else "titles.open.of-report", language, check=name, article=check.article.number)


def judge(application: Application) -> ApplicationVerdict:
    """1.5: judge an application by the edition in force on its day, its norms by the editions of their events."""
    edition = title_edition_for(application.date)
    norms = tuple(_norm(norm, application) for norm in application.norms)
    counted = [norm for norm in norms if norm.holds is not False]
    checks = (
        *_person(edition, application),
        *_rating(edition, application),
        *_norms(edition, application.title, counted),
    )
    lacking = [check.name for check in checks if is_lacking(check)]
    lacking += [check.name for norm in norms for check in norm.checks if is_lacking(check)]
    stated = structs.asdict(application) | {"norms": norms}
    return ApplicationVerdict(
        **stated,
        edition=edition.id,
        complete=not lacking,
        conditional=lacking == ["highest-rating"],
        obtained=None if lacking else _obtained(application),
        games=sum(norm.credit for norm in counted),
        checks=checks,
    )


def _norm(entry: NormEntry, application: Application) -> NormVerdict:
    """1.5.4: a norm by the regulations in force when its event started."""
    first, title = title_editions()[0], application.title
    edition = None if entry.start < first.effective else title_edition_for(entry.start)
    credit, good_for = entry.credit, entry.titles
    if edition is None:
        checks = _before_all_editions(first, entry, title)
    elif entry.proved:
        checks = entry.proved
    else:
        checks = entry_checks(edition, entry, title)
        credit, good_for = min(credit, credit_of(edition, entry, title)), titles_of(edition, entry, title)
    if edition is not None and application.person.sex == "m":
        good_for = tuple(title for title in good_for if title not in WOMENS_TITLES)
    return NormVerdict(
        entry.event,
        entry.start,
        entry.end,
        entry.games_counted,
        entry.score_counted,
        entry.average,
        entry,
        None if edition is None else edition.id,
        checks,
        norm_holds(checks),
        credit,
        met_foreigners(edition or first, entry),
        good_for,
    )


def _before_all_editions(first: TitleEdition, entry: NormEntry, title: NormTitle) -> tuple[Check, ...]:
    """1.5.4, 1.5.5: a norm older than every edition that we have; its certificate has to say what it is."""
    rules = first.application
    checks = [_certificate(Article("1.5.4", rules.old_norms_before.article.source), entry, title)]
    if entry.start < dt.date.fromisoformat(rules.old_norms_before.value):
        rule, when = rules.old_norms_registered, entry.registered
        last = dt.date.fromisoformat(rule.value)
        ok = None if when is None else when < last
        checks.append(decided(rule.article, "old-norm", last, when, ok, "norm_registered", sense="is"))
    return tuple(checks)


def _certificate(article: Article, entry: NormEntry, title: NormTitle) -> Check:
    """A norm for a title is one for every lesser title too."""
    if not entry.titles:
        return Check(article, "certificate", title, None, None, ("titles",), "is")
    enough = min(NORM_TITLES.index(named) for named in entry.titles) <= NORM_TITLES.index(title)
    return Check(article, "certificate", title, ", ".join(entry.titles), None if enough else False, sense="is")


def _person(edition: TitleEdition, application: Application) -> Iterator[Check]:
    """0.3: a women's title is for a woman."""
    if application.title in WOMENS_TITLES:
        article = Article("0.3", edition.source)
        yield compared(article, "sex", "f", application.person.sex, sense="is")


def _rating(edition: TitleEdition, application: Application) -> Iterator[Check]:
    """1.5.3: the rating was reached at some time; 1.5.3a: also in the middle of a period, once it is confirmed."""
    rule, rating = edition.application.rating, application.rating
    least = rule.value[NORM_TITLES.index(application.title)]
    yield compared(rule.article, "highest-rating", least, rating.highest)
    reached = rating.highest >= least
    if reached and rating.gained is None:
        yield Check(rule.article, "rating-gained", least, None, None, ("rating.gained",))
    if reached and not rating.published:
        article = Article(f"{rule.article.number}a", rule.article.source)
        yield Check(article, "interim-rating", True, rating.confirmed, rating.confirmed or None, sense="is")


def _norms(edition: TitleEdition, title: NormTitle, judged: list[NormVerdict]) -> Iterator[Check]:
    rules = edition.application
    norms = [norm.entry for norm in judged]
    yield by_rule(rules.norms, "norms", len(norms))
    yield _games(edition, [norm.credit for norm in judged])
    yield _foreign(edition, [norm.foreigners for norm in judged])
    if rules.one_round_days.value is not None and title in rules.one_round_titles.value:
        yield _one_round(rules.one_round_days.article, rules.one_round_days.value, norms)
    if rules.eight_game_norms.value is not None:
        yield by_rule(rules.eight_game_norms, "eight-game-norms", sum(norm.eight for norm in norms), sense="most")
    if rules.swiss_from.value is not None:
        after = dt.date.fromisoformat(rules.swiss_from.value)
        if any(norm.end > after for norm in norms):
            yield _swiss(edition, norms)


def _games(edition: TitleEdition, games: list[int]) -> Check:
    """1.5.1: the games of all norms; some editions require one less if a norm has eight games."""
    rules = edition.application
    least = rules.games.value
    if rules.games_with_eight.value is not None and edition.norm.games_nine_rounds.value in games:
        least = rules.games_with_eight.value
    return compared(rules.games.article, "total-games", least, sum(games))


def _foreign(edition: TitleEdition, met: list[bool | None]) -> Check:
    """1.4.3e: one norm at least with the normal number of foreigners."""
    rule, found = edition.application.foreign_norms, met.count(True)
    ok = found >= rule.value or (None if None in met else False)
    keys = ("opponents.foreign", "opponents.federations")
    return decided(rule.article, "foreign-norms", rule.value, found, ok, *keys)


def _one_round(article: Article, least: int, norms: list[NormEntry]) -> Check:
    """1.1.3a: at least one norm from an event with enough days of only one round."""
    days = [norm.one_round_days for norm in norms]
    most = max((day for day in days if day is not None), default=0)
    ok = most >= least or (None if None in days else False)
    return decided(article, "one-round-days", least, most, ok, "one_round_days")


def _swiss(edition: TitleEdition, norms: list[NormEntry]) -> Check:
    """1.5.6: at least one norm from a large individual Swiss, or from an event that counts as one."""
    answers = [_is_swiss(edition, norm) for norm in norms]
    article, keys = edition.application.swiss_from.article, ("participants", "participants_average")
    return decided(article, "large-swiss", 1, answers.count(True), any_holds(answers), *keys)


def _is_swiss(edition: TitleEdition, norm: NormEntry) -> bool | None:
    rules = edition.application
    if set(norm.kinds) & set(rules.swiss_or_kinds.value):
        return True
    if norm.system != "swiss":
        return False
    if norm.participants is None or norm.participants_average is None:
        return None
    enough = norm.participants >= (rules.swiss_players.value or 0)
    return enough and norm.participants_average >= (rules.swiss_average.value or 0)


def _obtained(application: Application) -> dt.date | None:
    """0.4.3: the later of the last norm and of the rating."""
    gained = application.rating.gained
    return None if gained is None else max(gained, *(norm.end for norm in application.norms))
