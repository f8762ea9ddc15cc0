"""The examination of an office: every row of every table against the log, the signatures, the lists and the seals.

In: a database. Out: what is in every table, by what it is proved, and everything that is not as it should be: the
table, the row, what is there, and what should be.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.proof.examination.examining import examine
    from arpad.office.proof.examination.findings import Examination, TableProof, WrongRow, examination_document, told

__getattr__ = door(__name__)

__all__ = ["Examination", "TableProof", "WrongRow", "examination_document", "examine", "told"]
