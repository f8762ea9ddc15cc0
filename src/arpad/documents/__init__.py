"""The reasons: a tree of steps, each with its article, inputs and value.

In: steps that the engines build while they compute. Out: text, JSON or HTML, in English or Spanish.
"""
