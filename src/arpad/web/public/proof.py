"""The proof for everybody: the public keys, the heads of the log, the lists as signed; signatures of files."""

from typing import Annotated

from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.inputs.parse import MOST
from arpad.office.documents import PublicProofDocument
from arpad.office.proof.signatures import public_proof, signed_file
from arpad.web.answers import Answer
from arpad.web.file_names import disposition
from arpad.web.pages import Pages
from arpad.web.public.lists import AskedFile, files

proof = Pages("proof")

HEADS = 100
MOST_HEADS = 10_000


@proof.page("/proof", "public_proof.html", PublicProofDocument)
def the_proof(
    request: Request,
    before: Annotated[int | None, Query(ge=1, le=MOST, description="Only heads before this line.")] = None,
    most: Annotated[int, Query(ge=1, le=MOST_HEADS, description="How many heads at most.")] = HEADS,
) -> Answer:
    """The public keys of the office, the heads of its log, the newest first, and its lists as signed."""
    data = public_proof(request.app.state.site.database, before, most)
    return Answer(lambda: data, lambda: {"data": data, "first": before is None})


@files.get("/lists/{period}/signature.{format}")
def signature(file: AskedFile) -> Response:
    """The signature of a file with a list: `arpad verify` checks it."""
    text = signed_file(file.desk, file.version.period, file.version.number, file.name, file.data)
    return Response(text, media_type="application/json", headers=disposition(f"{file.name}.sig"))
