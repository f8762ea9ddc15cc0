"""The address under which telephones in a hall find this machine, and its QR code in a terminal."""

import socket

from arpad.cli.output import line
from arpad.cli.shared import Shared
from arpad.cli.terminal import styled
from arpad.i18n import text
from arpad.inputs.parse import is_loopback

DEFAULT_PORT = 8000
ANYWHERE = "192.0.2.1"
"""An address that nobody has (RFC 5737): the way there shows by which address this machine is reached."""
SIOCGIFADDR = 0x8915
"""Linux: the address of a network card. Elsewhere it is not known, and refused."""
EVERY = ("0.0.0.0", "::", "")


def tell_hall(settings: Shared, host: str, port: int) -> None:
    """Print the address for telephones with its QR code, if others can reach it."""
    reached = hall_address() if host in EVERY else host
    if not reached or is_loopback(reached):
        line(text("label.hall-unknown", settings.language))
        return
    from arpad.papers.typeset import qr_lines

    named = f"[{reached}]" if ":" in reached else reached
    address = f"http://{named}:{port}/t"
    line(text("label.hall", settings.language, address=address))
    for row in qr_lines(address):
        print(styled(row, "paper"))


def hall_address() -> str | None:
    """Return the address of this machine in its network, None if it is in none. Nothing is sent."""
    for found in (_on_the_way(), *_of_the_name(), *_of_the_cards()):
        if found and not is_loopback(found):
            return found
    return None


def _on_the_way() -> str | None:
    """Return the address from which a packet would leave."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        try:
            out.connect((ANYWHERE, 9))
        except OSError:
            return None
        return str(out.getsockname()[0])


def _of_the_name() -> list[str]:
    """Return the addresses that belong to the name of the machine."""
    try:
        return list(socket.gethostbyname_ex(socket.gethostname())[2])
    except OSError:
        return []


def _of_the_cards() -> list[str]:
    """Return the addresses of the network cards. A laptop that makes its own network may know no others."""
    try:
        import fcntl
    except ImportError:  # not on Windows, where the name knows them all
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            asked = name.encode()[:15].ljust(256, b"\0")
            try:
                answer = fcntl.ioctl(any_socket.fileno(), SIOCGIFADDR, asked)
            except OSError:
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found
