"""An event of another program taken over from its file: TRF06, TRF16 or TRF26, also in the middle of a round.

In: the bytes of a file. Out: the lines of a new log, and a finding for everything that was adjusted; or an error, and
then nothing is taken over.
"""
