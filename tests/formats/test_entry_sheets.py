# ruff: noqa: E501
"""Entry sheets in any language and column order: what each column is, each value, and what is odd; and files that are
none, as one sentence."""

import contextlib
import datetime as dt
import io
import tomllib
import zipfile
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.formats.entry_columns import field_of
from arpad.formats.entry_sheets import EntrySheet, SheetChoices, read_entry_sheet
from arpad.formats.sheets import SheetTab, WrittenSheet, column_letters, column_number, read_book, write_book
from arpad.i18n import ArpadError
from entry_sheets import MADE, as_ods, as_xlsx, mutated_sheet, ods_of, rows_of, zipped
from places import PROJECT
from proofs import law, over

SHEETS = PROJECT / "tests" / "data" / "sheets"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((SHEETS / "expected.toml").read_text("utf-8"))


def read(data: bytes, name: str = "", **choices: Any) -> EntrySheet:
    return read_entry_sheet(read_book(data, name).sheet(), SheetChoices(**choices))


def lines(*rows: str) -> EntrySheet:
    return read("\n".join(rows).encode())


def found(sheet: EntrySheet) -> list[tuple[str, int, int, str]]:
    return sorted((one.kind, one.row or 0, one.column or 0, one.code) for one in sheet.findings)


@pytest.mark.parametrize("form", ["text", "xlsx", "ods"])
@pytest.mark.parametrize("name", EXPECTED)
def test_sheets_of_six_kinds(name: str, form: str) -> None:
    """The same answer as text, as .xlsx and as .ods."""
    expected, data = EXPECTED[name], (SHEETS / name).read_bytes()
    book = read_book(data, name)
    assert (book.separator, book.encoding) == (expected["separator"], expected.get("encoding", "utf-8"))
    if form != "text":
        rows = rows_of(data, book.separator)
        book = read_book(as_xlsx(rows) if form == "xlsx" else as_ods(rows), f"list.{form}")
    sheet = read_entry_sheet(book.sheet())
    assert sheet.header_row == expected["header_row"]
    assert [column.field for column in sheet.layout] == expected["fields"]
    assert list(sheet.skipped_rows) == expected["skipped"]
    assert [entry.row for entry in sheet.entries] == expected["entries"]
    assert found(sheet) == sorted(map(tuple, expected["findings"]))
    if "states" in expected:
        assert {str(row): state for row, state in sheet.states().items()} == expected["states"]
    values = {entry.row: entry.values for entry in sheet.entries}
    for wanted in expected["values"]:
        row = wanted["row"]
        read_values = {name: values[row].get(name, "") for name in wanted if name != "row"}
        assert {"row": row, **read_values} == wanted
    for finding in sheet.findings:
        assert finding.message.text("en")
        assert finding.message.text("es")


HEADERS = [
    ("Nº", "number"), ("Apellidos y nombre", "name"), ("APELLIDOS", "surname"), ("Prénom", "first"), ("Nº FIDE", "fide_id"),
    ("FIDE-ID", "fide_id"), ("Código FIDE", "fide_id"), ("Licencia", "national_id"), ("Elo FIDE rápido", "rating_rapid"),
    ("Rapid Elo 11/2026", "rating_rapid"), ("Elo FEDA (nov.)", "rating_national"), ("Fecha de nacimiento", "born"),
    ("Date de naissance", "born"), ("Geburtsdatum", "born"), ("Data di nascita", "born"), ("Any de naixement", "born"),
    ("Nombre del club", "club"), ("Correo electrónico", "email"), ("Tel.", "phone"), ("Sesso", "sex"), ("Cognoms", "surname"),
    ("Cognome e nome", "name"), ("Federació", "federation"), ("Bezahlt", "paid"), ("Observacions", "remark"), ("Shoe size", ""),
    ("label.school", "label.school"), ("rapid_rating", "rating_rapid"), ("b-day", "born"), ("", ""),
]  # fmt: skip


@pytest.mark.parametrize(("header", "field"), HEADERS)
def test_headers(header: str, field: str) -> None:
    assert field_of(header) == field


