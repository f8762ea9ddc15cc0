"""From a template and its data to a PDF.

The data are JSON, separate from the template, and never become part of its text, so a name is printed exactly,
whatever characters it has. Only the fonts that come with typst are used, and no date is written: the same input gives
the same bytes on every machine."""

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Literal

from arpad.i18n import Language, keys, text

LONG_WORD = re.compile(r"\S{26,}")
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
BREAK = "\N{ZERO WIDTH SPACE}"
DIGITS = 16


def typeset(
    template: str,
    data: Mapping[str, object],
    language: Language,
    shared: Sequence[str] = (),
    ppi: int | None = None,
    drawings: Mapping[str, str] | None = None,
) -> bytes:
    """Return the PDF of a template; with `ppi`, a single page as a picture with this many pixels an inch instead.

    Each template has its words and its data; `common.typ` comes before them all, then what the template shares with
    others. `drawings` are SVG elements of our own, by name: nobody types them, and they go to the template as they
    are."""
    import typst  # noqa: PLC0415  (an extra: a sheet may be read without being printed)

    folder = files("arpad.publication") / "templates"
    source = "\n".join((folder / f"{name}.typ").read_text("utf-8") for name in ("common", *shared, template))
    given = json.dumps({**_printable(data), "language": language})
    kind: Literal["pdf", "png"] = "pdf" if ppi is None else "png"
    inputs = {"data": given, "drawings": json.dumps(dict(drawings or {}))}
    return typst.compile(source.encode(), format=kind, ppi=ppi, sys_inputs=inputs, ignore_system_fonts=True)


def words(room: str, language: Language) -> dict[str, str]:
    """Return the words for a template: the messages of a room without placeholders."""
    start = f"{room}."
    found = {key.removeprefix(start): text(key, language) for key in sorted(keys(language)) if key.startswith(start)}
    return {name: message for name, message in found.items() if "{" not in message}


def digest_text(digest: str) -> str:
    """Return a digest in groups of 16 characters, so that it can be compared by eye."""
    return " ".join(digest[at : at + DIGITS] for at in range(0, len(digest), DIGITS))


def _printable(data: Mapping[str, object]) -> dict[str, object]:
    return {name: _clean(value) for name, value in data.items()}


def _clean(value: object) -> object:
    """Return texts without signs that cannot be printed or that turn the writing, and with places to break a line."""
    if isinstance(value, str):
        whole = value.encode("utf-8", "replace").decode()
        return LONG_WORD.sub(lambda word: BREAK.join(word.group()), UNPRINTABLE.sub(" ", whole))
    if isinstance(value, Mapping):
        return _printable(value)
    if isinstance(value, list | tuple):
        return [_clean(item) for item in value]
    return value
