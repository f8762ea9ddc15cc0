"""Writes what is generated in the documentation: a page per edition in both languages, and the pictures.

python -m tools.docs.generate
"""

import io
import os
import re
import shlex
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from dataclasses import fields
from pathlib import Path
from runpy import run_path

from rich.console import Console
from rich.text import Text
from tools.docs import finding_pages, library_pages, rooms
from tools.docs.warm import run_script

from arpad.cli.editions import edition_page
from arpad.cli.examples import QUESTION_COLUMNS, question_row, questions, verdict
from arpad.cli.main import main
from arpad.formats.read import read_report
from arpad.i18n import Language, text
from arpad.papers.title_forms import SHARED, it1_data
from arpad.papers.typeset import typeset
from arpad.regulations.rating_editions import regulations
from arpad.regulations.title_editions import title_edition
from arpad.titles.model import EventFacts
from arpad.titles.norms import find_norms
from arpad.tournament.rules import KEYS, EventRules, RuleKey, plain

PROJECT = Path(__file__).resolve().parents[2]
DOCS = PROJECT / "docs"
ENDINGS: dict[Language, str] = {"en": ".md", "es": ".es.md"}
EDITIONS = DOCS / "reference" / "editions"
EXAMPLE = (
    "calc change --edition fide-2024 --rating 2212 --k 40 --game 1926:1 --game 2011:1 --game 2318:0 "
    "--game 2067:0.5 --game 2219:0.5 --game 2585:0 --game 2659:1 --game 2464:0.5 --game 2652:0.5 --explain"
)
FIRST_LINES = 20
PIXELS = 80
CUT = "…"
RULES_PAGE = DOCS / "manuals" / "tournaments" / "tournament-rules.md"
RULES_TABLE = re.compile(r"(?<=<!-- keys -->\n)(.*?)(?=<!-- end of keys -->)", flags=re.DOTALL)
DATABASE = "sqlite:///arpad.db"
PROGRAM = re.compile(
    r"(<!-- (examples/[\w./-]+) -->\n```(?:python|toml)\n)(.*?)(?=^```)", flags=re.MULTILINE | re.DOTALL
)
"""A program or a file of the examples: it is named above it."""
WORKPLACE = "lab/"
"""What a page writes into this folder is gone in the end."""
CONSOLE = re.compile(r"(?<=^```console\n)(.*?)(?=^```)", flags=re.MULTILINE | re.DOTALL)
RULE_HEADINGS = ("key", "meaning", "example", "default", "frozen", "source")
EMPTY_VALUES: tuple[object, ...] = ("", None, {}, [], 0)


def rules_table(language: Language) -> str:
    """Return the keys of the rules as a table of a page."""
    headings = [text(f"tournament.rule-table.{heading}", language) for heading in RULE_HEADINGS]
    rows = [_rule_row(name, key, language) for name, key in KEYS.items()]
    return "\n".join([f"| {' | '.join(headings)} |", "|---" * len(RULE_HEADINGS) + "|", *rows]) + "\n"


def _rule_row(name: str, key: RuleKey, language: Language) -> str:
    cells = (
        f"`{name}`",
        text(f"tournament.rule.{name}", language),
        _code(key.example),
        _default(name),
        text(f"tournament.frozen.{key.frozen}", language),
        key.source,
    )
    return f"| {' | '.join(cells)} |"


def _default(name: str) -> str:
    """Return what holds if a key is left out."""
    known = {one.name: one.default for one in fields(EventRules)}
    value = plain(known[name]) if name in known else None
    if type(value) not in (str, int, bool, list) or (value in EMPTY_VALUES and value is not False):
        return ""
    return _code(str(value).lower() if isinstance(value, bool) else str(value).replace("'", '"'))


def _code(words: str) -> str:
    return f"`{words}`".replace("|", "\\|")


def questions_page(language: Language) -> str:
    """Return FIDE's list of questions with the answers, and the tests that show them."""
    headings = [text(f"self-test.{name}", language) for name in (*QUESTION_COLUMNS, "shown")]
    rows = []
    for question in questions():
        file, _, name = question.shown.partition("::")
        shown = f"`{Path(file).name}`, `{name}`" if name else "–"
        rows.append(f"| {' | '.join([*question_row(question, language), shown])} |")
    lead = [text(f"self-test.page-{part}", language) for part in ("lead", "scoring", "people")]
    table = [f"| {' | '.join(headings)} |", f"|{'---|' * len(headings)}", *rows]
    title = f"# {text('self-test.title', language)}"
    return "\n".join([title, "", *(f"{part}\n" for part in lead), verdict(language), "", *table, ""])


def pages() -> dict[Path, str]:
    """All generated pages by their path."""
    library = regulations()
    written: dict[Path, str] = {}
    for language, ending in ENDINGS.items():
        rows = []
        for edition in library.editions():
            written[EDITIONS / f"{edition.id}{ending}"] = edition_page(library, edition, language)
            name, kind = edition.name[language], text(f"time-class.{edition.time_class}", language)
            rows.append(f"| [{edition.id}]({edition.id}.md) | {name} | {kind} | {edition.effective} |")
        headings = [text(f"table.{key}", language) for key in ("id", "name", "time-class", "effective")]
        title = text("label.editions", language)
        written[EDITIONS / f"index{ending}"] = "\n".join(
            [f"# {title}", "", f"| {' | '.join(headings)} |", "|---|---|---|---|", *rows, ""]
        )
        written[DOCS / "reference" / f"verification{ending}"] = questions_page(language)
    written |= finding_pages.pages(ENDINGS) | library_pages.pages()
    written[RULES_PAGE] = RULES_TABLE.sub(lambda _: rules_table("en"), RULES_PAGE.read_text(encoding="utf-8"))
    return written


