"""Entry sheets of clubs and programs: the header row, what each column is, and the players with what is odd.

In: the rows of a sheet (`formats.sheets`). Out: the columns, the entries and the findings; nothing is guessed silently.
"""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

from arpad.documents.document import Document, InWords, replace, shows
from arpad.domain.rating_list import FIRST_YEAR, HIGHEST_RATING, LAST_YEAR
from arpad.formats.codes import FEDERATIONS
from arpad.formats.entry_columns import (
    CONTENTS,
    DAY,
    ISO_DAY,
    LEAST_RATING,
    MAIL,
    NAMES,
    NEEDED,
    compact,
    countries,
    entry_words,
    field_of,
    folded,
    is_header,
    letters,
    most_fit,
    title_of,
)
from arpad.formats.sheets import MOST_ABOVE, MOST_ROWS, Cell, Row, SheetTab
from arpad.i18n import ArpadError, Words

FIRST_VALUES = 5

# What was read: columns, entries, findings.

FindingKind = Literal["refused", "ask", "duplicate", "note"]
RowState = Literal["clean", "ask", "duplicate", "refused"]


class SheetFinding(Document, frozen=True):
    """What is odd about a cell, a row, a column or the sheet. A refused cell is left out, and its row is asked for."""

    shown = shows("kind", "row", "column", "code", "message")
    kind: FindingKind
    row: int | None
    column: int | None
    code: str
    values: Mapping[str, object]

    @property
    def message(self) -> Annotated[Words, InWords(str, Words.text)]:
        return Words(f"workbook.finding.{self.code}", **self.values)


class SheetColumn(Document, frozen=True):
    """A column: its header, the field it is read as (empty: left out) and its first values."""

    column: int
    header: str
    field: str
    values: tuple[str, ...]


class SheetEntry(NamedTuple):
    """A player of a sheet, with the row."""

    row: int
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SheetChoices:
    """What a person decided about a sheet: fields of columns by their numbers (empty: left out), whether names are
    written surname first or first name first, who M is, the latest year of birth for two digits, and whether the sheet
    is for several tournaments (`joint`), so that a column may name them."""

    columns: Mapping[int, str] = field(default_factory=dict)
    name_order: Literal["", "surname", "first"] = ""
    m_means: Literal["", "m", "f"] = ""
    latest: int = 2030
    joint: bool = False


class SheetRow(Document, frozen=True):
    """A row of a player: what becomes of it, and what was read."""

    row: int
    state: RowState
    values: Mapping[str, Any]


class EntrySheet(Document, frozen=True):
    """The entries of a sheet. `title` is the name of the event, if a line above the table says it."""

    shown = shows("sheet", "header_row", "title", "layout", "skipped_rows", "rows", "findings")
    sheet: str
    header_row: int | None
    layout: tuple[SheetColumn, ...]
    skipped_rows: tuple[int, ...]
    entries: tuple[SheetEntry, ...]
    findings: tuple[SheetFinding, ...]
    refused: frozenset[int]
    title: str = ""

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        values = dict(self.entries)
        return tuple(SheetRow(row, state, values.get(row, {})) for row, state in self.states().items())

    @property
    def fields(self) -> dict[int, str]:
        """The fields of the columns that are read."""
        return {column.column: column.field for column in self.layout if column.field}

    def states(self) -> dict[int, RowState]:
        """Return what becomes of each row of a player."""
        states: dict[int, RowState] = {entry.row: "clean" for entry in self.entries}
        states |= dict.fromkeys(self.refused, "refused")
        for finding in self.findings:
            if finding.row is None or finding.row in self.refused or finding.row == self.header_row:
                continue
            if finding.kind == "duplicate":
                states[finding.row] = "duplicate"
            elif finding.kind != "note" and states.get(finding.row) == "clean":
                states[finding.row] = "ask"
        return dict(sorted(states.items()))

    def weight_of(self, finding: SheetFinding) -> str:
        """Return how grave a finding is, for people: a cell that is refused is left out, and its row stays."""
        return "left-out" if finding.kind == "refused" and finding.row not in self.refused else finding.kind

    def with_findings(
        self,
        more: Sequence[SheetFinding],
        refused: frozenset[int] = frozenset(),
        entries: tuple[SheetEntry, ...] | None = None,
    ) -> "EntrySheet":
        """Return the sheet with what was found elsewhere; rows that are refused or there already are no entries."""
        gone = refused | {finding.row for finding in more if finding.kind == "duplicate"}
        kept = tuple(entry for entry in (self.entries if entries is None else entries) if entry.row not in gone)
        findings = tuple(sorted((*self.findings, *more), key=_place))
        return replace(self, entries=kept, findings=findings, refused=self.refused | refused)


