"""The rooms of the systems, loaded when they are needed."""

from importlib import import_module
from typing import Any

from arpad.pairing.systems import SwissSystem


def load_engine(system: SwissSystem) -> Any:
    """Return the engine that the room of a system offers."""
    return import_module(f"arpad.pairing.{system.engine}.system").ENGINE
