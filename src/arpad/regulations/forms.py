"""The forms that arbiters and federations fill in: their fields as data, in the order of the print.

A field has a label in both languages; `source` names the value that fills it ("person.last_name"), if there is one.
Boxes are ticked if the value is theirs, or holds theirs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from arpad.i18n import ArpadError
from arpad.regulations.article import Article
from arpad.regulations.data_files import HERE, read_toml, refuse_unknown

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
