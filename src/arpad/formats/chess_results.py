"""The upload file of chess-results, XML: read, checked and written. Nothing is sent.

Everything is an attribute. Two spellings of some attributes, days and points are read; one is written.
"""

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from arpad.domain.findings import Finding
from arpad.i18n import ArpadError

# The shape of the document.

ROOT = "chessresults"
SECTIONS = {
    "tournament": "tournamentdata", "round": "rounds", "player": "players", "team": "teams",
    "playerpairing": "playerpairings", "teampairing": "teampairings", "securitydata": "security",
}  # fmt: skip
"""The section of each element, in the order of the file."""
TIE_BREAKS = ("tb1", "tb2", "tb3", "tb4", "tb5")
WRITTEN: Mapping[str, tuple[str, ...]] = {
    "tournament": (
        "key", "type", "name", "fideeventid", "remark", "director", "organiser", "location", "arbiter", "rounds",
        "currentround", "rankinground", "sortstartrank", "from", "to", "ratedfide", "ratednational",
        "tb1no", "tb2no", "tb3no", "tb4no", "tb5no", "replay", "timecontrol", "homecolor", "samecolor", "playerperteam",
        "category", "rtg_average", "endstatus", "tb1_detail", "tb2_detail", "tb3_detail", "tb4_detail", "tb5_detail",
        "chiefarbiter", "deputyarbiter", "homepage", "mail", "federation", "creator",
    ),
    "round": ("round", "date", "time"),
    "player": (
        "no", "id", "lastname", "firstname", "atitle", "title", "rtg", "rtgfide", "rtgnat", "dob", "sex", "fed",
        "board", "teamno", "clubname", "fideid", "club", "typ", "group", "rank", *TIE_BREAKS, "pts", "equal", "kfaktor",
        "state",
    ),
    "team": ("no", "teamname", "teamshort", "captain", "rank", "points", *TIE_BREAKS, "equal"),
    "playerpairing": ("round", "pairing", "board", "whiteno", "blackno", "reswhite", "resblack", "forfeit"),
    "teampairing": ("round", "pairing", "no1", "no2", "res1", "res2"),
}  # fmt: skip
"""The attributes that are always written, in their order."""
OTHER_NAMES = {"ratingavg": "rtg_average", "homepageorganiser": "homepage"}
"""Other spellings of attributes of the tournament, which are read."""
REQUIRED: Mapping[str, tuple[str, ...]] = {
    "tournament": (
        "key", "type", "name", "rounds", "currentround", "rankinground", "sortstartrank", "from", "to", "ratedfide",
        "ratednational", "endstatus", "federation", "creator",
    ),
    "round": ("round",),
    "player": ("no", "lastname", "firstname", "board", "teamno", "rank", *TIE_BREAKS, "pts", "equal"),
    "team": ("no", "teamname", "rank", "points", *TIE_BREAKS, "equal"),
    "playerpairing": WRITTEN["playerpairing"],
    "teampairing": WRITTEN["teampairing"],
}  # fmt: skip
NEVER_EMPTY = frozenset({"key", "type", "name", "federation", "creator", "lastname", "teamname"})
LENGTHS: Mapping[str, Mapping[str, int]] = {
    "tournament": {
        "name": 160, "remark": 599, "director": 80, "organiser": 80, "location": 80, "arbiter": 1200,
        "timecontrol": 100, "chiefarbiter": 120, "mail": 80, "homepage": 80,
    },
    "round": {"time": 15},
    "player": {
        "lastname": 32, "firstname": 30, "atitle": 14, "title": 4, "clubname": 40, "typ": 4, "group": 4,
    },
    "team": {"teamname": 40, "teamshort": 25, "captain": 70},
}  # fmt: skip
WHOLE: Mapping[str, tuple[str, ...]] = {
    "tournament": ("key", "type", "rounds", "currentround", "rankinground", "sortstartrank"),
    "round": ("round",),
    "player": ("no", "board", "teamno", "rank"),
    "team": ("no", "rank"),
    "playerpairing": ("round", "pairing", "board", "whiteno", "blackno"),
    "teampairing": ("round", "pairing", "no1", "no2"),
}
FLAGS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "tournament": {
        "type": "0123", "sortstartrank": "123456", "ratedfide": "JN-", "ratednational": "JN-", "endstatus": "JNR",
    },
    "player": {"equal": "JN"},
    "team": {"equal": "JN"},
}  # fmt: skip
TEAM_FLAGS = {"homecolor": "ws", "samecolor": "JN"}
FORFEITS = ("", "K", "D", "U", "H")
BYE, NOT_PAIRED = -1, -2
ROUND_ROBIN, TEAM_TYPES = "1", ("2", "3")
NOT_COUNTED = "1"
"""The state of somebody who left a round robin and whose games count for nobody."""
MOST_BYTES = 20_000_000
DAY, DOTTED_DAY = re.compile(r"(\d{4})(\d\d)(\d\d)"), re.compile(r"(\d\d)\.(\d\d)\.(\d{4})")
WHOLE_NUMBER, AMOUNT = re.compile(r"-?\d{1,9}"), re.compile(r"\d{1,6}(?:[.,]\d{1,3})?")
FEDERATION = re.compile("[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class Element:
    """An element with its attributes. `line` is where it stands in the file, None if it was made here."""

    name: str
    attributes: Mapping[str, str]
    line: int | None = field(default=None, compare=False)

    def text(self, name: str) -> str:
        return self.attributes.get(name, "")

    def whole(self, name: str) -> int | None:
        """A whole number; None if it is none."""
        return int(self.text(name)) if WHOLE_NUMBER.fullmatch(self.text(name)) else None

    def amount(self, name: str) -> Fraction | None:
        """Points with a comma or a point; None if they are none."""
        written = self.text(name)
        return Fraction(written.replace(",", ".")) if AMOUNT.fullmatch(written) else None


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload file: its elements in the order of the file."""

    elements: tuple[Element, ...]

    def of(self, name: str) -> list[Element]:
        return [element for element in self.elements if element.name == name]

    @property
    def tournament(self) -> Element:
        return next(iter(self.of("tournament")), Element("tournament", {}))


# Reading.


def read_upload(data: bytes) -> Upload:
    """Read a file. One that is no such XML is refused; what is wrong in it otherwise is found by `check_upload`."""
    if len(data) > MOST_BYTES:
        raise ArpadError("chess-results-too-large", megabytes=MOST_BYTES // 1_000_000)
    parser = expat.ParserCreate()
    open_tags: list[str] = []
    elements: list[Element] = []

    def refuse(*_: object) -> None:
        raise ArpadError("chess-results-doctype", line=parser.CurrentLineNumber)

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        wanted = (ROOT, SECTIONS[tag]) if tag in SECTIONS else (ROOT,) if tag in SECTIONS.values() else ()
        if tuple(open_tags) != wanted or (not open_tags and tag != ROOT):
            raise ArpadError("chess-results-element", line=parser.CurrentLineNumber, element=tag)
        open_tags.append(tag)
        if tag in SECTIONS:
            elements.append(Element(tag, _usual(tag, attributes), parser.CurrentLineNumber))

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _tag: open_tags.pop()
    try:
        parser.Parse(data, True)
    except expat.ExpatError as problem:
        raise ArpadError("chess-results-xml", line=problem.lineno, column=problem.offset + 1) from None
    return Upload(tuple(elements))


def _usual(tag: str, attributes: Mapping[str, str]) -> dict[str, str]:
    """The attributes in the spelling that is written."""
    return {
        (OTHER_NAMES.get(name, name) if tag == "tournament" else name): _usual_value(name, value)
        for name, value in attributes.items()
    }


def _usual_value(name: str, value: str) -> str:
    """A day as yyyymmdd, a result with a point, points and tie-breaks with a comma."""
    if name in ("from", "to", "date") and (dotted := DOTTED_DAY.fullmatch(value)):
        return dotted[3] + dotted[2] + dotted[1]
    if name in ("reswhite", "resblack", "res1", "res2") and AMOUNT.fullmatch(value):
        return value.replace(",", ".")
    if name in ("pts", "points", *TIE_BREAKS) and AMOUNT.fullmatch(value):
        return value.replace(".", ",")
    return value


# Writing.


def write_upload(upload: Upload) -> bytes:
    """Return the file: every attribute that is always written, then others that a file had."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<{ROOT}>"]
    for name, section in SECTIONS.items():
        elements = upload.of(name)
        if elements:
            lines += [f"  <{section}>", *(f"    {_written(element)}" for element in elements), f"  </{section}>"]
    return "\n".join([*lines, f"</{ROOT}>", ""]).encode()


