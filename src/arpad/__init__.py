"""Arpad: an open rating office for chess."""

__version__ = "0.1.0"
