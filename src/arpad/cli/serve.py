"""`arpad serve`: run the web site, and show its address in the playing hall as a QR code."""

import os
import secrets
import socket
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from arpad.cli.office.options import (
    MAIL_FROM,
    SITE,
    SMTP,
    MailFrom,
    MailSite,
    Smtp,
    mail_server,
    public_address,
    push_place,
    steps,
)
from arpad.cli.options import DEFAULT_DATABASE, Command, Group, Option, Shared, shared
from arpad.cli.output import line, styled
from arpad.clock import instant, milliseconds
from arpad.i18n import ArpadError, text
from arpad.inputs.parse import is_loopback

if TYPE_CHECKING:
    from fastapi import FastAPI

    from arpad.office.storage.database import Database


# The address under which telephones in a hall find this machine, and its QR code in a terminal.

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
    others = [f"http://{other}:{port}" for other in hall_addresses() if other != reached] if host in EVERY else []
    if others:
        line(text("label.hall-others", settings.language, addresses=", ".join(others)))


def hall_address() -> str | None:
    """Return the address of this machine in its network, None if it is in none. Nothing is sent."""
    return next(iter(hall_addresses()), None)


def hall_addresses() -> list[str]:
    """Return all addresses of this machine in its networks; first the one by which it reaches others."""
    known = dict.fromkeys((_on_the_way(), *_of_the_name(), *_of_the_cards()))
    return [address for address in known if address and not is_loopback(address)]