def _place(finding: SheetFinding) -> tuple[int, int]:
    return finding.row or 0, finding.column or 0


def read_entry_sheet(table: SheetTab, choices: SheetChoices = SheetChoices()) -> EntrySheet:  # noqa: B008
    """Read the players of a sheet."""
    return _Reader(table, choices).read()


# Values of cells.

WORD = re.compile(r"\w+")
MOST_OF_NO_PLAYER = 3
"""Cells of a line that ends a table or has the number of its page."""
MOST_ALIKE = 20
"""Players of one name that are compared."""
THOUSANDS = re.compile(r"(\d)[.,](\d{3})")
INDEXED = re.compile(r"(\d{3,4})\s*[-/]\s*\d{1,4}")
MIXED = re.compile(r"(\d{3,4})\s*([A-Za-z])")
ACADEMIC = re.compile(r"(?:dr|prof|ing|lic|mag|dipl|phd|msc|mba|dra|don|do[cñ])\b.*", re.IGNORECASE)
TELEPHONE = re.compile(r"[+0-9][0-9 ()/.-]{4,}")
APOSTROPHE = re.compile(r"'(?=[=+\-@\t\r])")
CHESS_RESULTS = "chess-results"
LEAST_NATIONAL = 100
SHORTEST_ID, LONGEST_ID = 4, 10
FIRST_SERIAL, LAST_SERIAL = 1, 60_000
"""Days since 1899-12-30, as spreadsheets count them."""
DAY_ZERO = dt.date(1899, 12, 30)
RATING_FIELDS = ("rating_fide", "rating_rapid", "rating_blitz", "rating_national")
TOLD_ONCE = frozenset({"thousands", "index", "day-first", "zero"})


