"""The papers of an event that is handed over, in one ZIP file: reports, crosstable, IT3, certificates and so on."""

import io
import zipfile
from collections.abc import Iterator

from arpad.formats.read import read_report
from arpad.i18n import Language
from arpad.papers.arbiter_forms import chief_report
from arpad.papers.old_forms import FormTables, form_1
from arpad.papers.title_forms import ReportExtra, it1, it3
from arpad.tournament.ending import RatedFile, norm_edition, norm_facts, norms_of
from arpad.tournament.standings import final_standings
from arpad.tournament.state import EventState

PROGRAM = "Arpad"
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The oldest day that a ZIP file can say: the same event gives the same bytes."""


def papers(state: EventState, files: list[RatedFile], language: Language = "en") -> bytes:
    """Return everything as a ZIP file. The same event gives the same bytes."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in _members(state, files, language):
            archive.writestr(zipfile.ZipInfo(name, FIRST_DAY), data)
    return kept.getvalue()


def _members(state: EventState, files: list[RatedFile], language: Language) -> Iterator[tuple[str, bytes]]:
    slug = state.laws.slug
    for file in files:
        yield f"{slug}-{file.time_class}.trf", file.data
    main = read_report(files[0].data).event
    ratings = {player.rank: player.rating for player in main.players}
    final = final_standings(state)
    tables = FormTables(None if state.laws.team else final)
    yield f"{slug}-crosstable.pdf", form_1(main, ratings, language, tables)
    yield f"{slug}-IT3.pdf", it3(main, ReportExtra(program=PROGRAM, host=state.laws.federation), language, ratings)
    norms = norms_of(state, files[0])
    edition = norm_edition(state) if norms else None
    for candidate in norms:
        player = main.player(candidate.rank)
        for norm in candidate.norms:
            if norm.achieved and player is not None and edition is not None:
                data = it1(main, norm, player, norm_facts(state), edition, language)
                yield f"{slug}-IT1-{candidate.rank:03}-{norm.title}.pdf", data
    yield f"{slug}-chief-arbiter.pdf", chief_report(state, main, final, norms, language)
