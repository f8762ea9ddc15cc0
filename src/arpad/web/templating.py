"""The templates of all pages, compiled once for each language: a message without values is part of the page by then."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from arpad.i18n import Language, text
from arpad.web.template_code import QuickCode, QuickTemplate, called, written
from arpad.web.template_words import template_words

PLACES = ("lists", "events", "t", "report", "pairings", "calculators", "regulations")
"""The places of the menu, by the first parts of their addresses."""


class _Said(NodeTransformer):
    """Puts the message in the place of `t("its.key")`."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802  (so jinja calls it)
        self.generic_visit(node)
        called = isinstance(node.node, nodes.Name) and node.node.name == "t"
        alone = len(node.args) == 1 and not (node.kwargs or node.dyn_args or node.dyn_kwargs)
        if called and alone and isinstance(node.args[0], nodes.Const):
            return nodes.Const(text(node.args[0].value, self.language), lineno=node.lineno)
        return node


class SpokenEnvironment(Environment):
    """The templates in one language."""

    code_generator_class = QuickCode
    template_class = QuickTemplate
    called, written = staticmethod(called), staticmethod(written)

    def __init__(self, language: Language) -> None:
        super().__init__(
            loader=PackageLoader("arpad.web"),
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
        )
        self.said = _Said(language)
        self.globals.update(template_words(language))

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template: Any = super()._parse(source, name, filename)
        self.said.visit(template)
        return template  # type: ignore[no-any-return]


@cache
def templates(language: Language) -> Environment:
    """Return the templates in a language, each read when it is first needed."""
    return SpokenEnvironment(language)


def section_of(path: str) -> str:
    """Return the place of the menu that a page is in, or nothing."""
    first = path[1:].partition("/")[0]
    return first if first in PLACES else ""


@cache
def frame_top(language: Language, section: str) -> Markup:
    """Return what is above every page up to the end of the menu, made once for each language and place."""
    top = templates(language).get_template("frame_top.html")
    return Markup(top.render({"places": PLACES, "section": section}))
