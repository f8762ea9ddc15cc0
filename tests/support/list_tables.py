"""Rating lists of a few players as tables."""

from dataclasses import asdict

import pyarrow as pa

from arpad.domain.rating_list import RatingList
from arpad.formats.rating_lists.columns import schema


def table_of(ratings: RatingList) -> pa.Table:
    """A domain list as a table."""
    columns = schema(ratings.combined, ratings.date)
    rows = [asdict(entry) for entry in ratings]
    return pa.table([pa.array([row[field.name] for row in rows], field.type) for field in columns], schema=columns)