@pytest.mark.parametrize(
    ("headers", "fields"),
    [
        ("Nom;Prénom", ["surname", "first"]),
        ("Nom;Cognoms", ["first", "surname"]),
        ("Nombre;Apellidos", ["first", "surname"]),
        ("Nome;Sobrenome", ["first", "surname"]),
        ("Nome;Cognome", ["first", "surname"]),
        ("Name;Vorname", ["surname", "first"]),
        ("Nombre;Club", ["name", "club"]),
        ("Nom;Club", ["name", "club"]),
        ("Jugador;Elo;Elo", ["name", "rating_fide", ""]),
    ],
)
def test_headers_that_their_neighbours_decide(headers: str, fields: list[str]) -> None:
    sheet = lines(headers, "Abad;Berta;2000"[: 12 if headers.count(";") == 1 else 99])
    assert [column.field for column in sheet.layout][: len(fields)] == fields


def test_a_column_fide_is_an_id_or_a_rating_by_its_values() -> None:
    assert lines("Name,FIDE", "A,99200011").fields[2] == "fide_id"
    assert lines("Name,FIDE", "A,2011").fields[2] == "fide"


def values(header: str, *cells: str, **choices: Any) -> tuple[list[Any], list[str]]:
    """The values of one column beside names, and the findings."""
    sheet = read(
        "\n".join([f"Name;{header}", *(f"Player {n}x, A;{cell}" for n, cell in enumerate(cells))]).encode(), **choices
    )
    name = {"rating_mixed": "rating_fide"}.get(sheet.layout[1].field, sheet.layout[1].field)
    return [entry.values.get(name) for entry in sheet.entries], [f"{one.kind} {one.code}" for one in sheet.findings]


@pytest.mark.parametrize(
    ("header", "cells", "read_as", "findings"),
    [
        ("Elo", ["2105", "2.105", "2,105", "0", "-", "unr", "", "2105.0"], [2105] * 3 + [None] * 4 + [2105], ["note thousands"]),
        ("Elo", ["999", "4000", "18500", "high", "21"], [None] * 5, ["refused rating"] * 5),
        ("DWZ", ["845-3", "1603/12", "Restp."], [845, 1603, None], ["note index", "note no-rating"]),
        ("Elo", ["2105 F", "1990", "1499 N", "1399 E"], [2105, 1990, None, None], ["note national", "note estimated"]),
        ("Born", ["1981", "1981-02-03", "14.05.1981", "29619"], [1981] * 4, []),
        ("Born", ["1/2/1981", "2/2/1981"], [1981, 1981], ["note day-first"]),
        ("Born", ["86", "3.2.12", "31.4.1990", "soon", "1700"], [1986, 2012, 1990, None, 1904],
         ["ask short-year", "ask short-year", "refused day", "refused born"]),
        ("Sexo", ["H", "M", "V"], ["m", "f", "m"], []),
        ("Sexo", ["M", "F"], ["m", "f"], []),
        ("Geschlecht", ["m", "w", "x"], ["m", "f", None], ["refused sex"]),
        ("Sex", ["M", "M"], ["m", "m"], []),
        ("Sexo", ["M", "M"], [None, None], ["ask only-m"]),
        ("Sexo", ["mujer", "Hombre"], ["f", "m"], []),
        ("País", ["Deutschland", "Espagne", "Paesi Bassi", "Suïssa", "Estados Unidos", "ger", "Murcia"],
         ["GER", "ESP", "NED", "SUI", "USA", "GER", None], ["note region"]),
        ("Title", ["gm", "F.M.", "wf", "g", "NM", "-"], ["GM", "FM", "WFM", "GM", None, None], ["note title"]),
        ("FIDE ID", ["99 200 011", "99200012.0", "123", "12345678901", "99A"], ["99200011", "99200012", None, None, None],
         ["refused id-short", "refused id-long", "refused id-digits"]),
    ],
)  # fmt: skip
def test_values(header: str, cells: list[str], read_as: list[Any], findings: list[str]) -> None:
    assert values(header, *cells) == (read_as, findings)


def test_months_first_if_a_value_of_the_column_proves_it() -> None:
    sheet = lines("Name;Birth", "A B, C;02/03/1990", "D E, F;12/31/1991")
    assert [entry.values["birthday"] for entry in sheet.entries] == ["1990-02-03", "1991-12-31"]


def test_what_a_person_decides() -> None:
    assert values("Sexo", "M", "M", m_means="f")[0] == ["f", "f"]
    text = b"Name,Elo\nAna Ruiz Soto,2000\n"
    assert [one.code for one in read(text).findings] == ["name-order"]
    assert read(text, name_order="first").entries[0].values["name"] == "Soto, Ana Ruiz"
    assert read(text, name_order="surname").entries[0].values["name"] == "Ana, Ruiz Soto"
    other = read(b"Name,X,Elo\nRuiz,2011,2000\n", columns={2: "rating_fide"})
    assert other.fields == {1: "name", 2: "rating_fide"}, "a column that is chosen goes before the one that was found"
    assert other.entries[0].values["rating_fide"] == 2011


