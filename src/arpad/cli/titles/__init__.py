"""`arpad titles`: titles by rating, direct titles, applications, and the regulations they rest on. Importing a module
here adds its commands to the group."""

from arpad.cli.titles import application, by_rating, direct, editions
from arpad.cli.titles.app import titles

__all__ = ["application", "by_rating", "direct", "editions", "titles"]
