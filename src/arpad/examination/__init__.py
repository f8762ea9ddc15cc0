"""One report, one examination: whoever hands a report in, at the command line, in a program or in a browser, or for the
office to keep, the same is looked at in the same order.

In: a report that was read, the facts, the regulations, and whose ratings count. Out: a `ReportExamination` with the
edition, the rating and all findings.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.examination.examining import (
        GivenRatings,
        RatingSource,
        ReportExamination,
        choose_edition,
        examine,
        ordered,
        own_findings,
    )

__getattr__ = door(__name__)

__all__ = ["GivenRatings", "RatingSource", "ReportExamination", "choose_edition", "examine", "ordered", "own_findings"]
