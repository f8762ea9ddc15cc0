"""What axe-core finds on a page."""

from typing import Any

from playwright.sync_api import Page

from places import PROJECT

AXE = (PROJECT / "tests" / "vendor" / "axe.min.js").read_text("utf-8")
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
