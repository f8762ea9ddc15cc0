"""Messages as a page says them: an option of the command line is the field of a form."""

import re

from arpad.eligibility.facts import FACTS
from arpad.locale import ArpadError, Language, has, text

OPTION = re.compile(r"--([a-z][a-z-]*)(?: (?:or|o|u) --(?:no-[a-z-]+|unequal))?(?: [A-ZÑ:]+(?![\w:]))?")
"""An option, with its opposite (`--women or --no-women`) and with what it takes (`--registered DATE`)."""

FIELD_OF = {fact.spelling: fact.name for fact in FACTS} | {"--player": "players", "--stage": "stages"}
"""The fields that are not called like their options."""


COMMAND = re.compile(
    r" \(`arpad [^`]*`\)"
    r"|(?:: | \()arpad (?:event|office)(?: [a-z-]+)+(?: --[a-z-]+)*(?:, arpad (?:event|office)[a-z -]+)*\)?"
)
"""A command that a message names at its end: a page has a button for it."""


def on_page(message: str, language: Language) -> str:
    """Return a message in the words of the pages: `web.option.NAME`, or else the field's label in quotation marks. A
    command that does it is not named."""
    return OPTION.sub(lambda found: _called(found, language), COMMAND.sub("", message))


def problem_on_page(problem: ArpadError, language: Language) -> str:
    """Return what a problem says, in the words of the pages."""
    return on_page(problem.text(language), language)


def _called(found: re.Match[str], language: Language) -> str:
    name = FIELD_OF.get(f"--{found[1]}", found[1].replace("-", "_"))
    if has(f"web.option.{name}"):
        return text(f"web.option.{name}", language)
    if has(f"web.field.{name}"):
        return text("web.option-field", language, label=text(f"web.field.{name}", language))
    return found[0]
