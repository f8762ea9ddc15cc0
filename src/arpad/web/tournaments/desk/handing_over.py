"""The end of an event at its desk: what is missing, and everything that the hand-over will do, before it is done."""

from typing import Any

from starlette.responses import Response

from arpad.locale import ArpadError
from arpad.office.tournaments import HandOver, hand_over, papers
from arpad.reports import read_report
from arpad.tournament.ending.missing import need_complete
from arpad.tournament.ending.norms import norms_of
from arpad.tournament.ending.rated_files import rated_files
from arpad.trail.findings import findings_json
from arpad.web.answers import Answer
from arpad.web.file_names import disposition
from arpad.web.later_routes import LaterRouter
from arpad.web.page_words import problem_on_page
from arpad.web.tournaments.desk.office_shapes import HandOverDocument, NamedNormDocument, TriedReportDocument
from arpad.web.tournaments.place import AsChief, EventPlace, staff_pages

handing_over = staff_pages()
zipped = LaterRouter(include_in_schema=False)


@handing_over.page("/t/{slug}/desk/hand-over", "event_desk_hand_over.html", HandOverDocument)
def page_of_the_end(place: AsChief) -> Answer:
    """What is missing before the end; then what the hand-over will do, tried and not kept."""
    state = place.state
    missing, tried, problem = missing_words(place), None, ""
    if state.finished and not missing:
        try:
            tried = _tried(place)
        except ArpadError as found:
            problem = problem_on_page(found, place.language)

    def document() -> dict[str, Any]:
        return {
            "event": place.slug,
            "n": state.n,
            "finished": state.finished,
            "missing": missing,
            "problem": problem or None,
            "reports": [] if tried is None else _reports(place, tried),
            "norms": [] if tried is None else _norms(tried),
            "handed_over": [dict(one) for one in state.handed_over],
        }

    return place.answer(document)


def missing_words(place: EventPlace) -> str | None:
    """Return what an event still lacks before its end, in words; None if it is complete."""
    try:
        need_complete(place.state)
    except ArpadError as problem:
        return problem_on_page(problem, place.language)
    return None


def _tried(place: EventPlace) -> HandOver:
    """Everything as it would be done; nothing is kept. A reason is asked for when it is done."""
    site = place.site
    return hand_over(site.events, site.desk("", place.seat.who), place.slug, place.now, "-", yes=True, check=True)


def _reports(place: EventPlace, tried: HandOver) -> list[TriedReportDocument]:
    return [
        {
            "time_class": one.file.time_class,
            "games": sum(game.played for game in read_report(one.file.data).event.games()),
            "accepted": one.accepted,
            "known": one.submitted is None,
            "due": None
            if one.submitted is None or one.submitted.event.due is None
            else one.submitted.event.due.isoformat(),
            "findings": findings_json(one.findings, place.language),
        }
        for one in tried.reports
    ]


def _norms(tried: HandOver) -> list[NamedNormDocument]:
    numbers = tried.state.numbers
    return [
        {"name": tried.state.entries[numbers[candidate.rank - 1]].name, "title": norm.title}
        for candidate in norms_of(tried.state, tried.reports[0].file)
        for norm in candidate.norms
        if norm.achieved
    ]


@zipped.get("/t/{slug}/desk/hand-over/papers.zip")
def all_papers(place: AsChief) -> Response:
    """All papers of the event: reports, crosstable, IT3, certificates, the chief arbiter's report."""
    data = papers(place.state, rated_files(place.state), place.language)
    return Response(data, media_type="application/zip", headers=disposition(f"{place.slug}.zip"))
