"""Messages as a page says them: an option of the command line is the field of a form."""

import re

from arpad.eligibility.facts import FACTS
from arpad.i18n import ArpadError, Language, has, text

OPTION = re.compile(r"--([a-z][a-z-]*)(?: (?:or|o|u) --(?:no-[a-z-]+|unequal))?(?: [A-ZÑ:]+(?![\w:]))?")
"""An option, with its opposite (`--women or --no-women`) and with what it takes (`--registered DATE`)."""

FIELD_OF = {fact.spelling: fact.name for fact in FACTS} | {"--player": "players", "--stage": "stages"}
"""The fields that are not called like their options."""


COMMAND = re.compile(
    r" \(`arpad [^`]*`\)"
    r"|(?:: | \()arpad (?:event|office)(?: [a-z-]+)+(?: --[a-z-]+)*(?:, arpad (?:event|office)[a-z -]+)*\)?"
)
"""A command that a message names at its end: a page has a button for it."""


QUOTED = re.compile(r"`arpad office ([a-z-]+)[^`]*`")
"""A command that a message names in the middle: it is the form of the same name."""


def on_page(message: str, language: Language) -> str:
    """Return a message in the words of the pages: `web.option.NAME`, or else the field's label in quotation marks. A
    command that does it is not named at the end; in the middle it is called like its form."""
    named = QUOTED.sub(lambda found: _form_called(found, language), COMMAND.sub("", message))
    return OPTION.sub(lambda found: _called(found, language), named)


def problem_on_page(problem: ArpadError, language: Language) -> str:
    """Return what a problem says, in the words of the pages."""
    return on_page(problem.text(language), language)


def _form_called(found: re.Match[str], language: Language) -> str:
    label = f"web.form.{found[1]}"
    return text("web.option-field", language, label=text(label, language)) if has(label) else found[0]


def _called(found: re.Match[str], language: Language) -> str:
    name = FIELD_OF.get(f"--{found[1]}", found[1].replace("-", "_"))
    if has(f"web.option.{name}"):
        return text(f"web.option.{name}", language)
    if has(f"web.field.{name}"):
        return text("web.option-field", language, label=text(f"web.field.{name}", language))
    return found[0]
