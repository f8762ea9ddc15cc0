"""Count how large the house is: the figures of the table in docs/developers/architecture.md.

python -m tools.docs.house            the figures of this checkout
python -m tools.docs.house FOLDER     those of another folder of sources, such as one of git archive
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

PROJECT = Path(__file__).parent.parent.parent
NOUNS: Mapping[str, str] = {
    "game": "Games?",
    "person": "Persons?|People|Players?|Entrants?",
    "board": "Boards?",
    "round": "Rounds?",
}
"""The words by which a class is one of a noun: the last word of its name, before `Document`."""


def trees(sources: Path) -> Iterator[tuple[str, str, ast.Module]]:
    """Yield each module by its name, with its text and what it says."""
    for path in sorted(sources.rglob("*.py")):
        words = path.read_text("utf-8")
        yield ".".join(path.relative_to(sources.parent).with_suffix("").parts), words, ast.parse(words)


def room(module: str) -> str:
    return ".".join(module.split(".")[1:2])


def figures(sources: Path) -> dict[str, int]:
    """Return the figures of a folder `arpad`, each by the name of its row."""
    modules = list(trees(sources))
    names = {name for name, _, _ in modules}
    used: set[tuple[str, str]] = set()
    classes: list[ast.ClassDef] = []
    for name, _, tree in modules:
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arpad."):
                if room(node.module or "") != room(name):
                    used |= {(node.module or "", alias.name) for alias in node.names}
            elif isinstance(node, ast.ClassDef):
                classes.append(node)
    bases = [{ast.unparse(base) for base in node.bases} for node in classes]
    return {
        "modules of `src/arpad`": len(names),
        "lines": sum(words.count("\n") for _, words, _ in modules),
        "private modules": sum(re.search(r"\._[a-z]\w*$", name) is not None for name in names),
        "pairs of a module and a name used across rooms": len(used),
        "documents (`Document`)": sum("Document" in above for above in bases),
        "typed dictionaries of documents": sum("TypedDict" in above for above in bases),
        "dataclasses": sum(any("dataclass" in ast.unparse(mark) for mark in node.decorator_list) for node in classes),
        **{f"classes of a {noun}": sum(of_noun(node.name, noun) for node in classes) for noun in NOUNS},
    }


def of_noun(name: str, noun: str) -> bool:
    return re.search(rf"(?:^|[a-z])(?:{NOUNS[noun]})(?:Document)?$", name) is not None


if __name__ == "__main__":
    for label, figure in figures(Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT / "src" / "arpad").items():
        print(f"{label}: {figure:,}")
