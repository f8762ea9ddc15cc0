"""The tables of an office. Nothing is forgotten: reports, revisions, decisions, editions and the log only grow.

Texts sort by their bytes on both databases, so that a list has the same order on each. JSON is canonical text. A number
that is not known (a year of birth, a rating) is 0. Ids are given by the office, never by the database, so that they are
the same on each. The rules that refuse a change to what is published are triggers, in the migrations.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeEngine

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011")
"""The revisions of the schema. They are numbered, so that a later one is a greater text."""

REVISION = REVISIONS[-1]

REVISION_TABLE = "arpad_revision"

BYTEWISE: TypeEngine[str] = Text().with_variant(Text(collation="C"), "postgresql")

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id(name: str = "id") -> Column[int]:
    """A number given by the office."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


def _key(name: str) -> Column[str]:
    return Column(name, BYTEWISE, primary_key=True)


def _part_of(name: str, target: str, *, primary_key: bool = False, nullable: bool = False) -> Column[int]:
    """A reference to a row that must be there."""
    return Column(name, Integer, ForeignKey(target), primary_key=primary_key, autoincrement=False, nullable=nullable)


def _text(name: str, *, unique: bool | None = None, server_default: str | None = None) -> Column[str]:
    return Column(name, BYTEWISE, nullable=False, unique=unique, server_default=server_default)


def _texts(*names: str) -> tuple[Column[str], ...]:
    return tuple(_text(name) for name in names)


def _of_account() -> Column[str]:
    """The account that a row belongs to."""
    return Column("account", BYTEWISE, ForeignKey("accounts.name"), nullable=False)


def _seal() -> Column[str]:
    """What only the office can make of a row: it shows that nobody else wrote it."""
    return _text("seal", server_default="")


def _number(name: str, *, server_default: str | None = None) -> Column[int]:
    return Column(name, Integer, nullable=False, server_default=server_default)


systems = Table("systems", metadata, _id(), _text("name", unique=True), _text("federation", server_default=""))

reports = Table("reports", metadata, _key("sha256"), Column("data", LargeBinary, nullable=False), _number("size"))
"""Reports as received, byte for byte."""

events = Table(
    "events",
    metadata,
    _id(),
    _part_of("system_id", "systems.id"),
    *_texts("name", "city", "federation"),
    Column("start", Date),
    Column("end", Date),
    *_texts("time_class", "state"),
    Column("period", Date),
    _text("facts"),
    _number("revision", server_default="0"),
)

revisions = Table(
    "revisions",
    metadata,
    _part_of("event_id", "events.id", primary_key=True),
    _id("number"),
    Column("sha256", BYTEWISE, ForeignKey("reports.sha256"), nullable=False),
    Column("received", Date),
    _text("reason"),
    Column("accepted", Boolean, nullable=False),
    _text("findings"),
)
"""A report received for an event; a correction is the next number."""

event_games = Table(
    "event_games",
    metadata,
    _part_of("event_id", "events.id", primary_key=True),
    Column("game", BigInteger, primary_key=True, autoincrement=False),
    Index(None, "game"),
    sqlite_with_rowid=False,
)
"""A key for every game of the report that counts for an event: players, colours and result."""

versions = Table(
    "versions",
    metadata,
    _id(),
    _part_of("system_id", "systems.id"),
    Column("period", Date, nullable=False),
    _number("number"),
    *_texts("kind", "state"),
    _part_of("parent_id", "versions.id", nullable=True),
    *_texts("digest", "manifest", "reason", "release"),
    _number("players"),
    UniqueConstraint("system_id", "period", "number"),
    CheckConstraint("kind IN ('import', 'closed')", name="kind"),
    CheckConstraint("state IN ('provisional', 'published')", name="state"),
)

contents = Table(
    "contents",
    metadata,
    _part_of("version_id", "versions.id", primary_key=True),
    _key("name"),
    Column("data", LargeBinary, nullable=False),
)
"""What a version holds, as Parquet."""