def _written(element: Element) -> str:
    usual = WRITTEN.get(element.name, ())
    others = [name for name in element.attributes if name not in usual]
    attributes = (f"{name}={_quoted(element.text(name))}" for name in (*usual, *others))
    return f"<{element.name} {' '.join(attributes)} />"


NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _quoted(value: str) -> str:
    """A value between double quotes; characters that no XML may have become blanks."""
    plain = NOT_IN_XML.sub(" ", value)
    return '"' + quoteattr(plain + "'\"", {'"': "&quot;"})[1:-1].removesuffix("'&quot;") + '"'


# Checking. Every check runs; a check whose numbers another check has refused says nothing more.


def check_upload(upload: Upload) -> tuple[Finding, ...]:
    """Return everything for which chess-results would refuse the file, or show it wrongly."""
    if not upload.of("tournament"):
        return (_finding("missing", None, place="tournament"),)
    return tuple(finding for check in CHECKS for finding in check(upload))


def _finding(code: str, element: Element | None, **values: object) -> Finding:
    round_ = values.pop("round", None)
    number = values.pop("player", None)
    return Finding(
        f"chess-results-{code}",
        "error",
        line=None if element is None else element.line,
        player=number if isinstance(number, int) else None,
        round=round_ if isinstance(round_, int) else None,
        values=values,
    )


