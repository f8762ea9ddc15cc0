"""What the rules of an event must, should and may say, and the items of an invitation, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from arpad.regulations.data_files import HERE, read_toml, refuse_unknown

FILE = "event_rules.toml"
AnnouncedDuty = Literal["must", "should", "may"]
ItemNeed = Literal["", "quick", "answer", "player"]
"""When an item is needed: always; for rapid and blitz only; an answer such as “none” is enough; told by the player."""
RULE_KEYS = {"key", "duty", "article", "laws", "blitz"}
ITEM_KEYS = {"nr", "key", "needs"}


@dataclass(frozen=True, slots=True)
class AnnouncedRule:
    """A key of the rules of an event: whether it must, should or may be said, by which article and which Law."""

    key: str
    duty: AnnouncedDuty
    article: str
    laws: str
    laws_blitz: str

    def law(self, time_class: str = "") -> str:
        """The article of the Laws, as findings cite it."""
        return f"Laws {self.laws_blitz if time_class == 'blitz' else self.laws}"


@dataclass(frozen=True, slots=True)
class InvitationItem:
    """An item of an invitation (C.05 12.3)."""

    number: int
    key: str
    needs: ItemNeed

    @property
    def name(self) -> str:
        """Its number as the rules of an event write it: 01."""
        return f"{self.number:02}"


@dataclass(frozen=True, slots=True)
class AnnouncedRules:
    """All of them."""

    source: str
    rules: Mapping[str, AnnouncedRule]
    items: tuple[InvitationItem, ...]


@cache
def announced_rules() -> AnnouncedRules:
    """The rules and the items; a file with unknown keys is refused."""
    data = read_toml(HERE / FILE)
    for name, known in (("rule", RULE_KEYS), ("item", ITEM_KEYS)):
        for row in data[name]:
            refuse_unknown(FILE, row, known, name)
    rules = {
        row["key"]: AnnouncedRule(row["key"], row["duty"], row["article"], row["laws"], row.get("blitz", row["laws"]))
        for row in data["rule"]
    }
    items = tuple(InvitationItem(row["nr"], row["key"], row.get("needs", "")) for row in data["item"])
    return AnnouncedRules(data["source"], rules, items)