def example_output(typed: str, *, colour: bool, database: str = DATABASE, folder: str = "") -> str:
    """What a call prints, on both outputs; with the colours of a terminal if asked. A script is run by the shell. The
    workplace of the page is in a folder."""
    words = [f"{folder}{word}" if folder and word.startswith(WORKPLACE) else word for word in shlex.split(typed)]
    environment = {}
    while "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        environment[name] = value
    printed = io.StringIO()
    before = dict(os.environ)
    os.environ.pop("FORCE_COLOR", None)
    os.environ |= {"ARPAD_DB": database, "ARPAD_WHO": "officer"}
    if colour:
        os.environ |= {"FORCE_COLOR": "1", "COLUMNS": "92"}
    if words[0] == "python":
        printed.write(program_output(PROJECT / words[1]))
    elif words[0] == "sh":
        with tempfile.TemporaryDirectory() as place:
            printed.write(script_output(words, f"sqlite:///{place}/arpad.db"))
    else:
        with redirect_stdout(printed), redirect_stderr(printed):
            main(words[1:], environment)
    os.environ.clear()
    os.environ.update(before)
    output = printed.getvalue().replace(f"{folder}{WORKPLACE}", WORKPLACE) if folder else printed.getvalue()
    return as_if_here(output, database)


def program_output(file: Path) -> str:
    """What a program of the examples prints, in a folder of its own with the examples. It has its own thread, where
    no browser keeps a loop that another one would disturb."""
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "examples").symlink_to(PROJECT / "examples")
        with chdir(folder), redirect_stdout(printed), suppress(SystemExit), ThreadPoolExecutor(1) as threads:
            threads.submit(run_path, str(file), run_name="__main__").result()
    return printed.getvalue()


def script_output(words: list[str], database: str) -> str:
    """What a script of the examples prints, with the command of this environment and a new office."""
    done = run_script(words, os.environ | {"COLUMNS": "100", "ARPAD_DB": database})
    assert done.returncode == 0, done.stdout
    return as_if_here(done.stdout, database)


def as_if_here(printed: str, database: str) -> str:
    """As if the office were in the current folder, as it is for readers."""
    scheme = DATABASE.removesuffix("arpad.db")
    return printed.replace(database, DATABASE).replace(database.removeprefix(scheme), "arpad.db")


def picture() -> str:
    """The README's picture: the example as a terminal shows it."""
    console = Console(record=True, width=92, file=io.StringIO())
    console.print(Text(f"$ arpad {EXAMPLE}", style="bold"))
    console.print()
    lines = example_output(f"arpad {EXAMPLE}", colour=True).splitlines()
    for line in [*lines[:FIRST_LINES], CUT, *lines[-4:]]:
        console.print(Text.from_ansi(line))
    svg = console.export_svg(title="arpad calc change")
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


def certificate() -> bytes:
    """The picture of form IT1: the norm of the example of thirteen rounds."""
    event = read_report((PROJECT / "examples" / "norm-13-rounds.trf").read_bytes()).event
    edition, facts = title_edition("b01-2023"), EventFacts()
    (norm,) = find_norms(event, 1, edition, facts, ("GM",)).norms
    data = it1_data(event, norm, event.players[0], facts, edition, "en")
    return typeset("it1", data, "en", SHARED, ppi=PIXELS)


def refreshed(page: str) -> str:
    """A page with every `$ arpad ...` of its console blocks run again, and with the programs of the examples as they
    are; what was cut with … is cut at the same line.

    The page has an office of its own, which is gone in the end.
    """
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/arpad.db"
        page = PROGRAM.sub(lambda found: found[1] + (PROJECT / found[2]).read_text("utf-8"), page)
        return CONSOLE.sub(lambda block: _refreshed(block[0], database, f"{folder}/"), page)


def _refreshed(block: str, database: str, folder: str) -> str:
    parts = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        match = re.match(r"((?:[^\n]*\\\n)*[^\n]*)\n", part)
        assert match is not None
        typed, old = match[1], part[match.end() :].rstrip("\n").split("\n")
        printed = example_output(typed.replace("\\\n", " "), colour=False, database=database, folder=folder)
        new = printed.rstrip("\n").split("\n")
        if old[-1] == CUT:
            new = [*new[: len(old) - 1], CUT]
        parts.append("\n".join([f"$ {typed}", *(line.rstrip() for line in new)]) + "\n")
    return "".join(parts)


def prose() -> list[Path]:
    """The pages written by hand that show what the command prints."""
    return [
        PROJECT / "README.md",
        *sorted(
            path
            for path in DOCS.rglob("*.md")
            if path.parent not in (EDITIONS, finding_pages.FOLDER) and path != library_pages.PAGE
        ),
    ]


def write() -> None:
    for path in prose():
        path.write_text(refreshed(path.read_text(encoding="utf-8")), encoding="utf-8")
    for path, page in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(page, encoding="utf-8")
    (DOCS / "images").mkdir(exist_ok=True)
    (DOCS / "images" / "calc-change.svg").write_text(picture(), encoding="utf-8")
    (DOCS / "images" / "rooms.svg").write_text(rooms.picture(PROJECT), encoding="utf-8")
    (DOCS / "images" / "it1.png").write_bytes(certificate())


if __name__ == "__main__":
    write()