class HallDoor:
    """Lets the hall into an office that is open on this machine alone: it listens on the address of the network too,
    as long as it runs."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._servers: list[Any] = []

    async def open(self, app: Any) -> str:
        """Listen on the address of this machine in its network, and return it."""
        import asyncio

        import uvicorn

        address = hall_address()
        if address is None:
            raise ArpadError("serve-hall-none")
        config = uvicorn.Config(app, host=address, port=self.port, lifespan="off", **_serving())
        config.load()
        server = uvicorn.Server(config)
        server.lifespan = config.lifespan_class(config)
        server.servers = []
        try:
            listening = socket.create_server((address, self.port))
        except OSError as problem:
            why = problem.strerror or str(problem)
            raise ArpadError("serve-hall-taken", host=address, port=self.port, problem=why) from None
        await server.startup(sockets=[listening])
        self._servers.append((server, asyncio.create_task(server.main_loop())))
        return f"http://{address}:{self.port}"


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
    cards = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            asked = name.encode()[:15].ljust(256, b"\0")
            try:
                answer = fcntl.ioctl(any_socket.fileno(), SIOCGIFADDR, asked)
            except OSError:
                continue
            cards.append(socket.inet_ntoa(answer[20:24]))
    return cards


# `arpad serve`: the office in a browser.

DB, DEMO, EVENTS, REGULATIONS = "ARPAD_DB", "ARPAD_DEMO", "ARPAD_EVENTS", "ARPAD_REGULATIONS"
COUNTERS, HALL, PORT = "ARPAD_COUNTERS", "ARPAD_HALL", "ARPAD_PORT"
ONE_BY_ONE = "UV_TCP_SINGLE_ACCEPT"
"""Lets a worker take one connection at a time (libuv): otherwise the first one to wake takes all that wait."""
WORKER_ANSWERS = 60
"""Seconds in which a worker must say that it lives; otherwise another one takes its place."""


def register(app: Group) -> None:
    """Add the command to the application."""
    app.command("serve", cls=Command, help="cli.command.serve")(serve)


def serve(
    context: click.Context,
    host: Annotated[str, Option("--host", metavar="HOST", help="cli.help.serve-host")] = "127.0.0.1",
    port: Annotated[int, Option("--port", limits=(0, 65535), help="cli.help.serve-port")] = DEFAULT_PORT,
    db: Annotated[str, Option("--db", metavar="URL", envvar=DB, help="cli.help.office-db")] = DEFAULT_DATABASE,
    events: Annotated[
        str | None,
        Option("--events", metavar="URL", envvar=EVENTS, help="cli.help.serve-events"),
    ] = None,
    workers: Annotated[int, Option("--workers", limits=(1, 64), help="cli.help.serve-workers")] = 1,
    demo: Annotated[bool, Option("--demo", help="cli.help.serve-demo")] = False,
    hall: Annotated[bool, Option("--hall", help="cli.help.serve-hall")] = False,
    smtp: Smtp = "",
    sender: MailFrom = "",
    site: MailSite = "",
) -> None:
    settings = shared(context)
    mail_server(smtp, sender, site)  # settings that cannot work are refused before anything is served
    push_place()
    public_address(site)
    os.environ.update({SMTP: smtp, MAIL_FROM: sender, SITE: site})
    if hall and is_loopback(host):
        host = EVERY[0]
    address = hall_address() if host in EVERY else None
    if hall and address is None and host in EVERY:
        raise ArpadError("serve-hall-none")
    os.environ.update(_checked(settings, host, port, db, events, demo, hall=hall))
    os.environ[HALL] = f"http://{address}:{port}" if address else ""
    os.environ[PORT] = str(port if is_loopback(host) and workers == 1 else 0)
    if workers > 1:
        os.environ.setdefault(ONE_BY_ONE, "1")
    with tempfile.TemporaryDirectory(prefix="arpad-serving-") as folder:
        os.environ[COUNTERS] = folder
        _run(host, port, workers)


def _checked(
    settings: Shared, host: str, port: int, db: str, events: str | None, demo: bool, *, hall: bool = False
) -> dict[str, str]:
    """Look at everything that could keep the office from being served, make the demo federation if it is asked for,
    and say where the office is. Returns the environment variables that the workers read."""
    from arpad.office.accounts.people import all_accounts
    from arpad.office.storage.database import Database

    _ = settings.regulations  # editions that cannot be read are refused before anything is served
    db = _one_of_both(db, events, demo)
    database = Database(db)
    if demo and database.is_empty():
        _found_demo(settings, database)
    everybody_knows = any(account.demo and account.active for account in all_accounts(database))
    database.dispose()
    if everybody_knows and not is_loopback(host):
        raise ArpadError("serve-demo", host=host)
    _check_port(host, port)
    here = "127.0.0.1" if hall and host in EVERY else host
    line(text("label.serving", settings.language, address=f"http://{here}:{port}"), style="bold")
    if everybody_knows:
        _tell_login(settings)
    if (events or hall) and not is_loopback(host):
        tell_hall(settings, host, port)
    return {
        DB: db, EVENTS: events or "", DEMO: str(int(everybody_knows)), REGULATIONS: str(settings.folder or ""),
    }  # fmt: skip


def _check_port(host: str, port: int) -> None:
    """Refuse an address that is taken, or that is not of this machine."""
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            pass
    except OSError as problem:
        raise ArpadError("serve-port", host=host, port=port, problem=problem.strerror or str(problem)) from None


def _run(host: str, port: int, workers: int) -> None:
    import uvicorn

    uvicorn.run(
        "arpad.cli.serve:application",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        timeout_worker_healthcheck=WORKER_ANSWERS,
        **_serving(),
    )


def _serving() -> dict[str, Any]:
    """How clients are served, whatever the address."""
    from arpad.web.server import KEPT_OPEN, STOPPING

    return {
        "log_level": "warning",
        "access_log": False,
        "proxy_headers": True,
        "server_header": False,
        "http": "arpad.web.server:SlowClientProtocol",
        "ws": "none",
        "timeout_keep_alive": KEPT_OPEN,
        "timeout_graceful_shutdown": STOPPING,
    }


def _one_of_both(db: str, events: str | None, demo: bool) -> str:
    """Return the office's database. On a laptop in a hall there may be none: then accounts live in the database of the
    events, which is made if it is not there."""
    if not events:
        return db
    from contextlib import closing

    from arpad.office.storage.database import Database
    from arpad.office.tournaments.store import EventStore

    with closing(EventStore(Database(events))) as event_store:
        event_store.make_database()
    office = Database(db)
    empty = office.is_empty() and not demo
    office.dispose()
    return events if empty else db


def _found_demo(settings: Shared, database: "Database") -> None:
    """Make the demo federation in a database that is still empty."""
    from arpad.office.context import Desk
    from arpad.office.demo import DEMO_NAME, first_list, found_club_rapid, found_demo, found_running_event

    place = Desk(database, settings.regulations, "fide", DEMO_NAME, instant())
    with steps(settings, "label.demo-founding") as progress:
        found_demo(database, place, progress, first=first_list(place.at))
        found_running_event(database, place)
        found_club_rapid(database, place)


def _tell_login(settings: Shared) -> None:
    from arpad.office.demo import DEMO_NAME, DEMO_PASSWORD

    line(text("label.demo-login", settings.language, name=DEMO_NAME, password=DEMO_PASSWORD))


def application() -> "FastAPI":
    """Return the application with the settings of the environment. Each worker of a server calls this."""
    from arpad.web.app import create_app
    from arpad.web.middleware import log_to_stderr
    from arpad.web.server import SlowClientProtocol, most_connections
    from arpad.web.site import Settings

    log_to_stderr()
    SlowClientProtocol.limit = most_connections()
    folder, counters = os.environ.get(REGULATIONS), os.environ.get(COUNTERS)
    return create_app(
        Settings(
            db=os.environ.get(DB, DEFAULT_DATABASE),
            events=os.environ.get(EVENTS, ""),
            now=instant,
            secret=lambda: secrets.token_urlsafe(32),
            milliseconds=milliseconds,
            demo=os.environ.get(DEMO) == "1",
            regulations=Path(folder) if folder else None,
            own_process=True,
            counters=Path(counters) if counters else None,
            hall=os.environ.get(HALL, ""),
            open_hall=HallDoor(port).open if (port := int(os.environ.get(PORT) or 0)) else None,
            mail=mail_server(*(os.environ.get(name, "") for name in (SMTP, MAIL_FROM, SITE))),
            push=push_place(),
            address=public_address(os.environ.get(SITE, "")),
        )
    )
