"""What `import arpad` gives: the functions and results for programs, in points and exact decimals.

In: numbers, texts, dates, files and frames as a program has them, each checked. Out: results with a short `repr`, their
reasons in words, and the same documents that the commands print with `--json`. Names are found through `arpad` itself.
"""
