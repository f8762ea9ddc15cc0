"""Rating lists: FIDE's text lists since 2001 and XML, CSV, Parquet; read, searched, checked, written.

In: a file. Out: batches, a table or the domain's RatingList, with findings for everything odd. And back into a file.
"""

from arpad.reports.rating_lists.columns import schema
from arpad.reports.rating_lists.found import Found
from arpad.reports.rating_lists.reading import read_list, read_table
from arpad.reports.rating_lists.writing import Converted, convert, list_bytes, write_list

__all__ = [
    "Converted", "Found", "convert", "list_bytes", "read_list", "read_table", "schema", "write_list",
]  # fmt: skip
