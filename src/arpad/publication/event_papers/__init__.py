"""The papers of an event that is run here: what is hung up, written on, cut out and signed in the hall.

In: the state of an event, the name of a paper, a round, one language or two. Out: a PDF, or what the paper shows.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.publication.event_papers.cards import table_address
    from arpad.publication.event_papers.model import Paper, PaperColumn, PaperFact, PaperTable
    from arpad.publication.event_papers.papers import (
        LISTINGS,
        PAPERS,
        PaperKind,
        event_listing,
        event_paper,
        paper_kind,
    )

__getattr__ = door(__name__)

__all__ = [
    "LISTINGS",
    "PAPERS",
    "Paper",
    "PaperColumn",
    "PaperFact",
    "PaperKind",
    "PaperTable",
    "event_listing",
    "event_paper",
    "paper_kind",
    "table_address",
]
