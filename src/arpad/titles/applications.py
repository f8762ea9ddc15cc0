"""1.5: whether an application is complete, condition by condition, and what is still missing."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from arpad.domain.rating_list import WOMENS_TITLES
from arpad.regulations.articles import Article
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition_for, title_editions
from arpad.titles.application_norms import OF_THE_FORM, credit_of, entry_checks, met_foreigners, titles_of
from arpad.titles.model import Application, Check, NormEntry, all_hold, is_lacking, is_open


@dataclass(frozen=True, slots=True)
class NormVerdict:
    """One norm judged by the edition in force when its event started (1.5.4); None: we do not have that edition.

    `credit`: the games it counts for, whatever the form claims. `foreigners`: whether it meets 1.4.3 and 1.4.4 without
    an exemption. `good_for`: every title it is a norm for, as far as its facts show; it may be used for each of them
    (1.5.2).
    """

    entry: NormEntry
    edition: str | None
    checks: tuple[Check, ...]
    holds: bool | None
    credit: int
    foreigners: bool | None
    good_for: tuple[NormTitle, ...]


@dataclass(frozen=True, slots=True)
class ApplicationVerdict:
    """The answer to an application. `conditional`: nothing is lacking but the rating. `obtained`: 0.4.3, the day the
    title counts from, the later of the last norm and of the rating."""

    edition: str
    complete: bool
    conditional: bool
    obtained: dt.date | None
    games: int
    checks: tuple[Check, ...]
    norms: tuple[NormVerdict, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A condition to report, and the norm it belongs to (from 1; None: the application as a whole)."""

    norm: int | None
    check: Check


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
    return ApplicationVerdict(
        edition=edition.id,
        complete=not lacking,
        conditional=lacking == ["highest-rating"],
        obtained=None if lacking else _obtained(application),
        games=sum(norm.credit for norm in counted),
        checks=checks,
        norms=norms,
    )


def lacks(verdict: ApplicationVerdict) -> list[Remark]:
    """Return what an officer still has to provide, in the order of the form."""
    return [remark for remark in _remarks(verdict) if is_lacking(remark.check)]


def undecided(verdict: ApplicationVerdict) -> list[Remark]:
    """Return what no fact of the application decides: the Qualification Commission decides."""
    return [remark for remark in _remarks(verdict) if is_open(remark.check)]


def _remarks(verdict: ApplicationVerdict) -> Iterator[Remark]:
    yield from (Remark(None, check) for check in verdict.checks)
    for place, norm in enumerate(verdict.norms, 1):
        yield from (Remark(place, check) for check in norm.checks)


def _norm(entry: NormEntry, application: Application) -> NormVerdict:
    """1.5.4: a norm by the regulations in force when its event started."""
    first, title = title_editions()[0], application.title
    if entry.start < first.effective:
        checks = _before_all_editions(first, entry, title)
        foreigners = met_foreigners(first, entry)
        return NormVerdict(entry, None, checks, all_hold(checks), entry.credit, foreigners, entry.titles)
    edition = title_edition_for(entry.start)
    checks = entry.proved or entry_checks(edition, entry, title)
    good_for = entry.titles if entry.proved else titles_of(edition, entry, title)
    if application.person.sex == "m":
        good_for = tuple(title for title in good_for if title not in WOMENS_TITLES)
    return NormVerdict(
        entry,
        edition.id,
        checks,
        all_hold(check for check in checks if check.name not in OF_THE_FORM),
        entry.credit if entry.proved else min(entry.credit, credit_of(edition, entry, title)),
        met_foreigners(edition, entry),
        good_for,
    )


