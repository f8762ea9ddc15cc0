"""The calculator of prizes: the page, its JSON, CSV and PDF, in both languages; and what it refuses."""

import csv
import io
from pathlib import Path

import pypdf
import pytest
from playwright.sync_api import expect

from places import PROJECT
from visitor import TestClient
from web_demo import OpenPage

HORT = {
    "ranking": "rank,name,points\n1,A,8\n2,B,8\n3,C,8\n4,D,8\n",
    "prizes": "10000\n5000 3000;2000",
    "system": "hort",
}
CATEGORIES = "2200–2299 | rating >= 2200 and rating <= 2299 | 200\nProgress | born >= 2000 | 60 | progress"


def test_horts_table_is_shown(client: TestClient) -> None:
    for page in (client.get("/tools/prizes?example=hort"), client.post("/tools/prizes", data=HORT)):
        assert page.status_code == 200
        for addends in ("5000 + 2500 = 7500", "2500 + 2500 = 5000", "1500 + 2500 = 4000", "1000 + 2500 = 3500"):
            assert addends in page.text


def test_the_json_is_that_of_the_command_line(client: TestClient) -> None:
    document = client.post("/tools/prizes.json", data=HORT).json()
    assert [one["paid"] for one in document["players"]] == ["7500.00", "5000.00", "4000.00", "3500.00"]
    assert client.get("/tools/prizes.json").json() == document


def test_a_report_is_dropped_with_its_categories(client: TestClient) -> None:
    report = (PROJECT / "examples/open-2024.trf").read_bytes()
    typed = {"prizes": "100 60,50", "categories": "Juniors | age < 20 | 40", "tie_breaks": "BH/C1,BH", "places": "2"}
    answer = client.post("/tools/prizes.json", data=typed, files={"file": ("open.trf", report)})
    document = answer.json()
    assert [one["amount"] for one in document["categories"]] == ["40.00"]
    assert document["awarded"] == "160.50"
    page = client.post("/tools/prizes", data=typed, files={"file": ("open.trf", report)})
    assert "Open Ciudad de Soria 2024" in page.text
    assert "012 Open Ciudad de Soria 2024" in page.text, "the downloads need the report again"


def test_the_downloads(client: TestClient) -> None:
    answer = client.post("/tools/prizes.csv", data=HORT)
    assert answer.headers["content-disposition"] == 'attachment; filename="prizes.csv"'
    assert [row["hort"] for row in csv.DictReader(io.StringIO(answer.text))] == [
        "7500.00", "5000.00", "4000.00", "3500.00",
    ]  # fmt: skip
    sheet = client.post("/tools/prizes.pdf", data=HORT, headers={"accept-language": "es"})
    assert sheet.headers["content-type"] == "application/pdf"
    assert "Segundo cálculo" in pypdf.PdfReader(io.BytesIO(sheet.content)).pages[0].extract_text()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"ranking": ""}, "no ranking: paste one"),
        ({"ranking": "rank,points\n1,2\n3,1\n"}, "rank 3 comes where rank 2 should"),
        ({"prizes": "10,000.00"}, "form, Main prizes 1: “10,000.00” is not an amount"),
        ({"prizes": "33,333"}, "has more decimals than EUR"),
        ({"places": "0"}, "Places that share: 0 is not between 1"),
        ({"system": "horst"}, "System horst"),
        ({"currency": "EUX"}, "currency “EUX”"),
        ({"unit": "0"}, "form, Paid in steps of: “0” is not a step"),
        ({"categories": "Women, sex = f, 100"}, "write name | condition | prizes"),
        ({"categories": "Women | sex = f | 100 | elo"}, "write name | condition | prizes"),
        ({"categories": "Women | sex = f | 1x"}, "form, Categories 1, Main prizes 1: “1x” is not an amount"),
        ({"categories": "W | elo > 3 | 100"}, "the word “elo” is not known"),
        ({"date": "soon"}, "Ages on the day"),
    ],
)
def test_what_is_refused_stays_in_the_form(client: TestClient, changed: dict[str, str], said: str) -> None:
    page = client.post("/tools/prizes", data=HORT | changed, headers={"accept-language": "en"})
    assert page.status_code == 400
    assert said in page.text
    kept = (HORT | changed)["prizes"].splitlines()[0]
    assert kept in page.text
    answer = client.post("/tools/prizes.json", data=HORT | changed, headers={"accept-language": "en"})
    assert answer.status_code == 400
    assert said in answer.text


def test_a_name_stays_a_name(client: TestClient) -> None:
    evil = "<script>alert(1)</script>"
    page = client.post("/tools/prizes", data=HORT | {"ranking": f"rank,name,points\n1,{evil},3\n"})
    assert page.status_code == 200
    assert evil not in page.text


@pytest.mark.parametrize(
    ("width", "locale", "button"), [(390, "en-GB", "Share the prizes"), (1280, "es-ES", "Repartir los premios")]
)
def test_in_a_browser(open_page: OpenPage, tmp_path: Path, width: int, locale: str, button: str) -> None:
    page = open_page("/tools/prizes", width, locale=locale)
    page.locator("#file").set_input_files(PROJECT / "examples/prizes.csv")
    page.locator("#prizes").fill("400\n250\n150\n100")
    page.locator("summary").click()
    page.locator("#categories").fill(CATEGORIES)
    page.locator(".card").get_by_role("button", name=button).click()
    expect(page.locator("tbody").first).to_contain_text("Gallo, Hugo")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    with page.expect_download() as download:
        page.locator("button[formaction='/tools/prizes.pdf']").click()
    download.value.save_as(tmp_path / "sheet.pdf")
    assert len(pypdf.PdfReader(tmp_path / "sheet.pdf").pages) == 1
    page.locator("#currency").fill("CHF")
    page.locator("#currency").press("Enter")
    expect(page.locator("h2").first).to_contain_text("CHF")


DROP = """() => {
  const carried = new DataTransfer();
  carried.items.add(new File(["rank,name,points\\n1,Ana,3\\n2,Bea,2\\n"], "ranking.csv"));
  document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: carried, bubbles: true, cancelable: true}));
}"""


def test_a_ranking_that_is_dropped_waits_for_its_rules(open_page: OpenPage) -> None:
    """Elsewhere a dropped file is sent to the page for reports."""
    page = open_page("/tools/prizes")
    page.locator("#prizes").fill("100\n50")
    page.evaluate(DROP)
    assert page.url.endswith("/tools/prizes")
    page.locator(".card").get_by_role("button", name="Share the prizes").click()
    expect(page.locator("tbody").first).to_contain_text("Bea")