history = Table(
    "history",
    metadata,
    _part_of("version_id", "versions.id", primary_key=True),
    _key("time_class"),
    _key("player"),
    *map(_number, ("rating", "k", "games", "change")),
    Index(None, "player", "version_id"),
    sqlite_with_rowid=False,
)

players = Table(
    "players",
    metadata,
    _part_of("system_id", "systems.id", primary_key=True),
    _key("id"),
    *_texts("name", "federation", "sex", "title"),
    _number("born"),
    Index(None, "system_id", "name"),
    sqlite_with_rowid=False,
)

decisions = Table(
    "decisions",
    metadata,
    _id(),
    _part_of("system_id", "systems.id"),
    Column("period", Date, nullable=False),
    *_texts("kind", "data", "reason"),
    Column("undoes", Integer, ForeignKey("decisions.id"), unique=True),
)

arbiter_records = Table(
    "arbiter_records",
    metadata,
    _id(),
    *_texts("arbiter", "kind", "at", "data", "reason"),
    Column("revokes", Integer, ForeignKey("arbiter_records.id"), unique=True),
    Index(None, "arbiter"),
)
"""What the office knows of arbiters: persons, awards, seminars, norms, certificates. `at` is when it was noted."""

editions = Table("editions", metadata, _key("sha256"), _text("id"), _text("data"))

log = Table(
    "log",
    metadata,
    _id(),
    *_texts("at", "who", "action", "system", "subject", "details"),
    _text("rows", server_default="[]"),
    _text("prev", server_default=""),
    _text("sha256", server_default=""),
)
"""Who did what and when. `at` is ISO 8601 in UTC. `rows` are the rows that were written with the line, `prev` is the
hash of the line before, and `sha256` the hash of all of this one."""

keys = Table("keys", metadata, _id("number"), _text("public"), _number("since"), _text("proof"))
"""The public keys of the office, the newest last. `since` is the line of the log that tells of it; `proof` are
the signature by which the key before hands on to it, empty if it was lost, and its own of the key before."""

signatures = Table(
    "signatures",
    metadata,
    _key("kind"),
    _id("number"),
    _part_of("key", "keys.number"),
    *_texts("statement", "signature"),
    CheckConstraint("kind IN ('head', 'list')", name="kind"),
)
"""What the office has signed: heads of the log, by the number of their line, and published versions, by their id."""

accounts = Table(
    "accounts",
    metadata,
    _key("name"),
    *_texts("hash", "role"),
    Column("active", Boolean, nullable=False),
    Column("demo", Boolean, nullable=False),
    _text("factor", server_default=""),
    CheckConstraint("role IN ('administrator', 'officer', 'arbiter', 'auditor', 'read-only')", name="role"),
)
"""People who may sign in on the web. `factor` is the secret of the second factor, empty if there is none."""

sessions = Table(
    "sessions",
    metadata,
    _key("sha256"),
    _of_account(),
    *_texts("csrf", "ends"),
    _text("waits", server_default=""),
    _seal(),
)
"""People who are signed in. One that `waits` for the code of the second factor opens nothing yet."""