@pytest.mark.parametrize(
    ("name", "read_as"),
    [
        ("Ruiz, Ana", "Ruiz, Ana"), ("RUIZ SOTO Ana", "RUIZ SOTO, Ana"), ("Ana RUIZ", "RUIZ, Ana"), ("ANA RUIZ", "ANA RUIZ"),
        ("Ruiz, Ana, Dr.", "Ruiz, Ana"), ("Ruiz, Ana, B", "Ruiz, Ana, B"), ("Ruiz", "Ruiz"), ("'=Ruiz, Ana", "=Ruiz, Ana"),
    ],
)  # fmt: skip
def test_names(name: str, read_as: str) -> None:
    assert lines("Name;Elo", f"{name};2000").entries[0].values["name"] == read_as


def test_the_same_player_twice() -> None:
    sheet = lines(
        "Name;FIDE ID;Born;Club",
        "Ruiz, Ana;99200011;1990;A",
        "Ana RUIZ;99200011;1990;B",
        "Soto, Eva;;;",
        "Soto, Eva;;2001;",
        "Soto, Eva;99200012;2002;",
        "Vidal, Max;99200011;1999;",
    )
    assert found(sheet) == [
        ("ask", 2, 0, "two-names-first"), ("ask", 5, 0, "same-name"), ("ask", 6, 0, "same-name"),
        ("duplicate", 3, 0, "same-id-differs"), ("refused", 7, 0, "two-names"),
    ]  # fmt: skip
    assert sheet.states() == {2: "ask", 3: "duplicate", 4: "clean", 5: "ask", 6: "ask", 7: "refused"}
    assert "B / A" in next(one for one in sheet.findings if one.kind == "duplicate").message.text()


def test_rows_without_a_header_are_known_by_their_content() -> None:
    sheet = lines("99200011;Ruiz, Ana;ESP;2011;1990", "99200012;Soto, Eva;ESP;1800;2001")
    assert list(sheet.fields.values()) == ["fide_id", "name", "federation", "rating_fide", "born"]
    assert [(one.kind, one.code) for one in sheet.findings] == [("ask", "no-header")]


def test_two_header_rows_and_a_repeated_one() -> None:
    sheet = lines(
        "Jugador;;Elo;",
        "Apellidos;Nombre;FIDE;FEDA",
        "Ruiz;Ana;2011;1990",
        "Apellidos;Nombre;FIDE;FEDA",
        "Soto;Eva;1800;",
    )
    assert sheet.header_row == 2
    assert list(sheet.fields.values()) == ["surname", "first", "fide", "rating_national"]
    assert (sheet.skipped_rows, [one.code for one in sheet.findings]) == ((1, 4), ["second-header"])


def test_formulas_merged_cells_and_days_of_a_workbook() -> None:
    import xlsxwriter

    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        page = book.add_worksheet("Notes")
        page.write(0, 0, "nothing here")
        page = book.add_worksheet("Players")
        page.merge_range(0, 0, 0, 2, "A title over three columns")
        page.write_row(1, 0, ["Name", "Elo", "Born"])
        page.write_string(2, 0, "Ruiz, Ana")
        page.write_formula(2, 1, "=2000+11", value=2011)
        page.write_datetime(2, 2, dt.date(1990, 3, 4), book.add_format({"num_format": "dd/mm/yyyy"}))
        page.write_string(3, 0, "=Soto, Eva")
        page.write_formula(3, 1, "=1/0", value="#DIV/0!")
        book.add_worksheet("Hidden").hide()
    read_in = read_book(out.getvalue(), "list.xlsx")
    assert read_in.tables == ["Players"]
    sheet = read_entry_sheet(read_in.sheet())
    first, second = (entry.values for entry in sheet.entries)
    assert (first["rating_fide"], first["birthday"], second["name"]) == (2011, "1990-03-04", "=Soto, Eva")
    assert found(sheet) == [("note", 4, 2, "formula-error")]
    assert read_in.sheet("Notes").rows == [("nothing here",)]


