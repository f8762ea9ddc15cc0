"""1.5: whether an application is complete, condition by condition, and what is still missing."""

import datetime as dt
from collections.abc import Iterator
from typing import Annotated, NamedTuple

from msgspec import structs

from arpad.documents.checks import (
    Check,
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
from arpad.domain.rating_list import WOMENS_TITLES
from arpad.i18n import Language, has, text
from arpad.regulations.articles import Article
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition_for, title_editions
from arpad.titles.application_norms import credit_of, entry_checks, met_foreigners, norm_holds, titles_of
from arpad.titles.model import Application, NormEntry


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
