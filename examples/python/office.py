"""An office in memory: a list, a report, the next list."""

import arpad

with arpad.Office.memory(federation="ESP") as office:
    office.import_list("examples/federation/list-2023-09.csv", "2023-09")
    print(office.submit("examples/federation/01-valdeoca.trf"))
    print(office.close("2023-10").publish(), office.player("99000101"), sep="\n")