def _whose(element: Element) -> int | None:
    return element.whole("no") if element.name == "player" else None


def _required(upload: Upload) -> Iterator[Finding]:
    """All that is required is there."""
    fide = ("fideid",) if upload.tournament.text("ratedfide") == "J" else ()
    for element in upload.elements:
        names = REQUIRED.get(element.name, ()) + (fide if element.name == "player" else ())
        for name in names:
            if name not in element.attributes or (name in NEVER_EMPTY and not element.text(name).strip()):
                yield _finding("missing", element, place=f"{element.name}@{name}", player=_whose(element))
    if len(upload.of("tournament")) > 1:
        yield _finding("twice-tournament", upload.of("tournament")[1])


def _lengths(upload: Upload) -> Iterator[Finding]:
    for element in upload.elements:
        for name, most in LENGTHS.get(element.name, {}).items():
            if (length := len(element.text(name))) > most:
                place = f"{element.name}@{name}"
                yield _finding("too-long", element, place=place, length=length, most=most, player=_whose(element))


def _codes(upload: Upload) -> Iterator[Finding]:
    """Codes, whole numbers, days and the federation."""
    for element in upload.elements:
        for name in WHOLE.get(element.name, ()):
            if name in element.attributes and element.whole(name) is None:
                yield _finding("number", element, place=f"{element.name}@{name}", value=element.text(name))
        for name, known in FLAGS.get(element.name, {}).items():
            if name in element.attributes and element.text(name) not in tuple(known):
                yield _flag(element, name, known)
        for name in ("from", "to", "date"):
            value = element.text(name)
            optional = name == "date" and not value
            if name in element.attributes and not optional and not _is_day(value):
                yield _finding("date", element, place=name, value=value)
    federation = upload.tournament.text("federation")
    if federation and not FEDERATION.fullmatch(federation):
        yield _finding("federation", upload.tournament, value=federation)
    if upload.tournament.text("type") == ROUND_ROBIN:
        for player in upload.of("player"):
            if player.text("state") not in ("0", "1", "2"):
                yield _flag(player, "state", "012")


def _flag(element: Element, name: str, known: Sequence[str]) -> Finding:
    codes = ", ".join(known)
    return _finding("flag", element, place=name, value=element.text(name), known=codes, player=_whose(element))


def _is_day(value: str) -> bool:
    if (parts := DAY.fullmatch(value)) is None:
        return False
    try:
        dt.date(*map(int, parts.groups()))
    except ValueError:
        return False
    return True


def _round_order(upload: Upload) -> Iterator[Finding]:
    names = ("rankinground", "currentround", "rounds")
    numbers = [upload.tournament.whole(name) for name in names]
    known = [number for number in numbers if number is not None]
    if len(known) == len(names) and not 0 <= known[0] <= known[1] <= known[2]:
        yield _finding(
            "round-order", upload.tournament, **dict(zip(("ranking", "current", "rounds"), known, strict=True))
        )


