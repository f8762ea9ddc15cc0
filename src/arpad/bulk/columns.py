"""A column of an input file: read, checked for its type and range. Errors name file, column and row."""

import contextlib
import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from arpad.i18n import ArpadError
from arpad.rating.columns import Mask, Wide

Int8 = npt.NDArray[np.int8]
Days = npt.NDArray[np.datetime64]

DIGITS = r"^[0-9]{1,18}$"
FIRST_DAY, LAST_DAY = dt.date(1850, 1, 1), dt.date(2200, 12, 31)
UNREADABLE = (pa.ArrowException, OSError, MemoryError, OverflowError)


class Place(NamedTuple):
    """The place of a value: the file, the column, and how many rows of the file come before this part of it."""

    file: Path
    column: str
    before: int = 0

    def row(self, index: int) -> dict[str, object]:
        """Return the values of a message; rows are counted from 1."""
        return {"file": str(self.file), "column": self.column, "row": self.before + index + 1}


class Kind(NamedTuple):
    """The types that a column may have, and their name."""

    holds: Callable[[Any], bool]
    name: str


def _is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _is_day(kind: Any) -> bool:
    return bool(pa.types.is_date(kind) or pa.types.is_timestamp(kind))


WHOLE = Kind(lambda kind: bool(pa.types.is_integer(kind)), "int32 | int64")
ID = Kind(lambda kind: bool(pa.types.is_integer(kind)) or _is_text(kind), "int32 | int64")
DAY = Kind(lambda kind: _is_day(kind) or _is_text(kind), "date32")
TEXT = Kind(_is_text, "string")
TRUTH = Kind(lambda kind: bool(pa.types.is_boolean(kind)), "bool")


@contextlib.contextmanager
def readable(file: Path) -> Iterator[None]:
    """Report every reading error with the name of the file."""
    try:
        yield
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except UNREADABLE as problem:
        why = " ".join((str(problem).splitlines() or [type(problem).__name__])[0].split())
        raise ArpadError("bulk-unreadable", file=str(file), problem=why) from None


def opened(file: Path, wanted: Mapping[str, Kind]) -> pq.ParquetFile:
    """Open a Parquet file with all columns wanted, each of its kind. Page checksums are checked."""
    with readable(file):
        if not file.is_file():
            raise FileNotFoundError
        parquet = pq.ParquetFile(file, memory_map=False, page_checksum_verification=True)
        schema = parquet.schema_arrow
    for column, kind in wanted.items():
        if schema.names.count(column) != 1:
            known = ", ".join(schema.names) or "–"
            raise ArpadError("bulk-no-column", file=str(file), column=column, known=known)
        found = schema.field(column).type
        if not kind.holds(found.value_type if pa.types.is_dictionary(found) else found):
            raise ArpadError("bulk-type", file=str(file), column=column, found=str(found), expected=kind.name)
    return parquet


def values(place: Place, column: Any) -> Any:
    """Return the values as one array without nulls."""
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if array.null_count:
        raise ArpadError("bulk-empty", **place.row(pc.index(array.is_null(), True).as_py()))
    return array


def numbers(place: Place, column: Any) -> npt.NDArray[Any]:
    """Return whole numbers in the width of the file; digits of a text become numbers."""
    array = values(place, column)
    if _is_text(array.type):
        digits = pc.match_substring_regex(array, DIGITS)
        wrong = pc.index(digits, False).as_py()
        if wrong >= 0:
            raise ArpadError("bulk-digits", value=array[wrong].as_py(), **place.row(wrong))
        array = array.cast(pa.int64())
    numbers: npt.NDArray[Any] = array.to_numpy(zero_copy_only=False)
    return numbers


def within(place: Place, found: npt.NDArray[Any], least: int, most: int) -> npt.NDArray[Any]:
    """Return the numbers, all of them between two bounds."""
    if len(found) and not least <= int(found.min()) <= int(found.max()) <= most:
        wrong = first((found < least) | (found > most))
        raise ArpadError("bulk-range", value=int(found[wrong]), least=least, most=most, **place.row(wrong))
    return found


def whole(place: Place, column: Any, least: int, most: int) -> Wide:
    """Return whole numbers between two bounds."""
    return within(place, numbers(place, column), least, most).astype(np.int64)


def days(place: Place, column: Any) -> Days:
    """Return dates; a text must be a date as ISO writes it."""
    array = values(place, column)
    if _is_text(array.type):
        array = pa.array([_day(place, row, text) for row, text in enumerate(array.to_pylist())], pa.date32())
    found: Days = array.cast(pa.date32()).to_numpy(zero_copy_only=False).astype("datetime64[D]")
    odd = (found < np.datetime64(FIRST_DAY, "D")) | (found > np.datetime64(LAST_DAY, "D"))
    if odd.any():
        wrong = first(odd)
        raise ArpadError("bulk-day", value=str(found[wrong]), **place.row(wrong))
    return found


def _day(place: Place, row: int, text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise ArpadError("bulk-day", value=text, **place.row(row)) from None


def first(wrong: Mask) -> int:
    """Return the first place at which it is true."""
    return int(np.argmax(wrong))


def once(place: Place, ids: Wide) -> Wide:
    """Return the order that sorts the ids; each may appear once."""
    order = np.argsort(ids, kind="stable")
    again = ids[order][1:] == ids[order][:-1]
    if again.any():
        row = int(order[1:][again].min())
        raise ArpadError("bulk-twice", value=int(ids[row]), **place.row(row))
    return order
