"""The standings, the crosstable and several editions side by side on the screen."""

from arpad.cli.output import line
from arpad.cli.terminal import print_table
from arpad.standings.tables import ToldTable


def show_table(shown: ToldTable) -> None:
    """Print a table with its title and its legend."""
    line(shown.title, style="bold")
    print_table([(column.heading, column.left) for column in shown.columns], shown.rows)
    line()
    for words in shown.legend:
        line(words, style="dim")
