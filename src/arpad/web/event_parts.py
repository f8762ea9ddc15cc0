"""Parts of event pages: rating changes, norms with certificates, comparisons of two editions, the rules of rounds."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from starlette.responses import Response

from arpad.documents.checks import check_cells
from arpad.documents.fields import ShownField, ShownFields, Table
from arpad.documents.json import json_value
from arpad.documents.schema import Number, Points, hundredths_json
from arpad.domain.event import Event
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Language, hundredths, text
from arpad.lab.compare import (
    CompareWishes,
    EditionComparison,
    compare_editions,
    comparison_charts,
    comparison_document,
    comparison_tables,
)
from arpad.lab.compare_runs import ChosenEdition, HandedGames, replays, without_refused, work_folder
from arpad.lab.tables import LabTable
from arpad.office.context import Desk
from arpad.office.lab_games import office_games
from arpad.office.lists import versions
from arpad.pairing.forensics import RoundsNote, rounds_note
from arpad.pairing.systems import SwissSystem, systems
from arpad.papers.title_forms import it1
from arpad.rating.model import PlayerRating
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations
from arpad.regulations.title_editions import NORM_TITLES, NormTitle
from arpad.titles.model import EventFacts, PlayerNorm
from arpad.titles.norms import find_norms, norm_edition
from arpad.web.cache import pdf_file
from arpad.web.charts import ScaleFigure, figure
from arpad.web.site import Site

# Two editions compared over the games of the office, for a page: made once for each newest list.

TOO_LITTLE = ("lab-one-list", "lab-office-no-games", "lab-office-unrated", "lab-no-test-games")
SHOWN = ("editions", "players", "most", "least", "gains", "crossings", "lists")
PLOTS = {"lists": "mean", "gains": "gain"}
"""The plots that stand above a table."""


@dataclass(frozen=True, slots=True)
class KnownComparison:
    """A comparison over the games that the office handed over."""

    handed: HandedGames
    digest: str
    chosen: tuple[ChosenEdition, ...]
    found: EditionComparison

    @property
    def tables(self) -> dict[str, LabTable[Any]]:
        return {table.named: table for table in comparison_tables(self.found)}

    def document(self) -> dict[str, Any]:
        """The same document as on the command line."""
        return comparison_document(self.found, self.handed.document(self.digest, self.chosen))

    def words(self, language: Language) -> list[str]:
        """Tell which games were compared, and what is not as on the lists of the office."""
        comparison = self.found
        numbers = {"games": comparison.games, "played": comparison.played, "start": f"{comparison.start:%Y-%m}"}
        left_out = [text("label.lab-left-out", language, count=comparison.left_out)] if comparison.left_out else []
        return [*self.handed.words(self.chosen, language), *left_out, text("label.lab-compared", language, **numbers)]

    def figures(self, language: Language) -> list[ScaleFigure]:
        """All tables, two of them with a plot."""
        charts, tables = comparison_charts(self.found, language), self.tables
        figures = []
        for name in SHOWN:
            chart = charts[PLOTS[name]] if name in PLOTS else None
            table = tables[name].in_words(language)
            # the table of a figure is shown from its last row on
            rows = Table(table.headings, table.rows[::-1])
            figures.append(figure(name, chart, rows, language, "lab.compared-table."))
        return figures


def editions_to_compare(regulations: Regulations, system: str, time_class: TimeClass) -> list[Edition]:
    """Return the editions of a system that go game by game in a time class."""
    return [
        edition
        for edition in regulations.editions()
        if edition.system == system and edition.covers(time_class) and edition.change.method.value == "game-by-game"
    ]


def known_comparison(site: Site, desk: Desk, time_class: TimeClass, ids: tuple[str, str]) -> KnownComparison | None:
    """Return the comparison of two editions, made once for the newest published versions; None if there are too few
    lists or games."""
    newest = {version.period: version.digest for version in versions(desk, published=True)}
    key = ("compare", desk.system, tuple(newest.values()), time_class, ids)
    comparison: KnownComparison | None = site.remembered.of(key, (), lambda: _compared(desk, time_class, ids))
    return comparison


def _compared(desk: Desk, time_class: TimeClass, ids: tuple[str, str]) -> KnownComparison | None:
    chosen = tuple(ChosenEdition(desk.regulations.edition(id_)) for id_ in ids)
    try:
        handed = office_games(desk, time_class)
        with work_folder(None) as work:
            columns, digest = handed.world(work)
            world_columns, left_out = without_refused(columns, chosen, work)
            comparison = compare_editions(replays(world_columns, chosen, work), CompareWishes(), left_out)
    except ArpadError as problem:
        if problem.key not in TOO_LITTLE:
            raise
        return None
    return KnownComparison(handed, digest, chosen, comparison)


# The changes of an event's players, as its pages and documents show them.

FIRST = 3
"""How many of those who gained most stand at the top of a page."""
CHANGES = ShownFields[PlayerRating](
    ShownField("rank", lambda line: line.participant.player.rank, of=int),
    ShownField("id", lambda line: line.participant.player.id, of=str),
    ShownField("name", lambda line: line.participant.player.name, of=str),
    ShownField("rating", lambda line: line.participant.rating, of=int | None),
    ShownField("k", of=int | None),
    ShownField("games", of=int | None),
    ShownField("score", lambda own: json_value(hundredths(own.score * 50)), of=Points | None),
    ShownField("change", lambda own: hundredths_json(own.change), of=Number | None),
    ShownField("new_rating", lambda own: own.new_rating if own.initial is None else own.initial.rating, of=int | None),
    named="EventPlayerChange",
)


def greatest_gains(changes: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the changes of those who gained most."""
    gaining = [row for row in changes if row["change"] is not None and row["change"] > 0]
    return sorted(gaining, key=lambda row: -row["change"])[:FIRST]


