"""What pages share and others follow: cards, canonical addresses, maps, feeds, calendars, badges, tables for
frames, and what the office says of itself."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from visitor import TestClient
from web_demo import MakeOffice, sign_in

SITE = "https://chess.example.org"
HERO = "98000017"
PLAYED = "98001165"
"""Somebody with games on the list of February."""
ATOM = "{http://www.w3.org/2005/Atom}"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@pytest.fixture
def known(office: MakeOffice) -> TestClient:
    """A visitor of an office that knows its address."""
    return TestClient(office(address=SITE), headers={"accept-language": "en"})


def links(page: str, rel: str) -> list[str]:
    return re.findall(rf'<link rel="{rel}"[^>]*href="([^"]*)"', page)


@pytest.mark.parametrize("path", ["/", f"/players/{HERO}", "/events/1", "/lists/2023-02", "/about", "/t"])
def test_a_page_says_what_it_is_under_its_one_address(known: TestClient, path: str) -> None:
    page = known.get(f"{path}?theme=dark&junk=1", headers={"host": "evil.example"}).text
    assert "evil.example" not in page
    assert links(page, "canonical") == [f"{SITE}{path}"]
    spanish = known.get(f"{path}?lang=es").text
    assert links(spanish, "canonical") == [f"{SITE}{path}?lang=es"]
    for shown in (page, spanish):
        assert re.search(r'<meta name="description" content="[^"]{15,}">', shown)
        assert f'hreflang="es" href="{SITE}{path}?lang=es"' in shown
        assert f'hreflang="x-default" href="{SITE}{path}"' in shown
        assert f'<meta property="og:image" content="{SITE}/' in shown


def test_without_an_address_of_its_own_a_page_names_none(client: TestClient) -> None:
    page = client.get("/", headers={"host": "evil.example"}).text
    assert links(page, "canonical") == ["/"]
    assert "og:image" not in page
    assert "evil.example" not in page
    assert client.get("/sitemap.xml").status_code == 404
    assert "Sitemap" not in client.get("/robots.txt").text


@pytest.mark.parametrize("path", ["/login", "/nowhere", "/style"])
def test_pages_for_nobody_else_are_not_found_by_a_search(known: TestClient, path: str) -> None:
    page = known.get(path).text
    assert '<meta name="robots" content="noindex">' in page
    assert "canonical" not in page


@pytest.mark.parametrize(
    "path", ["/card.png", f"/players/{HERO}/card.png", "/events/1/card.png", "/lists/2023-02/card.png"]
)
def test_a_card_is_drawn_once_and_known_by_its_content(client: TestClient, path: str) -> None:
    card = client.get(path)
    assert (card.status_code, card.headers["content-type"]) == (200, "image/png")
    width, height = (int.from_bytes(card.content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (1200, 630)
    assert client.get(path, headers={"if-none-match": card.headers["etag"]}).status_code == 304
    assert client.get(path).content == card.content


def test_the_map_of_the_site_leads_to_pages_that_are_there(known: TestClient) -> None:
    assert f"Sitemap: {SITE}/sitemap.xml" in known.get("/robots.txt").text
    index = ElementTree.fromstring(known.get("/sitemap.xml").text)
    maps = [str(found.text) for found in index.iter(f"{MAP}loc")]
    assert maps == [f"{SITE}/sitemap-pages.xml", f"{SITE}/sitemap-players-1.xml"]
    found: list[str] = []
    for one in maps:
        part = ElementTree.fromstring(known.get(one.removeprefix(SITE)).text)
        found += [str(place.text).removeprefix(SITE) for place in part.iter(f"{MAP}loc")]
    assert {f"/players/{HERO}", "/lists/2023-02", "/events/1"} <= set(found)
    assert len(found) == len(set(found))
    for path in found[:12] + found[-2:]:
        assert known.get(path).status_code == 200, path
    assert known.get("/sitemap-players-2.xml").status_code == 404


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/lists.atom", "/lists/2023-02/changes?from=1&to=2"),
        ("/corrections.atom", "/lists/2023-02/changes?from=1&to=2"),
        (f"/players/{PLAYED}.atom", f"/players/{PLAYED}/lists/2023-02?time_class=standard"),
        ("/events/1.atom", "/events/1"),
    ],
)
def test_a_feed_tells_what_is_new_with_lasting_ids(known: TestClient, client: TestClient, path: str, page: str) -> None:
    answer = known.get(path)
    assert answer.headers["content-type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.text)
    entries = feed.findall(f"{ATOM}entry")
    pages = [one.find(f"{ATOM}link").attrib["href"] for one in entries]  # type: ignore[union-attr]
    assert f"{SITE}{page}" in pages
    ids = [one.findtext(f"{ATOM}id") for one in entries]
    assert len(set(ids)) == len(ids)
    times = [str(one.findtext(f"{ATOM}updated")) for one in entries]
    assert max(times) == feed.findtext(f"{ATOM}updated")
    elsewhere = ElementTree.fromstring(client.get(path).text)
    assert [one.findtext(f"{ATOM}id") for one in elsewhere.findall(f"{ATOM}entry")] == ids
    assert known.get(path, headers={"if-none-match": answer.headers["etag"]}).status_code == 304


def test_an_event_that_nobody_may_see_has_no_feed(client: TestClient) -> None:
    assert client.get("/events/999.atom").status_code == 404
    assert client.get("/players/nobody.atom").status_code == 404


def test_calendars_have_the_days_of_lists_and_of_rounds(client: TestClient) -> None:
    lists = client.get("/lists.ics").text
    assert "DTSTART;VALUE=DATE:20230301\r\nSUMMARY:Rating list of 1 March 2023" in lists
    assert "SUMMARY:Last day of events for the list of 1 March 2023" in lists
    rounds = client.get("/events/1.ics").text
    assert rounds.count("BEGIN:VEVENT") >= 2
    assert all(len(line.encode()) <= 75 for line in (lists + rounds).split("\r\n"))


def test_a_badge_is_a_drawing_without_anything_that_could_act(client: TestClient) -> None:
    badge = client.get(f"/players/{HERO}/badge.svg")
    drawn = ElementTree.fromstring(badge.text)
    assert {part.tag.partition("}")[2] for part in drawn.iter()} == {"svg", "title", "rect", "path", "g", "text"}
    assert "Zarlanga, Vera: Standard" in drawn.attrib["aria-label"]
    assert client.get("/players/nobody/badge.svg").status_code == 404


@pytest.mark.parametrize("path", ["/embed/top?federation=ESP&count=3", f"/embed/players/{HERO}"])
def test_only_the_small_tables_may_stand_in_frames_of_others(client: TestClient, path: str) -> None:
    sign_in(client)
    page = client.get(path)
    policy = page.headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "script-src 'none'" in policy
    assert "x-frame-options" not in page.headers
    assert "demo" not in page.text
    assert 'target="_blank"' in page.text
    other = client.get(path.removeprefix("/embed") if "players" in path else "/lists")
    assert "frame-ancestors 'none'" in other.headers["content-security-policy"]
    assert other.headers["x-frame-options"] == "DENY"


def test_what_the_office_says_of_itself_everybody_reads(office: MakeOffice) -> None:
    visitor = TestClient(office(address=SITE), headers={"accept-language": "en"})
    assert visitor.get("/.well-known/security.txt").status_code == 404
    csrf = sign_in(visitor)
    wrong = visitor.post("/office/details", data={"csrf": csrf, "office_name": "Valdeoca", "office_contact": "nobody"})
    assert wrong.status_code == 400
    assert 'value="nobody"' in wrong.text
    assert 'id="w-office_contact"' in wrong.text
    given = {"csrf": csrf, "office_name": "Federación de Valdeoca", "office_contact": "office@chess.example.org"}
    assert visitor.post("/office/details", data=given, follow_redirects=False).status_code == 303
    about = TestClient(visitor.app, headers={"accept-language": "en"}).get("/about")
    assert "<h1>Federación de Valdeoca</h1>" in about.text
    assert 'href="mailto:office@chess.example.org"' in about.text
    lines = visitor.get("/.well-known/security.txt").text.splitlines()
    assert lines[0] == "Contact: mailto:office@chess.example.org"
    assert lines[1] == "Expires: 2023-08-29T00:00:00Z"
    assert f"Canonical: {SITE}/.well-known/security.txt" in lines


def test_the_look_is_kept_in_a_cookie_and_makes_another_page(client: TestClient) -> None:
    plain = client.get("/t/valdeoca") if client.get("/t/valdeoca").status_code == 200 else client.get("/lists")
    assert "data-theme" not in plain.text
    path = plain.url.path
    dark = client.get(f"{path}?theme=dark")
    assert '<html lang="en" data-theme="dark">' in dark.text
    assert client.cookies["arpad_theme"] == "dark"
    again = client.get(path, headers={"if-none-match": plain.headers.get("etag", '"none"')})
    assert again.status_code == 200
    assert 'data-theme="dark"' in again.text
    client.get("/lists?theme=device")
    assert "data-theme" not in client.get(path).text


def test_static_files_are_kept_for_ever_under_their_versions(client: TestClient) -> None:
    page = client.get("/").text
    addresses: list[str] = re.findall(r'(?:href|src)="(/static/[^"]*)"', page)
    style = next(one for one in addresses if "style.css" in one)
    fonts = [f"/static/{one}" for one in re.findall(r'url\("([^"]*)"\)', client.get(style).text)]
    assert len(fonts) == 3
    assert set(fonts) == {one for one in addresses if "/fonts/" in one}
    for address in {*addresses, *fonts}:
        answer = client.get(address)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=31536000, immutable"), (
            address
        )
        assert "immutable" not in client.get(f"{address}0").headers.get("cache-control", "")
    assert client.get("/favicon.ico").content.startswith(b"\x89PNG")
    manifest: Any = client.get("/manifest.webmanifest").json()
    assert all(client.get(icon["src"]).status_code == 200 for icon in manifest["icons"])


def test_every_federation_of_today_has_a_flag_but_those_without_one() -> None:
    from arpad.formats.codes import TODAY
    from arpad.web.assets import known_flags

    assert set(TODAY.split()) - known_flags() == {"NCL", "TPE"}
    assert known_flags() <= set(TODAY.split())


@pytest.mark.parametrize("language", ["en", "es"])
def test_heads_of_columns_lead_to_what_they_mean(client: TestClient, language: str) -> None:
    sign_in(client)
    head = {"accept-language": language}
    places = set(re.findall(r' id="([^"]+)"', client.get("/help", headers=head).text))
    for path, terms in (
        ("/events/1", {"rank", "points", "change", "tie-BH"}), ("/events/1/standings", {"rank", "points", "tie-BH"}),
        ("/lists", {"list", "version", "digest"}), ("/lists/2023-02", {"rating", "since", "games", "k", "born"}),
        ("/lists/2023-02/changes", {"before", "after", "since"}), ("/federations", {"average", "active", "titled"}),
        ("/events", {"class", "list"}), ("/players?q=za", {"fed", "id", "rating"}),
        (f"/players/{PLAYED}", {"w", "rank", "rp", "change", "games"}), (f"/players/{PLAYED}/ratings", {"rating"}),
        ("/office/events", {"class", "state", "list"}), ("/office/lists", {"list", "version"}),
    ):  # fmt: skip
        page = client.get(path, headers=head).text
        led = set(re.findall(r'href="/help#([^"]+)"', page))
        assert terms <= led <= places, path
        assert "web.term" not in page


def test_calls_are_found_by_words_with_an_example_of_each(known: TestClient) -> None:
    page = known.get("/api?q=compare.json").text
    assert f"curl {SITE}/players/98000017/compare.json" in page
    assert "/office/submit" not in page
    submit = known.get("/api?tag=office").text
    assert "curl -H &#34;Authorization: Bearer TOKEN&#34; -F file=@report.trf" in submit
    nothing = known.get("/api?q=<script>").text
    assert "<script>" not in nothing.partition("<main")[2]


def test_every_call_without_a_token_is_said_in_spanish(known: TestClient) -> None:
    """A new one is written in src/arpad/web/operations_es.toml."""
    page = known.get("/api", headers={"accept-language": "es"}).text
    assert re.findall(r'<p lang="en">([^<]*)', page) == []


LIST = "fide-2023-02-v2-standard.csv"


def test_a_visitor_checks_a_file_of_their_own(client: TestClient) -> None:
    data = client.get("/lists/2023-02/download.csv?version=2").content
    page = client.get("/proof").text
    assert "This list is as the office signed it on" in page
    own = client.post("/proof", files={"file": (LIST, data)})
    assert "Yes: this file is, byte for byte, version 2" in own.text
    changed = client.post("/proof", files={"file": (LIST, data.replace(b"M", b"F", 1))})
    assert "No: this is not version 2" in changed.text
    assert "1 line differs" in changed.text
    for name, wrong in (("mine.csv", data), ("bundle.zip", b"PK nothing")):
        refused = client.post("/proof", files={"file": (name, wrong)})
        assert (refused.status_code, 'id="w-own"' in refused.text) == (400, True)
        assert "/tmp" not in refused.text
        told = client.post("/proof", files={"file": (name, wrong)}, headers={"accept": "application/json"})
        assert (told.status_code, "/tmp" in told.text) == (400, False)
    assert client.post("/proof", files={"file": ("", b"")}).status_code in (400, 422)


def test_a_bundle_is_proved_again_where_it_came_from(client: TestClient) -> None:
    sign_in(client)
    bundle = client.get("/office/lists/2023-02/bundle.zip")
    assert bundle.status_code == 200
    told = client.post(
        "/proof", files={"file": ("b.zip", bundle.content)}, headers={"accept": "application/json"}
    ).json()
    assert (told["kind"], told["own"], told["period"], told["version"]) == ("bundle", True, "2023-02-01", 2)