def _before_all_editions(first: TitleEdition, entry: NormEntry, title: NormTitle) -> tuple[Check, ...]:
    """1.5.4, 1.5.5: a norm older than every edition that we have; its certificate has to say what it is."""
    rules = first.application
    checks = [_certificate(Article("1.5.4", rules.old_norms_before.article.source), entry, title)]
    if entry.start < dt.date.fromisoformat(rules.old_norms_before.value):
        last = dt.date.fromisoformat(rules.old_norms_registered.value)
        when = entry.registered
        ok = None if when is None else when < last
        missing = ("norm_registered",) if when is None else ()
        checks.append(Check(rules.old_norms_registered.article, "old-norm", last, when, ok, missing, "is"))
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
        yield Check(article, "sex", "f", application.person.sex, application.person.sex == "f", sense="is")


def _rating(edition: TitleEdition, application: Application) -> Iterator[Check]:
    """1.5.3: the rating was reached at some time; 1.5.3a: also in the middle of a period, once it is confirmed."""
    rule, rating = edition.application.rating, application.rating
    least = rule.value[NORM_TITLES.index(application.title)]
    reached = rating.highest >= least
    yield Check(rule.article, "highest-rating", least, rating.highest, reached)
    if reached and rating.gained is None:
        yield Check(rule.article, "rating-gained", least, None, None, ("rating.gained",))
    if reached and not rating.published:
        article = Article(f"{rule.article.number}a", rule.article.source)
        yield Check(article, "interim-rating", True, rating.confirmed, rating.confirmed or None, sense="is")


def _norms(edition: TitleEdition, title: NormTitle, judged: list[NormVerdict]) -> Iterator[Check]:
    rules = edition.application
    norms = [norm.entry for norm in judged]
    yield Check(rules.norms.article, "norms", rules.norms.value, len(norms), len(norms) >= rules.norms.value)
    yield _games(edition, [norm.credit for norm in judged])
    yield _foreign(edition, [norm.foreigners for norm in judged])
    if rules.one_round_days.value is not None and title in rules.one_round_titles.value:
        yield _one_round(rules.one_round_days.article, rules.one_round_days.value, norms)
    if rules.eight_game_norms.value is not None:
        eights = sum(norm.eight for norm in norms)
        most = rules.eight_game_norms.value
        yield Check(rules.eight_game_norms.article, "eight-game-norms", most, eights, eights <= most, sense="most")
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
    return Check(rules.games.article, "total-games", least, sum(games), sum(games) >= least)


def _foreign(edition: TitleEdition, met: list[bool | None]) -> Check:
    """1.4.3e: one norm at least with the normal number of foreigners."""
    rule = edition.application.foreign_norms
    found = met.count(True)
    unknown = () if found >= rule.value or None not in met else ("opponents.foreign", "opponents.federations")
    return Check(rule.article, "foreign-norms", rule.value, found, found >= rule.value or _maybe(unknown), unknown)


def _one_round(article: Article, least: int, norms: list[NormEntry]) -> Check:
    """1.1.3a: at least one norm from an event with enough days of only one round."""
    days = [norm.one_round_days for norm in norms]
    most = max((day for day in days if day is not None), default=0)
    unknown = () if most >= least or None not in days else ("one_round_days",)
    return Check(article, "one-round-days", least, most, most >= least or _maybe(unknown), unknown)


def _swiss(edition: TitleEdition, norms: list[NormEntry]) -> Check:
    """1.5.6: at least one norm from a large individual Swiss, or from an event that counts as one."""
    rules = edition.application
    answers = [_is_swiss(edition, norm) for norm in norms]
    unknown = () if True in answers or None not in answers else ("participants", "participants_average")
    found = answers.count(True)
    return Check(rules.swiss_from.article, "large-swiss", 1, found, found >= 1 or _maybe(unknown), unknown)


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


def _maybe(unknown: tuple[str, ...]) -> bool | None:
    return None if unknown else False


def _obtained(application: Application) -> dt.date | None:
    """0.4.3: the later of the last norm and of the rating."""
    gained = application.rating.gained
    return None if gained is None else max(gained, *(norm.end for norm in application.norms))
