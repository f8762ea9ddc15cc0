"""Reasons of a computation: steps with article, inputs and result, rendered as text, JSON or HTML."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from html import escape
from typing import Annotated, Any, overload

from arpad.documents.document import InWords
from arpad.documents.json import json_value
from arpad.documents.schema import StepDocument
from arpad.i18n import DECIMAL_MARK, Language, number, resolve_message, text
from arpad.regulations.articles import Article

# One reason: the article, what was done, with which inputs, and the result.


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a computation. `what` is a message key; `inputs` and `value` fill the message; `steps` led here."""

    article: Article
    what: str
    inputs: Mapping[str, object]
    value: object
    steps: "Explanation" = ()


Explanation = Sequence[Step]
"""Steps in reading order: a tuple, or something that behaves like one."""


class LazyExplanation(Sequence[Step]):
    """A trail that is written when somebody first reads it, and behaves like the tuple of its steps.

    `write` gets the values from which the result was added up and puts them into words; it computes nothing itself.
    So the reasons always agree with the number, whenever they are read.
    """

    __slots__ = ("_of", "_write", "_written")

    def __init__(self, write: Callable[..., Iterable[Step]], *of: object) -> None:
        self._write, self._of = write, of
        self._written: tuple[Step, ...] | None = None

    def _steps(self) -> tuple[Step, ...]:
        if self._written is None:
            self._written = tuple(self._write(*self._of))
        return self._written

    def __len__(self) -> int:
        return len(self._steps())

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self._steps()[index]

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps())

    def __eq__(self, other: object) -> bool:
        return self._steps() == tuple(other) if isinstance(other, (tuple, LazyExplanation)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._steps())

    def __repr__(self) -> str:
        return repr(self._steps())

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return tuple, (self._steps(),)


def walk(trail: Explanation, depth: int = 0) -> Iterator[tuple[int, Step]]:
    """All steps in reading order, each with its depth."""
    for step in trail:
        yield depth, step
        yield from walk(step.steps, depth + 1)


# The trail as text, as JSON and as HTML, in English or Spanish.

SIGNED = frozenset({"delta", "sum", "change", "rounded"})
"""Inputs that are changes, written with their sign."""

FORMULAS = frozenset({"formula", "ranking", "white_column", "white_aro", "black_aro", "virtual"})
"""Inputs that are texts with decimal points in them: formulas of an edition, and lists of players with their values."""


def _words(step: Step, language: Language) -> dict[str, object]:
    values: dict[str, object] = {**step.inputs, "value": step.value}
    for name, value in values.items():
        if name in SIGNED and isinstance(value, int | Fraction | Decimal):
            values[name] = number(value, language, sign=True)
        elif isinstance(value, tuple):
            values[name] = " + ".join(_addend(part, language) for part in value)
        elif name in FORMULAS and isinstance(value, str):
            values[name] = value.replace(".", DECIMAL_MARK[language])
        else:
            values[name] = resolve_message(value, language)
    if isinstance(step.value, int | Fraction | Decimal):
        values["signed"] = number(step.value, language, sign=True)
    return values


def _addend(part: Any, language: Language) -> str:
    """Write a number of a sum, or a number with its count."""
    if isinstance(part, tuple):
        return f"{number(part[0], language)} × {part[1]}"
    return number(part, language)


def sentence(step: Step, language: Language = "en") -> str:
    """Return the sentence of a step in a language."""
    return text(f"step.{step.what}", language, **_words(step, language))


def as_rows(trail: Explanation, language: Language = "en") -> list[tuple[int, str, str]]:
    """Return the trail line by line: how deep it is indented, the article, and the sentence."""
    return [(depth, step.article.number, sentence(step, language)) for depth, step in walk(trail)]


def as_text(trail: Explanation, language: Language = "en") -> str:
    """Write the trail as lines: the article, then the sentence; the steps that led to it are below, indented."""
    lines = [(article, "  " * depth + words) for depth, article, words in as_rows(trail, language)]
    width = max((len(article) for article, _ in lines), default=0)
    return "\n".join(f"{article:<{width}}  {line}" for article, line in lines)


def as_json(trail: Explanation, language: Language = "en") -> list[StepDocument]:
    """The trail as JSON values."""
    return [_json_step(step, language) for step in trail]


def _json_step(step: Step, language: Language) -> StepDocument:
    shown: StepDocument = {
        "article": step.article.number,
        "source": step.article.source,
        "what": sentence(step, language),
        "key": step.what,
        "inputs": {name: json_value(value) for name, value in step.inputs.items()},
        "value": json_value(step.value),
    }
    if step.steps:
        shown["steps"] = as_json(step.steps, language)
    return shown


Reasons = Annotated[Explanation, InWords(list[StepDocument], as_json)]
"""The reasons of a document."""


STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1d2430; background: #fbfaf7; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin-bottom: .2rem; }
p.source { color: #6a7280; margin-top: 0; }
ol { list-style: none; padding-left: 0; margin: 0; }
ol ol { padding-left: 1.4rem; border-left: 2px solid #e4e0d6; margin: .2rem 0 .5rem .4rem; }
li > p { display: flex; gap: .8rem; margin: .25rem 0; }
.article { flex: none; min-width: 4.2rem; color: #8a4b08; font-variant-numeric: tabular-nums; }
@media (max-width: 30rem) { li > p { flex-direction: column; gap: 0; } ol ol { padding-left: .7rem; } }
@media print { body { background: white; margin: 0; max-width: none; } }
"""


def as_html(trail: Explanation, language: Language, title: str, sources: Mapping[str, Mapping[str, str]]) -> str:
    """Write the trail as one complete page."""
    used = dict.fromkeys(step.article.source for _, step in walk(trail) if step.article.source)
    named = "<br>".join(escape(sources[source][language]) for source in used)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{escape(title)}</h1>\n<p class="source">{named}</p>\n{_html_steps(trail, language)}\n</body>\n</html>\n'
    )


def _html_steps(trail: Explanation, language: Language) -> str:
    items = []
    for step in trail:
        inner = _html_steps(step.steps, language) if step.steps else ""
        words = escape(sentence(step, language))
        items.append(
            f'<li><p><span class="article">{escape(step.article.number)}</span><span>{words}</span></p>{inner}</li>'
        )
    return f"<ol>\n{chr(10).join(items)}\n</ol>"
