"""The rules as dated data: one TOML file per edition, every value with its article; the conversion tables; the errata.

In: an edition's id, or a system, a time class and a date. Out: an `Edition`, frozen.
"""

from arpad.regulations.edition import TIME_CLASSES, Difference, Edition, TimeClass, compare, parameter_names
from arpad.regulations.library import Erratum, Regulations, edition, edition_for, regulations
from arpad.regulations.rules import Article, Rule

__all__ = [
    "TIME_CLASSES",
    "Article",
    "Difference",
    "Edition",
    "Erratum",
    "Regulations",
    "Rule",
    "TimeClass",
    "compare",
    "edition",
    "edition_for",
    "parameter_names",
    "regulations",
]
