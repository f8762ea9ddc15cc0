"""C.04.3, the Dutch system of 2017 and of 2026: the state before a round in, its pairs out, bracket by bracket with the
reasons, which are loaded when somebody asks for them."""
