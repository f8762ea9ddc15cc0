"""Reports of tournaments: files to events and back, TRF (2006, 2016, 2026) and FEDA.

In: the bytes of a file. Out: a Report with its event, every line as it stood and a finding for every oddity; or an
ArpadError if the file is not a report at all.
"""
