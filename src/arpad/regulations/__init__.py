"""The rules as dated data: one TOML file per edition, every value with its article; the conversion tables; the errata.

In: an edition's id, or a system, a time class and a date. Out: an `Edition`, frozen; for titles a `TitleEdition`.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.regulations.arbiter_classes import (
        ARBITER_CATEGORIES,
        EVENT_LEVELS,
        UPGRADES,
        ArbiterCategory,
        ArbiterClasses,
        EventLevel,
        UpgradeTo,
        arbiter_classification,
    )
    from arpad.regulations.arbiter_library import (
        arbiter_edition,
        arbiter_edition_for,
        arbiter_edition_of_event,
        arbiter_editions,
    )
    from arpad.regulations.arbiter_numbers import CountBounds, arbiter_bounds, report_deputies, school_arbiters
    from arpad.regulations.arbiter_rules import ARBITER_TITLES, ArbiterEdition, ArbiterTitle
    from arpad.regulations.article import Article
    from arpad.regulations.direct_titles import DirectEvent, DirectTitles, direct_title_table
    from arpad.regulations.library import Erratum, Regulations, edition, edition_for, regulations
    from arpad.regulations.rating_edition import (
        Difference,
        Edition,
        compare,
        parameter_names,
        told_parameters,
    )
    from arpad.regulations.rules import Rule
    from arpad.regulations.tiebreak_library import TieBreakLibrary, tie_break_library
    from arpad.regulations.tiebreak_rules import EVENT_KINDS, EventKind, TieBreakCode, TieBreakEdition
    from arpad.regulations.time_classes import TIME_CLASSES, TimeClass
    from arpad.regulations.title_library import title_edition, title_edition_for, title_editions
    from arpad.regulations.title_rules import NORM_TITLES, NormTitle, TitleEdition

__getattr__ = door(__name__)

__all__ = [
    "ARBITER_CATEGORIES",
    "ARBITER_TITLES",
    "EVENT_KINDS",
    "EVENT_LEVELS",
    "NORM_TITLES",
    "TIME_CLASSES",
    "UPGRADES",
    "ArbiterCategory",
    "ArbiterClasses",
    "ArbiterEdition",
    "ArbiterTitle",
    "Article",
    "CountBounds",
    "Difference",
    "DirectEvent",
    "DirectTitles",
    "Edition",
    "Erratum",
    "EventKind",
    "EventLevel",
    "NormTitle",
    "Regulations",
    "Rule",
    "TieBreakCode",
    "TieBreakEdition",
    "TieBreakLibrary",
    "TimeClass",
    "TitleEdition",
    "UpgradeTo",
    "arbiter_bounds",
    "arbiter_classification",
    "arbiter_edition",
    "arbiter_edition_for",
    "arbiter_edition_of_event",
    "arbiter_editions",
    "compare",
    "direct_title_table",
    "edition",
    "edition_for",
    "parameter_names",
    "regulations",
    "report_deputies",
    "school_arbiters",
    "tie_break_library",
    "title_edition",
    "title_edition_for",
    "title_editions",
    "told_parameters",
]
