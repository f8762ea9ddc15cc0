"""The commands of `arpad prizes`."""
