"""Corrections, incidents, staff, rules and the log of an event at its desk."""

import re
from typing import Annotated, Any

from fastapi import Query
from markupsafe import Markup

from arpad.domain.values import canonical
from arpad.inputs.parse import unreachable
from arpad.papers.typeset import qr_svg
from arpad.tournament.amendments import correction_window
from arpad.tournament.rules import KEYS
from arpad.tournament.rules_check import check_state
from arpad.web.answers import Answer
from arpad.web.tournaments.desk.office_shapes import (
    CorrectionsDocument,
    EventLogDocument,
    IncidentsDocument,
    MadeCorrectionDocument,
    RulesDocument,
    StaffDocument,
)
from arpad.web.tournaments.place import AsArbiter, AsChief, EventPlace, staff_pages

office_pages = staff_pages()
A_PAGE, LONG = 100, 160
CORRECTIONS = ("correction.rated", "colours.swapped", "board.substituted", "penalty.set", "board.added")
MADE_LINK = re.compile(r"https?://\S+/t/[a-z0-9-]+/link/[\w-]+")
"""The address of a link in what was said when it was made."""
Kind = Annotated[str, Query(max_length=40, description="A kind of lines, or a group of kinds.")]
Before = Annotated[int, Query(ge=0, le=2**31, description="Only lines before this one; 0: the newest.")]


@office_pages.page("/t/{slug}/desk/corrections", "event_desk_corrections.html", CorrectionsDocument)
def corrections(place: AsArbiter) -> Answer:
    """What can still be corrected in each round, and what was."""
    state, now = place.state, place.now.isoformat()

    def document() -> dict[str, Any]:
        published = [number for number, one in sorted(state.rounds.items()) if one.published_n is not None]
        rounds = [{"round": number, "window": correction_window(state, number, now)} for number in published]
        return {"event": place.slug, "n": state.n, "rounds": rounds, "made": [*_made(place)]}

    return place.answer(document)


def _made(place: EventPlace) -> list[MadeCorrectionDocument]:
    """The corrections so far: those of their own kinds, and results that replaced others."""
    found: list[MadeCorrectionDocument] = []
    for line in place.site.events.lines(place.slug):
        replaced = line.kind == "result.set" and line.data.get("was") not in (None, "*")
        if line.kind in CORRECTIONS or replaced:
            data = line.data
            found.append(
                {
                    "n": line.n,
                    "kind": line.kind,
                    "round": data.get("round"),
                    "board": data.get("board"),
                    "entry": data.get("entry") or data.get("team"),
                    "was": data.get("was"),
                    "result": data.get("result", data.get("points")),
                    "reason": data.get("reason", ""),
                    "who": line.who,
                }
            )
    return found


@office_pages.page("/t/{slug}/desk/incidents", "event_desk_incidents.html", IncidentsDocument)
def incidents(place: AsArbiter) -> Answer:
    """Incidents and appeals for the chief arbiter's report. They are never public."""
    state = place.state
    return place.answer(
        lambda: {
            "event": place.slug,
            "n": state.n,
            "incidents": [dict(one) for one in state.incidents],
            "appeals": [dict(one) for one in state.appeals],
        }
    )


@office_pages.page("/t/{slug}/desk/staff", "event_desk_staff.html", StaffDocument)
def staff(place: AsChief) -> Answer:
    """The staff of the event, and its links."""
    state, now = place.state, place.now.isoformat()

    def document() -> dict[str, Any]:
        links = [{"link": number, **one, "over": one["ends"] <= now} for number, one in sorted(state.links.items())]
        people = [{"account": name, **one} for name, one in sorted(state.staff.items())]
        return {"event": place.slug, "n": state.n, "staff": people, "links": links}

    def page() -> dict[str, Any]:
        made = MADE_LINK.search(" ".join(place.frame.said))
        why = unreachable(made[0]) if made else None
        code = Markup(qr_svg(made[0])) if made else ""
        return {"data": document(), "made": made[0] if made else "", "code": code, "unreachable": why}

    return place.answer(document, page)


@office_pages.page("/t/{slug}/desk/rules", "event_desk_rules.html", RulesDocument)
def rules(place: AsArbiter) -> Answer:
    """The rules of the event, and what must, should and may be announced."""

    def document() -> dict[str, Any]:
        state = place.state
        return {
            "event": place.slug,
            "n": state.n,
            "rules": dict(state.data),
            "findings": [one.document(place.language) for one in check_state(state, place.site.regulations)],
        }

    def page() -> dict[str, Any]:
        data = document()
        shown = [(name, _value(data["rules"].get(name))) for name in KEYS]
        return {"data": data, "shown": shown}

    return place.answer(document, page)


def _value(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else canonical(value)


@office_pages.page("/t/{slug}/desk/log", "event_desk_log.html", EventLogDocument)
def log(place: AsArbiter, kind: Kind = "", before: Before = 0) -> Answer:
    """The log, the newest lines first."""
    keeper = place.site.events
    kinds = keeper.kinds_of_lines(place.slug)
    wanted = [one for one in kinds if kind in ("", one, one.partition(".")[0])]
    lines = keeper.newest_lines(place.slug, wanted, before or place.state.n + 1, A_PAGE + 1)
    shown = lines[:A_PAGE]

    def page() -> dict[str, Any]:
        rows = [(line, _cut(canonical(line.data))) for line in shown]
        older = shown[-1].n if len(lines) > A_PAGE else None
        return {"rows": rows, "kind": kind, "older": older, "kinds": kinds}

    return place.answer(
        lambda: {"event": place.slug, "n": place.state.n, "lines": [line.document() for line in shown]}, page
    )


def _cut(data: str) -> str:
    return data if len(data) <= LONG else f"{data[:LONG]}…"
