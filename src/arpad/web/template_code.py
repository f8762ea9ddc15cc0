"""How templates become code: jinja's own, but for three things that every page does many times.

Functions are called directly, because none of ours takes the context; a value is escaped only if a letter in it has to
be; and a template of macros is opened once, because all templates of a language know the same words.
"""

import re
from collections.abc import Callable
from typing import Any, cast

from jinja2 import Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from markupsafe import Markup, escape

SPECIAL = re.compile("[&<>'\"]")


def called(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Call what a template calls."""
    return function(*given, **named)


def written(value: Any) -> str:
    """Return a value as a page has it: escaped, unless it is a part of a page already."""
    kind = type(value)
    if kind is Markup or (kind is str and SPECIAL.search(value) is None):
        return cast(str, value)
    return str(value) if kind is int else escape(value)


class QuickCode(CodeGenerator):
    """Writes the code of a template."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.written(")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802  (so jinja calls it)
        self.write("environment.called(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")


class QuickTemplate(Template):
    """A template whose macros are opened once for all that import it without their context."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:  # noqa: ARG002
        return super()._get_default_module()
