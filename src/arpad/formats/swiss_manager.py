"""The files of Swiss-Manager (TUNX, TURX, TUMX): read from the first byte to the last, or refused with the byte.

Every section must be where the counts before it put it; nothing is searched for. What belongs to the author's machine
(licence, signatures, paths, mail) is passed over, and is in nothing that is returned.
"""

import datetime as dt
from struct import iter_unpack, unpack_from
from typing import Literal

from msgspec.structs import replace

from arpad.documents.document import Document
from arpad.formats.report import SWISS_MANAGER
from arpad.i18n import ArpadError, Words

Kind = Literal["swiss", "round-robin", "team-round-robin", "team-swiss"]
KINDS: tuple[Kind, ...] = ("swiss", "round-robin", "team-round-robin", "team-swiss")
TimeClass = Literal["standard", "rapid", "blitz"]
TIME_CLASSES: tuple[TimeClass, ...] = ("standard", "rapid", "blitz")
VERSIONS = (20241023, 20250319)
LARGEST = 20_000_000
MOST_PLAYERS, MOST_ROUNDS, MOST_TIE_BREAKS = 9_999, 255, 9

MARKER = b"\xff\x89\x44"
SETTINGS, ROUNDS, PLAYERS, PAIRINGS = 0x95, 0xA3, 0xA5, 0xB3
TEAMS, MATCHES, FORBIDDEN, TABLE, END = 0xB5, 0xC3, 0xC5, 0xD3, 0xE3
HEADER_SIZE, SETTINGS_SIZE, ROUND_SIZE, PLAYER_SIZE, PAIRING_SIZE, TEAM_SIZE, MATCH_SIZE = (
    108,
    5883,
    106,
    110,
    21,
    100,
    15,
)
EVENT_TEXTS, PLAYER_TEXTS, TEAM_TEXTS, TABLE_ENTRIES = 132, 30, 3, 7

KNOWN_EVENT_TEXTS = frozenset((*range(12), 13, 14, *range(20, 26), 35))
KNOWN_PLAYER_TEXTS = frozenset((*range(6), 9, 10, 11, 12, 17))
"""The texts that some file has; all others are empty in every file that is known."""

ROUND_FIELDS, PLAYER_FIELDS, MATCH_FIELDS = (30, 60), (6, 0x4C), (0, 4)
"""The first and the last byte of what some file has in these parts; all before and behind is 0 in every one."""

BYE, ABSENT, NOBODY = 0xFFFF, 0xFFFE, 0
"""What may stand in the place of an opponent; nobody only on a board of a team."""
GAMES = {0: None, 1: "10", 2: "==", 3: "01", 4: "+-", 5: "-+", 6: "--", 15: "WL", 16: "DD", 17: "LW"}
"""The results of a game for White and Black, as TRF has them; None: no result yet."""
BYES = {0: "U", 9: "U"}
ABSENCES = {0: "Z", 1: "F", 2: "H", 3: "Z"}
EMPTY_BOARDS = {4: "+", 5: "+"}


class TieBreakNumber(Document, frozen=True):
    """A tie-break by the number that Swiss-Manager has for it, and how many values are cut. What `flags` say is not
    known; `value` is a share in per cent, a least rating or a type."""

    number: int
    cut_lowest: int
    cut_highest: int
    flags: int
    value: int


class FilePlayer(Document, frozen=True):
    """A player. `entered_after` is the round after which a late player came; 0 and empty texts: nothing is said."""

    number: int
    surname: str
    first_name: str
    title: str
    national_id: str
    club: str
    federation: str
    category: str
    group: str
    woman: bool
    rating: int
    national_rating: int
    born: int
    id: int
    team: int
    board: int
    entered_after: int
    fixed_board: int

    @property
    def name(self) -> str:
        return (
            f"{self.surname}, {self.first_name}"
            if self.surname and self.first_name
            else self.surname or self.first_name
        )


class FilePairing(Document, frozen=True):
    """A board of a round, or a player without an opponent (`black` is 0). `result` has a sign of TRF for White and one
    for Black, or one for a player without an opponent; None: open. `white_empty`: the player there has Black."""

    white: int
    black: int
    result: str | None
    by_hand: bool
    white_empty: bool = False


class FileRound(Document, frozen=True):
    """A round: its day, the time as typed, and its boards. `matches` are pairs of teams."""

    number: int
    day: dt.date | None
    time: str
    by_engine: bool
    licence: int
    pairings: tuple[FilePairing, ...]
    matches: tuple[tuple[int, int], ...] = ()


class FileTeam(Document, frozen=True):
    """A team."""

    number: int
    name: str
    short_name: str
    captain: str


