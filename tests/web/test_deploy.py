"""What is written for those who run an office, held to the code: units, the proxy, the container, what is pinned."""

import json
import re
import shlex
import tomllib

import click
import pytest
from packaging.requirements import Requirement

from arpad.cli.app import whole
from arpad.web.site import UPLOAD_LIMIT
from places import PROJECT

DEPLOY = PROJECT / "deploy"


def calls() -> list[list[str]]:
    """Every call of Arpad in a unit and in the container, without the program's own name."""
    units = [(DEPLOY / name).read_text("utf-8") for name in ("arpad.service", "arpad-backup.service")]
    started = [line.partition("=")[2] for unit in units for line in unit.splitlines() if line.startswith("ExecStart=")]
    words = [shlex.split(line) for line in started]
    words = [shlex.split(line[2]) if line[0] == "/bin/sh" else line for line in words]
    container = re.search(r"^CMD (\[.*\])$", (DEPLOY / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert container is not None
    return [*(line[1:] for line in words), json.loads(container[1])[1:]]


@pytest.mark.parametrize("call", calls(), ids=" ".join)
def test_a_call_is_one_that_the_command_line_knows(call: list[str]) -> None:
    command: click.Command = whole()
    words = iter(call)
    while isinstance(command, click.Group):
        command = command.commands[next(words)]
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_the_proxy_takes_as_much_as_arpad() -> None:
    said = re.search(r"client_max_body_size (\d+)m;", (DEPLOY / "nginx.conf").read_text("utf-8"))
    assert said is not None
    assert int(said[1]) * 1024 * 1024 == UPLOAD_LIMIT


def test_the_proxy_says_who_asks_and_how() -> None:
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    assert "X-Forwarded-For $remote_addr" in text
    assert "X-Forwarded-Proto $scheme" in text


def pinned(name: str) -> set[str]:
    lines = (PROJECT / name).read_text("utf-8").splitlines()
    return {_plain(Requirement(line).name) for line in lines if line and not line.startswith("#")}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_all_that_arpad_needs_is_pinned_once() -> None:
    needs = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert {_plain(Requirement(need).name) for need in needs} <= pinned("requirements.txt")
    assert not pinned("requirements.txt") & pinned("requirements-dev.txt")
