"""An act is one class: a toy act has its command with its help, its form, its address, its role and its schema."""

from pathlib import Path
from typing import Annotated, Any

import pytest

from arpad.inputs.declared import Input
from arpad.tournament.acts.act import OfEntry, Reply, mark
from arpad.tournament.journal import Confirmations, Done
from arpad.tournament.kinds.event import IncidentNoted
from arpad.tournament.log import Changes
from arpad.tournament.state import EventState
from web_event import SLUG, MakeEventOffice, at_desk


class Applaud(OfEntry, frozen=True):
    """Note that a player was applauded."""

    name = "applaud"
    writes = (IncidentNoted,)

    by: Annotated[str, Input(about="Who applauded.", max_length=40, flag="BY", help="cli.help.event-text")]
    loudly: Annotated[bool, mark("--loudly", "soft")] = False

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        name = state.entries[self.entry].name
        if self.loudly:
            confirmations.confirm("refreshed", entry=self.entry, name=name, field="", old="", new="")
        return [IncidentNoted.change({"text": f"{self.by} applauded {name}"})]

    def reply(self, done: Done) -> Reply:
        return Reply("noted", {}, {"applauded": self.entry, "n": done.state.n})


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words for everything that the toy asks for: their own keys."""
    from arpad import i18n

    known = i18n._catalogue
    ours = ("applaud", "event-field.by", "event-field.loudly")

    class Catalogue:
        def __init__(self, language: Any) -> None:
            self.language = language

        def __getattr__(self, name: str) -> Any:
            return getattr(known(self.language), name)

        def find(self, key: str) -> str | None:
            return f"words {key}" if any(part in key for part in ours) else known(self.language).find(key)

    monkeypatch.setattr(i18n, "_catalogue", Catalogue)


@pytest.mark.usefixtures("words")
def test_its_command(tmp_path: Path, event_file: Path) -> None:
    import json
    import shutil

    from click.testing import CliRunner

    from arpad.cli.event.options import add_act
    from arpad.cli.options import Group

    group = Group()
    add_act(Applaud, group=group)
    add_act(Applaud, "clap", group, "applaud")
    command = group.commands["applaud"]
    typed = {
        param.name: (param.opts, param.required) for param in command.params if param.name in ("entry", "by", "loudly")
    }
    assert typed == {"entry": (["entry"], True), "by": (["by"], True), "loudly": (["--loudly"], False)}
    shutil.copy(event_file, tmp_path / "event.db")
    events = ["--events", f"sqlite:///{tmp_path / 'event.db'}", "--who", "x", "--at", "2026-07-05T12:00:00+00:00"]
    shown = CliRunner().invoke(group, ["applaud", "--help"])
    assert "cli.command.event-applaud" in shown.output
    assert "SLUG ENTRY BY" in " ".join(shown.output.split())
    done = CliRunner().invoke(group, ["applaud", SLUG, "3", "the hall", "--json", *events], catch_exceptions=False)
    assert json.loads(done.output)["applauded"] == 3
    for wrong in (["x", "the hall"], ["3", "the hall", "--loudly"], ["3", "far too long a name " * 5]):
        assert CliRunner().invoke(group, ["clap", SLUG, *wrong, *events]).exit_code != 0
    assert CliRunner().invoke(group, ["clap", SLUG, "3", "all", "--loudly", "--yes", *events]).exit_code == 0


@pytest.mark.usefixtures("words")
def test_its_form_its_address_and_its_schema(event_office: MakeEventOffice) -> None:
    from fastapi import APIRouter

    from arpad.web.tournaments.perform import add_actions

    assert (Applaud.path, Applaud.least) == ("desk/entries/{entry}/applaud", "arbiter")
    app, router = event_office(), APIRouter()
    add_actions(router, [Applaud])
    app.include_router(router)
    arbiter, scorer = at_desk(app, "arbiter"), at_desk(app, "scorer")
    page = arbiter.get("do/applaud", params={"entry": 3}).text
    assert "words event-action.applaud" in page
    assert 'name="by"' in page
    assert 'name="loudly"' in page
    assert scorer.get("do/applaud", params={"entry": 3}).status_code == 403
    assert scorer.post("desk/entries/3/applaud", json=True, by="me").status_code == 403
    asked = arbiter.post("desk/entries/3/applaud", json=True, by="me", loudly="1")
    assert (asked.status_code, asked.json()["key"]) == (400, "event-needs-confirm")
    done = arbiter.post("desk/entries/3/applaud", json=True, by="me", loudly="1", yes="1")
    assert (done.status_code, done.json()["entry"]) == (200, 3)
    assert app.state.site.events.lines(SLUG)[-1].data["text"].startswith("me applauded")
    description = type(app).openapi(app)
    described = description["paths"]["/t/{slug}/desk/entries/{entry}/applaud"]["post"]
    assert described["description"] == "Note that a player was applauded."
    (body,) = described["requestBody"]["content"].values()
    fields = description["components"]["schemas"][body["schema"]["$ref"].rpartition("/")[2]]["properties"]
    assert fields["by"] == {
        "type": "string",
        "title": "By",
        "description": "Who applauded.",
        "default": "",
        "maxLength": 40,
    }
    assert list(fields)[:2] == ["by", "loudly"]
