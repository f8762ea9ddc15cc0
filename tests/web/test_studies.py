"""Studies on pages: what they ask and what came out, for those who have a desk."""

from typing import TYPE_CHECKING

from arpad.documents.json import dumps
from arpad.lab.studies import HERE, read_answer, shipped_studies
from web_demo import NAME, PASSWORD

if TYPE_CHECKING:
    from visitor import TestClient


def test_the_office_reads_its_studies(client: "TestClient") -> None:
    """The list, a page with plots and tables, the stored document, CSV, both languages; others must sign in."""
    assert client.get("/office/studies", follow_redirects=False).status_code == 303
    token = client.get("/login").text.partition('name="csrf" value="')[2].partition('"')[0]
    client.post("/login", data={"name": NAME, "password": PASSWORD, "csrf": token, "next": "/office"})
    page = client.get("/office/studies").text
    assert page.count("as expected") == len(shipped_studies())
    assert [row["study"] for row in client.get("/office/studies.json").json()] == list(shipped_studies())
    assert len(client.get("/office/studies.csv").text.splitlines()) == len(shipped_studies()) + 1
    for name in shipped_studies():
        page = client.get(f"/office/studies/{name}").text
        worlds = len(read_answer(HERE / name)["worlds"])
        assert page.count('<svg class="plot"') == (2 if worlds == 1 else worlds)
        assert "arpad lab" not in page, "a page names no command"
        assert client.get(f"/office/studies/{name}.json").text.strip() == dumps(read_answer(HERE / name)).strip()
    page = client.get("/office/studies/floor-1400", headers={"accept-language": "es"}).text
    assert "Un suelo de 1400" in page
    assert "suelo 1400: Media" in page
    expected = client.get("/office/studies/floor-1400.csv?table=expected").text.splitlines()
    assert expected[0] == "number,found,is,than,holds"
    assert client.get("/office/studies/nothing").status_code == 404
