"""The norms in a tournament report."""

import arpad

norms = arpad.read("examples/open-2024.trf").norms()
print(norms.achieved)
print(norms[0].why())