def _places(upload: Upload) -> Iterator[Finding]:
    """Numbers 1 to n without gaps, in their order, and ranks 1 to n."""
    for name in ("player", "team"):
        elements = upload.of(name)
        for attribute, code in (("no", "numbers"), ("rank", "ranks")):
            found = sorted(number for one in elements if (number := one.whole(attribute)) is not None)
            if found != list(range(1, len(elements) + 1)) and len(found) == len(elements):
                first = next((one for one in elements if not _fits(one, attribute, found)), elements[0])
                yield _finding(code, first, value=first.text(attribute), count=len(elements), player=_whose(first))


def _fits(element: Element, attribute: str, found: Sequence[int]) -> bool:
    value = element.whole(attribute)
    return value is not None and 1 <= value <= len(found) and found.count(value) == 1


def _sound(upload: Upload, name: str = "player") -> bool:
    """Whether the numbers of the players, or teams, are 1 to n."""
    elements = upload.of(name)
    return sorted(one.whole("no") or 0 for one in elements) == list(range(1, len(elements) + 1))


def _teams(upload: Upload) -> Iterator[Finding]:
    """Teams and matches if and only if the type is one of teams."""
    tournament, kind = upload.tournament, upload.tournament.text("type")
    some = upload.of("team") or upload.of("teampairing")
    if kind in TEAM_TYPES and not upload.of("team"):
        yield _finding("teams-missing", tournament, value=kind)
    elif kind in TEAM_TYPES:
        for name, known in TEAM_FLAGS.items():
            if tournament.text(name) not in tuple(known):
                yield _flag(tournament, name, known)
        if not (tournament.whole("playerperteam") or 0) > 0:
            value = tournament.text("playerperteam")
            yield _finding("number", tournament, place="tournament@playerperteam", value=value)
    elif some:
        yield _finding("teams-extra", some[0], value=kind)


def _seats(upload: Upload) -> Iterator[Finding]:
    """Opponents exist, each at most once a round; the codes for nobody stand only for Black."""
    yield from _paired(upload, "player", "playerpairing", ("whiteno", "blackno"))
    yield from _paired(upload, "team", "teampairing", ("no1", "no2"))


def _paired(upload: Upload, side: str, pairing: str, names: tuple[str, str]) -> Iterator[Finding]:
    known = {one.whole("no") for one in upload.of(side)}
    seen: Counter[tuple[int | None, int]] = Counter()
    rounds = upload.tournament.whole("rounds")
    for pair in upload.of(pairing):
        round_ = pair.whole("round")
        if round_ is not None and rounds is not None and not 1 <= round_ <= rounds:
            yield _finding("no-round", pair, value=round_, rounds=rounds)
        for name in names:
            number = pair.whole(name)
            if number is None or (name == names[1] and number in (BYE, NOT_PAIRED)):
                continue
            if number < 1:
                yield _finding("opponent", pair, round=round_, value=number, place=name)
            elif number not in known:
                yield _finding("no-player", pair, round=round_, value=number, count=len(known))
            else:
                seen[round_, number] += 1
                if seen[round_, number] == 2:
                    yield _finding("twice", pair, round=round_, value=number, player=_one(side, number))


def _one(side: str, number: int) -> int | None:
    return number if side == "player" else None


def _results(upload: Upload) -> Iterator[Finding]:
    """Without a forfeit code the two results add up to 1; with one they are what the code says."""
    for pair in upload.of("playerpairing"):
        code, round_ = pair.text("forfeit"), pair.whole("round")
        if "forfeit" in pair.attributes and code not in FORFEITS:
            yield _finding("forfeit", pair, round=round_, value=code)
            continue
        for name in ("reswhite", "resblack"):
            if pair.text(name) and pair.amount(name) is None:
                yield _finding("number", pair, round=round_, place=f"playerpairing@{name}", value=pair.text(name))
        if not _adds_up(pair, code):
            players = f"{pair.text('whiteno')}-{pair.text('blackno')}"
            results = f"{pair.text('reswhite') or '–'} {pair.text('resblack') or '–'} {code}".rstrip()
            yield _finding("sum", pair, round=round_, players=players, results=results)


def _adds_up(pair: Element, code: str) -> bool:
    white, black = pair.amount("reswhite"), pair.amount("resblack")
    if pair.whole("blackno") in (BYE, NOT_PAIRED):
        return (white or 0) <= 1 and not black
    if not pair.text("reswhite") and not pair.text("resblack"):
        return code in ("", "H")
    if white is None or black is None or code == "H":
        return False
    if code == "K":
        return white + black in (0, 1) and not white * black
    return white + black < 1 if code == "D" else white + black == 1


