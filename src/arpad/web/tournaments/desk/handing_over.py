"""The end of an event at its desk: what is missing, and everything that the hand-over will do, before it is done."""

from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from arpad.documents.findings import findings_json
from arpad.domain.findings import Finding
from arpad.eligibility.facts import facts_asked
from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.office.tournaments.hand_over import HandOver, hand_over, papers, received_reports
from arpad.tournament.ending import need_complete, norms_of, rated_files
from arpad.tournament.rules import KEYS as RULE_KEYS
from arpad.tournament.state import EventState
from arpad.web.answers import Answer
from arpad.web.file_names import disposition
from arpad.web.later_routes import LaterRouter
from arpad.web.page_words import problem_on_page
from arpad.web.tournaments.desk.office_shapes import (
    HandOverDocument,
    MendDocument,
    NamedNormDocument,
    ReceivedReportDocument,
    TriedReportDocument,
)
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
            "office": _received(place),
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
            "due": one.record.due if one.accepted else None,
            "late_for": one.record.late_for if one.accepted else None,
            "findings": findings_json(one.findings, place.language, at_desk=True),
            "mend": [] if one.accepted else _ways_to_mend(place.state, one.findings, one.file.entries),
        }
        for one in tried.reports
    ]


def _received(place: EventPlace) -> list[ReceivedReportDocument]:
    """What the office says now of the reports that it was given."""
    found = received_reports(place.site.desk("", place.seat.who), place.state) if place.state.handed_over else []
    return [
        {
            "time_class": one.line["time_class"],
            "office_event": one.line["office_event"],
            "state": one.verdict,
            "due": None if one.detail is None else one.detail.event.due,
            "late_for": None if one.detail is None else one.detail.event.late_for,
            "findings": []
            if one.revision is None
            else findings_json(one.revision.findings, place.language, at_desk=True),
        }
        for one in found
    ]


def _ways_to_mend(state: EventState, findings: Sequence[Finding], entries: Sequence[int]) -> list[MendDocument]:
    """The pages on which errors can be mended, each once: the id of a player, the player, a rule of the event."""
    found: dict[str, MendDocument] = {}
    for finding in findings:
        if finding.severity != "error" or finding.round is not None:
            continue
        if finding.player is not None and finding.player <= len(entries):
            entry = entries[finding.player - 1]
            about_id = finding.code in ABOUT_IDS
            page = f"do/change?entry={entry}&field=id" if about_id else f"desk/entries/{entry}"
            found.setdefault(page, {"page": page, "player": state.entries[entry].name, "rule": None})
        if finding.code == "no-edition":
            found.setdefault(FOR_RATING, {"page": FOR_RATING, "player": None, "rule": None})
        for fact in facts_asked([finding]):
            if fact.key in RULE_KEYS:
                page = f"do/rule?rule={fact.key}"
                found.setdefault(page, {"page": page, "player": None, "rule": fact.name})
    return list(found.values())


FOR_RATING = "do/rating-edition"
ABOUT_IDS = ("player-without-id", "id-of-another", "player-id-missing", "player-id-malformed", "player-id-impossible")
"""Findings that another id of the player mends."""


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
