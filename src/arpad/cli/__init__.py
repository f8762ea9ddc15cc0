"""The command line: parse, call a step, render.

In: arguments. Out: tables for people, one JSON document for programs.
"""
