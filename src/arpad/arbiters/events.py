"""What a report says about an event for arbiters: its category (B.06.3, 1.3), norm certificates (2.7, 2.8), norms."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from arpad.arbiters.categories import ArbitersNeeded, arbiters_needed
from arpad.arbiters.fair_play import ProtectionFacts, ProtectionPlan, measure_rows, protection_level, protection_plan
from arpad.arbiters.model import ROUND_ROBINS, ArbiterPerson, NormEvent, NormEventKind, NormEventSystem, ShownChecks
from arpad.arbiters.norms import WORLD_LEVELS, ArticleAnswer, EventNorms, event_norms, norm_possible
from arpad.documents.checks import Check, all_hold, by_rule, compared, stated
from arpad.documents.document import ArticleNumber, Document, extended, shows
from arpad.domain.event import Event, Player
from arpad.domain.findings import Finding
from arpad.domain.rating_list import TITLES
from arpad.domain.values import fold
from arpad.eligibility.time_controls import time_class
from arpad.i18n import ArpadError, Language, text
from arpad.inputs.times import read_time_control
from arpad.regulations.arbiter_editions import (
    ARBITER_TITLES,
    ArbiterCategory,
    ArbiterEdition,
    EventLevel,
    arbiter_classification,
    arbiter_edition,
)
from arpad.regulations.articles import Article
from arpad.regulations.rating_rules import Rule
from arpad.titles.event import system_of
from arpad.titles.games import FID, NO_FEDERATION, code
from arpad.titles.model import NormSystem

# 2.7, 2.8: how many certificates of norms an event may issue, and who signs them.

TITLES_BEFORE = frozenset({"IA", "FA", "NA", "IO"})
"""The titles of arbiters and organisers that may come before a name."""
FIDE_ID = re.compile(r"\(?\b([0-9]{5,})\b\)?")
CHIEF = "chief"


class CertificateQuota(Document, frozen=True):
    """How many certificates an event may issue; null: any number, or not `known`."""

    most: int | None
    article: ArticleNumber
    known: bool = True

    def is_full(self, issued: int) -> bool:
        """Return whether no further certificate may be issued."""
        return self.most is not None and issued >= self.most


def certificate_quota(edition: ArbiterEdition, event: NormEvent) -> CertificateQuota:
    """2.7: one certificate for every 25 players of a Swiss, two in a round robin, no limit at world and continental
    level. No article speaks of other systems."""
    rules = edition.norms
    if event.level in WORLD_LEVELS:
        return CertificateQuota(rules.certificates_world.value, rules.certificates_world.article)
    if event.system in ROUND_ROBINS:
        return CertificateQuota(rules.certificates_round_robin.value, rules.certificates_round_robin.article)
    if event.system == "swiss" and event.players is not None:
        per: Rule[int] = rules.certificate_players
        return CertificateQuota(-(-event.players // per.value), per.article)
    return CertificateQuota(None, Article("2.7", edition.source), known=False)


@dataclass(frozen=True, slots=True)
class NormSigner:
    """The person who signs a certificate: a name, the title as arbiter or organiser, and the position."""

    name: str = ""
    id: str = ""
    title: str = ""
    position: str = ""
    federation: str = ""


@dataclass(frozen=True, slots=True)
class SignedBy:
    """The signer of a certificate (no name: the line stays empty), and what 2.8 has against it or leaves open."""

    signer: NormSigner
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == "error"]


def chief_of(event: Event) -> NormSigner:
    """Return the chief arbiter as the report names them: the title before the name and the FIDE ID, if they are
    there."""
    number = FIDE_ID.search(event.chief_arbiter)
    words = FIDE_ID.sub(" ", event.chief_arbiter).replace(".", " ").split()
    titled = len(words) > 1 and words[0].upper() in TITLES_BEFORE
    return NormSigner(
        name=" ".join(words[1:] if titled else words),
        id=number.group(1) if number else "",
        title=words[0].upper() if titled else "",
        federation=event.federation,
    )


def signed_by(
    edition: ArbiterEdition,
    event: Event,
    applicant: ArbiterPerson,
    named: NormSigner | None = None,
    role: str | None = None,
) -> SignedBy:
    """2.8: say who signs the certificate of an arbiter of an event. The chief arbiter signs for others; for the chief
    arbiter an organiser or an official with a title signs (2.8.1). A chief arbiter without a title signs for nobody,
    and nobody else gets a norm (2.8.2). Nobody signs for themselves.

    `named` is the signer whom somebody named, `role` that of the applicant, if it is known."""
    chief = chief_of(event)
    for_chief = _is_chief(applicant, chief, role)
    given = named if named is not None and named.name else None
    if given is not None and _same(applicant, given):
        raise ArpadError("arbiter-signer", article=edition.norms.supervisor_titles.article.number)
    if for_chief:
        signer = replace(given or NormSigner(), federation=event.federation if given else "")
        return SignedBy(signer, tuple(_supervisor(edition, signer)))
    signer = _signing_chief(chief, given)
    findings = [*_chief(edition, chief, given, signer)]
    if role is None and not applicant.name and not (applicant.id and chief.id):
        article = edition.norms.supervisor_titles.article
        findings.append(_finding("arbiter-applicant-open", "warning", article, chief=chief.name or "–"))
    return SignedBy(signer, tuple(findings))


def _is_chief(applicant: ArbiterPerson, chief: NormSigner, role: str | None) -> bool:
    """Whether the applicant is the chief arbiter. A stated role must not contradict the report."""
    same = _same(applicant, chief)
    known = bool(chief.name and applicant.name) or bool(chief.id and applicant.id)
    if role is not None and known and same != (role == CHIEF):
        raise ArpadError("arbiter-role-contradicts", name=applicant.name or applicant.id, chief=chief.name, role=role)
    return same or role == CHIEF


def _signing_chief(chief: NormSigner, given: NormSigner | None) -> NormSigner:
    if given is None:
        return chief
    return replace(given, title=given.title or chief.title, federation=chief.federation)


def _supervisor(edition: ArbiterEdition, signer: NormSigner) -> Iterator[Finding]:
    """2.8.1: an organiser or official of the federation who is IA, FA or IO signs for the chief arbiter."""
    rule = edition.norms.supervisor_titles
    titles = " | ".join(rule.value)
    if signer.title and signer.title not in rule.value:
        yield _finding("arbiter-supervisor-untitled", "error", rule.article, titles=titles)
    elif not signer.title:
        yield _finding("arbiter-supervisor-open", "warning", rule.article, titles=titles)


def _chief(
    edition: ArbiterEdition, chief: NormSigner, given: NormSigner | None, signer: NormSigner
) -> Iterator[Finding]:
    """2.8, 2.8.2: the chief arbiter signs, who must be IA or FA."""
    rule = edition.norms.chief_titles
    if given is not None and chief.name and not _same_name(given.name, chief.name):
        values = {"signer": given.name, "chief": chief.name}
        yield _finding("arbiter-signer-not-chief", "error", Article("2.8", edition.source), **values)
        return
    if given is not None and given.title and chief.title and given.title != chief.title:
        values = {"title": given.title, "other": chief.title}
        yield _finding("arbiter-signer-title-differs", "error", rule.article, **values)
    if signer.title and signer.title not in rule.value:
        yield _finding("arbiter-chief-untitled", "error", rule.article, titles=" | ".join(rule.value))
    elif not signer.title:
        yield _finding("arbiter-chief-title-open", "warning", rule.article)


def _same(applicant: ArbiterPerson, other: NormSigner) -> bool:
    """Whether two are one person: by their FIDE IDs, or by their names."""
    if applicant.id and other.id:
        return applicant.id == other.id
    return _same_name(applicant.name, other.name)


def _same_name(one: str, other: str) -> bool:
    """Whether two names have the same words, in any order, with or without accents."""
    return bool(one.strip()) and _words_of(one) == _words_of(other)


def _words_of(name: str) -> frozenset[str]:
    return frozenset(fold(name).split() or name.casefold().replace(",", " ").split())


def _finding(code: str, severity: str, article: Article, **values: object) -> Finding:
    return Finding(code, "error" if severity == "error" else "warning", article.number, values=values)


# B.06.3, 1.3: the category of an event, by its kind in FIDE's calendar or by its numbers.


class CategoryFacts(Document, frozen=True):
    """What decides the category of an event. `titled` have one of the titles of 1.3.3.2c, `titled_federations` are
    theirs. `standard`: rated as standard chess; `international_norm`: an IA norm is possible (1.3.4)."""

    system: NormEventSystem | None = None
    players: int | None = None
    rated: int | None = None
    rounds: int | None = None
    average: Fraction | None = None
    women: bool = False
    titled: int | None = None
    titled_federations: int | None = None
    standard: bool | None = None
    international_norm: bool | None = None


class CategoryAnswer(Document, frozen=True):
    """The category of an event; null: none, or not known if it is `open`."""

    shown = shows("category", "article", "open", "checks")
    category: ArbiterCategory | None
    article: ArticleNumber | None
    checks: ShownChecks
    open: bool = False


def category_of_kind(kind: str) -> CategoryAnswer:
    """1.3.1.1 to 1.3.3.1: the category of a kind of event in FIDE's calendar."""
    official_kind = arbiter_classification().kind(kind)
    return CategoryAnswer(official_kind.category, official_kind.article, ())


