"""The release of Arpad. It goes into lists, logs and backups, and into the package."""

__version__ = "0.2.0"
