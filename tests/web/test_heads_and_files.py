"""HEAD for every page, and the names under which files are saved."""

from arpad.web.uploads import disposition
from visitor import TestClient
from web_demo import sign_in

PAGES = (
    "/", "/index.json", "/players", "/players/suggestions?q=a", "/lists", "/lists.csv", "/lists/2023-02",
    "/lists/2023-02/download.txt", "/events", "/events/1.csv", "/report", "/calculators/k", "/regulations",
    "/login", "/health", "/static/style.css", "/openapi.json", "/nowhere", "/office", "/players/nobody",
)  # fmt: skip


def test_head_is_answered_as_get_without_a_body(client: TestClient) -> None:
    """RFC 9110 9.3.2."""
    for path in PAGES:
        shown = client.get(path, follow_redirects=False)
        head = client.head(path, follow_redirects=False)
        assert (head.status_code, head.content) == (shown.status_code, b""), path
        for name in ("content-type", "content-length", "content-disposition", "location", "content-security-policy"):
            assert head.headers.get(name) == shown.headers.get(name), (path, name)
    assert client.head("/logout").status_code == 405


def test_names_of_files_are_plain_and_whole() -> None:
    assert disposition("prizes.csv") == {"content-disposition": 'attachment; filename="prizes.csv"'}
    assert disposition("Núñez, Íñigo 2024-05.pdf", shown=True) == {
        "content-disposition": 'inline; filename="Nunez, Inigo 2024-05.pdf"; '
        "filename*=UTF-8''N%C3%BA%C3%B1ez%2C%20%C3%8D%C3%B1igo%202024-05.pdf"
    }
    assert disposition('a"b\r\nset-cookie: c/../d\\e.pdf') == {
        "content-disposition": 'attachment; filename="a b set-cookie c .. d e.pdf"'
    }
    assert disposition("Открытый") == {
        "content-disposition": "attachment; filename=\"file\"; filename*=UTF-8''"
        "%D0%9E%D1%82%D0%BA%D1%80%D1%8B%D1%82%D1%8B%D0%B9"
    }
    assert len(disposition("x" * 500 + ".pdf")["content-disposition"]) < 200


def test_files_are_named_by_what_they_hold(client: TestClient) -> None:
    sign_in(client)
    for path, name in (
        ("/lists.csv", "lists.csv"), ("/lists/2023-02.csv", "lists-2023-02.csv"), ("/players.csv?q=a", "players.csv"),
        ("/office/log.csv", "log.csv"),
    ):  # fmt: skip
        assert client.get(path).headers["content-disposition"] == f'attachment; filename="{name}"'


def test_papers_have_a_name(client: TestClient) -> None:
    """A claim sheet has the player's name and the list, standings the name of the event."""
    ids = {row["id"]: row["name"] for row in client.get("/lists/2023-02.json").json()["rows"]}
    player, name = next((id_, name) for id_, name in ids.items() if name.isascii())
    sheet = client.get(f"/players/{player}/lists/2023-02/sheet.pdf").headers["content-disposition"]
    assert sheet.startswith(f'inline; filename="{name} 2023-02 standard v'), sheet
    event = client.get("/events/1.json").json()["name"]
    standings = client.get("/events/1/standings.pdf").headers["content-disposition"]
    assert standings.startswith("inline; filename=")
    assert event.split()[-1] in standings
