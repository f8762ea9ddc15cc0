"""The rules of the engine over columns, for many players at once: the policies by the same names as beside them.

In: an edition and columns of whole numbers, 0 for nothing. Out: a column. Only who has many players loads it.
"""

from typing import Any

import numpy as np

Numbers = np.ndarray[Any, np.dtype[np.int32]]
Wide = np.ndarray[Any, np.dtype[np.int64]]
"""Ids, places in a column, and sums that need more than 32 bits."""
Mask = np.ndarray[Any, np.dtype[np.bool_]]
