"""`arpad calc`: calculators, each with its reasons. Importing a module here adds its commands to the group."""

from arpad.cli.calc import change, events, initial, players, round_robin
from arpad.cli.calc.app import calc

__all__ = ["calc", "change", "events", "initial", "players", "round_robin"]
