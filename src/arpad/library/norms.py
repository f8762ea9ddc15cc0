"""Norms of a report: each with its checks and its certificate."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from arpad.documents.findings import findings_json
from arpad.domain.event import Event
from arpad.domain.event import Player as DomainPlayer
from arpad.domain.findings import Finding as DomainFinding
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.library import values
from arpad.library.files import Target, write
from arpad.library.results import Column, Finding, Passed, ResultDocument, TableRows, findings_of, public
from arpad.library.values import find_player
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition, title_edition_for
from arpad.titles.documents import candidate_document, check_words, norm_document, norms_document
from arpad.titles.model import KINDS, Check, EventFacts
from arpad.titles.model import Norm as FoundNorm
from arpad.titles.norms import NotableNorms, notable_norms
from arpad.titles.norms import find_norms as find_of_player


class NormCase(NamedTuple):
    """What the norms of a report have in common: the event, the edition and the facts."""

    event: Event
    edition: TitleEdition
    facts: EventFacts


class Norm(ResultDocument):
    """The answer for one player and one title."""

    __slots__ = ("_case", "_found", "_player")

    def __init__(self, found: FoundNorm, player: DomainPlayer, case: NormCase) -> None:
        self._found, self._player, self._case = found, player, case

    rank = Passed[int]("_player.rank")
    name = Passed[str]("_player.name")
    title = Passed[str]("_found.title")
    achieved = Passed[bool]("_found.achieved")
    undecided = Passed[bool]("_found.undecided", "Whether nothing fails, but the report does not say everything.")
    games = Passed[int]("_found.games", made=len)
    score = Passed[Decimal]("_found.score", made=values.in_points)
    required = Passed[Decimal | None](
        "_found.required", "The score that was needed; None if no score is enough.", made=values.in_points_or_none
    )
    average = Passed[int | None]("_found.average")
    performance = Passed[int | None]("_found.performance")
    credit = Passed[int]("_found.credit", "How many games the norm counts for in an application; 0 without a norm.")

    def why(self, language: str = "en") -> str:
        """Return every check with its article, what was found, and whether it holds."""
        spoken = values.language(language)
        checks = self._found.checks
        lines = [(str(check.article), f"{_mark(check, spoken)} {check_words(check, spoken)}") for check in checks]
        width = max((len(article) for article, _ in lines), default=0)
        return "\n".join(f"{article:<{width}}  {words}" for article, words in lines)

    @public("pdf")
    def pdf(self, file: Target | None = None, language: str = "en") -> bytes:
        """Return the certificate (form IT1) as PDF; written to a file too, if one is given. There must be a norm."""
        from arpad.papers.title_forms import it1

        if not self.achieved:
            raise ArpadError("surface.norm-not-achieved", player=self.name, title=self.title)
        spoken, case = values.language(language), self._case
        return write(it1(case.event, self._found, self._player, case.facts, case.edition, spoken), file)

    def _document(self, language: Language) -> object:  # noqa: ARG002  (the document has no words)
        return norm_document(self._found)

    def __repr__(self) -> str:
        verdict = "achieved" if self.achieved else "undecided" if self.undecided else "not achieved"
        return f"<Norm {self.title} {self.rank} {self.name}: {verdict} ({self.score} of {self.games})>"


def _mark(check: Check, language: Language) -> str:
    return text("norm.open" if check.ok is None else "label.yes" if check.ok else "label.no", language)


class Norms(TableRows[Norm], ResultDocument):
    """Norms of a report, player by player and title by title."""

    columns = (
        Column("rank"), Column("name", "text"), Column("title", "text"), Column("achieved", "yes"), Column("games"),
        Column("score", "points"), Column("required", "points"), Column("average"), Column("performance"),
        Column("credit"),
    )  # fmt: skip
    _made: Any
    _found: Sequence[DomainFinding]

    @property
    def achieved(self) -> tuple[Norm, ...]:
        """The norms that are achieved."""
        return tuple(norm for norm in self if norm.achieved)

    findings = Passed[tuple[Finding, ...]](
        "_found", "What was found about the event, if somebody's norm depends on it.", made=findings_of
    )

    def _document(self, language: Language) -> object:
        return self._made(language)


def find_norms(
    report: Report, who: int | str | None, titles: str | Sequence[str], edition: str | None, given: Mapping[str, Any]
) -> Norms:
    """The norms of a report, of everybody or of one player."""
    event = report.event
    case = NormCase(event, _edition(event, edition), _facts(given))
    named = [values.chosen("titles", title.upper(), NORM_TITLES) for title in values.several(titles)]
    wanted = tuple(dict.fromkeys(named)) or NORM_TITLES
    if who is None:
        return _of_everybody(case, wanted)
    player = find_player(event.players, who)
    found = find_of_player(event, player.rank, case.edition, case.facts, wanted)
    norms = Norms(Norm(norm, player, case) for norm in found.norms)
    norms._found = found.findings
    norms._made = lambda language: candidate_document(found) | {"findings": findings_json(found.findings, language)}
    return norms


def _of_everybody(case: NormCase, wanted: Sequence[NormTitle]) -> Norms:
    players = {player.rank: player for player in case.event.players}
    worth: list[NotableNorms]
    worth, findings = notable_norms(case.event, case.edition, case.facts, wanted)
    norms = Norms(Norm(norm, players[candidate.rank], case) for candidate, found in worth for norm in found)
    norms._found = findings
    norms._made = lambda language: norms_document(case.event, case.edition, worth, findings, language)
    return norms


def _edition(event: Event, name: str | None) -> TitleEdition:
    """The edition named, or the one in force when the event started."""
    if name is not None:
        return title_edition(name)
    if event.start is None:
        raise ArpadError("norm.no-start")
    return title_edition_for(event.start)


def _facts(given: Mapping[str, Any]) -> EventFacts:
    return EventFacts(
        values.chosen("kind", given["kind"], KINDS),
        parse.federation("host", str(given["host"])) if given["host"] else "",
        values.day_or_none("registered", given["registered"]),
        approved=bool(given["approved"]),
    )
