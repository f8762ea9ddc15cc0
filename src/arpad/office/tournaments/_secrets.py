"""Secrets of events and of links: chance, which decides nothing and stands in no log."""

import secrets

SECRET_BYTES = 16
MOST_NUMBERS = 2**31 - 1


def new_secret() -> str:
    """Return the secret of an event: the codes of its badges are made of it."""
    return secrets.token_hex(SECRET_BYTES)


def new_link() -> str:
    """Return the secret of a link, as it stands in an address: 128 bits."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_number() -> int:
    """Return the number of a subscription, which nobody had before and nobody guesses from another."""
    return 1 + secrets.randbelow(MOST_NUMBERS)