def test_empty_rows_and_columns_of_an_open_document_cost_nothing() -> None:
    far = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16000"/></table:table-row>'
    formula = '<table:table-cell table:formula="of:=1/0" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>'
    errors = f'<table:table-row><table:table-cell office:value-type="string"><text:p>Vidal</text:p></table:table-cell>{formula}</table:table-row>'
    data = as_ods([["Name", "Elo"], ["Ruiz, Ana", "2011"]], after=errors + far)
    sheet = read(data, "list.ods")
    assert ([entry.values["name"] for entry in sheet.entries], found(sheet)) == (
        ["Ruiz, Ana", "Vidal"],
        [("note", 3, 2, "formula-error")],
    )
    with pytest.raises(ArpadError) as refused:
        read(as_ods([["Name"], ["Ruiz"]], before=far), "list.ods")
    assert refused.value.key == "sheet-rows"


@pytest.mark.parametrize(
    ("encoding", "read_as"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8-sig"), ("utf-16", "utf-16"), ("cp1252", "cp1252")],
)
def test_encodings(encoding: str, read_as: str) -> None:
    book = read_book("Apellidos;Nombre\nPeñalba;Inés\n".encode(encoding), "list.csv")
    assert (book.encoding, book.sheet().rows[1]) == (read_as, ("Peñalba", "Inés"))
    assert read_book("Имя;Elo\nЖуков;2000\n".encode("cp1251"), "list.csv", "cp1251").sheet().rows[1][0] == "Жуков"


def far_cell(reference: str) -> bytes:
    """A workbook with one more cell, far away: as a table of all cells it would not fit into any memory."""
    book, parts = as_xlsx([["Name"], ["Ruiz"]]), {}
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        for name in archive.namelist():
            parts[name] = archive.read(name)
    far = f'<row r="9"><c r="{reference}"><v>1</v></c></row></sheetData>'.encode()
    parts["xl/worksheets/sheet1.xml"] = parts["xl/worksheets/sheet1.xml"].replace(b"</sheetData>", far)
    return zipped(dict(parts))


COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
REFUSED = {
    "nothing": (b"", "list.csv", "sheet-empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0", "list.xlsx", "sheet-not-one"),
    "a PDF": (b"%PDF-1.7\n\0\0", "list.pdf", "sheet-not-one"),
    "a text with the name of a workbook": (b"Name,Elo\nA,2000\n", "list.xlsx", "sheet-not-one"),
    "a workbook with the name of another": (as_xlsx([["Name"], ["A"]]), "list.ods", "sheet-other-kind"),
    "a web page": (b"<html><table><tr><td>Name</td></tr></table></html>", "list.xls", "sheet-not-one"),
    "another archive": (zipped({"a.txt": "x"}), "list.zip", "sheet-not-one"),
    "half a workbook": (as_xlsx([["Name"], ["A"]])[:-400], "list.xlsx", "sheet-damaged"),
    "an encrypted workbook": (COMPOUND + "EncryptedPackage".encode("utf-16-le"), "list.xlsx", "sheet-encrypted"),
    "an encrypted open document": (
        zipped({"content.xml": "x", "META-INF/manifest.xml": "<manifest:encryption-data/>"}), "list.ods", "sheet-encrypted"
    ),
    "a damaged old workbook": (COMPOUND, "list.xls", "sheet-damaged"),
    "a bomb": (zipped({"xl/workbook.xml": b"0" * 210_000_000}), "list.xlsx", "sheet-unpacked"),
    "entities": (ods_of("").replace(b"mimetype", b"mimetype"), "list.ods", "sheet-empty"),
    "a document type": (zipped({"content.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}), "list.ods", "sheet-damaged"),
    "a cell far below": (far_cell("A1048576"), "list.xlsx", "sheet-rows"),
    "a cell far to the right": (far_cell("XFD9"), "list.xlsx", "sheet-columns"),
    "a hundred thousand rows": (b"Name\n" + b"Ruiz\n" * 100_000, "list.csv", "sheet-rows"),
    "many columns": (b"Name" + b",x" * 200, "list.csv", "sheet-columns"),
    "eleven megabytes": (b"a" * 11_000_000, "list.csv", "sheet-large"),
    "no heading and nothing known": (b"12;13\n14;15\n", "list.csv", "sheet-no-header"),
    "headings alone": (b"Name;Elo\n", "list.csv", "sheet-no-players"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "name", "key"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_as_a_whole(data: bytes, name: str, key: str) -> None:
    with pytest.raises(ArpadError) as refused:
        read(data, name)
    assert refused.value.key == key
    assert refused.value.text("en")
    assert refused.value.text("es")


@pytest.mark.parametrize("form", [as_xlsx, as_ods, lambda rows: "\n".join(row[0] for row in rows).encode()])
def test_only_the_rows_below_the_header_count(form: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arpad.formats.entry_sheets.MOST_ROWS", 3)
    monkeypatch.setattr("arpad.formats.sheets.MOST_LINES", 5)
    rows = [["Open of Valdeoca"], ["Name"], ["Ruiz, Ana"], ["Vidal, Bea"], ["Sanz, Eva"]]
    assert len(read(form(rows), "list.csv" if form not in (as_xlsx, as_ods) else "").entries) == 3
    with pytest.raises(ArpadError, match="has 4 rows, at most"):
        read(form([*rows[1:], ["Mora, Luz"]]), "")
    with pytest.raises(ArpadError, match="sheet has 6 rows"):
        read(form([*rows, ["Mora, Luz"]]), "")


def test_a_sheet_and_an_encoding_that_are_not_there() -> None:
    with pytest.raises(ArpadError, match="there is no sheet Players"):
        read_book(b"Name\nRuiz\n").sheet("Players")
    with pytest.raises(ArpadError, match="rot13 is not an encoding"):
        read_book(b"Name\nRuiz\n", encoding="rot13")


def test_names_of_columns() -> None:
    assert [column_letters(number) for number in (1, 26, 27, 703)] == ["A", "Z", "AA", "AAA"]
    assert [column_number(name) for name in ("A", "z", "AA", "AAA", "?", "")] == [1, 26, 27, 703, 0, 0]


CELL = st.one_of(
    st.text(max_size=12), st.integers(-5, 99_999), st.none(), st.dates(),
    st.sampled_from(["Name", "Elo", "FIDE ID", "Sexo", "Born", "País", "Title", "M", "H", "31/02/1999", "2105 F", "Total", "0", "99200011"]),
)  # fmt: skip


@given(st.lists(st.lists(CELL, max_size=6), max_size=8))
@law(150)
def test_reading_never_fails_but_with_a_sentence(rows: list[list[Any]]) -> None:
    with contextlib.suppress(ArpadError):
        sheet = read_entry_sheet(SheetTab("s", [tuple(row) for row in rows]))
        assert sheet.document("es")
        assert set(sheet.states()) >= {entry.row for entry in sheet.entries}


def people(chance: Random) -> list[list[object]]:
    """Players by lot, as rows of a sheet."""
    titles, homes = ["", "GM", "WFM", "CM"], ["", "ESP", "GER"]
    return [
        [
            number, chance.choice(titles), f"{chance.choice(['Rúiz', '=Soto', '@Vidal'])} {number}x, Ana", str(99_200_000 + number),
            chance.choice(homes), chance.choice([None, 1000 + chance.randrange(2999)]), chance.choice([None, 1950 + chance.randrange(60)]),
            chance.choice(["", "m", "f"]), chance.choice(["", "-Torre", "Peón; Rey", "A, B"]),
        ]
        for number in range(1, chance.randint(2, 12))
    ]  # fmt: skip


HEADINGS = ["No", "Title", "Name", "FIDE ID", "Fed", "Rtg", "Born", "Sex", "Club"]
FIELDS = ["title", "name", "fide_id", "federation", "rating_fide", "born", "sex", "club"]


@over(30, people)
def test_a_sheet_that_was_written_is_read_back(rows: list[list[object]]) -> None:
    sheet = read(write_book([WrittenSheet("Entries", HEADINGS, rows)], MADE), "list.xlsx")
    read_back = [[entry.values.get(name) or None for name in FIELDS] for entry in sheet.entries]
    assert read_back == [[cell or None for cell in row[1:]] for row in rows]


@pytest.mark.parametrize("form", ["text", "xlsx", "ods"])
def test_damaged_files(form: str) -> None:
    """Whatever the bytes: a sheet or a sentence."""
    rows = rows_of((SHEETS / "spanish.csv").read_bytes(), ";")
    data = {"text": (SHEETS / "english.csv").read_bytes(), "xlsx": as_xlsx(rows), "ods": as_ods(rows)}[form]
    chance = Random(35)
    for _ in range(150):
        with contextlib.suppress(ArpadError):
            read(mutated_sheet(data, chance))
