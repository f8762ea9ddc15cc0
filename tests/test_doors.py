"""What a room offers is what its door finds, and no name of a door is that of a module of the room."""

import pkgutil
from importlib import import_module

import pytest

import arpad
from arpad.doors import offers

ROOMS = [f"arpad.{found.name}" for found in pkgutil.iter_modules(arpad.__path__) if found.ispkg]
WITH_DOORS = [room for room in ROOMS if hasattr(import_module(room), "__getattr__")]


@pytest.mark.parametrize("room", WITH_DOORS)
def test_a_door_finds_all_that_it_offers(room: str) -> None:
    module = import_module(room)
    assert set(offers(room)) <= set(module.__all__)
    for name in module.__all__:
        assert getattr(module, name) is not None
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = module.nothing_of_the_kind


@pytest.mark.parametrize("room", WITH_DOORS)
def test_no_name_that_is_loaded_late_is_that_of_a_module(room: str) -> None:
    """Loading a module puts it under its name into its room, where it would hide the name of the door."""
    modules = {found.name for found in pkgutil.iter_modules(import_module(room).__path__)}
    assert not modules & set(offers(room))
