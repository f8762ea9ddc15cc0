"""Addresses of a server, as they are printed as QR codes: whether the telephones of a hall can open them."""

import ipaddress
from typing import Literal
from urllib.parse import urlsplit

from arpad.i18n import ArpadError

Unreachable = Literal["loopback", "everywhere", "link-local", "one-word"]
"""Why telephones cannot open an address: it means the machine itself; it is where a server listens, not where it is;
it holds on one cable only; it is a name that only some networks know."""


def server_address(typed: str) -> str:
    """Return the address of a server, without anything behind it; refuse what is none."""
    parts = urlsplit(typed.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ArpadError("event-paper-address", value=typed)
    return typed.strip().rstrip("/")


def unreachable(address: str) -> Unreachable | None:
    """Return why telephones cannot open an address, None if nothing speaks against it."""
    host = (urlsplit(address).hostname or "").rstrip(".")
    if is_loopback(host):
        return "loopback"
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None if "." in host else "one-word"
    if found.is_unspecified:
        return "everywhere"
    return "link-local" if found.is_link_local else None


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