def category_by_numbers(facts: CategoryFacts) -> CategoryAnswer:
    """1.3.2.3, 1.3.3.2, 1.3.4: the first category whose numbers are reached."""
    ways: list[tuple[ArbiterCategory, list[Check]]] = []
    if facts.system in ROUND_ROBINS:
        ways += [("B", _round_robin(facts, "b")), ("C", _round_robin(facts, "c"))]
    ways += [("C", _large_open(facts)), ("D", _norm_level(facts))]
    checks = tuple(check for _, way in ways for check in way)
    answers = [(category, way[0].article, all_hold(way)) for category, way in ways]
    for category, article, holds in answers:
        if holds:
            return CategoryAnswer(category, article, checks)
        if holds is None:
            return CategoryAnswer(None, article, checks, open=True)
    return CategoryAnswer(None, None, checks)


def _round_robin(facts: CategoryFacts, letter: str) -> list[Check]:
    """1.3.2.3a and b, 1.3.3.2a and b: a round robin of enough players with a high average."""
    rules = arbiter_classification().events
    average = getattr(rules, f"average_{letter}{'_women' if facts.women else ''}")
    players = rules.double_players if facts.system == "double" else rules.round_robin_players
    return [
        by_rule(average, "average", facts.average, "average", "over"),
        compared(average.article, "players", players.value, facts.players, "players"),
    ]


