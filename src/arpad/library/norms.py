"""Norms of a report: each with its checks and its certificate."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from arpad.documents.checks import Check, check_words, mark
from arpad.documents.document import column_kinds, extended
from arpad.domain.event import Event
from arpad.domain.event import Player as DomainPlayer
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Language
from arpad.inputs import parse
from arpad.library import values
from arpad.library.files import Target, write
from arpad.library.results import Comparable, Finding, ResultColumn, ResultDocument, TableRows, findings_of, public
from arpad.library.values import find_player
from arpad.regulations.title_editions import NORM_TITLES, TitleEdition
from arpad.titles.model import KINDS, CandidateFindings, EventFacts, NotableNorms, WholeNorm
from arpad.titles.model import Norm as FoundNorm
from arpad.titles.norms import edition_of_event, notable_norms
from arpad.titles.norms import find_norms as find_of_player


class NormCase(NamedTuple):
    """What the norms of a report have in common: the event, the edition and the facts."""

    event: Event
    edition: TitleEdition
    facts: EventFacts


class Norm(Comparable, WholeNorm, frozen=True, kw_only=True, eq=False):
    """The answer for one player and one title. `number` is the starting number of the player; `credit`: how many games
    the norm counts for in an application; 0 without a norm."""

    shown = FoundNorm.shown
    _player: DomainPlayer
    _case: NormCase

    @property
    def number(self) -> int:
        return self._player.rank

    @property
    def name(self) -> str:
        return self._player.name

    @property
    def id(self) -> str:
        return self._player.id

    def why(self, language: str = "en") -> str:
        """Return every check with its article, what was found, and whether it holds."""
        return self._written(self.checks, language)

    def missing(self, language: str = "en") -> str:
        """Return the checks that do not hold, a line each; nothing if all do."""
        return self._written(self.failing, language)

    def _written(self, checks: Sequence[Check], language: str) -> str:
        spoken = values.language(language)
        lines = [(str(check.article), f"{mark(check, spoken)} {check_words(check, spoken)}") for check in checks]
        width = max((len(article) for article, _ in lines), default=0)
        return "\n".join(f"{article:<{width}}  {words}" for article, words in lines)

    @public("pdf")
    def pdf(self, file: Target | None = None, language: str = "en") -> bytes:
        """Return the certificate (form IT1) as PDF; written to a file too, if one is given. There must be a norm."""
        from arpad.papers.title_forms import it1

        if not self.achieved:
            raise ArpadError("surface.norm-not-achieved", player=self.name, title=self.title)
        spoken, case = values.language(language), self._case
        return write(it1(case.event, self, self._player, case.facts, case.edition, spoken), file)

    def __repr__(self) -> str:
        verdict = "achieved" if self.achieved else "undecided" if self.undecided else "not achieved"
        return f"<Norm {self.title} {self.number} {self.name}: {verdict} ({self.score} of {self.games})>"


COLUMNS = (
    "number", "name", "title", "achieved", "games", "score", "required", "average", "performance", "credit",
)  # fmt: skip


class Norms(TableRows[Norm], ResultDocument):
    """Norms of a report, player by player and title by title."""

    columns = tuple(ResultColumn(name, kind) for name, kind in column_kinds(Norm, COLUMNS).items())
    _shown: CandidateFindings | NotableNorms

    def of(self, who: str) -> tuple[Norm, ...]:
        """Return the norms of a player, by name or ID."""
        return tuple(norm for norm in self if who in (norm.name, norm.id))

    @property
    def achieved(self) -> tuple[Norm, ...]:
        """The norms that are achieved."""
        return tuple(norm for norm in self if norm.achieved)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found about the event, if somebody's norm depends on it."""
        return findings_of(self._shown.findings)

    def _document(self, language: Language) -> object:
        return self._shown.document(language)


def find_norms(
    report: Report, who: int | str | None, titles: str | Sequence[str], edition: str | None, given: Mapping[str, Any]
) -> Norms:
    """The norms of a report, of everybody or of one player."""
    event = report.event
    case = NormCase(event, edition_of_event(event, edition), _facts(given))
    named = [values.chosen("titles", title.upper(), NORM_TITLES) for title in values.several(titles)]
    wanted = tuple(dict.fromkeys(named)) or NORM_TITLES
    shown: CandidateFindings | NotableNorms
    if who is None:
        shown = notable_norms(event, case.edition, case.facts, wanted)
        candidates = shown.players
    else:
        player = find_player(event.players, who)
        found = find_of_player(event, player.rank, case.edition, case.facts, wanted)
        shown, candidates = extended(CandidateFindings, found), (found,)
    players = {player.rank: player for player in event.players}
    norms = Norms(
        Norm(**structs.asdict(norm), _player=players[candidate.player], _case=case)
        for candidate in candidates
        for norm in candidate.norms
    )
    norms._shown = shown
    return norms


def _facts(given: Mapping[str, Any]) -> EventFacts:
    return EventFacts(
        values.chosen("kind", given["kind"], KINDS),
        parse.federation("host", str(given["host"])) if given["host"] else "",
        values.day_or_none("registered", given["registered"]),
        approved=bool(given["approved"]),
    )
