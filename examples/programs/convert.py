"""A report from TRF16 to TRF26 and back: nothing is lost."""

import arpad

old = arpad.read(arpad.read("examples/open-2024.trf").to_trf("trf16"))
new = arpad.read(old.to_trf("trf26"))
again = arpad.read(new.to_trf("trf16"))
print(old.format, new.format, again.format, old == again)
