"""Pages made at a glance are those that the usual way makes, and what a glance cannot answer goes that way."""

import pytest
from fastapi import FastAPI
from starlette.responses import Response
from starlette.types import Scope

from arpad.web.glancing import Glances
from visitor import TestClient
from web_demo import MakeOffice

ID, OTHER = "98001165", "98001575"
PAGES = (
    "/players", "/players?q=a", "/players?q=ma+a&federation=esp", "/players?q=98001", "/players.json?q=a",
    "/players/suggestions?q=al", "/players/suggestions?q=zzz&place=there", f"/players/{ID}", f"/players/{ID}.json",
    f"/players/{ID}?time_class=rapid", f"/players/{ID}?lang=es&time_class=standard", f"/players/{OTHER}",
    "/players?q=%C3%A1&q=b",
)  # fmt: skip
REFUSED = (
    "/players/nobody", "/players/nobody.json", f"/players/{ID}?time_class=chess960", "/players?q=" + 81 * "a",
    f"/players/{ID}?system=nowhere", "/players?federation=SPAIN",
)  # fmt: skip


def _answers(app: FastAPI, addresses: tuple[str, ...]) -> list[tuple[int, str, dict[str, str]]]:
    found = []
    with TestClient(app) as client:
        for language in ("en", "es"):
            for address in addresses:
                answer = client.get(address, headers={"accept-language": language})
                client.cookies.clear()
                found.append((answer.status_code, answer.text, dict(answer.headers)))
    return found


def test_a_page_is_the_same_at_a_glance_and_by_the_usual_way(
    office: MakeOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    glanced: list[str] = []
    answer = Glances.answer

    def counted(glances: Glances, scope: Scope, line: int) -> Response | None:
        found = answer(glances, scope, line)
        if found is not None:
            glanced.append(scope["path"])
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Glances, "answer", counted)
        found = _answers(office(), PAGES + REFUSED)
    assert len(glanced) == 2 * len(PAGES) - 2  # the first player had to be looked up, one page is the same in both
    with monkeypatch.context() as patch:
        patch.setattr(Glances, "answer", lambda *_: None)
        assert found == _answers(office(), PAGES + REFUSED)
    assert {status for status, _, _ in found} == {200, 404, 422}
