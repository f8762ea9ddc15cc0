"""One norm judged: by the article that it uses, or by every article that may fit."""

import datetime as dt
from dataclasses import dataclass, replace

from arpad.arbiters.days import years_later
from arpad.arbiters.model import KIND_OF_ARTICLE, ArbiterNorm, NormEvent
from arpad.arbiters.norm_articles import ARTICLES, any_holds
from arpad.regulations.arbiter_editions import (
    ArbiterEdition,
    ArbiterTitle,
    arbiter_edition_for,
    arbiter_edition_of_event,
)
from arpad.titles.model import Check, all_hold


@dataclass(frozen=True, slots=True)
class ArticleAnswer:
    """An article with its conditions for an event. `holds` None: something is not known."""

    article: str
    checks: tuple[Check, ...]
    holds: bool | None


@dataclass(frozen=True, slots=True)
class EventNorms:
    """What an event gives for a title: the answers of all its articles, and whether it is long enough.

    `rounds`: 3.10, 4.10; `short`: it is an event of which an application may have only one."""

    title: ArbiterTitle
    edition: str
    answers: tuple[ArticleAnswer, ...]
    rounds: Check
    short: bool

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles that hold."""
        return tuple(answer.article for answer in self.answers if answer.holds)

    @property
    def possible(self) -> bool | None:
        """Whether an arbiter can have a norm there; None if it depends on facts that are not known."""
        possible = any_holds(answer.holds for answer in self.answers)
        return False if self.rounds.ok is False else self.rounds.ok if possible else possible


@dataclass(frozen=True, slots=True)
class JudgedNorm:
    """A norm of an application. `article` is the one it uses ("" if none fits), `expires` its last day."""

    norm: ArbiterNorm
    edition: str
    article: str
    articles: tuple[str, ...]
    checks: tuple[Check, ...]
    rounds: Check | None
    short: bool
    expires: dt.date | None

    @property
    def event(self) -> NormEvent:
        return self.norm.event

    @property
    def holds(self) -> bool | None:
        """Whether the event is one that gives a norm."""
        return all_hold((*self.checks, *((self.rounds,) if self.rounds else ())))


def event_norms(event: NormEvent, title: ArbiterTitle) -> EventNorms:
    """Judge an event by every article of a title."""
    edition = _edition_of(event)
    answers = []
    for article, judge in ARTICLES[title].items():
        checks = tuple(judge(edition, event))
        answers.append(ArticleAnswer(article, checks, all_hold(checks)))
    rounds = rounds_check(edition, title, event)
    return EventNorms(title, edition.id, tuple(answers), rounds, is_short(edition, title, event))


def _edition_of(event: NormEvent) -> ArbiterEdition:
    """The edition in force when the event started; the last one if its day is not known."""
    return arbiter_edition_of_event(event.start) if event.start else arbiter_edition_for(dt.date.max)


def rounds_check(edition: ArbiterEdition, title: ArbiterTitle, event: NormEvent) -> Check:
    """3.10, 4.10: enough rounds; some fewer are accepted once."""
    rules = edition.of(title)
    least, found = rules.short_rounds.value, event.rounds
    ok = None if found is None else found >= least
    return Check(rules.rounds.article, "rounds", least, found, ok, ("rounds",) if ok is None else ())


def is_short(edition: ArbiterEdition, title: ArbiterTitle, event: NormEvent) -> bool:
    """3.10.1, 4.10.1: an event of fewer rounds than usual."""
    rules = edition.of(title)
    return event.rounds is not None and rules.short_rounds.value <= event.rounds < rules.rounds.value


def judge_norm(norm: ArbiterNorm, title: ArbiterTitle, applied: ArbiterEdition) -> JudgedNorm:
    """Judge a norm by the edition of its event, and its age by the edition of the application."""
    kind = norm.event.kind or KIND_OF_ARTICLE.get(norm.article)
    event = replace(norm.event, kind=kind)
    found = event_norms(event, title)
    named = next((answer for answer in found.answers if answer.article == norm.article), None)
    used = named or _best(found)
    return JudgedNorm(
        replace(norm, event=event),
        found.edition,
        used.article if used.holds is not False or named else "",
        found.articles,
        used.checks,
        found.rounds if event.counted else None,
        found.short and event.counted,
        years_later(event.end, applied.expiry.tournament_years.value) if event.end and event.counted else None,
    )


def _best(found: EventNorms) -> ArticleAnswer:
    """The first article that holds, else the first that is open, else the one with the fewest conditions against it."""
    return min(
        found.answers,
        key=lambda answer: ((True, None, False).index(answer.holds), sum(one.ok is False for one in answer.checks)),
    )
