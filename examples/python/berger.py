"""The Berger table for six players."""

import arpad

for number, pairs in enumerate(arpad.berger(6), 1):
    print(number, pairs)
