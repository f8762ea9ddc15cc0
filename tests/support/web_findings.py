"""What axe-core finds on a page."""

from typing import Any

from playwright.sync_api import Page

from places import PROJECT

AXE = (PROJECT / "tests" / "vendor" / "axe.min.js").read_text("utf-8")
GRAVE = ("serious", "critical")


def findings(page: Page) -> list[tuple[str, str, str]]:
    """What axe finds on a page, and in the dark about its colours, which alone differ: the address, the rule, and
    where."""
    page.evaluate(AXE)
    light = _found(page)
    page.emulate_media(color_scheme="dark")
    dark = _found(page, "color-contrast")
    page.emulate_media(color_scheme="light")
    return light + dark


def _found(page: Page, *rules: str) -> list[tuple[str, str, str]]:
    chosen = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found: dict[str, Any] = page.evaluate("(chosen) => axe.run(chosen)", chosen)
    assert found["passes"], page.url
    return [
        (page.url.partition("//")[2].partition("/")[2], violation["id"], node["html"][:160])
        for violation in found["violations"]
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]
