"""Editions to compare: by their ids, of files, with values set, and with a value swept through several numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any

from arpad.bounded import toml_tables
from arpad.i18n import ArpadError
from arpad.regulations.rating_edition import Edition, parameter_names
from arpad.regulations.rating_editions import Regulations, with_values

TOML = ".toml"
FEWEST = 2


@dataclass(frozen=True, slots=True)
class ChosenEdition:
    """An edition of a comparison. `swept` is the value of the parameter that is swept, if it is; `changed` is what
    was set, for people to see instead of a long id."""

    edition: Edition
    swept: Fraction | None = None
    changed: str = ""

    @property
    def name(self) -> str:
        return self.edition.id

    @property
    def label(self) -> str:
        return self.changed or self.edition.id


@dataclass(frozen=True, slots=True)
class Sweep:
    """A parameter and the values that are tried."""

    parameter: str
    values: tuple[str, ...]


def chosen_editions(
    library: Regulations, named: Sequence[str], settings: Sequence[str] = (), sweep: str | None = None
) -> list[ChosenEdition]:
    """Return the editions to compare. What is set or swept makes further editions of the last one that is named."""
    found = []
    for name in named:
        file = Path(name) if name.endswith(TOML) else None
        if file is not None:
            if not file.is_file():
                raise ArpadError("file-missing", file=name)
            library = library.with_file(file)
        found.append(ChosenEdition(library.edition(name if file is None else file.stem)))
    if not found:
        raise ArpadError("lab-two-editions")
    base = found[-1].edition
    if settings:
        base = with_values(base, dict(_setting(typed) for typed in settings))
        found.append(ChosenEdition(base, changed=" ".join(settings)))
    if sweep is not None:
        found += _swept(base, read_sweep(sweep))
    if len(found) < FEWEST:
        raise ArpadError("lab-two-editions")
    names = [one.name for one in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None and len(set(names)) > 1:
        raise ArpadError("lab-edition-twice", edition=twice)
    return found


def read_sweep(typed: str) -> Sweep:
    """Return what is swept: k.middle=10,15,20."""
    name, _, values = typed.partition("=")
    parts = tuple(value.strip() for value in values.split(",") if value.strip())
    _check("--sweep", typed, name, parts)
    return Sweep(name, parts)


def _swept(base: Edition, sweep: Sweep) -> list[ChosenEdition]:
    found = []
    for typed in sweep.values:
        value = _value(typed)
        number = Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None
        changed = f"{sweep.parameter}={typed}"
        found.append(ChosenEdition(with_values(base, {sweep.parameter: value}), number, changed))
    return found


def _setting(typed: str) -> tuple[str, Any]:
    """Return a parameter and its value: k.junior=30."""
    name, _, value = typed.partition("=")
    _check("--set", typed, name, (value.strip(),))
    return name, _value(value.strip())


def _check(option: str, typed: str, name: str, values: Sequence[str]) -> None:
    known = parameter_names()
    if name not in known:
        near = ", ".join(get_close_matches(name, known, 3, 0) or known[:3])
        raise ArpadError("lab-set", option=option, name=name, known=near)
    if not all(values) or not values:
        raise ArpadError("lab-set-value", option=option, value=typed)


def _value(typed: str) -> Any:
    """Return a value as an edition file writes it; a word needs no quotes."""
    try:
        return toml_tables(f"value = {typed}")["value"]
    except ValueError:
        return typed


def changed_parameters(first: Edition, other: Edition) -> dict[str, dict[str, Any]]:
    """Return the parameters that differ, with both values."""
    theirs = dict(other.parameters())
    return {
        name: {"first": rule.value, "this": theirs[name].value}
        for name, rule in first.parameters()
        if name in theirs and theirs[name].value != rule.value
    }
