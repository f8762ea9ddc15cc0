"""Every page for everybody in a real Chromium: axe-core has no serious finding in light and dark, a phone shows it
without moving sideways, and nothing on it is blocked or failing."""

import pytest

from web_demo import OpenPage
from web_findings import findings, look
from web_visits import PAGES, REPORT, send

PARTS = 4
"""So that all workers of the tests can look at pages."""


@pytest.mark.parametrize("part", range(PARTS))
def test_pages_are_accessible_narrow_and_without_complaints(open_page: OpenPage, part: int) -> None:
    page = open_page("/", color_scheme="light")
    assert look(page, PAGES[part::PARTS]) == {"axe": [], "wide": [], "said": []}


def test_a_dropped_report_is_accessible(open_page: OpenPage) -> None:
    page = open_page("/report", color_scheme="light")
    send(page, REPORT)
    page.locator("ol.trail").first.wait_for(state="attached")
    assert findings(page) == []
