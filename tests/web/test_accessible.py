"""axe-core over the main pages, light and dark: no serious finding."""

from web_demo import OpenPage
from web_findings import findings
from web_visits import PAGES, REPORT, send


def test_no_page_for_everybody_has_a_serious_finding(open_page: OpenPage) -> None:
    page = open_page("/", color_scheme="light")
    found = []
    for path in PAGES:
        page.goto(path)
        found += findings(page)
    page.goto("/report")
    send(page, REPORT)
    page.locator("ol.trail").first.wait_for(state="attached")
    found += findings(page)
    assert found == []
