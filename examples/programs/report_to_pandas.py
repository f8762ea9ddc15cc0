"""A report as a table of pandas: players, changes and performances, sorted by the change."""

import arpad

frame = arpad.read("examples/open-2024.trf").rate().to_pandas(exact=False)
best = frame.sort_values("change", ascending=False)[["number", "name", "rating", "change", "performance"]]
print(best.head(5).to_string(index=False))
