"""The same rules over columns, for millions of games; equal to `arpad.rating` and `arpad.lists` list by list.

In: a folder of players, events and games as Parquet, or a world generated from a seed. Out: lists as Parquet.
"""
