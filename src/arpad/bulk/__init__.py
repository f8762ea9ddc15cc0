"""Replays of millions of games by `arpad.rating.columns`; equal to `arpad.lists` list by list.

In: a folder of players, events and games as Parquet, or a world generated from a seed. Out: lists as Parquet.
"""
