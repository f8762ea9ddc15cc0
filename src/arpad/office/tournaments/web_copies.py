"""Copies in another office, over the web: only the lines that it lacks are sent, in requests of moderate size."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from arpad.i18n import ArpadError, Language
from arpad.tournament.log import LogLine, write_lines

SECRET = "arpad-event-secret"
"""The header with the secret of an event that moves in."""
SECONDS = 60
"""How long the other office may take for an answer."""
MOST = 1_000_000
"""Letters of a request, or one line if it is longer."""
ANSWER = 1_000_000
"""Bytes of an answer that are read."""


@dataclass(frozen=True, slots=True)
class WebCopies:
    """The copies in an office on the web, for somebody with a token of an account there."""

    address: str
    token: str
    language: Language = "en"

    @property
    def shown(self) -> str:
        return self.address

    def check(self, slug: str, lines: Sequence[LogLine]) -> None:
        if self._known(slug, lines) is None:  # it does not continue: the other office tells the last common line
            self._send(slug, lines)

    def take(self, slug: str, lines: Sequence[LogLine], secret: str = "") -> int:
        known = self._known(slug, lines)
        sent = 0
        for part in _parts(lines[known or 0 :]):
            sent += self._send(slug, part, secret if part[-1] is lines[-1] else "")
        return sent

    def _known(self, slug: str, lines: Sequence[LogLine]) -> int | None:
        """How many of the lines are there already, None if they do not continue those that are."""
        told = self._ask(slug)
        if not isinstance(told.get("n", 0), int) or told.get("n", 0) > len(lines):
            return None
        n: int = told.get("n", 0)
        return n if n == 0 or lines[n - 1].sha256 == told["sha256"] else None

    def _send(self, slug: str, lines: Sequence[LogLine], secret: str = "") -> int:
        more = {SECRET: secret} if secret else {}
        return int(self._ask(slug, write_lines(lines).encode(), more)["taken"])

    def _ask(self, slug: str, body: bytes | None = None, more: dict[str, str] | None = None) -> dict[str, Any]:
        """Ask about an event, or send lines of it."""
        headers = {
            "authorization": f"Bearer {self.token}",
            "accept": "application/json",
            "accept-language": self.language,
            "content-type": "text/plain; charset=utf-8",
        }
        request = Request(f"{self.address}/t/{slug}/log", body, headers | (more or {}))
        try:
            with build_opener(_NoOtherPlace).open(request, timeout=SECONDS) as answer:
                return self._read(answer.read(ANSWER))
        except HTTPError as refused:
            return self._refused(slug, refused.code, _body(refused))
        except (URLError, HTTPException, OSError, ValueError) as problem:
            why = getattr(problem, "reason", None) or problem
            raise ArpadError("event-push-unreachable", url=self.address, why=str(why)) from None

    def _read(self, body: bytes) -> dict[str, Any]:
        try:
            told = json.loads(body)
        except ValueError:
            told = None
        if not isinstance(told, dict):
            raise ArpadError("event-push-no-office", url=self.address)
        return told

    def _refused(self, slug: str, status: int, body: bytes) -> dict[str, Any]:
        """Raise what a refusal means. An event that is not there yet is no reason to refuse: it is made."""
        if status == 401:
            raise ArpadError("event-push-token", url=self.address)
        told = self._read(body)
        key = told.get("key", "")
        if key == "event-unknown":
            return {}
        if key == "event-chain":
            raise ArpadError("event-chain", slug=slug, n=told.get("n", "?"))
        if "error" not in told or (status == 404 and not key):
            raise ArpadError("event-push-no-office", url=self.address)
        raise ArpadError("event-push-refused", url=self.address, said=str(told["error"]))


def _body(refused: HTTPError) -> bytes:
    """What comes with a refusal, as far as it comes."""
    try:
        return refused.read(ANSWER)
    except (HTTPException, OSError):
        return b""


class _NoOtherPlace(HTTPRedirectHandler):
    """Does not follow to another address: the token is for this one."""

    def redirect_request(self, *_: object) -> None:
        return None


def _parts(lines: Sequence[LogLine]) -> Iterator[list[LogLine]]:
    """Lines in parts, each small enough for a request."""
    part: list[LogLine] = []
    size = 0
    for line in lines:
        length = len(write_lines([line]))
        if part and size + length > MOST:
            yield part
            part, size = [], 0
        part.append(line)
        size += length
    if part:
        yield part
