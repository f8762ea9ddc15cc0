"""The lines to run: the help of every command, the documentation page by page, and the scripts of this folder."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.golden import inside
from tools.golden.running import Record, run, run_here

PROJECT = Path(__file__).resolve().parents[2]
SCRIPTS = Path(__file__).parent / "scripts"
CONSOLE = re.compile(r"(?<=^```console\n)(.*?)(?=^```)", flags=re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^\$ ((?:[^\n]*\\\n)*[^\n]*)$", flags=re.MULTILINE)
RUNNABLE = re.compile(r"^([A-Z_]+=\S+ )*(arpad|python) ")
LEFT_OUT = re.compile(r" \| |^arpad serve|^arpad bulk|^arpad lab|5b5f…")
"""Lines of pages that are not run here: pipes, servers, and the large worlds of the laboratory."""
LANGUAGES = ("en", "es")
MODES = ("text", "json", "es")
FOLDERS = ("how-to", "start")
"""The folders of the documentation that stand in the names of groups; other pages are named by their file alone."""


def leaves(command: Any = None, path: str = "") -> list[str]:
    """All commands of the tree: `event staff add`."""
    command = inside.command_tree() if command is None else command
    children = getattr(command, "commands", {})
    if not children:
        return [path]
    return [leaf for name, child in children.items() for leaf in leaves(child, f"{path} {name}".strip())]


def groups_of_commands(command: Any = None, path: str = "") -> list[str]:
    """All commands that have others below them, the program itself first."""
    command = inside.command_tree() if command is None else command
    children = getattr(command, "commands", {})
    below = [name for key, child in children.items() for name in groups_of_commands(child, f"{path} {key}".strip())]
    return [path, *below] if children else []


def named(typed: str, known: frozenset[str]) -> str:
    """The command of a line: the longest that its words name, in their order."""
    words = [word for word in typed.split() if not word.startswith("-")]
    words = words[words.index("arpad") + 1 :] if "arpad" in words else []
    best = ""
    for start in range(min(2, len(words))):  # an option of the program with its value may come first
        for end in range(start + 1, min(start + 3, len(words)) + 1):
            name = " ".join(words[start:end])
            if name in known:
                best = max(best, name, key=len)
    return best


def names_of_commands() -> frozenset[str]:
    """The names of all commands; of a group whose name alone runs a command, too."""
    return frozenset([*leaves(), *filter(None, groups_of_commands())])


def help_lines(first: str) -> list[str]:
    """The help of all commands below a group of commands, in both languages; of `arpad`, of those that have none."""
    groups = groups_of_commands()
    paths = [path for path in [*groups, *leaves()] if (path.split() or [""])[0] == first]
    if first == "arpad":
        paths = [path for path in ["", *leaves()] if (path.split() or [""])[0] not in groups or not path]
    return [" ".join(f"arpad {path} --help --lang {language}".split()) for path in paths for language in LANGUAGES]


def pages() -> list[Path]:
    """The pages with lines that can be run."""
    written = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]
    return [page for page in written if page_lines(page)]


def page_name(page: Path) -> str:
    """The name of the group of a page: `README.md`, `docs/how-to/install.md`, `docs/cli.md`.

    It stays as it is if a page moves to another manual: secrets are drawn from it.
    """
    if page.parent == PROJECT:
        return page.name
    return f"docs/{page.parent.name}/{page.name}" if page.parent.name in FOLDERS else f"docs/{page.name}"


def page_lines(page: Path) -> list[str]:
    """The lines of a page, in its order."""
    blocks = CONSOLE.findall(page.read_text(encoding="utf-8"))
    typed = [line.replace("\\\n", " ").replace("/tmp/", "") for block in blocks for line in LINE.findall(block)]
    return [line for line in typed if RUNNABLE.match(line) and not LEFT_OUT.search(line)]


def scripts() -> list[Path]:
    return sorted(SCRIPTS.glob("*.txt"))


def script_steps(script: Path) -> Iterator[tuple[str, str]]:
    """The steps of a script: ("run", line), or ("file", name and content). `file NAME` is followed by the content, and
    by a line with a dot. A line may go on with a backslash at its end."""
    lines = iter(script.read_text(encoding="utf-8").replace("\\\n", " ").splitlines())
    for line in lines:
        if line.startswith("file "):
            content = []
            for part in lines:
                if part == ".":
                    break
                content.append(part)
            yield "file", "\n".join([line.removeprefix("file "), *content, ""])
        elif line and not line.startswith("#"):
            yield "run", line


def steps_of(group: str) -> list[tuple[str, str]]:
    """The steps of a group: `help`, `docs/PAGE text`, `script/NAME json`."""
    name = group.split(maxsplit=1)[0]
    if name == "help":
        return [("run", line) for line in help_lines(group.split()[1])]
    if name.startswith("script/"):
        return list(script_steps(SCRIPTS / f"{name.removeprefix('script/')}.txt"))
    (page,) = (page for page in pages() if page_name(page) == name)
    return [("run", line) for line in page_lines(page)]


def groups() -> list[str]:
    """The names of all groups of lines: each is run in one folder, from its first line to its last."""
    of_pages = sorted(map(page_name, pages()))
    of_scripts = [f"script/{script.stem}" for script in scripts()]
    below = [path for path in groups_of_commands() if path and " " not in path]
    return [
        *(f"help {first} text" for first in ["arpad", *below]),
        *(f"{page} {mode}" for page in of_pages for mode in ("text", "json")),
        *(f"{script} {mode}" for script in of_scripts for mode in MODES),
    ]


def run_group(group: str) -> dict[str, Record]:
    """Run all lines of a group. The key of a line is its number and its command."""
    mode, known = group.rsplit(maxsplit=1)[-1], names_of_commands()
    done: dict[str, Record] = {}
    if group.startswith("help "):
        return {line: run_here(line) for _, line in steps_of(group)}
    with tempfile.TemporaryDirectory(prefix="arpad-golden-", dir="/tmp") as place:
        folder = Path(place) / "folder"
        folder.mkdir()
        shutil.copytree(PROJECT / "examples", folder / "examples")
        (folder / "tests").mkdir()
        (folder / "tests" / "data").symlink_to(PROJECT / "tests" / "data")
        for step, content in steps_of(group):
            if step == "file":
                name, _, text = content.partition("\n")
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text, encoding="utf-8")
                continue
            if mode != "text" and ("--json" in content or "--lang" in content or content.startswith("python")):
                how = "text"
            else:
                how = mode
            key = f"{len(done) + 1:03} {named(content, known) or content.split()[0]}"
            done[key] = run(content, folder, f"{group.rpartition(' ')[0]} {key}", how)
    return done


NOT_RUN = frozenset({"serve"})
"""It opens a port and does not end; `tests/cli/test_serve.py` starts it."""


def without_golden(known: dict[str, dict[str, str]]) -> list[str]:
    """The commands that no golden runs, or whose help has none."""
    keys = [(group, key) for group, recorded in known.items() for key in recorded if not group.startswith("web")]
    helped = {key for group, key in keys if group.startswith("help")}
    done = {key[4:] for group, key in keys if not group.startswith("help")}
    not_run = [leaf for leaf in leaves() if leaf not in done | NOT_RUN]
    return not_run + [
        line for first in ["arpad", *groups_of_commands()] for line in help_lines(first) if line not in helped
    ]
