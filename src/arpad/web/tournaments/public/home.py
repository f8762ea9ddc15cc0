"""The first page of an event: name, schedule, where it stands, and the way to everything else."""

from typing import Any

from arpad.documents.schema import joined
from arpad.i18n import text
from arpad.tournament.documents import open_boards
from arpad.tournament.public import PublicState
from arpad.tournament.rules_check import invitation
from arpad.tournament.standings import current_round, stage_of
from arpad.tournament.times import event_times
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.tournaments.place import Seen
from arpad.web.tournaments.public.calendar import EVENTS
from arpad.web.tournaments.public.words import system_text
from arpad.web.tournaments.shapes import MoreOfHomeDocument

home = Pages("event")
HOME = joined("EventHome", EVENTS, MoreOfHomeDocument)


@home.page("/t/{slug}", "event_home.html", HOME)
def index(event: Seen) -> Answer:
    """An event: its name, its days, its schedule, where it stands."""
    view = event.view

    def page() -> dict[str, Any]:
        return {
            "data": home_document(view),
            "system": system_text(view.laws.system, event.language),
            "tie_breaks": ", ".join(view.laws.tie_breaks),
            "items": [
                (text(f"tournament.item.{item}", event.language), words)
                for item, words in invitation(view.laws, event.language).items()
                if item in view.laws.invitation
            ],
            "mine": event.frame.me,
        }

    return event.answer(lambda: home_document(view), page)


def home_document(view: PublicState) -> dict[str, Any]:
    """Where an event stands, for everybody."""
    rules, number = view.laws, current_round(view)
    return EVENTS.document(view) | {
        "system": rules.system,
        "time_zone": event_times(rules).name,
        "time_control": rules.time_control or None,
        "time_class": rules.time_class,
        "chief_arbiter": rules.chief_arbiter or None,
        "rounds_published": sorted(view.rounds),
        "open": len(open_boards(view, number)) if number else 0,
        "stage": stage_of(view),
        "schedule": [dict(one) for one in rules.schedule],
        "invitation": dict(rules.invitation),
        "open_for_applications": rules.open and not view.closed,
        "outside_rules": min((breach.round for breach in view.breaches), default=None),
    }
