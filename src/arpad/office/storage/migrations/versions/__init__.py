"""The revisions, in order. A revision is never changed once it is released: the next change is the next file."""