def _points(upload: Upload) -> Iterator[Finding]:
    """`pts` is the sum of the results up to rankinground. Games against somebody who left a round robin and is not
    counted give nothing."""
    last = upload.tournament.whole("rankinground")
    if not _sound(upload) or last is None:
        return
    out = {one.whole("no") for one in upload.of("player") if _not_counted(upload, one)}
    sums: dict[int, Fraction] = {}
    for pair in upload.of("playerpairing"):
        white, black = pair.whole("whiteno"), pair.whole("blackno")
        if (pair.whole("round") or 0) > last or {white, black} & out:
            continue
        for number, name in ((white, "reswhite"), (black, "resblack")):
            if number is not None and number > 0:
                sums[number] = sums.get(number, Fraction(0)) + (pair.amount(name) or 0)
    for player in upload.of("player"):
        number, written = player.whole("no") or 0, player.amount("pts")
        if written is None:
            if "pts" in player.attributes:
                yield _finding("number", player, place="player@pts", value=player.text("pts"), player=number)
        elif number not in out and written != sums.get(number, 0):
            given = with_comma(sums.get(number, Fraction(0)))
            yield _finding("points", player, player=number, points=player.text("pts"), given=given)


def _not_counted(upload: Upload, player: Element) -> bool:
    return upload.tournament.text("type") == ROUND_ROBIN and player.text("state") == NOT_COUNTED


def _rank_order(upload: Upload) -> Iterator[Finding]:
    """A better rank never has fewer points. Teams are ranked by whichever points their rules say."""
    players = [one for one in upload.of("player") if not _not_counted(upload, one)]
    ranked = [(rank, one) for one in players if (rank := one.whole("rank")) is not None]
    ranked.sort(key=lambda one: one[0])
    if upload.tournament.text("type") in TEAM_TYPES or len({rank for rank, _ in ranked}) < len(players):
        return
    for (_, better), (rank, worse) in pairwise(ranked):
        above, below = better.amount("pts"), worse.amount("pts")
        if above is not None and below is not None and above < below:
            values = {"rank": rank, "points": worse.text("pts"), "above": better.text("pts")}
            yield _finding("rank-order", worse, player=worse.whole("no"), **values)


def _matches(upload: Upload) -> Iterator[Finding]:
    """A match's result is the sum of its boards. A board at which nobody sat on a side may be missing, with its
    point."""
    team_of = {one.whole("no"): one.whole("teamno") for one in upload.of("player")}
    boards: dict[tuple[int | None, int], list[Fraction | None]] = {}
    for pair in upload.of("playerpairing"):
        for number, name in (("whiteno", "reswhite"), ("blackno", "resblack")):
            team = team_of.get(pair.whole(number))
            if team:
                boards.setdefault((pair.whole("round"), team), []).append(pair.amount(name))
    most = upload.tournament.whole("playerperteam") or 0
    for match in upload.of("teampairing"):
        for number, name in (("no1", "res1"), ("no2", "res2")):
            team, round_, written = match.whole(number), match.whole("round"), match.amount(name)
            results = [] if team is None else boards.get((round_, team), [])
            total = sum((result for result in results if result is not None), Fraction(0))
            right = written is not None and total <= written <= total + max(0, most - len(results))
            if any(result is not None for result in results) and not right:
                given = with_comma(total)
                yield _finding("match", match, round=round_, team=team, result=match.text(name) or "–", given=given)


def _security(upload: Upload) -> Iterator[Finding]:
    for element in upload.of("securitydata"):
        yield _finding("security", element)


CHECKS: tuple[Callable[[Upload], Iterable[Finding]], ...] = (
    _required, _lengths, _codes, _round_order, _teams, _places, _seats, _results, _points, _rank_order, _matches,
    _security,
)  # fmt: skip


def with_comma(points: Fraction) -> str:
    """Points as the file has them: 2,5."""
    return with_point(points).replace(".", ",")


def with_point(points: Fraction) -> str:
    """A result as the file has it: 0.5."""
    digits = 1 if (points * 10).denominator == 1 else 3
    parts = int(points * 10**digits)
    return f"{parts // 10**digits}.{parts % 10**digits:0{digits}}"
