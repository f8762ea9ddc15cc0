"""The laboratory: the scale watched through the lists, rules tried on games, ratings followed game by game.

In: lists and games, of Parquet files or handed over by the office. Out: tables, plots, findings; never a rating.
"""
