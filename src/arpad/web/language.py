"""The language of a page: from the address, from an earlier choice, or from the browser."""

from functools import lru_cache

from starlette.requests import Request

from arpad.i18n import LANGUAGES, Language

COOKIE = "arpad_language"
LANGUAGE = "language"
"""The name under which the language of a request is kept."""
DEFAULT: Language = "en"


def language_of(request: Request) -> Language:
    """`?lang=` counts before the cookie, the cookie before the languages of the browser. It is found once for each
    request."""
    found: Language | None = request.scope.get("state", {}).get(LANGUAGE)
    return found or _language(request)


def _language(request: Request) -> Language:
    asked = request.query_params.get("lang") if request.scope["query_string"] else None
    headers = request.headers
    for said in (asked, request.cookies.get(COOKIE) if "cookie" in headers else None):
        found = known(said)
        if found is not None:
            return found
    return preferred(headers.get("accept-language", ""))


def known(said: str | None) -> Language | None:
    return next((language for language in LANGUAGES if language == said), None)


@lru_cache(maxsize=1000)
def preferred(header: str) -> Language:
    """The language of an Accept-Language header that we speak and that has the highest quality."""
    offers: list[tuple[int, int, Language]] = []
    for place, part in enumerate(header.split(",")[:20]):
        name, _, quality = part.strip().partition(";")
        found = known(name.strip().split("-")[0].lower())
        if found is not None:
            offers.append((-_thousandths(quality), place, found))
    return min(offers)[2] if offers else DEFAULT


def _thousandths(quality: str) -> int:
    """Return `q=0.8` as 800; 1000 if it is missing or cannot be read."""
    name, _, value = quality.strip().partition("=")
    whole, _, rest = value.strip().partition(".")
    if name.strip() != "q" or not (whole + rest).isdecimal():
        return 1000
    return min(1000, int(whole) * 1000 + int(rest[:3].ljust(3, "0")) if rest else int(whole) * 1000)
