"""Files in and out: reports of tournaments (TRF of 2006, 2016 and 2026, FEDA) and rating lists.

In: the bytes of a file. Out: a Report with its event, every line as it stood and a finding for every oddity; or an
ArpadError if the file is not a report at all.
"""
