"""C.5 to C.19 as digits, one module each. C.1 to C.3 say which players may meet (`field`), C.4 who must be left over
(`c04`)."""

from arpad.pairing.dutch.criteria.c05 import pairs
from arpad.pairing.dutch.criteria.c06 import score_differences
from arpad.pairing.dutch.criteria.c08_c09 import topscorers
from arpad.pairing.dutch.criteria.c10_c11 import colours
from arpad.pairing.dutch.criteria.c12_c15 import repeated_floats
from arpad.pairing.dutch.criteria.c16_c19 import repeated_float_differences

__all__ = ["colours", "pairs", "repeated_float_differences", "repeated_floats", "score_differences", "topscorers"]
