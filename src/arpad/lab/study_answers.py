"""The stored answer of a study: read, compared with a new one, and told in words."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from importlib.resources.abc import Traversable
from typing import Any

from arpad.bounded import json_value, told
from arpad.documents.json import dumps
from arpad.i18n import ArpadError, Language, number
from arpad.lab.study_files import ANSWER, Study
from arpad.lab.study_run import number_at

PLACE = re.compile(r"\{([a-z0-9/_-]+)\}")


@dataclass(frozen=True, slots=True)
class Moved:
    """A number that is no longer as it is stored."""

    where: str
    stored: Any
    found: Any


def read_answer(folder: Traversable) -> dict[str, Any]:
    """Read the stored answer of a study."""
    file = folder / ANSWER
    try:
        found = json_value(file.read_text("utf-8"), Decimal)
    except FileNotFoundError:
        raise ArpadError("lab-study-no-answer", folder=str(folder)) from None
    except (OSError, ValueError) as problem:
        raise ArpadError("file-unreadable", file=str(file), problem=told(problem)) from None
    if not isinstance(found, dict) or not {"study", "worlds", "expected"} <= set(found):
        raise ArpadError("lab-study-no-answer", folder=str(folder))
    return found


def moved(stored: Any, found: Any, where: str = "") -> Iterator[Moved]:
    """Return every value that differs between two documents, with its place."""
    if isinstance(stored, dict) and isinstance(found, dict):
        for name in sorted({*stored, *found}):
            yield from moved(stored.get(name), found.get(name), f"{where}/{name}" if where else name)
    elif isinstance(stored, list) and isinstance(found, list) and len(stored) == len(found):
        for place, (one, other) in enumerate(zip(stored, found, strict=True)):
            named = one.get("name", place) if isinstance(one, dict) else place
            yield from moved(one, other, f"{where}/{named}")
    elif stored != found:
        yield Moved(where, stored, found)


def as_stored(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document as it looks when it is read back."""
    found: dict[str, Any] = json.loads(dumps(document), parse_float=Decimal)
    return found


def reading(study: Study, document: Mapping[str, Any], language: Language) -> str:
    """Return the reading of a study, with the numbers of its answer in it: {world/edition/number}."""

    def put(found: re.Match[str]) -> str:
        value = number_at(document, found[1])
        return "–" if value is None else number(value, language)

    return PLACE.sub(put, study.reading[language])
