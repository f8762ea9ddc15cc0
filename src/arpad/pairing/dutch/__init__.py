"""C.04.3, the Dutch system of 2017: the state before a round in, its pairs out, bracket by bracket with the reasons."""
