"""Tournaments that are run here: their logs in a database, one writer at a time, and what they hand over.

In: commands on events. Out: new lines of their logs, and the state of each event, folded from its log.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.tournaments.about_person import person_data
    from arpad.office.tournaments.activity import active_people
    from arpad.office.tournaments.contacts import (
        Contact,
        contact_subject,
        contacts_of,
        erase_contacts,
        keep_contact,
        of_entry,
        of_team,
        read_mail,
        read_telephone,
        with_contact,
    )
    from arpad.office.tournaments.copying import (
        EventCopies,
        KeptCopies,
        Pushed,
        continue_log,
        move,
        push,
        restore_log,
        take_home,
    )
    from arpad.office.tournaments.due import with_due_results
    from arpad.office.tournaments.entering import enter_listed, enter_listed_file
    from arpad.office.tournaments.hand_over_papers import papers
    from arpad.office.tournaments.handing_over import (
        HandOver,
        ReceivedReport,
        hand_over,
        handed_document,
        received_reports,
    )
    from arpad.office.tournaments.keeping import EventKeeper, Guard
    from arpad.office.tournaments.known import KeptEvent
    from arpad.office.tournaments.linking import MadeLink, add_link, find_link
    from arpad.office.tournaments.rating_lists import office_rate, office_ratings
    from arpad.office.tournaments.receiving import receive_log
    from arpad.office.tournaments.requests import EventRequest
    from arpad.office.tournaments.taking_over import keep_taken_over
    from arpad.office.tournaments.web_copies import SECRET, WebCopies
    from arpad.office.tournaments.writer import Beside

__getattr__ = door(__name__)

__all__ = [
    "SECRET",
    "Beside",
    "Contact",
    "EventCopies",
    "EventKeeper",
    "EventRequest",
    "Guard",
    "HandOver",
    "KeptCopies",
    "KeptEvent",
    "MadeLink",
    "Pushed",
    "ReceivedReport",
    "WebCopies",
    "active_people",
    "add_link",
    "contact_subject",
    "contacts_of",
    "continue_log",
    "enter_listed",
    "enter_listed_file",
    "erase_contacts",
    "find_link",
    "hand_over",
    "handed_document",
    "keep_contact",
    "keep_taken_over",
    "move",
    "of_entry",
    "of_team",
    "office_rate",
    "office_ratings",
    "papers",
    "person_data",
    "push",
    "read_mail",
    "read_telephone",
    "receive_log",
    "received_reports",
    "restore_log",
    "take_home",
    "with_contact",
    "with_due_results",
]
