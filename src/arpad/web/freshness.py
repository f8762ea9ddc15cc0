"""Answers that somebody has already: a browser is told so (304), an open page that asks again gets nothing (204).

What is sent to everybody is made once, for as many visitors as ask before the next change.
"""

import hashlib
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from arpad.web.answers import CSV, VARY, Answer, LongFile

SEEN = "arpad-seen"
"""The header with which an open page says what it shows."""
LONGEST = 1000
TAG = 24
"""How many digits of a hash name an answer."""


def unchanged(request: Request, answer: Answer) -> Response | None:
    """Return the short answer to somebody who has it already, None to anybody else."""
    if not answer.tag or answer.status != 200:
        return None
    if request.headers.get(SEEN) == answer.tag:
        return stamped(Response(status_code=204), answer)
    if not answer.private and answer.tag in known_tags(request.headers.get("if-none-match", "")):
        return stamped(Response(status_code=304), answer)
    return None


def sent(request: Request, answer: Answer, make: Callable[[], Response]) -> Response:
    """Return the answer, made now, or as it was made for somebody else: two answers of one address with the same tag
    are the same."""
    if not answer.tag or answer.private or answer.status != 200:
        return make()

    def made() -> tuple[bytes, str | None]:
        response = make()
        return bytes(response.body), response.media_type

    body, media = request.app.state.site.pages.of((str(request.url), answer.tag), (), made)
    return Response(body, media_type=media)


def by_content(request: Request, response: Response) -> Response:
    """Stamp an answer that has no other name with the hash of what it says; nothing is sent to a program that has it
    already."""
    return _known_by(request, short_tag(response.body), response)


def sent_in_parts(request: Request, file: LongFile, *, for_everybody: bool) -> Response:
    """Send a long file while it is written; nothing to somebody who has it already."""
    response = StreamingResponse(file.write(), media_type=CSV)
    return _known_by(request, file.tag, response) if for_everybody else response


def short_tag(content: bytes | memoryview) -> str:
    """Return the name of what an answer is made of."""
    return hashlib.sha256(content).hexdigest()[:TAG]


def _known_by(request: Request, tag: str, response: Response) -> Response:
    if tag in known_tags(request.headers.get("if-none-match", "")):
        response = Response(status_code=304)
    response.headers.update({"cache-control": "no-cache", "etag": f'"{tag}"', "vary": VARY})
    return response


def known_tags(header: str) -> set[str]:
    """The tags of an If-None-Match header."""
    return {one.strip().removeprefix("W/").strip('"') for one in header[:LONGEST].split(",")}


def stamped(response: Response, answer: Answer) -> Response:
    """Say in the headers how long an answer may be kept."""
    if answer.private:
        response.headers["cache-control"] = "no-store"
    elif answer.tag:
        response.headers["cache-control"] = "no-cache"
        response.headers["etag"] = f'"{answer.tag}"'
        response.headers["vary"] = VARY
    for name, value in answer.headers.items():
        response.headers.append(name, value)
    return response
