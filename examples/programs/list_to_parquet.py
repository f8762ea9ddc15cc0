"""A monthly list as a Parquet file, and one federation of it."""

import arpad

ratings = arpad.read_list("examples/federation/list-2023-09.csv")
ratings.write("list.parquet")
ratings.only(federation="ESP", sex="F").write("women.parquet")
print(arpad.read_list("list.parquet"), arpad.read_list("women.parquet"), sep="\n")
