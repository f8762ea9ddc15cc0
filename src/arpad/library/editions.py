"""Editions of the regulations: looked up, compared, and tried with other values."""

import datetime as dt
import os
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from arpad.documents.editions import RATING_WORDS, edition_with_rules, parameter_difference, plain_value
from arpad.i18n import ArpadError, Language
from arpad.library.results import Passed, ResultDocument, public
from arpad.library.values import Day, chosen, day
from arpad.library.values import language as known_language
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Difference, compare
from arpad.regulations.rating_edition import Edition as Rules
from arpad.regulations.rating_editions import Regulations, find_rule, regulations, with_values
from arpad.regulations.rating_rules import Rule

Folder = str | os.PathLike[str]
Value = int | bool | str | Fraction | float | None | tuple[object, ...]


class Parameter:
    """A value of the regulations with its article, and the note on how the text is read if it needs one."""

    __slots__ = ("_rule", "name")

    def __init__(self, name: str, rule: Rule[Any]) -> None:
        self.name, self._rule = name, rule

    value = Passed[Any]("_rule.value")
    article = Passed[str]("_rule.article.number")

    def note(self, language: str = "en") -> str | None:
        return None if self._rule.note is None else self._rule.note[known_language(language)]

    def __repr__(self) -> str:
        return f"<{self.name} = {plain_value(self.value)} ({self.article})>"


class Edition(ResultDocument):
    """One text of the rating regulations, in force from a day: `arpad.edition("fide-2024")`.

    `edition["k.junior"]` is a parameter with its value and its article; `edition.with_(k_junior=30)` is the same
    edition with another value.
    """

    __slots__ = ("_library", "_rules")

    def __init__(self, rules: Rules, library: Regulations) -> None:
        self._rules, self._library = rules, library

    id = Passed[str]("_rules.id")
    system = Passed[str]("_rules.system")
    time_class = Passed[str]("_rules.time_class")
    effective = Passed[dt.date]("_rules.effective", "The day from which on it is in force.")
    until = Passed[dt.date | None]("_rules.until")

    def name(self, language: str = "en") -> str:
        return self._rules.name[known_language(language)]

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """All parameters by their names, such as k.junior."""
        return {name: Parameter(name, rule) for name, rule in self._rules.parameters()}

    def __getitem__(self, name: str) -> Parameter:
        return Parameter(name, find_rule(self._rules, str(name)))

    @public()
    def with_(self, **values: Value) -> "Edition":
        """Return the edition with other values. The parameter k.junior is written k_junior; None takes a rule away."""
        full = {name.replace("_", ".", 1): value for name, value in values.items()}
        return Edition(with_values(self._rules, full), self._library)

    def _document(self, language: Language) -> object:
        return edition_with_rules(self._rules, self._library.sources, language).document(language)

    def __repr__(self) -> str:
        return f"<Edition {self.id}: {self.name()}>"

    def __eq__(self, other: object) -> bool:
        return self._rules == other._rules if isinstance(other, Edition) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)


class EditionDifference:
    """A parameter in which two editions differ. `a` and `b` are its values; None if an edition does not have it."""

    __slots__ = ("_found",)

    def __init__(self, found: Difference) -> None:
        self._found = found

    parameter = Passed[str]("_found.parameter")

    @property
    def a(self) -> Any:
        return None if self._found.a is None else self._found.a.value

    @property
    def b(self) -> Any:
        return None if self._found.b is None else self._found.b.value

    def to_dict(self, language: str = "en") -> dict[str, Any]:
        """Return the difference as the command prints it, with both articles."""
        return parameter_difference(self._found, RATING_WORDS, known_language(language)).to_dict(language)

    def __repr__(self) -> str:
        return f"<{self.parameter}: {plain_value(self.a)} → {plain_value(self.b)}>"


@public()
def edition(id: str, *, folder: Folder | None = None) -> Edition:  # noqa: A002  (the word of the regulations)
    """Return an edition by its id, such as "fide-2024"; `folder` has editions of your own."""
    library = library_of(folder)
    return Edition(library.edition(id), library)


@public()
def editions(*, folder: Folder | None = None) -> tuple[Edition, ...]:
    """Return all editions, by system, time class and date."""
    library = library_of(folder)
    return tuple(Edition(rules, library) for rules in library.editions())


@public()
def edition_for(
    on: Day, *, system: str = "fide", time_class: str = "standard", folder: Folder | None = None
) -> Edition:
    """Return the edition in force for an event that starts on a day."""
    library = library_of(folder)
    return Edition(library.edition_for(system, class_of(time_class), day("on", on)), library)


@public()
def diff(a: "Edition | str", b: "Edition | str") -> tuple[EditionDifference, ...]:
    """Return the parameters whose values differ between two editions. New numbers of articles alone do not count."""
    one, two = edition_of(a)._rules, edition_of(b)._rules
    return tuple(EditionDifference(found) for found in compare(one, two) if not found.renumbered_only)


def library_of(folder: Folder | None) -> Regulations:
    return regulations(None if folder is None else Path(folder))


def class_of(name: str) -> TimeClass:
    return chosen("time_class", name, TIME_CLASSES)


def edition_of(given: "Edition | str") -> Edition:
    """An edition, or the one of an id."""
    if isinstance(given, Edition):
        return given
    if not isinstance(given, str):
        raise ArpadError("edition.unknown", id=str(given), known=", ".join(regulations().ids))
    return edition(given)


def rules_for(
    given: "Edition | str | None", on: dt.date | None, system: str = "fide", time_class: str = "standard"
) -> Edition:
    """The edition given, or the one in force on a day."""
    if given is not None:
        return edition_of(given)
    if on is None:
        raise ArpadError("surface.edition-or-day")
    return edition_for(on, system=system, time_class=time_class)
