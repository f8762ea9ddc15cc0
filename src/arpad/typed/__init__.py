"""What people type, made into values: on the command line, into a form, into a TOML file.

In: the text, and the place where it stands. Out: a value that is checked, or an `ArpadError` that says in one line what
is wrong, where, and what to do.
"""
