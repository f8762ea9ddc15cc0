"""axe-core over the main pages, light and dark: no serious finding."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from test_web_browser import PAGES, REPORT, send
from web_demo import OpenPage

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text("utf-8")
GRAVE = ("serious", "critical")


def findings(page: Page, *rules: str) -> list[tuple[str, str, str]]:
    """What axe finds on a page, by all its rules or by some: the address, the rule, and where."""
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate("(rules) => axe.run(rules.length ? {runOnly: rules} : {})", list(rules))
    assert found["passes"], page.url
    return [
        (page.url.partition("//")[2].partition("/")[2], it["id"], node["html"][:160])
        for it in found["violations"]
        if it["impact"] in GRAVE
        for node in it["nodes"]
    ]


RULES = {"light": (), "dark": ("color-contrast",)}
"""In the dark only colours are otherwise."""


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
