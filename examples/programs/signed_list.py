"""A signed list verified with the public key of its office, and a forged one refused."""

from pathlib import Path

import arpad

with arpad.Office.memory(federation="ESP") as office:
    office.import_list("examples/federation/list-2023-09.csv", "2023-09", publish=True)
    office.write_list("2023-09", "list.csv", signed=True)
    print(arpad.verify("list.csv", office.key))
    Path("list.csv").write_text(Path("list.csv").read_text("utf-8").replace("2461", "2561"), "utf-8")
    print(bool(arpad.verify("list.csv", office.key)))
