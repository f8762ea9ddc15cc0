"""Documentation held to the code: all editions, parameters, policies, messages and commands, in both languages."""

import ast
import doctest
import re
import string
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tools.docs import generate, rooms

from arpad.cli.app import whole
from arpad.cli.contents import PANELS
from arpad.i18n import LANGUAGES, keys, text
from arpad.office.arbiters.records import ARBITER_RECORDS
from arpad.office.decisions.corrections import CORRECTIONS
from arpad.office.decisions.decisions import DECISIONS
from arpad.rating import first_rating, newcomer, results
from arpad.rating import game_by_game as games
from arpad.rating import newcomer as newcomer_events
from arpad.regulations.rating_edition import GROUPS, group_schema, parameter_names
from arpad.regulations.rating_editions import regulations
from arpad.regulations.rating_rules import RoundRobinPolicy
from places import PROJECT
from policies import choices

SOURCES = sorted((PROJECT / "src").rglob("*.py"))


def blocks(kind: str, page: Path) -> list[str]:
    """The blocks of a page in a language."""
    return re.findall(rf"^```{kind}\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def test_both_languages_have_the_same_keys() -> None:
    assert keys("en") - keys("es") == set(), "add these keys to src/arpad/i18n/es"
    assert keys("es") - keys("en") == set(), "add these keys to src/arpad/i18n/en"


def test_no_message_is_written_twice() -> None:
    """Two files may have tables of one name; of one key, the last would hide the other."""
    for language in LANGUAGES:
        folder = PROJECT / "src" / "arpad" / "i18n" / language
        found = [
            key for file in folder.glob("*.toml") for key in written_keys("", tomllib.loads(file.read_text("utf-8")))
        ]
        assert sorted(found) == sorted(set(found)), f"keep one of the two in {folder}"


def written_keys(table: str, content: dict[str, Any]) -> list[str]:
    """The keys of a catalogue file."""
    found = []
    for name, value in content.items():
        key = f"{table}.{name}".lstrip(".")
        found += [key] if isinstance(value, str) else written_keys(key, value)
    return found


def test_a_message_asks_for_the_same_values_in_both_languages() -> None:
    for key in sorted(keys("en")):
        asked = [
            {name for _, name, _, _ in string.Formatter().parse(text(key, spoken)) if name} for spoken in LANGUAGES
        ]
        assert asked[0] == asked[1], f"{key}: give both texts in src/arpad/i18n the same {{placeholders}}"
        assert all(text(key, spoken).strip() for spoken in LANGUAGES), key


def test_every_parameter_and_group_has_words() -> None:
    known = keys("en")
    words = "src/arpad/i18n/*/regulations.toml"
    assert {f"parameter.{name}" for name in parameter_names()} - known == set(), f"add the words to {words}"
    assert {f"group.{group}" for group in GROUPS} - known == set(), f"add the words to {words}"
    extra = {key for key in known if key.startswith("parameter.")} - {f"parameter.{name}" for name in parameter_names()}
    assert not extra, f"no edition has these parameters: remove their words from {words}"


def _policies() -> dict[str, tuple[str, ...]]:
    return {
        f"{group}.{name}": choices(kind)
        for group, rules in GROUPS.items()
        for name, kind in group_schema(rules).items()
    }


def test_every_policy_has_words() -> None:
    named = {f"policy.{parameter}.{policy}" for parameter, names in _policies().items() for policy in names}
    worded = {key for key in keys("en") if key.startswith("policy.")}
    assert named - worded == set(), "add the words to src/arpad/i18n/*/regulations.toml"
    assert worded - named == set(), "no parameter of regulations/rating_rules.py has these policies: remove the words"


def test_every_policy_of_the_engine_is_one_function() -> None:
    by_parameter = _policies()
    assert set(games.CAPS) == set(by_parameter["change.cap_policy"])
    assert set(results.ROUNDINGS) == set(by_parameter["change.rounding"])
    assert set(first_rating.COMBINATIONS) == set(by_parameter["initial.combination"])
    assert set(newcomer_events.IGNORED) == set(by_parameter["initial.ignored_in"])
    methods = {"at_half", "above_half", "below_half", "below_half_round_robin"}
    assert set(newcomer.METHODS) == {name for method in methods for name in by_parameter[f"initial.{method}"]}
    from arpad.eligibility.time_controls import SPEEDS
    from arpad.rating.change import TRANSITIONS
    from arpad.regulations.rating_edition import CLOSINGS

    assert set(SPEEDS) == set(by_parameter["eligibility.speed"])
    assert set(CLOSINGS) == set(by_parameter["lists.closing"])
    assert set(TRANSITIONS) == set(by_parameter["transition.method"])
    assert set(choices(RoundRobinPolicy)) == set(by_parameter["change.round_robin"])


def test_every_step_and_error_in_the_code_has_words() -> None:
    known = keys("en")
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    errors = set(re.findall(r'ArpadError\(\s*"([a-z.-]+)"', code))
    kinds_of_files = re.findall(r'TomlTable\(\s*"([a-z-]+)"', code)
    errors |= {f"{kind}-{problem}" for kind in kinds_of_files for problem in ("key", "value")}
    assert errors
    worded = {key.removeprefix("error.") for key in known if key.startswith("error.")}
    assert errors - worded == set(), "add [error] messages to src/arpad/i18n/*"
    assert {name for name in worded - errors if f'"{name}"' not in code} == set(), (
        "an error nobody raises: remove it from src/arpad/i18n/*"
    )
    mentioned = set(
        re.findall(
            r'"((?:step|left-out|k|change|initial|round-robin|performance|time|transition|dates|match|rated-as|period|foreigner|verdict)\.[a-z-]+)"',
            code,
        )
    )
    steps = {key.removeprefix("step.") for key in known if key.startswith("step.")}
    built = {name for name in steps if name.partition(".")[0] in ("left-out", "transition", "pairing", "standings")}
    assert steps - built <= mentioned, "a step nobody takes: remove it from src/arpad/i18n/*"


def test_every_word_of_the_command_line_is_used() -> None:
    files = [*SOURCES, PROJECT / "tools" / "docs" / "generate.py"]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    quoted = set(re.findall(r"[\"']([\w.-]+)[\"']", code))
    quoted |= {f"cli.command.office-{kind.command}" for kind in (*CORRECTIONS, *DECISIONS)}
    quoted |= {f"cli.command.office-arbiter-{kind.command}" for kind in ARBITER_RECORDS}
    quoted |= {f"cli.panel.{panel}" for panels in PANELS.values() for panel in panels}
    commands = _commands(whole(), "").values()
    quoted |= {command.help for command in commands} | {param.help for one in commands for param in one.params}
    for key in keys("en"):
        room, _, name = key.partition(".")
        if room in ("cli", "label", "table"):
            assert key in quoted or name in quoted or key.startswith("cli.usage."), (
                f"{key}: nobody uses it; remove it from i18n"
            )


def _commands(command: Any, path: str) -> dict[str, Any]:
    children = getattr(command, "commands", {})
    found = {} if children else {path: command}
    for name, child in children.items():
        found |= _commands(child, f"{path} {name}".strip())
    return found


def test_every_command_and_option_is_documented() -> None:
    """On the page of the command line, or on those that a room has of its own."""
    page = "".join(path.read_text(encoding="utf-8") for path in sorted((PROJECT / "docs").rglob("*.md")))
    for path, command in _commands(whole(), "arpad").items():
        assert path in page, f"{path}: add a row to docs/reference/cli.md"
        for parameter in command.params:
            if parameter.param_type_name == "option":
                assert parameter.opts[0] in page, f"{path}: add {parameter.opts[0]} to docs/reference/cli.md"


def test_every_help_text_is_a_key() -> None:
    known = keys("en")

    def walk(command: Any) -> None:
        assert command.help in known, f"{command.name}: add {command.help} to src/arpad/i18n/*"
        for parameter in command.params:
            assert parameter.help in known, (command.name, parameter.name)
        for child in getattr(command, "commands", {}).values():
            walk(child)

    walk(whole())


def test_the_generated_pages_are_up_to_date() -> None:
    """`make docs` writes them again."""
    for path, page in generate.pages().items():
        assert path.read_text(encoding="utf-8") == page, f"{path.name}: run make docs"


def test_the_picture_of_the_imports_is_up_to_date() -> None:
    drawn = (PROJECT / "docs" / "images" / "rooms.svg").read_text(encoding="utf-8")
    assert rooms.picture(PROJECT) == drawn, "run make docs"


def prose() -> list[Any]:
    """The pages; those that run a script or rate a world take long."""
    slow = ("\n$ sh ", "\n$ arpad bulk generate ")
    long = [path for path in generate.prose() if any(one in path.read_text(encoding="utf-8") for one in slow)]
    return [pytest.param(path, marks=[pytest.mark.long] if path in long else []) for path in generate.prose()]


@pytest.mark.parametrize("path", prose(), ids=lambda path: path.name)
def test_a_page_shows_what_the_command_prints(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every `$ arpad ...` of the README and of the pages is run, and prints what stands below it."""
    monkeypatch.chdir(PROJECT)
    page = path.read_text(encoding="utf-8")
    assert generate.refreshed(page) == page, f"{path.name}: run make docs"


PYTHON_PAGES = (
    "reference/library.md", "developers/library-rooms.md", "manuals/office/own-editions.md", "start/developer.md",
    "start/developer.es.md",
)  # fmt: skip


@pytest.mark.parametrize("name", PYTHON_PAGES)
def test_the_python_of_a_page_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    code = "\n".join(blocks("pycon", PROJECT / "docs" / name))
    page = doctest.DocTestParser().get_doctest(code, {}, name, name, 0)
    assert page.examples
    assert doctest.DocTestRunner().run(page).failed == 0


def test_every_edition_has_a_page_in_both_languages() -> None:
    pages = {path.name for path in (PROJECT / "docs" / "reference" / "editions").glob("*.md")}
    assert pages == {f"{name}{ending}" for name in ("index", *regulations().ids) for ending in (".md", ".es.md")}


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    (code,) = blocks("python", PROJECT / "README.md")
    exec(code, {})
    assert capsys.readouterr().out.startswith("2221 8.80\n")


def test_no_float_in_the_code() -> None:
    """Exact numbers: no float literal, no float(), no built-in round()."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), (path, node.lineno)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("float", "round"), (path, node.lineno)


CHANCE = r"\brandom\.(?!Random\b)|default_rng\(\)|\bsecrets\."
CLOCK = r"\btoday\(|datetime\.now\(|utcnow\(|time\.time|monotonic|perf_counter"


def test_no_clock_and_no_chance_in_the_code() -> None:
    """But at the rim: `arpad.clock` looks at the clock, `arpad.cli.serve` makes secrets, and so does `_secrets` for
    events. Lots come from a seed."""
    rim = ("src/arpad/clock.py", "src/arpad/cli/serve.py", "src/arpad/office/tournaments/_secrets.py")
    for path in SOURCES:
        if path.relative_to(PROJECT).as_posix() in rim:
            continue
        assert not re.search(f"{CHANCE}|{CLOCK}", path.read_text(encoding="utf-8")), path
