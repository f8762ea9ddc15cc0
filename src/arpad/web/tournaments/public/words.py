"""Results as pages write them."""

from collections.abc import Mapping

from arpad.domain.event import ResultCode
from arpad.i18n import Language, has, text

SHOWN: Mapping[str, str] = {
    "1-0": "1–0", "1/2": "½–½", "0-1": "0–1", "+/-": "+/−", "-/+": "−/+", "-/-": "−/−", "W-L": "1–0", "D-D": "½–½",
    "L-W": "0–1",
}  # fmt: skip
OWN: Mapping[str, str] = {"1": "1", "=": "½", "0": "0", "W": "1", "D": "½", "L": "0", "+": "+", "-": "−"}


def result_text(result: str | None, language: Language) -> str:
    """A result of a board: 1–0; each side by itself if the arbiter decided so; nothing while it is open."""
    if result == "*":
        return text("web.event-page.adjourned", language)
    return "" if result is None else SHOWN.get(result) or result.replace("1/2", "½").replace("-", "–")


def own_result(code: ResultCode | None) -> str:
    """A result for one of the two: 1, ½, 0, and + or − without a game."""
    return OWN.get(code or "", "")


def stage_text(stage: str, language: Language) -> str:
    """A stage of a tie; one that only this event has is called by its name."""
    key = f"web.event-page.stage-of-{stage}"
    return text(key, language) if has(key) else stage


def system_text(system: str, language: Language) -> str:
    """A pairing system in words, with its edition."""
    base, _, edition = system.rpartition("-") if system[-4:].isdigit() else (system, "", "")
    key = f"web.event-page.system-{base or 'swiss'}"
    return f"{text(key, language) if has(key) else base} {edition}".strip()
