"""What was done is said on the next page: a cookie carries the sentences there, and ends with it."""

import base64
import json
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from arpad.bounded import json_value

COOKIE = "arpad_said"
SECONDS = 60
MOST = 1500
"""Letters that a cookie may carry."""


def say(response: Response, slug: str, sentences: Sequence[str]) -> None:
    """Carry sentences to the next page of an event."""
    kept: list[str] = []
    for sentence in sentences:
        if sum(map(len, kept)) + len(sentence) <= MOST:
            kept.append(sentence)
    coded = base64.urlsafe_b64encode(json.dumps(kept).encode()).decode()
    response.set_cookie(COOKIE, coded, max_age=SECONDS, httponly=True, samesite="lax", path=f"/t/{slug}")


def said_before(request: Request) -> tuple[str, ...]:
    """Return the sentences that the last answer carried here."""
    try:
        found = json_value(base64.urlsafe_b64decode(request.cookies.get(COOKIE, "").encode()))
    except ValueError:
        return ()
    return tuple(map(str, found)) if isinstance(found, list) else ()


def forget(slug: str) -> dict[str, str]:
    """The header that ends the cookie, once its sentences are on a page."""
    return {"set-cookie": f"{COOKIE}=; Max-Age=0; Path=/t/{slug}; HttpOnly; SameSite=lax"}
