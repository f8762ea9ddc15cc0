"""Two editions compared over the games of the office, for a page: made once for each newest list."""

from dataclasses import dataclass
from typing import Any

from arpad.documents.fields import Table
from arpad.i18n import ArpadError, Language, text
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
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations
from arpad.web.scales import ScaleFigure, figure
from arpad.web.site import Site

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
        found = self.found
        numbers = {"games": found.games, "played": found.played, "start": f"{found.start:%Y-%m}"}
        told = [text("label.lab-left-out", language, count=found.left_out)] if found.left_out else []
        return [*self.handed.words(self.chosen, language), *told, text("label.lab-compared", language, **numbers)]

    def figures(self, language: Language) -> list[ScaleFigure]:
        """All tables, two of them with a plot."""
        charts, tables = comparison_charts(self.found, language), self.tables
        figures = []
        for name in SHOWN:
            chart = charts[PLOTS[name]] if name in PLOTS else None
            told = tables[name].told(language)
            # the table of a figure is shown from its last row on
            rows = Table(told.headings, told.rows[::-1])
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
    found: KnownComparison | None = site.remembered.of(key, (), lambda: _compared(desk, time_class, ids))
    return found


def _compared(desk: Desk, time_class: TimeClass, ids: tuple[str, str]) -> KnownComparison | None:
    chosen = tuple(ChosenEdition(desk.regulations.edition(id_)) for id_ in ids)
    try:
        handed = office_games(desk, time_class)
        with work_folder(None) as work:
            columns, digest = handed.world(work)
            kept, left_out = without_refused(columns, chosen, work)
            found = compare_editions(replays(kept, chosen, work), CompareWishes(), left_out)
    except ArpadError as problem:
        if problem.key not in TOO_LITTLE:
            raise
        return None
    return KnownComparison(handed, digest, chosen, found)
