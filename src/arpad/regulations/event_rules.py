"""Regulations for events as data: what must be announced, fair play, and the fields of forms."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal, get_args

from arpad.i18n import ArpadError
from arpad.regulations.articles import HERE, Article, read_toml, refuse_unknown
from arpad.regulations.rating_editions import rule_groups
from arpad.regulations.rating_rules import Bounds, Rule, groups_of

# What the rules of an event must, should and may say, and the items of an invitation, as data.

EVENT_RULES_FILE = "event_rules.toml"
AnnouncedDuty = Literal["must", "should", "may"]
ItemNeed = Literal["", "quick", "answer", "player"]
"""When an item is needed: always; for rapid and blitz only; an answer such as “none” is enough; given by the player."""
RULE_KEYS = {"key", "duty", "article", "laws", "blitz"}
ITEM_KEYS = {"nr", "key", "needs"}


@dataclass(frozen=True, slots=True)
class AnnouncedRule:
    """A key of the rules of an event: whether it must, should or may be given, by which article and which Law."""

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
    data = read_toml(HERE / EVENT_RULES_FILE)
    for name, known in (("rule", RULE_KEYS), ("item", ITEM_KEYS)):
        for row in data[name]:
            refuse_unknown(EVENT_RULES_FILE, row, known, name)
    rules = {
        row["key"]: AnnouncedRule(row["key"], row["duty"], row["article"], row["laws"], row.get("blitz", row["laws"]))
        for row in data["rule"]
    }
    items = tuple(InvitationItem(row["nr"], row["key"], row.get("needs", "")) for row in data["item"])
    return AnnouncedRules(data["source"], rules, items)


# Fair play as data: the levels of protection, what each asks for, the thresholds of statistics, complaints.

FAIR_PLAY_FILE = "fair_play.toml"
ProtectionLevel = Literal["C", "B", "A"]
PROTECTION_LEVELS: tuple[ProtectionLevel, ...] = get_args(ProtectionLevel)
"""From the standard level to the maximum."""
PROTECTION_SOURCE = "manual-2023-protection"
CashSum = Annotated[int, Bounds(0, 10**9)]
MEASURE_KEYS = {"key", "C", "B", "A", "article", "quick", "en", "es"}


@dataclass(frozen=True, slots=True)
class LevelRules:
    """Section 1: what makes an event one of level A or B. Prizes must be exceeded, averages reached."""

    average_a: Rule[int]
    average_a_women: Rule[int]
    prizes_over_a: Rule[CashSum]
    average_b: Rule[int]
    average_b_women: Rule[int]
    prizes_over_b: Rule[CashSum]
    official: Rule[str]
    norms: Rule[str]
    others: Rule[str]
    national_higher: Rule[int]
    waiver_days: Rule[int]


@dataclass(frozen=True, slots=True)
class OfficialThresholds:
    """I.6 of the anti-cheating regulations: thresholds of z that are in force."""

    online: Rule[Fraction]
    board: Rule[Fraction]
    support: Rule[Fraction]


@dataclass(frozen=True, slots=True)
class NotedThresholds:
    """Notes that are no text of the Handbook: what z may be a reason for."""

    dismissed_below: Rule[Fraction]
    intrusive: Rule[Fraction]
    intrusive_named: Rule[Fraction]
    odds_a_player: Rule[int]
    ignored_below: Rule[Fraction]
    doubts_over: Rule[Fraction]
    procedure_over: Rule[Fraction]
    procedure_safer: Rule[tuple[Fraction, ...]]
    match_rate: Rule[Fraction]
    match_rating: Rule[int]
    match_step: Rule[Fraction]


@dataclass(frozen=True, slots=True)
class ComplaintRules:
    """VI: how long after the last round a complaint may be made."""

    years: Rule[int]
    years_online: Rule[int]


@dataclass(frozen=True, slots=True)
class ProtectionMeasure:
    """A row of the check-list: what each level asks for, a duty or a number of measures. `quick` is the duty of rapid
    and blitz events at level A, if it is another one."""

    key: str
    duties: Mapping[ProtectionLevel, str | int]
    articles: Mapping[str, str]
    quick: str | None
    name: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FairPlayRules:
    """The regulations and notes on fair play."""

    levels: LevelRules
    official: OfficialThresholds
    notes: NotedThresholds
    complaints: ComplaintRules
    measures: tuple[ProtectionMeasure, ...]
    equipment: Mapping[str, Mapping[str, str]]

    def article(self, measure: ProtectionMeasure, level: ProtectionLevel) -> Article:
        """The article that asks for a measure at a level."""
        return Article(measure.articles.get(level, "3"), PROTECTION_SOURCE)


@cache
def fair_play_rules() -> FairPlayRules:
    """The rules, each with its article."""
    data = read_toml(HERE / FAIR_PLAY_FILE)
    parts = rule_groups(FAIR_PLAY_FILE, data | {"source": PROTECTION_SOURCE}, groups_of(FairPlayRules))
    measures = tuple(_measure(row) for row in data["measure"])
    equipment = {row["key"]: {"en": row["en"], "es": row["es"]} for row in data["equipment"]}
    return FairPlayRules(**parts, measures=measures, equipment=equipment)


def _measure(row: Mapping[str, Any]) -> ProtectionMeasure:
    refuse_unknown(FAIR_PLAY_FILE, row, MEASURE_KEYS, "measure")
    duties = {level: row[level] for level in PROTECTION_LEVELS}
    return ProtectionMeasure(row["key"], duties, row["article"], row.get("quick"), {"en": row["en"], "es": row["es"]})


# The forms that arbiters and federations fill in: their fields as data, in the order of the print. A field has a label
# in both languages; `source` names the value that fills it ("person.last_name"), if there is one. Boxes are ticked if
# the value is theirs, or holds theirs.

FOLDER = HERE / "forms"
FormNumber = Literal["fa1", "ia1", "fa2", "ia2", "ia3", "apr", "fl2", "itc", "ptc"]
FORM_NUMBERS: tuple[FormNumber, ...] = get_args(FormNumber)
BlockKind = Literal["fields", "words", "note", "blank", "events", "table"]
Both = Mapping[str, str]
WORDED = ("words", "note", "table")
CELL_KEYS = {"id", "from", "en", "es", "boxes", "lines"}
BLOCK_KEYS: Mapping[str, frozenset[str]] = {
    "fields": frozenset({"rows", "room"}),
    "words": frozenset({"en", "es"}),
    "note": frozenset({"en", "es"}),
    "blank": frozenset({"id", "from", "before", "after"}),
    "events": frozenset({"count", "from", "heading", "rows"}),
    "table": frozenset({"heading", "cell", "columns", "lines"}),
}
"""What a block of each kind has."""


@dataclass(frozen=True, slots=True)
class FormBox:
    """A box to tick: the value for which it is ticked, and the words beside it."""

    value: str
    label: Both


@dataclass(frozen=True, slots=True)
class FormCell:
    """A field of a form, with room for some lines, or boxes with their label."""

    id: str
    label: Both
    source: str = ""
    boxes: tuple[FormBox, ...] = ()
    lines: int = 1


@dataclass(frozen=True, slots=True)
class FormBlock:
    """A part of a form: rows of fields, words, a sentence with a blank, the same rows for several events, a table."""

    kind: BlockKind
    rows: tuple[tuple[FormCell, ...], ...] = ()
    words: Both | None = None
    after: Both | None = None
    heading: Both | None = None
    source: str = ""
    count: int = 0
    room: bool = False
    columns: tuple[Both, ...] = ()
    lines: tuple[Both, ...] = ()


@dataclass(frozen=True, slots=True)
class ArbiterForm:
    """A form with its number, its title and its blocks."""

    number: str
    title: Both
    article: Article
    blocks: tuple[FormBlock, ...]

    def cells(self) -> Iterator[FormCell]:
        """Every field once, in the order of the print."""
        for block in self.blocks:
            for row in block.rows:
                yield from row


@cache
def arbiter_form(number: FormNumber) -> ArbiterForm:
    """Return a form; a file with unknown keys or with words in one language only is refused."""
    file = f"{number}.toml"
    data = read_toml(FOLDER / file)
    title = _both(file, "title", data["title"])
    blocks = tuple(_block(file, place, block) for place, block in enumerate(data["block"], 1))
    return ArbiterForm(data["number"], title, Article(data["article"], data["source"]), blocks)


def _both(file: str, key: str, raw: Any) -> Both:
    if not isinstance(raw, dict) or not {"en", "es"} <= set(raw):
        raise ArpadError("edition.note", file=file, key=key)
    return {"en": raw["en"], "es": raw["es"]}


def _block(file: str, place: int, raw: Mapping[str, Any]) -> FormBlock:
    name = f"block {place}"
    kind: BlockKind = raw["kind"]
    refuse_unknown(file, raw, BLOCK_KEYS[kind] | {"kind"}, name)
    rows = tuple(tuple(_cell(file, name, cell) for cell in row) for row in raw.get("rows", ()))
    if kind == "blank":
        before, after = _both(file, name, raw["before"]), _both(file, name, raw["after"])
        return FormBlock(kind, words=before, after=after, source=raw["from"])
    return FormBlock(
        kind,
        rows,
        _both(file, name, raw["cell"] if kind == "table" else raw) if kind in WORDED else None,
        heading=_both(file, name, raw["heading"]) if "heading" in raw else None,
        source=raw.get("from", ""),
        count=raw.get("count", 0),
        room=raw.get("room", False),
        columns=tuple(_both(file, name, column) for column in raw.get("columns", ())),
        lines=tuple(_both(file, name, line) for line in raw.get("lines", ())),
    )


def _cell(file: str, name: str, raw: Mapping[str, Any]) -> FormCell:
    refuse_unknown(file, raw, CELL_KEYS, name)
    boxes = tuple(FormBox(box["is"], _both(file, name, box)) for box in raw.get("boxes", ()))
    return FormCell(raw["id"], _both(file, raw["id"], raw), raw.get("from", ""), boxes, raw.get("lines", 1))
