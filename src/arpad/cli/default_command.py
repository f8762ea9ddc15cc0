"""A group whose first command need not be named: `arpad pair FILE` beside `arpad pair check FILE`."""

from typing import Any

from arpad.cli.shared import Group

HELP = "--help"


def group_with_default(command: str) -> type[Group]:
    """A group for which a line that names none of its commands is meant for one of them."""

    class DefaultGroup(Group):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            if args and HELP not in args and not any(word in self.commands for word in args):
                args = [command, *args]
            return super().parse_args(ctx, args)

    return DefaultGroup