tokens = Table(
    "tokens",
    metadata,
    _key("sha256"),
    _of_account(),
    _text("label"),
    _text("made", server_default=""),
    _text("ends", server_default=""),
    _text("scopes", server_default="read reports events office"),
)
"""What programs act with. Those of releases without an end have none."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    _key("sha256"),
    _of_account(),
    _seal(),
)
"""Codes for people who have lost their second factor, each for one time."""

devices = Table(
    "devices",
    metadata,
    _key("sha256"),
    _of_account(),
    _text("at"),
    _seal(),
)
"""Browsers with which somebody has signed in, and when last."""

last_uses = Table("last_uses", metadata, _key("key"), _text("at"), _seal())
"""When a token was used last, and which code of a second factor."""

sign_ins = Table(
    "sign_ins", metadata, _id("number"), _text("account"), _text("at"), _text("network"), _text("outcome"),
    _seal(), Index(None, "account", "number"),
)  # fmt: skip
"""Who signed in or tried to, from which network. They are kept for some months, and are not in the log."""

policies = Table("policies", metadata, _key("name"), _text("value"))
"""What the office demands of its accounts."""

attempts = Table("attempts", metadata, _id("number"), _text("key"), _text("at"), _seal(), Index(None, "key", "at"))
"""Attempts to sign in that failed."""

sent_forms = Table("sent_forms", metadata, _key("sha256"), _text("answer"), _text("at"), _seal())
"""Forms of the web that were sent, for a day: the address that each was answered with, empty until it is done."""

tournaments = Table(
    "tournaments",
    metadata,
    _id(),
    _text("slug", unique=True),
    _text("secret"),
    _number("lines", server_default="0"),
    _text("head", server_default=""),
    _seal(),
)
"""Events that are run here. Each has a log, of which `lines` and `head` tell the end; nothing else is kept of its
state."""

tournament_log = Table(
    "tournament_log",
    metadata,
    _part_of("tournament_id", "tournaments.id", primary_key=True),
    _id("n"),
    *_texts("at", "who", "kind", "data", "prev", "sha256"),
    sqlite_with_rowid=False,
)
"""The log of an event, line by line. It only grows."""

tournament_requests = Table(
    "tournament_requests",
    metadata,
    _part_of("tournament_id", "tournaments.id", primary_key=True),
    _key("request"),
    *_texts("command", "lines", "warnings"),
    _seal(),
    sqlite_with_rowid=False,
)
"""Commands that came with an id of their own, and what they were answered, so that they may be sent again."""

tournament_links = Table(
    "tournament_links",
    metadata,
    _part_of("tournament_id", "tournaments.id", primary_key=True),
    _id("link"),
    _text("sha256", unique=True),
    _text("name"),
    _seal(),
)
"""Links for people without an account: the hash of the secret, and the name that they gave."""

tournament_contacts = Table(
    "tournament_contacts",
    metadata,
    _part_of("tournament_id", "tournaments.id", primary_key=True),
    _key("subject"),
    *_texts("mail", "telephone"),
    _seal(),
)
"""Mail and telephone of players and captains. They are not in the log, and may be erased."""

tournament_pictures = Table(
    "tournament_pictures",
    metadata,
    _part_of("tournament_id", "tournaments.id", primary_key=True),
    _key("name"),
    *_texts("sha256", "media", "about"),
    *map(_number, ("width", "height")),
    Column("data", LargeBinary, nullable=False),
    _seal(),
)
"""The logo and the photo of an event, as they are served. They are not in the log, and may be removed."""

tournament_subscriptions = Table(
    "tournament_subscriptions",
    metadata,
    _part_of("tournament_id", "tournaments.id", primary_key=True),
    _id("number"),
    *_texts("mail", "topics", "language", "asked", "confirmed"),
    *map(_number, ("entry", "since")),
    _seal(),
)
"""People who asked for notices by mail: about what, about which player (0: none), in which language, when they asked
and when they confirmed. `since` is the last line of the log of which they were told."""

tournament_mails = Table(
    "tournament_mails",
    metadata,
    _part_of("tournament_id", "tournaments.id", primary_key=True),
    _id("subscription"),
    _key("topic"),
    *_texts("subject", "body", "state", "due", "at", "problem"),
    _number("tries"),
    _seal(),
    Index(None, "state", "due"),
)
"""Mails of subscriptions: waiting until they are due, sent, or given up. They go with their subscription. Number 0 is
none: its rows are the games that are pushed to a broadcast."""

tallies = Table("tallies", metadata, _key("name"), _id("of"), _number("rows"), _text("sum"), _text("numbers"), _seal())
"""How many rows each table of sealed rows has: `name` is the table, `of` the tournament that the rows belong to, or 0.
`sum` is a sum over the seals of the rows, `numbers` which rows there are, if they have numbers."""

SEALED = tuple(table for table in metadata.sorted_tables if "seal" in table.c)
"""Tables of which the log does not tell: their rows have a seal each."""
