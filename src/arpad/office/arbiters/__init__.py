"""Arbiters as the office knows them: who they are, their awards, seminars, norms and certificates.

In: a desk and a record, which is a value. Out: careers; a record is never changed, only revoked by another.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.arbiters.careers import ArbiterCareer, all_careers, career_of
    from arpad.office.arbiters.certificates import ARBITER_RECORDS, printed_certificate
    from arpad.office.arbiters.documents import CAREER, CAREER_DOCUMENT, RECORD, career_document, listed_on
    from arpad.office.arbiters.wording import record_words

__getattr__ = door(__name__)

__all__ = [
    "ARBITER_RECORDS", "CAREER", "CAREER_DOCUMENT", "RECORD", "ArbiterCareer", "all_careers", "career_document",
    "career_of", "listed_on", "printed_certificate", "record_words",
]  # fmt: skip
