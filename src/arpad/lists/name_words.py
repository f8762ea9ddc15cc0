"""The words of a name, as people type them: small letters without accents."""

import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain.values import FOLDS

ACCENTS = r"\p{Mn}"
BETWEEN = r"[^a-z0-9]+"


def words_of(names: pa.Array) -> tuple[pa.Array, pa.Array]:
    """Return the words of a column of names, a thousand times as fast: the place of the name, and the word."""
    words = pc.split_pattern_regex(_folded(names), BETWEEN)
    owners, flat = pc.list_parent_indices(words), pc.list_flatten(words)
    there = pc.not_equal(flat, "")
    return owners.filter(there), flat.filter(there)


def _folded(names: pa.Array) -> pa.Array:
    folded = pc.utf8_lower(pc.replace_substring_regex(pc.utf8_normalize(names, "NFKD"), ACCENTS, ""))
    for letter, plain in FOLDS:
        folded = pc.replace_substring(folded, letter, plain)
    return pc.replace_substring_regex(folded, BETWEEN, " ")
