"""All kinds of records about arbiters."""

from arpad.office.arbiters.certificates import IssueCertificate
from arpad.office.arbiters.recording import RecordAward, RecordNorm, RecordSeminar, RegisterArbiter, RevokeRecord
from arpad.office.decisions import Decision

ARBITER_RECORDS: tuple[type[Decision], ...] = (
    RegisterArbiter,
    RecordAward,
    RecordSeminar,
    RecordNorm,
    IssueCertificate,
    RevokeRecord,
)
"""In the order of the desk."""
