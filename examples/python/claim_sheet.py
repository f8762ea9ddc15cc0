"""A player's sheet for a claim, as PDF."""

import arpad

rated = arpad.read("examples/open-2024.trf").rate()
sheet = rated["Abad, Ana"].pdf("claim.pdf", language="es")
print(sheet[:5], rated["Abad, Ana"])