def _large_open(facts: CategoryFacts) -> list[Check]:
    """1.3.3.2c: a large event with many titled players, rated as standard chess."""
    rules = arbiter_classification().events
    article = rules.open_over_players.article
    least = rules.open_over_players.value + 1
    rated = None if facts.rated is None or not facts.players else Fraction(facts.rated, facts.players)
    return [
        compared(article, "players", least, facts.players, "players"),
        compared(article, "rounds", rules.open_rounds.value, facts.rounds, "rounds"),
        compared(article, "rated-share", rules.open_rated.value, rated, "rated"),
        compared(article, "titled", rules.open_titled.value, facts.titled, "titled"),
        compared(article, "titled-federations", rules.open_federations.value, facts.titled_federations, "titles"),
        stated(article, "standard", facts.standard, "time_control"),
    ]


def _norm_level(facts: CategoryFacts) -> list[Check]:
    """1.3.4: an event in which an arbiter can have an IA norm."""
    article = arbiter_classification().events.norm_level.article
    return [stated(article, "ia-norm", facts.international_norm, "kind")]


# Conditions, needs and answers about arbiters in words.


def quota_words(quota: CertificateQuota, language: Language) -> str:
    """Return how many certificates an event gives."""
    key = "quota-open" if not quota.known else "quota-none" if quota.most is None else "quota"
    return text(f"arbiter.{key}", language, most=quota.most or 0, article=quota.article.number)


def category_words(answer: CategoryAnswer, language: Language) -> str:
    """Return the category of an event."""
    key = "category-open" if answer.open else "category-none" if answer.category is None else "category"
    article = "–" if answer.article is None else answer.article.number
    return text(f"arbiter.{key}", language, category=answer.category or "–", article=article)


# The facts of an event that a report tells: players, ratings, federations, titles, rounds, the system.

SYSTEMS: Mapping[NormSystem, NormEventSystem] = {
    "swiss": "swiss", "round-robin": "round-robin", "double-round-robin": "double", "team": "team",
    "knock-out": "knockout", "scheveningen": "other", "schiller": "other", "match": "other",
}  # fmt: skip
Ratings = Mapping[int, int | None]
TWICE = 2


@dataclass(frozen=True, slots=True)
class AskedFacts:
    """Facts that no report has, as a user gives them. None: not given."""

    system: NormEventSystem | None = None
    kind: NormEventKind | None = None
    level: EventLevel | None = None
    present: int | None = None
    rateable: bool | None = None
    approved: bool | None = None
    norm_possible: bool | None = None
    women: bool | None = None


class ReportFacts(NormEvent, frozen=True, kw_only=True):
    """The facts of an event that decide about norms of arbiters.

    They are of its report: what the articles ask for, and what the forms and the categories count besides. `titled` are
    the players with any title; `average` is of the rated players, unrounded."""

    shown = shows("name", "start", "end", "system", "rounds", "players", "rated", "federations", "titled")
    titled: int
    average: Fraction | None
    women: bool
    standard: bool | None


