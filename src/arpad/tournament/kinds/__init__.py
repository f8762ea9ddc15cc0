"""The kinds of log lines: a class says what a line of its kind does to the state, what undoes it, and who may write it.

A file for each subject; `all_kinds` lists them all. Nothing is decided here: acts decide, before a line is written.
"""