def cell_text(cell: Cell) -> str:
    """Return a cell as a text without spaces around; the apostrophe that keeps a text from being a formula is off."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        text = cell.strip()
        return APOSTROPHE.sub("", text, count=1) if text[:1] == "'" else text
    return cell.isoformat() if isinstance(cell, dt.date) else str(cell)


class _Cell(NamedTuple):
    """A cell with its place, for findings."""

    row: int
    column: int
    text: str
    value: Cell


class _Reader:
    """Reads one sheet."""

    def __init__(self, table: SheetTab, choices: SheetChoices) -> None:
        self.table, self.choices, self.rows = table, choices, table.rows
        self.findings: list[SheetFinding] = []
        self.once: set[tuple[str, int | None]] = set()
        self.refused: set[int] = set()
        self.latest = choices.latest
        top = " ".join(cell_text(cell) for cell in (self.rows[0] if self.rows else ()))
        self.from_site = CHESS_RESULTS in top.lower()
        self.men: dict[int, str] = {}
        self.month_first: set[int] = set()
        self.months_known: set[int] = set()
        self.readers: Mapping[str, Callable[[_Cell, dict[str, Any]], None]] = {
            **dict.fromkeys(RATING_FIELDS, self._rating),
            "rating_mixed": self._mixed,
            "fide_id": self._fide_id,
            "born": self._born,
            "sex": self._sex,
            "federation": self._federation,
            "title": self._title,
            "email": self._email,
            "phone": self._phone,
        }

    def read(self) -> EntrySheet:
        header = self._header_row()
        self.header = header
        if len(self.rows) - (header or 0) > MOST_ROWS:
            raise ArpadError("sheet-rows", rows=len(self.rows) - (header or 0), most=MOST_ROWS)
        columns = self._columns(header)
        self.fields = {column.column: column.field for column in columns if column.field}
        skipped, entries = [], []
        title = self._title_above(header)
        for number, row in enumerate(self.rows, 1):
            texts = [cell_text(cell) for cell in row]
            if (header is not None and number <= header) or self._is_no_player(texts, number):
                if number != header:
                    skipped.append(number)
                continue
            values = self._values(number, row, texts)
            if values is None:
                self.refused.add(number)
            else:
                entries.append(SheetEntry(number, values))
        for row_number, column_number in sorted(self.table.errors):
            if column_number in self.fields and row_number not in skipped and row_number > (header or 0):
                self._find("note", row_number, column_number, "formula-error")
        kept = self._without_duplicates(entries)
        if not kept and not self.refused:
            raise ArpadError("sheet-no-players")
        findings = sorted(self.findings, key=_place)
        return EntrySheet(
            self.table.name,
            header,
            columns,
            tuple(skipped),
            tuple(kept),
            tuple(findings),
            frozenset(self.refused),
            title,
        )

    def _find(self, kind: FindingKind, row: int | None, column: int | None, code: str, **values: object) -> None:
        self.findings.append(SheetFinding(kind, row, column, code, values))

    def _once(self, row: int | None, column: int | None, code: str, **values: object) -> None:
        """A note that is made once for a sheet."""
        if (code, None) not in self.once:
            self.once.add((code, None))
            self._find("note", row, column, code, **values)

    # The header row, and the fields of the columns.

    def _header_row(self) -> int | None:
        if self.choices.columns and not any(self._known(row) for row in self.rows[:MOST_ABOVE]):
            return None
        counts = [len(known) if known & {*NEEDED, "first"} else 0 for known in map(self._known, self.rows[:MOST_ABOVE])]
        best = max(counts, default=0)
        return counts.index(best) + 1 if best else None

    @staticmethod
    def _known(row: Sequence[Cell]) -> set[str]:
        return {found for cell in row if isinstance(cell, str) and (found := field_of(cell.strip()))}

    def _columns(self, header: int | None) -> tuple[SheetColumn, ...]:
        below = [row for row in self.rows[(header or 0) :] if row]
        width = max((len(row) for row in self.rows[max(0, (header or 1) - 1) :]), default=0)
        heads = [self._cell_at(self.rows[header - 1], column) if header else "" for column in range(width)]
        values = [self._first_values(below, column) for column in range(width)]
        found = self._by_header(heads, values) if header else self._by_content(below, width)
        for number, name in self.choices.columns.items():
            if 0 < number <= width:
                found[number - 1] = name
                if name:
                    found = [
                        "" if other == name and place != number - 1 else other for place, other in enumerate(found)
                    ]
        if not NEEDED & set(found):
            raise ArpadError("sheet-no-header", known="Name, Surname, FIDE ID")
        for place, name in enumerate(found):
            if name and name in found[:place]:
                self._find("note", header, place + 1, "column-twice", header=heads[place])
                found[place] = ""
        self._look_through(found, below)
        if not header and not self.choices.columns:
            self._find("ask", None, None, "no-header")
        return tuple(
            SheetColumn(place + 1, heads[place], found[place], tuple(values[place][:FIRST_VALUES]))
            for place in range(width)
        )

    @staticmethod
    def _cell_at(row: Row, column: int) -> str:
        return cell_text(row[column]) if column < len(row) else ""

    def _first_values(self, rows: Sequence[Row], column: int, most: int = 60) -> list[str]:
        values = (self._cell_at(row, column) for row in rows[: 4 * most])
        return [value for value in values if value][:most]

    def _by_header(self, heads: Sequence[str], values: Sequence[Sequence[str]]) -> list[str]:
        found = [field_of(head) for head in heads]
        unused = ("left_out", "state", *(() if self.choices.joint else ("tournament",)))
        found = ["" if name in unused else "born" if name == "birthday" else name for name in found]
        decided, plain = entry_words()["decided"], [compact(head) for head in heads]
        open_ = {place for place, word in enumerate(plain) if word in decided["first_beside_surname"]}
        surnames = any(name == "surname" for place, name in enumerate(found) if place not in open_)
        first = any(name == "first" for place, name in enumerate(found) if place not in open_)
        for place in open_:
            found[place] = "first" if surnames else "surname" if first else "name"
        for place, word in enumerate(plain):
            numbers = [value for value in values[place] if value.isdigit()]
            if word == "fide" and numbers and all(int(number) <= HIGHEST_RATING for number in numbers):
                found[place] = "fide"
            if found[place] == "rating_fide" and any(MIXED.fullmatch(value) for value in values[place]):
                found[place] = "rating_mixed"
            if not heads[place] and values[place] and all(map(title_of, values[place])) and "title" not in found:
                found[place] = "title"
                words = ", ".join(dict.fromkeys(values[place][:3]))
                self._find("note", self.header, place + 1, "title-column", values=words)
        return found

    def _by_content(self, rows: Sequence[Row], width: int) -> list[str]:
        """Without a header, by what most cells of a column are."""
        found = [""] * width
        for place in range(width):
            values = self._first_values(rows, place)
            name = next((name for name, fits in CONTENTS if values and most_fit(values, fits)), "")
            found[place] = name if name not in found else "club" if name == "name" and "club" not in found else ""
        return found

    def _look_through(self, found: Sequence[str], rows: Sequence[Row]) -> None:
        """What a whole column says about its values: who M is, and whether days come before months."""
        for place, name in enumerate(found):
            if name == "sex":
                words = {letters(self._cell_at(row, place)) for row in rows} - {""}
                self.men[place + 1] = self._man_or_woman(words, place + 1)
            elif name == "born":
                pairs = [match for row in rows if (match := DAY.fullmatch(self._cell_at(row, place)))]
                slashes = [(int(match[1]), int(match[3])) for match in pairs if match[2] == "/"]
                if any(second > 12 >= first for first, second in slashes) and not any(
                    first > 12 for first, _ in slashes
                ):
                    self.month_first.add(place + 1)
                elif not any(first > 12 for first, _ in slashes):
                    self.months_known.add(place + 1)

    def _man_or_woman(self, words: set[str], column: int) -> str:
        """Who M is: a woman beside H or V (Spanish), a man beside F or W; alone, only Spanish headers leave it open."""
        if "m" not in words or words & {"f", "w"}:
            return "m"
        if words & {"h", "v"}:
            return "f"
        head = compact(self._cell_at(self.rows[self.header - 1], column - 1) if self.header else "")
        spanish = set(map(compact, entry_words()["decided"]["sex_of_spanish"]))
        if head and head not in spanish:
            return "m"
        if not self.choices.m_means:
            self._find("ask", None, column, "only-m")
        return self.choices.m_means

    def _title_above(self, header: int | None) -> str:
        """The name of the event in the lists of chess-results: the line below that of the site."""
        if not self.from_site or not header or header < 3:
            return ""
        title = self._cell_at(self.rows[1], 0)
        if title:
            self._find("note", 2, None, "event-name", name=title)
        return title

    # Rows: which are players, and their values.

    def _is_no_player(self, texts: Sequence[str], number: int) -> bool:
        """Rows that are empty, hold only a number, end the table or repeat its header."""
        filled = [(place, text) for place, text in enumerate(texts, 1) if text]
        if len(filled) > MOST_OF_NO_PLAYER:
            return self._repeats_header(filled, number)
        if not filled or all(self.fields.get(column) == "number" for column, _ in filled):
            return True
        column, text = filled[0]
        if len(filled) == 1 and self.fields.get(column) not in (*NEEDED, "first", "fide"):
            return True
        words = letters(text).split()
        if words and words[0] in entry_words()["rows"]["ends"]:
            return not (self.fields.get(column) in NAMES and re.search(r",\s*\w", text))
        return len(filled) > 1 and self._repeats_header(filled, number)

    def _repeats_header(self, filled: Sequence[tuple[int, str]], number: int) -> bool:
        """Return whether a row is the header once more: its own words, or others that are known."""
        if self.header is None:
            return False
        head = self.rows[self.header - 1]
        same = all(self._cell_at(head, place - 1) == cell for place, cell in filled)
        if same or all(is_header(cell) for _, cell in filled):
            self._find("note", number, None, "second-header")
            return True
        return False

    def _values(self, number: int, row: Row, texts: Sequence[str]) -> dict[str, Any] | None:
        """Return the values of a row; None if it is refused."""
        values: dict[str, Any] = {}
        for column, name in self.fields.items():
            text = texts[column - 1] if column <= len(texts) else ""
            if not text:
                continue
            reader = self.readers.get(name)
            if reader is None:
                values[name] = text if name not in NAMES else " ".join(text.split())
            else:
                reader(_Cell(number, column, text, row[column - 1]), values)
        self._name(number, values)
        if not values.get("name") and not values.get("fide_id") and not values.get("id"):
            if not any(finding.row == number and finding.kind == "refused" for finding in self.findings[-12:]):
                self._find("refused", number, None, "no-name")
            return None
        return values

    def _name(self, number: int, values: dict[str, Any]) -> None:
        """Join surname and first name; take a whole name apart by its comma or its capitals."""
        if values.get("second_surname"):
            values["surname"] = " ".join(filter(None, (values.get("surname", ""), values.pop("second_surname"))))
        if values.get("surname"):
            values["name"] = ", ".join(filter(None, (values["surname"], values.get("first", ""))))
            return
        name = values.get("name") or values.pop("first", "")
        if not name:
            return
        values["name"] = name
        column = next((column for column, field_ in self.fields.items() if field_ in ("name", "first")), None)
        surname, first = self._apart(name, number, column, values)
        if surname and first:
            values |= {"surname": surname, "first": first, "name": f"{surname}, {first}"}

    def _apart(self, name: str, number: int, column: int | None, values: dict[str, Any]) -> tuple[str, str]:
        parts = [part.strip() for part in name.split(",")]
        if len(parts) == 3 and ACADEMIC.fullmatch(parts[2]):
            values["academic"] = parts[2]
            self._find("note", number, column, "academic", name=name, title=parts[2])
            return parts[0], parts[1]
        words = name.split()
        if len(parts) > 1 or len(words) < 2:
            return (parts[0], parts[1]) if len(parts) == 2 else ("", "")
        cut = _surname_in_capitals(words) or {"surname": 1, "first": -1}.get(self.choices.name_order, 0)
        if cut > 0:
            return " ".join(words[:cut]), " ".join(words[cut:])
        if cut < 0:
            return " ".join(words[cut:]), " ".join(words[:cut])
        if ("name-order", None) not in self.once and any(word.isalpha() and len(word) > 1 for word in words[1:]):
            self.once.add(("name-order", None))
            self._find("ask", None, column, "name-order", name=name)
        return "", ""

    # Cells: each reader puts its value into the row, or says why not.

    def _fide_id(self, cell: _Cell, values: dict[str, Any]) -> None:
        digits = re.sub(r"\s", "", cell.text).removesuffix(".0")
        if digits in ("0", "-", "–"):
            return
        if not digits.isascii() or not digits.isdigit():
            self._find("refused", cell.row, cell.column, "id-digits", value=cell.text)
        elif not SHORTEST_ID <= len(digits) <= LONGEST_ID:
            code = "id-short" if len(digits) < SHORTEST_ID else "id-long"
            self._find("refused", cell.row, cell.column, code, value=cell.text, least=SHORTEST_ID, most=LONGEST_ID)
        else:
            values["fide_id"] = str(int(digits))

    def _rating(self, cell: _Cell, values: dict[str, Any]) -> None:
        name = self.fields[cell.column]
        text = cell.text
        if text.isdigit() and text.isascii():
            number = text
        elif match := THOUSANDS.fullmatch(text):
            number = match[1] + match[2]
            self._once(cell.row, cell.column, "thousands", value=text, rating=number)
        elif match := INDEXED.fullmatch(text):
            number = match[1]
            self._once(cell.row, cell.column, "index", value=text, rating=number)
        elif text.casefold() in entry_words()["none"]["words"]:
            if letters(text) not in ("", "unr", "unrated", "na", "none"):
                self._find("note", cell.row, cell.column, "no-rating", value=text)
            return
        else:
            number = text.removesuffix(".0")
        rating = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else -1
        least = LEAST_NATIONAL if name == "rating_national" else LEAST_RATING
        if rating == 0:
            if self.from_site:
                self._find("note", cell.row, cell.column, "zero", value=text)
        elif least <= rating <= HIGHEST_RATING:
            values[name] = rating
        else:
            self._find("refused", cell.row, cell.column, "rating", value=text, least=least, most=HIGHEST_RATING)

    def _mixed(self, cell: _Cell, values: dict[str, Any]) -> None:
        """A rating with the letter of its list, as in France: F of FIDE, N national, E estimated."""
        match = MIXED.fullmatch(cell.text)
        kind, number = (match[2].upper(), match[1]) if match else ("", cell.text)
        if kind == "E":
            self._find("note", cell.row, cell.column, "estimated", value=cell.text)
            values["remark"] = cell.text
            return
        target = "rating_national" if kind == "N" else "rating_fide"
        least = LEAST_NATIONAL if kind == "N" else LEAST_RATING
        if kind not in ("", "F", "N") or not number.isdigit() or not least <= int(number) <= HIGHEST_RATING:
            if number not in ("0", "-"):
                self._find(
                    "refused", cell.row, cell.column, "rating", value=cell.text, least=least, most=HIGHEST_RATING
                )
            return
        if kind == "N":
            self._find("note", cell.row, cell.column, "national", value=cell.text)
        values[target] = int(number)

    def _born(self, cell: _Cell, values: dict[str, Any]) -> None:
        if isinstance(cell.value, dt.date):
            self._set_day(cell, values, cell.value.year, cell.value.month, cell.value.day)
            return
        text = cell.text
        if text in ("0", "-", "–", "?"):
            return
        if text.isascii() and text.isdigit():
            self._born_number(cell, values, int(text) if len(text) < 6 else 0)
        elif match := ISO_DAY.fullmatch(text):
            self._set_day(cell, values, int(match[1]), int(match[2]), int(match[3]))
        elif match := DAY.fullmatch(text):
            first, second, year = int(match[1]), int(match[3]), int(match[4])
            slash = match[2] == "/"
            day, month = (second, first) if slash and cell.column in self.month_first else (first, second)
            if slash and cell.column in self.months_known and day != month:
                self._once(cell.row, cell.column, "day-first", value=text)
            if len(match[4]) == 2:
                year = self._full_year(year)
                self._find("ask", cell.row, cell.column, "short-year", value=text, year=year)
            self._set_day(cell, values, year, month, day)
        else:
            self._find("refused", cell.row, cell.column, "born", value=text)

    def _born_number(self, cell: _Cell, values: dict[str, Any], number: int) -> None:
        if FIRST_YEAR <= number <= LAST_YEAR:
            values["born"] = number
        elif len(cell.text) == 2:
            values["born"] = self._full_year(number)
            self._find("ask", cell.row, cell.column, "short-year", value=cell.text, year=values["born"])
        elif len(cell.text) > 2 and FIRST_SERIAL <= number <= LAST_SERIAL:
            day = DAY_ZERO + dt.timedelta(days=number)
            self._set_day(cell, values, day.year, day.month, day.day)
        else:
            self._find("refused", cell.row, cell.column, "born", value=cell.text)

    def _full_year(self, short: int) -> int:
        century = self.latest - self.latest % 100
        return century + short if century + short <= self.latest else century - 100 + short

    def _set_day(self, cell: _Cell, values: dict[str, Any], year: int, month: int, day: int) -> None:
        if not FIRST_YEAR <= year <= LAST_YEAR:
            self._find("refused", cell.row, cell.column, "born", value=cell.text)
            return
        values["born"] = year
        if month == day == 0:
            return
        try:
            values["birthday"] = dt.date(year, month, day).isoformat()
        except ValueError:
            self._find("refused", cell.row, cell.column, "day", value=cell.text, year=year)

    def _sex(self, cell: _Cell, values: dict[str, Any]) -> None:
        word, known = letters(cell.text), entry_words()["sex"]
        found = "m" if word in known["m"] else "f" if word in known["f"] else ""
        if word == "m":
            found = self.men.get(cell.column, "m")
        elif not found and cell.text not in ("-", "?"):
            self._find("refused", cell.row, cell.column, "sex", value=cell.text)
        if found:
            values["sex"] = found

    def _federation(self, cell: _Cell, values: dict[str, Any]) -> None:
        code = cell.text.upper()
        if code in FEDERATIONS:
            values["federation"] = code
        elif found := countries().get(compact(cell.text)):
            values["federation"] = found
        elif re.fullmatch("[A-Z]{3}", code):
            values["federation"] = code
        elif cell.text not in ("-", "–"):
            self._find("note", cell.row, cell.column, "region", value=cell.text)
            values["remark"] = " · ".join(filter(None, (values.get("remark", ""), cell.text)))

    def _title(self, cell: _Cell, values: dict[str, Any]) -> None:
        found = title_of(cell.text)
        if found:
            values["title"] = found
        elif cell.text.casefold() not in ("-", "–", "none"):
            self._find("note", cell.row, cell.column, "title", value=cell.text)

    def _email(self, cell: _Cell, values: dict[str, Any]) -> None:
        self._checked(cell, values, MAIL, "email")

    def _phone(self, cell: _Cell, values: dict[str, Any]) -> None:
        self._checked(cell, values, TELEPHONE, "phone")

    def _checked(self, cell: _Cell, values: dict[str, Any], pattern: re.Pattern[str], name: str) -> None:
        if pattern.fullmatch(cell.text):
            values[name] = cell.text
        elif cell.text not in ("-", "–"):
            self._find("note", cell.row, cell.column, name, value=cell.text)

    # The same player twice.

    def _without_duplicates(self, entries: Sequence[SheetEntry]) -> list[SheetEntry]:
        kept: list[SheetEntry] = []
        by_id: dict[tuple[str, str], SheetEntry] = {}
        by_name: dict[str, list[SheetEntry]] = defaultdict(list)
        for entry in entries:
            ids = [(name, entry.values[name]) for name in ("fide_id", "id", "national_id") if entry.values.get(name)]
            same = next((by_id[id_] for id_ in ids if id_ in by_id), None)
            if same is not None and self._same_person(entry, same):
                continue
            key = name_key(entry.values.get("name", ""))
            if key and by_name[key]:
                self._alike(entry, by_name[key])
            kept.append(entry)
            by_name[key].append(entry)
            by_id |= dict.fromkeys(ids, entry)
        return kept

    def _same_person(self, entry: SheetEntry, other: SheetEntry) -> bool:
        """One id: the later row is dropped, with the cells that differ; two names for it are refused."""
        names = [name_key(one.values.get("name", "")) for one in (entry, other)]
        if all(names) and names[0] != names[1]:
            about = {"name": entry.values["name"], "other": other.values["name"], "first": other.row}
            self._find("refused", entry.row, None, "two-names", **about)
            self._find("ask", other.row, None, "two-names-first", name=entry.values["name"], later=entry.row)
            self.refused.add(entry.row)
            return True
        left_out = {"name", "surname", "first", "number"}
        differ = [
            f"{value} / {other.values.get(name, '–')}"
            for name, value in entry.values.items()
            if name not in left_out and value != other.values.get(name)
        ]
        if differ:
            self._find("duplicate", entry.row, None, "same-id-differs", first=other.row, cells=", ".join(differ))
        else:
            self._find("duplicate", entry.row, None, "same-id", first=other.row)
        return True

    def _alike(self, entry: SheetEntry, others: Sequence[SheetEntry]) -> None:
        """The same name: another person by another id or another birth, otherwise it is asked."""
        for other in others[:MOST_ALIKE]:
            if not is_other_person(entry.values, other.values.get("born"), other.values.get("fide_id", "")):
                self._find("ask", entry.row, None, "same-name", first=other.row)
                return
        self._find("note", entry.row, None, "same-name-other", first=others[0].row)


def is_other_person(values: Mapping[str, Any], born: int | None, id_: str) -> bool:
    """Return whether somebody of the same name is another person: by the birth, or by the id."""
    own, own_id = values.get("born"), values.get("fide_id") or values.get("id", "")
    return bool((own and born and own != born) or (own_id and id_ and own_id != id_))


def name_key(name: str) -> str:
    """Return a name by which the same person is known, however it is written: the words, sorted."""
    plain = name.casefold() if name.isascii() else folded(name)
    return " ".join(sorted(WORD.findall(plain)))


def _surname_in_capitals(words: Sequence[str]) -> int:
    """Return how many words of a name in capitals are the surname: the first ones, the last ones (negative), or 0."""
    capital = [word.isupper() and sum(map(str.isalpha, word)) > 1 for word in words]
    if all(capital) or not any(capital):
        return 0
    leading, trailing = capital.index(False), capital[::-1].index(False)
    if leading and not any(capital[leading:]):
        return leading
    return -trailing if trailing and not any(capital[:-trailing]) else 0
