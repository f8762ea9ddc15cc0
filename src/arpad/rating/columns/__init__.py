"""The rules of the engine over columns, for many players at once, with the same policy names as for one player.

In: an edition and columns of whole numbers, 0 for nothing. Out: a column. It is loaded only for many players.
"""

from dataclasses import Field
from typing import Any, ClassVar, Self

import numpy as np

Numbers = np.ndarray[Any, np.dtype[np.int32]]
Wide = np.ndarray[Any, np.dtype[np.int64]]
"""Ids, places in a column, and sums that need more than 32 bits."""
Mask = np.ndarray[Any, np.dtype[np.bool_]]


class ColumnTable:
    """Columns side by side: a dataclass of them is a table whose rows can be taken and put together."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(cls.__dataclass_fields__)

    def __len__(self) -> int:
        return len(getattr(self, self.names()[0]))

    def take(self, which: Any) -> Self:
        """Some of the rows."""
        return type(self)(*(getattr(self, name)[which] for name in self.names()))

    def with_others(self, *others: Self) -> Self:
        """The rows of several tables, one after the other."""
        return type(self)(
            *(np.concatenate([getattr(other, name) for other in (self, *others)]) for name in self.names())
        )
