"""Columns of whole numbers, 0 for nothing: many players at once.

Each rule of the engine has its form for columns, `..._column`, beside the form for one player. numpy is loaded when one
of these is first called.
"""

from collections.abc import Callable
from dataclasses import Field
from typing import TYPE_CHECKING, Any, ClassVar, Self

from arpad.extras import numpy as np

if TYPE_CHECKING:
    Numbers = np.ndarray[Any, np.dtype[np.int32]]
    Wide = np.ndarray[Any, np.dtype[np.int64]]
    """Ids, places in a column, and sums that need more than 32 bits."""
    Small = np.ndarray[Any, np.dtype[np.int16]]
    Mask = np.ndarray[Any, np.dtype[np.bool_]]
else:
    Numbers = Wide = Small = Mask = Any


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


def by_case(function: Callable[..., int], *columns: Numbers) -> Numbers:
    """Apply a function of whole numbers to columns: it is computed once for each combination that occurs."""
    if not len(columns[0]):
        return np.zeros(0, dtype=np.int32)
    case = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        codes = np.unique(column, return_inverse=True)[1]
        _, first, case = np.unique(case * (codes.max() + 1) + codes, return_index=True, return_inverse=True)
    cases = zip(*(column[first].tolist() for column in columns), strict=True)
    return np.array([function(*values) for values in cases], dtype=np.int32)[case]
