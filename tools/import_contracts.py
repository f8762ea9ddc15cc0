"""A contract for import-linter: private modules are used inside their own room alone.

A room is a package directly below `arpad`; a module whose name begins with an underscore is private to it.
"""

from typing import Any

from importlinter import Contract, ContractCheck, output


class PrivateModules(Contract):
    """No room imports a private module of another."""

    type_name = "private"

    def check(self, graph: Any, verbose: bool) -> ContractCheck:  # noqa: ARG002
        broken = [
            f"{importer} imports {module}"
            for module in sorted(graph.modules)
            if is_private(module)
            for importer in sorted(graph.find_modules_that_directly_import(module))
            if room(importer) != room(module)
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["broken"]:
            output.print_error(line)


def is_private(module: str) -> bool:
    """Whether a module, or a package that it is in, begins with one underscore."""
    return any(part.startswith("_") and not part.startswith("__") for part in module.split("."))


def room(module: str) -> str:
    """Return the package below `arpad` that a module belongs to."""
    return ".".join(module.split(".")[:2])
