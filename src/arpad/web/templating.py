"""The templates of all pages, compiled once for each language: a message without values is part of the page by then."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, nodes
from jinja2.visitor import NodeTransformer

from arpad.locale import Language, text


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

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template: Any = super()._parse(source, name, filename)
        self.said.visit(template)
        return template  # type: ignore[no-any-return]


@cache
def templates(language: Language) -> Environment:
    """Return the templates in a language, each read when it is first needed."""
    return SpokenEnvironment(language)
