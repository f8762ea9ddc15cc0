"""Editions of the regulations: looked up, compared, and tried with other values."""

import datetime as dt
import os
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from arpad.documents.editions import RATING_WORDS, edition_with_rules, parameter_difference, plain_value
from arpad.i18n import ArpadError, Language
from arpad.library.results import LibraryResult, public
from arpad.library.values import Day, chosen, day
from arpad.library.values import language as known_language
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Difference, compare
from arpad.regulations.rating_edition import Edition as Rules
from arpad.regulations.rating_editions import Regulations, find_rule, regulations, with_values
from arpad.regulations.rating_rules import Rule

Folder = str | os.PathLike[str]
Value = int | bool | str | Fraction | float | None | tuple[object, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Parameter:
    """A value of the regulations with its article, and the note on how the text is read if it needs one."""

    name: str
    _rule: Rule[Any]

    @property
    def value(self) -> Any:
        return self._rule.value

    @property
    def article(self) -> str:
        return self._rule.article.number

    def note(self, language: str = "en") -> str | None:
        return None if self._rule.note is None else self._rule.note[known_language(language)]

    def __repr__(self) -> str:
        return f"<{self.name} = {plain_value(self.value)} ({self.article})>"


class Edition(LibraryResult, frozen=True):
    """One text of the rating regulations, in force from the day `effective` on: `arpad.edition("fide-2024")`.

    `edition["k.junior"]` is a parameter with its value and its article; `edition.with_(k_junior=30)` is the same
    edition with another value.
    """

    _of: Rules
    _library: Regulations
    id: str
    system: str
    time_class: str
    effective: dt.date
    until: dt.date | None

    def name(self, language: str = "en") -> str:
        return self._of.name[known_language(language)]

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """All parameters by their names, such as k.junior."""
        return {name: Parameter(name, rule) for name, rule in self._of.parameters()}

    def __contains__(self, name: object) -> bool:
        return name in self.parameters

    def get(self, name: str) -> Parameter | None:
        """Return a parameter by its name, None if there is none."""
        return self.parameters.get(name)

    @public()
    def __getitem__(self, name: str) -> Parameter:
        return Parameter(name, find_rule(self._of, str(name)))

    @public()
    def with_(self, **values: Value) -> "Edition":
        """Return the edition with other values. The parameter k.junior is written k_junior; None takes a rule away."""
        full = {name.replace("_", ".", 1): value for name, value in values.items()}
        return Edition.of(with_values(self._of, full), _library=self._library)

    def document(self, language: Language = "en") -> dict[str, Any]:
        return edition_with_rules(self._of, self._library.sources, language).document(language)

    def __repr__(self) -> str:
        return f"<Edition {self.id}: {self.name()}>"

    def __eq__(self, other: object) -> bool:
        return self._of == other._of if isinstance(other, Edition) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)


class EditionDifference(LibraryResult, frozen=True):
    """A parameter in which two editions differ. `a` and `b` are its values; None if an edition does not have it."""

    _of: Difference
    parameter: str
    a: Any
    b: Any

    def document(self, language: Language = "en") -> dict[str, Any]:
        """Return the difference as the command prints it, with both articles."""
        return parameter_difference(self._of, RATING_WORDS, language).document(language)

    def __repr__(self) -> str:
        return f"<{self.parameter}: {plain_value(self.a)} → {plain_value(self.b)}>"


@public()
def edition(id: str, *, folder: Folder | None = None) -> Edition:  # noqa: A002  (the word of the regulations)
    """Return an edition by its id, such as "fide-2024"; `folder` has editions of your own."""
    library = library_of(folder)
    return Edition.of(library.edition(id), _library=library)


@public()
def editions(*, folder: Folder | None = None) -> tuple[Edition, ...]:
    """Return all editions, by system, time class and date."""
    library = library_of(folder)
    return tuple(Edition.of(rules, _library=library) for rules in library.editions())


@public()
def edition_for(
    on: Day, *, system: str = "fide", time_class: str = "standard", folder: Folder | None = None
) -> Edition:
    """Return the edition in force for an event that starts on a day."""
    library = library_of(folder)
    return Edition.of(library.edition_for(system, class_of(time_class), day("on", on)), _library=library)


@public()
def diff(a: "Edition | str", b: "Edition | str") -> tuple[EditionDifference, ...]:
    """Return the parameters whose values differ between two editions. New numbers of articles alone do not count."""
    one, two = edition_of(a)._of, edition_of(b)._of
    return tuple(
        EditionDifference.of(difference, a=difference.a and difference.a.value, b=difference.b and difference.b.value)
        for difference in compare(one, two)
        if not difference.renumbered_only
    )


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
