"""What every answer of the program can do: its reasons in words, its JSON, its schema, its table.

In: steps that the engines build while they compute, findings, and the fields of a thing. Out: text, JSON, CSV or HTML,
in English or Spanish.
"""
