"""What is wrong with what was typed: the sentence, and the field it is about."""

from collections.abc import Collection, Mapping

from arpad.i18n import ArpadError, Language, has, text
from arpad.web.page_words import problem_on_page

NAMING = ("option", "field", "where")
"""The values of a message that name the field it is about."""

Fields = Mapping[str, tuple[str, ...]]
NONE: Mapping[str, str] = {}


def field_of(
    problem: ArpadError,
    known: Collection[str],
    about: Fields | None = None,
    typed: Mapping[str, str] = NONE,
    labels: Mapping[str, str] = NONE,
) -> str:
    """Return which of the known fields a problem is about: the one that it names, also by its label; or one of those
    that `about` has for problems which name none, first the one into which a value was typed that the problem names.
    Nothing if it is about no field."""
    told = [str(value) for value in problem.values.values()]
    by_label = {label: name for name, label in labels.items()}
    named = [by_label.get(word, word) for word in (str(problem.values.get(name, "")) for name in NAMING)]
    found = [name for name in (*named, *(about or {}).get(problem.key, ())) if name in known]
    return next((name for name in found if typed.get(name, "").strip() in told), found[0] if found else "")


def wrong_at(
    problem: ArpadError | None,
    language: Language,
    known: Collection[str],
    about: Fields | None = None,
    typed: Mapping[str, str] = NONE,
    labels: Mapping[str, str] = NONE,
) -> dict[str, str]:
    """Return what a page says about a problem, by the field that it is about; under no name if it is about none."""
    if problem is None:
        return {}
    return {field_of(problem, known, about, typed, labels): problem_on_page(problem, language)}


def with_labels(problem: ArpadError, language: Language, room: str = "web.field.") -> ArpadError:
    """Return a problem that names a field by the label that its form has."""
    labels = {
        name: text(f"{room}{value}", language)
        for name, value in problem.values.items()
        if name in NAMING and has(f"{room}{value}")
    }
    return ArpadError(problem.key, **{**problem.values, **labels})
