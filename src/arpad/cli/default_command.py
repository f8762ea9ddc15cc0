"""A group with a default command: `arpad pair FILE` is `arpad pair next FILE`."""

from typing import Any

from arpad.cli.shared import Group

HELP = "--help"


def group_with_default(command: str) -> type[Group]:
    """Return a group that runs its default command if a line names none of its commands."""

    class DefaultGroup(Group):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            if args and HELP not in args and not any(word in self.commands for word in args):
                args = [command, *args]
            return super().parse_args(ctx, args)

    return DefaultGroup
