"""Rating lists: FIDE's text lists since 2001 and XML, CSV, Parquet; read, searched, checked, written.

In: a file. Out: batches, a table or the domain's RatingList, with findings for everything odd. And back into a file.
"""

from arpad.formats.rating_lists.columns import Found, schema
from arpad.formats.rating_lists.files import Converted, convert, list_bytes, read_list, read_table, write_list

__all__ = [
    "Converted", "Found", "convert", "list_bytes", "read_list", "read_table", "schema", "write_list",
]  # fmt: skip
