"""All norms of a report, and what was missing for those who just failed."""

import arpad

for norm in arpad.read("examples/open-2024.trf").norms():
    print(norm)
    if not norm.achieved:
        print(norm.missing())
