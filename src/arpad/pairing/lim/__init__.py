"""The Lim system (C.04.4.3): groups above the median are paired downwards, those below it upwards, the median last. The
text leaves much open; what is here is a reading, complete and always the same."""