# The norms of an event as its pages show them, and their certificates.


def certificate(event: Event, rank: int, title: NormTitle, language: Language) -> Response:
    """Form IT1 for a norm of the event, as a PDF."""
    edition, player = norm_edition(event), event.player(rank)
    facts = EventFacts(host=event.federation)
    norms = () if edition is None or player is None else find_norms(event, rank, edition, facts, (title,)).norms
    if edition is None or player is None or not norms or not norms[0].achieved:
        raise ArpadError("web-no-norm", rank=rank, title=title)
    return pdf_file(it1(event, norms[0], player, facts, edition, language), f"IT1 {title} {player.name}")


class NormCard(NamedTuple):
    """The norms of one player: the highest, the titles of the others, and each with its checks in words."""

    norm: PlayerNorm
    others: tuple[NormTitle, ...]
    checks: list[tuple[NormTitle, list[tuple[str, str, str, str]]]]


def norm_cards(achieved: Sequence[PlayerNorm], language: Language) -> list[NormCard]:
    """Return a card for each player, the highest titles first."""
    ordered = sorted(achieved, key=lambda norm: (norm.player, NORM_TITLES.index(norm.title)))
    cards = []
    for _, found in groupby(ordered, key=lambda norm: norm.player):
        norms = list(found)
        checks = [(norm.title, [check_cells(check, language) for check in norm.checks]) for norm in norms]
        cards.append(NormCard(norms[0], tuple(norm.title for norm in norms[1:]), checks))
    return sorted(cards, key=lambda card: NORM_TITLES.index(card.norm.title))


# Which rules made the rounds of a report.

MOST_PLAYERS = 250
"""Rounds are paired many times; more players would keep others waiting."""


def note_on_rounds(report: Report) -> RoundsNote | None:
    """Return what is worth a note about the rounds of a report; nothing if it is large."""
    return rounds_note(report) if len(report.event.players) <= MOST_PLAYERS else None


def note_words(note: RoundsNote | None, language: Language) -> str:
    """Say it in the words of pages."""
    if note is None:
        return ""
    return editions_on_page(text("forensics.note", language, summary=note.summary.text(language)), language)


def system_on_page(system: SwissSystem, language: Language) -> str:
    """A system with its edition, as the form names it."""
    edition = text("web.pairing.edition-manual", language) if system.edition == "manual" else system.edition
    return " · ".join(filter(None, (text(f"web.pairing.name.{system.name}", language), edition)))


def editions_on_page(words: str, language: Language) -> str:
    """Return a sentence in which editions have the names of the form, not their ids."""
    ids = "|".join(re.escape(name) for name in sorted(systems(), key=len, reverse=True))
    return re.sub(rf"(?<![\w-])(?:{ids})(?![\w-])", lambda found: system_on_page(systems()[found[0]], language), words)
