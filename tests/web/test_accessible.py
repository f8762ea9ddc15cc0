"""axe-core over the main pages, light and dark: no serious finding."""

import pytest

from web_demo import OpenPage
from web_findings import RULES, findings
from web_visits import PAGES, REPORT, send


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_for_everybody_has_a_serious_finding(open_page: OpenPage, scheme: str) -> None:
    page = open_page("/", color_scheme=scheme)
    found = []
    for path in PAGES:
        page.goto(path)
        found += findings(page, *RULES[scheme])
    page.goto("/report")
    send(page, REPORT)
    page.locator("ol.trail").first.wait_for(state="attached")
    found += findings(page, *RULES[scheme])
    assert found == []
