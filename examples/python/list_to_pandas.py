"""A rating list in pandas."""

import arpad

frame = arpad.read_list("examples/federation/list-2023-09.csv").to_pandas()
print(frame.nlargest(3, "rating")[["name", "rating", "k"]].to_string(index=False))