def report_facts(event: Event, asked: AskedFacts | None = None, ratings: Ratings | None = None) -> ReportFacts:
    """Return the facts of a report; `ratings` are those of the list in force, by starting rank, if they are known."""
    given = asked or AskedFacts()
    system = given.system or SYSTEMS[system_of(event)]
    rated = [rating for rating in (_rating(player, ratings) for player in event.players) if rating]
    standard = _standard(event)
    kind = given.kind or ("rapid-blitz" if standard is False else None)
    possible = given.norm_possible if given.norm_possible is not None else norm_possible(event)
    return ReportFacts(
        name=event.name,
        start=event.start,
        end=event.end or event.start,
        system=system,
        kind=kind,
        level=given.level,
        rounds=event.all_rounds or None,
        present=given.present,
        players=len(event.players),
        rated=len(rated),
        federations=federations_of_players(event.players),
        rateable=True if len(rated) == len(event.players) else given.rateable,
        boards=_boards(event),
        teams=len(event.teams) or None,
        double=_teams_meet_twice(event) or None,
        approved=given.approved,
        norm_possible=possible,
        titled=titled_players(event.players, TITLES),
        average=Fraction(sum(rated), len(rated)) if rated else None,
        women=given.women if given.women is not None else _all_women(event),
        standard=standard,
    )


def _rating(player: Player, ratings: Ratings | None) -> int | None:
    return player.rating if ratings is None else ratings.get(player.rank)


def _standard(event: Event) -> bool | None:
    read = read_time_control(event.time_control)
    return None if read is None else time_class(read.control) == "standard"


def _all_women(event: Event) -> bool:
    return bool(event.players) and all(player.sex == "f" for player in event.players)


def _boards(event: Event) -> int | None:
    """The boards of a match: as many games as two teams play in a round."""
    if not event.teams or not event.all_rounds:
        return None
    team_of = {rank: place for place, team in enumerate(event.teams) for rank in team.players}
    matches: dict[tuple[int, frozenset[int | None]], int] = {}
    for game in event.games():
        match = (game.round, frozenset((team_of.get(game.white), team_of.get(game.black))))
        matches[match] = matches.get(match, 0) + 1
    return max(matches.values(), default=None)


def _teams_meet_twice(event: Event) -> bool:
    """Whether every two teams meet in at least two rounds: a double round robin of teams."""
    team_of = {rank: place for place, team in enumerate(event.teams) for rank in team.players}
    rounds: dict[frozenset[int], set[int]] = {}
    for game in event.games():
        pair = frozenset(team_of[rank] for rank in (game.white, game.black) if rank in team_of)
        rounds.setdefault(pair, set()).add(game.round)
    pairs = [frozenset(pair) for pair in combinations(range(len(event.teams)), 2)]
    return bool(pairs) and all(len(rounds.get(pair, ())) >= TWICE for pair in pairs)


def federations_of_players(players: tuple[Player, ...]) -> int | None:
    """Return how many federations are represented; None if the report has none at all."""
    known = {code(player.federation) for player in players} - {"", FID, NO_FEDERATION}
    return len(known) or None


def titled_players(players: tuple[Player, ...], titles: tuple[str, ...]) -> int:
    """Return how many players hold one of the titles."""
    return sum(player.title.strip().upper() in titles for player in players)


def category_facts(event: Event, facts: ReportFacts) -> CategoryFacts:
    """B.06.3, 1.3: what decides the category of an event."""
    rules = arbiter_classification().events
    titled = tuple(player for player in event.players if player.title.strip().upper() in rules.open_titles.value)
    return extended(
        CategoryFacts,
        facts,
        titled=len(titled),
        titled_federations=federations_of_players(titled) or 0,
        international_norm=event_norms(facts, "IA").possible,
    )


# An event from the arbiters' side, by its report: norms, certificates, its category, how many it needs, fair play.


class EventForArbiters(Document, frozen=True):
    """An event from the arbiters' side. `protection` has the level, its reasons and its check-list."""

    event: ReportFacts
    norms: tuple[EventNorms, ...]
    certificates: CertificateQuota
    category: CategoryAnswer
    needed: ArbitersNeeded
    protection: ProtectionPlan


def event_for_arbiters(event: Event) -> EventForArbiters:
    """Return everything that the report of an event shows about its arbiters."""
    facts = report_facts(event)
    norms = tuple(event_norms(facts, title) for title in ARBITER_TITLES)
    level = protection_level(protection_facts(facts))
    return EventForArbiters(
        facts,
        norms,
        certificate_quota(arbiter_edition(norms[0].edition), facts),
        category_by_numbers(category_facts(event, facts)),
        arbiters_needed(len(event.players)),
        protection_plan(level, measure_rows(level.level, None, quick=facts.standard is False), facts.start),
    )


def protection_facts(facts: ReportFacts) -> ProtectionFacts:
    """Return what a report shows of the level of protection."""
    return ProtectionFacts(facts.system, facts.average, facts.women, norms=facts.norm_possible)


def fitting_articles(norms: EventNorms) -> list[ArticleAnswer]:
    """Return the articles that are about events of this system and kind at all."""
    return [
        answer
        for answer in norms.answers
        if all(check.ok is not False for check in answer.checks if check.name in ("system", "kind"))
    ]
