"""The page about the rules of an event: its table is made from the keys themselves."""

from dataclasses import fields

from arpad.i18n import Language, text
from arpad.tournament.rules import KEYS, EventRules, RuleKey, plain

HEADINGS = ("key", "meaning", "example", "default", "frozen", "source")
UNSAID: tuple[object, ...] = ("", None, {}, [], 0)


def rules_table(language: Language) -> str:
    """Return the keys of the rules as a table of a page."""
    headings = [text(f"tournament.rule-table.{heading}", language) for heading in HEADINGS]
    rows = [_row(name, key, language) for name, key in KEYS.items()]
    return "\n".join([f"| {' | '.join(headings)} |", "|---" * len(HEADINGS) + "|", *rows]) + "\n"


def _row(name: str, key: RuleKey, language: Language) -> str:
    cells = (
        f"`{name}`",
        text(f"tournament.rule.{name}", language),
        _code(key.example),
        _default(name),
        text(f"tournament.frozen.{key.frozen}", language),
        key.source,
    )
    return f"| {' | '.join(cells)} |"


def _default(name: str) -> str:
    """Return what holds if a key is left out."""
    known = {one.name: one.default for one in fields(EventRules)}
    value = plain(known[name]) if name in known else None
    if type(value) not in (str, int, bool, list) or (value in UNSAID and value is not False):
        return ""
    return _code(str(value).lower() if isinstance(value, bool) else str(value).replace("'", '"'))


def _code(words: str) -> str:
    return f"`{words}`".replace("|", "\\|")