class SwissManagerFile(Document, frozen=True):
    """What a file says of its tournament. `unknown` is the number of fields that are filled here and in no file that is
    known, `first_unknown` the byte of the first."""

    version: int
    kind: Kind
    name: str
    subtitle: str
    city: str
    director: str
    arbiters: str
    chief_arbiter: str
    deputy_arbiter: str
    time_control: str
    federation: str
    time_class: TimeClass | None
    start: dt.date | None
    end: dt.date | None
    rounds: int
    current_round: int
    boards: int
    licence: int
    tie_breaks: tuple[TieBreakNumber, ...]
    played: tuple[FileRound, ...]
    players: tuple[FilePlayer, ...]
    teams: tuple[FileTeam, ...]
    forbidden: tuple[tuple[int, int], ...]
    unknown: int
    first_unknown: int


def read_file(data: bytes) -> SwissManagerFile:
    """Read a file, or refuse it as a whole: the error names the byte."""
    if not data.startswith(SWISS_MANAGER):
        raise refusal("swiss-manager-not-swiss-manager", 0)
    if len(data) > LARGEST:
        raise refusal("swiss-manager-too-large", 0, megabytes=LARGEST // 1_000_000)
    return _Reader(data).read()


def refusal(key: str, byte: int, **values: object) -> ArpadError:
    """Return the one error of a file that cannot be read."""
    return ArpadError(key, byte=byte, **values)


def _part(name: str, **values: object) -> Words:
    return Words(f"swiss-manager.part-{name}", **values)


class _Reader:
    """One reading. `at` is the next byte."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self.ended = data.endswith(bytes((END,)) + MARKER)
        self.unknown = self.first_unknown = 0
        self.markers: set[int] = set()

    # Bytes, numbers and texts.

    def take(self, size: int, part: Words) -> bytes:
        """Return the next bytes, which belong to a part of the file."""
        first, left = self.at, len(self.data) - self.at
        if size > left:
            if self.ended:
                raise refusal("swiss-manager-past-end", first, part=part, size=size, left=left)
            raise refusal("swiss-manager-truncated", len(self.data), part=part, first=first, last=first + size - 1)
        self.at += size
        return self.data[first : self.at]

    def text(self, part: Words) -> str:
        """A text: the number of its UTF-16 units, then these."""
        first = self.at
        (count,) = unpack_from("<H", self.take(2, part))
        try:
            return self.take(2 * count, part).decode("utf-16-le")
        except UnicodeDecodeError:
            raise refusal("swiss-manager-bad-text", first, part=part) from None

    def texts(self, count: int, known: frozenset[int], part: str, **values: object) -> list[str]:
        """Several texts. One that no known file has is counted as unknown."""
        found = []
        for number in range(count):
            first = self.at
            found.append(self.text(_part(part, text=number, **values)))
            if found[-1] and number not in known:
                self.note_unknown(first)
        return found

    def fields(self, size: int, part: Words, known: tuple[int, int]) -> bytes:
        """The bytes of a part. Those outside of what is known are counted as unknown unless they are 0."""
        first, data = self.at, self.take(size, part)
        for at, gap in ((0, data[: known[0]]), (known[1], data[known[1] :])):
            if gap.strip(b"\0"):
                self.note_unknown(first + at)
        return data

    def no_such(self, byte: int, number: int, last: int, part: Words) -> ArpadError:
        return refusal("swiss-manager-no-such-player", byte, player=number, players=last, part=part)

    def note_unknown(self, byte: int) -> None:
        self.unknown += 1
        self.first_unknown = self.first_unknown or byte

    def section(self, first_byte: int, name: str) -> None:
        """Demand the marker of a section."""
        byte = self.at
        part = _part(name)
        if self.take(4, part) != bytes((first_byte,)) + MARKER:
            raise refusal("swiss-manager-no-section", byte, part=part)
        self.markers.add(byte)

    # The sections, in their order.

    def read(self) -> SwissManagerFile:
        header = self.take(HEADER_SIZE, _part("header"))
        if any(header[4:8]):
            self.note_unknown(4)
        self.markers.add(0)
        version, _, licence = unpack_from("<III", header, 28)
        if version not in VERSIONS:
            raise refusal("swiss-manager-unknown-version", 28, version=version, known=", ".join(map(str, VERSIONS)))
        texts = [" ".join(text.split()) for text in self.texts(EVENT_TEXTS, KNOWN_EVENT_TEXTS, "event-text")]
        self.section(SETTINGS, "settings")
        start = self.at
        settings = self.take(SETTINGS_SIZE, _part("settings"))

        def number(at: int) -> int:
            return int(unpack_from("<H", settings, at)[0])

        if settings[0x0B] >= len(KINDS):
            raise refusal("swiss-manager-unknown-kind", start + 0x0B, kind=settings[0x0B])
        kind, teams, players, planned = KINDS[settings[0x0B]], number(0x2F), number(0x13), number(0x17)
        for count, most, at in ((players, MOST_PLAYERS, 0x13), (planned, MOST_ROUNDS, 0x17)):
            if count > most:
                raise refusal("swiss-manager-too-many", start + at, count=count, most=most)
        self.section(ROUNDS, "rounds")
        rounds = [self.round(place) for place in range(1, planned + 1)]
        self.section(PLAYERS, "players")
        people = tuple(self.player(place) for place in range(1, players + 1))
        self.section(PAIRINGS, "pairings")
        in_teams = kind.startswith("team")
        boards = [self.pairings(place, size, players, in_teams) for place, (_, size, _) in enumerate(rounds, 1)]
        listed: tuple[FileTeam, ...] = ()
        matches: list[tuple[tuple[int, int], ...]] = [()] * planned
        if in_teams:
            listed = self.teams(teams)
            self.section(MATCHES, "matches")
            matches = [self.matches(place, size, teams) for place, (_, _, size) in enumerate(rounds, 1)]
            for place, (_, size, met) in enumerate(rounds, 1):
                if size != met * number(0x31):
                    values = {"round": place, "count": size, "matches": met, "boards": number(0x31)}
                    raise refusal("swiss-manager-boards", start + 0x31, **values)
        forbidden = self.forbidden(number(0x34E), teams if in_teams else players)
        self.end()
        return SwissManagerFile(
            version, kind, texts[0], texts[1], texts[5], texts[3], texts[6], texts[21], texts[35], texts[14], texts[25],
            TIME_CLASSES[number(0x4EF) - 1] if 1 <= number(0x4EF) <= len(TIME_CLASSES) else None,
            _day(settings, 0x47), _day(settings, 0x4B), planned, number(0x11), number(0x31), licence,
            tuple(_tie_break(settings, place) for place in range(min(number(0x1B), MOST_TIE_BREAKS))),
            tuple(
                replace(round_, pairings=pairings, matches=met)
                for (round_, _, _), pairings, met in zip(rounds, boards, matches, strict=True)
            ),
            people, listed, forbidden, self.unknown, self.first_unknown,
        )  # fmt: skip

    def round(self, number: int) -> tuple[FileRound, int, int]:
        """A round without its boards, how many pairings it has, and how many matches."""
        part = _part("round", round=number)
        time = self.text(part)
        facts = self.fields(ROUND_SIZE, part, ROUND_FIELDS)
        pairings, matches = unpack_from("<HH", facts, 36)
        (licence,) = unpack_from("<H", facts, 52)
        return FileRound(number, _day(facts, 30), time, bool(facts[34]), licence, ()), pairings, matches

    def player(self, number: int) -> FilePlayer:
        texts = self.texts(PLAYER_TEXTS, KNOWN_PLAYER_TEXTS, "player-text", player=number)
        facts = self.fields(PLAYER_SIZE, _part("player", player=number), PLAYER_FIELDS)
        rating, national = unpack_from("<HH", facts, 0x08)
        (born,) = unpack_from("<I", facts, 0x0E)
        id_, team, board = unpack_from("<IHH", facts, 0x18)
        entered_after, fixed_board = unpack_from("<HH", facts, 0x34)
        surname, first_name, _, _, title, national_id = (" ".join(text.split()) for text in texts[:6])
        club, federation, category, group = (" ".join(text.split()) for text in texts[9:13])
        return FilePlayer(
            number, surname, first_name, title, national_id, club, federation, category, group, facts[6] == 1, rating,
            national, born // 10000, id_, team, board, entered_after, fixed_board,
        )  # fmt: skip

    def pairings(self, number: int, count: int, players: int, in_teams: bool) -> tuple[FilePairing, ...]:
        return tuple(self.pairing(number, place, players, in_teams) for place in range(1, count + 1))

    def pairing(self, number: int, place: int, players: int, in_teams: bool) -> FilePairing:
        """A record of a round: two players, or one and what stands for the other, a result, and whether by hand."""
        first, part = self.at, _part("pairing", round=number, pairing=place)
        record = self.take(PAIRING_SIZE, part)
        white, black, result = unpack_from("<HHH", record)
        allowed = (BYE, ABSENT, NOBODY) if in_teams else (BYE, ABSENT)
        for at, player in ((first, white), (first + 2, black)):
            if not 1 <= player <= players and player not in allowed:
                raise self.no_such(at, player, players, part)
        present = [player for player in (white, black) if 1 <= player <= players]
        if not present:
            raise self.no_such(first, white, players, part)
        codes = GAMES if len(present) == 2 else {BYE: BYES, ABSENT: ABSENCES, NOBODY: EMPTY_BOARDS}[
            black if present[0] == white else white
        ]  # fmt: skip
        if result not in codes:
            raise refusal("swiss-manager-unknown-result", first + 4, result=result, part=part)
        if record[7:].strip(b"\0"):
            self.note_unknown(first + 7)
        if len(present) == 2:
            return FilePairing(white, black, GAMES[result], bool(record[6]))
        return FilePairing(present[0], 0, codes[result], bool(record[6]), present[0] != white)

    def teams(self, count: int) -> tuple[FileTeam, ...]:
        """The teams. Some of their bytes may be texts that are empty in the files that are known: there are as many as
        let the teams end where the matches begin."""
        self.section(TEAMS, "teams")
        first = self.at
        for more in range(TEAM_SIZE // 4):
            self.at = first
            try:
                found = tuple(self.team(number, more) for number in range(1, count + 1))
            except ArpadError:
                continue
            if self.data[self.at : self.at + 4] == bytes((MATCHES,)) + MARKER:
                return found
        raise refusal("swiss-manager-no-section", first, part=_part("teams-end", count=count))

    def team(self, number: int, more: int) -> FileTeam:
        texts = [self.text(_part("team", team=number)) for _ in range(TEAM_TEXTS + more)]
        self.take(TEAM_SIZE - 2 * more, _part("team", team=number))
        return FileTeam(number, *(" ".join(text.split()) for text in texts[:TEAM_TEXTS]))

    def matches(self, number: int, count: int, teams: int) -> tuple[tuple[int, int], ...]:
        found = []
        for place in range(1, count + 1):
            first, part = self.at, _part("match", round=number, match=place)
            one, two = unpack_from("<HH", self.fields(MATCH_SIZE, part, MATCH_FIELDS))
            for at, team in ((first, one), (first + 2, two)):
                if not 1 <= team <= teams:
                    raise self.no_such(at, team, teams, part)
            found.append((one, two))
        return tuple(found)

    def forbidden(self, count: int, most: int) -> tuple[tuple[int, int], ...]:
        """Pairs that may not meet: players, or teams."""
        if not count:
            return ()
        byte = self.at
        if self.data[byte : byte + 4] != bytes((FORBIDDEN,)) + MARKER:
            raise refusal("swiss-manager-no-section", byte, part=_part("forbidden-announced", count=count))
        self.section(FORBIDDEN, "forbidden")
        first = self.at
        pairs = tuple(iter_unpack("<HH", self.take(4 * count, _part("forbidden"))))
        for at, number in enumerate(number for pair in pairs for number in pair):
            if not 1 <= number <= most:
                pair = at // 2 + 1
                raise self.no_such(first + 2 * at, number, most, _part("forbidden-pair", pair=pair))
        return pairs

    def end(self) -> None:
        """The table of sections, which must name markers, and the last four bytes."""
        byte = self.at
        table = self.take(4 + 4 * TABLE_ENTRIES, _part("table"))
        if table[:4] != bytes((TABLE,)) + MARKER:
            raise refusal("swiss-manager-no-section", byte, part=_part("table"))
        self.markers.add(byte)
        self.markers.add(self.at)
        for (offset,) in iter_unpack("<I", table[4:]):
            if offset and offset not in self.markers:
                raise refusal("swiss-manager-bad-table", byte + 4, offset=offset)
        self.section(END, "end")
        if self.at < len(self.data):
            raise refusal("swiss-manager-trailing", self.at, count=len(self.data) - self.at)


def _tie_break(settings: bytes, place: int) -> TieBreakNumber:
    """A tie-break, and the low and the high half of the first byte of its parameters: what is cut."""
    cut, flags, value = unpack_from("<BBH", settings, 0x28B + 19 * place)
    (number,) = unpack_from("<H", settings, 0x1D + 2 * place)
    return TieBreakNumber(number, cut & 15, cut >> 4, flags, value)


def _day(data: bytes, at: int) -> dt.date | None:
    """A day, written as the number YYYYMMDD; None if there is none, or only a year."""
    (number,) = unpack_from("<I", data, at)
    try:
        return dt.date(number // 10000, number // 100 % 100, number % 100)
    except ValueError:
        return None
