"""Buchholz and Sonneborn-Berger as numbers: their means, and the best five."""

import polars as pl

import arpad

table = arpad.read("examples/open-2024.trf").standings(tie_breaks="BH,SB").to_polars(exact=False)
print(table.select(pl.mean("BH", "SB")))
print(table.top_k(5, by="SB"))
