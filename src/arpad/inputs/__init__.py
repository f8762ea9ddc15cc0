"""Typed text made into values: from the command line, a form or a TOML file.

In: the text, and its place. Out: a checked value, or an `ArpadError` that says in one line what
is wrong, where, and what to do.
"""
