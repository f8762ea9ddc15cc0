"""`python -m arpad` is the command `arpad`."""

from arpad.cli.main import run

run()
