"""What a room offers is what its door finds, and no name of a door is that of a module of the room."""

import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest

import arpad
from arpad.doors import offers
from cases import each

SOURCES = Path(arpad.__path__[0])
WITH_DOORS = [
    ".".join(("arpad", *path.parent.relative_to(SOURCES).parts))
    for path in sorted(SOURCES.rglob("__init__.py"))
    if "door(__name__)" in path.read_text("utf-8")
]
INSIDE_THE_OFFICE = [room for room in WITH_DOORS if room.startswith("arpad.office.")]


@each("room", WITH_DOORS)
def test_a_door_finds_all_that_it_offers(room: str) -> None:
    module = import_module(room)
    assert set(offers(room)) == set(module.__all__), "what a room offers is loaded late, all of it"
    for name in module.__all__:
        assert getattr(module, name) is not None
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = module.nothing_of_the_kind


@each("room", WITH_DOORS)
def test_no_name_that_is_loaded_late_is_that_of_a_module(room: str) -> None:
    """Loading a module puts it under its name into its room, where it would hide the name of the door."""
    modules = {found.name for found in pkgutil.iter_modules(import_module(room).__path__)}
    assert not modules & set(offers(room))


@each("room", INSIDE_THE_OFFICE)
def test_other_rooms_come_in_by_the_door(room: str) -> None:
    own = SOURCES.joinpath(*room.split(".")[1:])
    behind = re.compile(rf"from {re.escape(room)}\.\w|from {re.escape(room)} import [^\n]*\b({_modules(room)})\b")
    others = [path for path in SOURCES.rglob("*.py") if own not in path.parents]
    assert [str(path) for path in others if behind.search(path.read_text("utf-8"))] == []


def _modules(room: str) -> str:
    return "|".join(found.name for found in pkgutil.iter_modules(import_module(room).__path__))
