"""An office in a notebook: a list, a report, the next list, and why a rating is what it is."""

import arpad

with arpad.Office.memory(federation="ESP") as office:
    office.import_list("examples/federation/list-2023-09.csv", "2023-09")
    print(office.submit("examples/federation/01-valdeoca.trf"))
    print(office.close("2023-10").publish())
    print("\n".join(office.sheet("99000101", "2023-10").why().splitlines()[-4:]))
