"""Why a rating changed, in Spanish, as text and as a PDF."""

import arpad

player = arpad.read("examples/open-2024.trf").rate()["Abad, Ana"]
print(*player.why("es").splitlines()[-3:], sep="\n")
print(len(player.pdf("abad.pdf", "es")) > 10_000)
