"""`arpad pair`: the next round, all rounds checked, the reasons, the check-list. A module adds its command."""

from arpad.cli.pair import check, checklist, explain, generate, upcoming
from arpad.cli.pair.app import pair

__all__ = ["check", "checklist", "explain", "generate", "pair", "upcoming"]
