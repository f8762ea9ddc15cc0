"""Read time controls as figures, TRF26 periods or words in eight languages, and time zones by name.

A text with an unknown word is not read at all: no answer is better than a wrong one. Ambiguous texts: `a/b` is
minutes/moves unless only the other way makes sense (40/90 is 40 moves in 90 minutes, 40/2 in two hours); a value
of 300 or more is in seconds, and so is the rest of that text; if the sides differ, the shorter time counts.
"""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

from arpad.domain.event import ControlPeriod, TimeControl
from arpad.i18n import ArpadError
from arpad.regulations.articles import TimeClass

# The words of time controls: English, Spanish, Catalan, Portuguese, Italian, French, German and Russian. Units and the
# names of a move become parts of patterns; all other words that may be in a time control without changing it are
# noise. A word that is in none of these lists makes a text unreadable, never wrong.


def _any(*words: str) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(sorted(" ".join(words).split(), key=len, reverse=True))


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


NOT_A_LETTER = r"(?![^\W\d_])"
HOURS = _any("h hrs hr hours hour horas hora hores ore ora heures heure std stunden stunde ч час часа часов")
MINUTES = _any(
    "' m min mins mn mns minute minutes minuto minutos minut minuts minuti minuten мин минут минуты минута минуту"
)
SECONDS = _any(
    '" s sec secs seg segs second seconds segundo segundos segon segons secondo secondi seconde secondes',
    "sek sekunde sekunden с сек секунд секунды секунда секунду",
)
MOVES = _any(
    "move moves mv mvs jugada jugadas jug movimiento movimientos mov movs jugades moviment moviments",
    "lance lances lanc lancs mossa mosse coup coups cps zug züge zügen zuege zuegen ход хода ходов ходу",
)
IN = _set("in en em за")
"""40 moves in 90 minutes."""

ONE = _any("one an una uno un une uma eine einer einem один одного одну")
TWO = _any("two dos deux due duas dues zwei два две")
FIRST = _any("first primera primer primero primeira primeiro prima primo première premier ersten erste первого 1er")
AND_A_HALF = r"(?:and\s+a\s+half|y\s+media|i\s+mitja|e\s+meia|e\s+mezz[ao]|et\s+demie?)"
HALF_AN_HOUR = r"(?:half\s+an\s+hour|media\s+hora|mitja\s+hora|meia\s+hora|mezz'?\s*ora|une\s+demi[- ]heure|полчаса)"
HOUR_AND_A_HALF = r"(?:anderthalb\s+stunden|eineinhalb\s+stunden|полтора\s+часа)"
FROM = (
    r"(?:starting|beginning|empezando|comen[cç]ando|beginnend|commençant|начиная)(?:\s+(?:from|at|on|with|en|desde|ab|с))?"
    r"|from|desde|des\s+de|a\s+partir[e]?(?=\s+d)|à\s+partir(?=\s+d)|dès|depuis|ab|vom|dalla|dal|с"
)
ARTICLES = r"(?:(?:the|l[aeo]s?|el|del|da|do|de|du|dalla|dal|dem|der|o|a|l')\s+){0,2}"
BEGINNING = _any("start beginning principio comienzo inicio començament inici início inizio début anfang начала")
AFTER = r"after|at|on|tras|en|despu[eé]s\s+de|després\s+de|após|depois\s+d[eo]|dopo|alla|après|au|nach|после"
ORDINAL = r"(?:st|nd|rd|th|ª|a|º|er|e|ème|\.|-го)"
INCREMENT = _set("""
    inc incr increment incremento incrementos increments incrément incréments inkrement bonus delay d zuschlag
    zeitgutschrift gutschrift zeitbonus abbuono acréscimo acrescimo bonificación bonificacion bonificação ajout
    rajout добавлением добавления добавка добавление
""")
ENGLISH = """
    a action additional add added adding all an and are at base blitz by chess classical control cumulative dead death
    each end entire every extra fide final finish first fischer flag followed for from g game games is knockout ko left
    match mode move moves mv mvs next normal of on per period player players plus rapid rapidplay remainder remaining
    rest sd speed standard start sudden the then time to total until whole with
"""
SPANISH = """
    a acumulable acumulativo al bandera caída caida cada clásico clasico completar con control de del después despues el
    entonces estándar estandar final finalizar finish guillotina hasta juego jugada jugadas jugador jugadora la las los
    luego mas más modo mov movimiento movimientos para partida periodo por primer primera primeras primeros rápido
    rapido reflexión reflexion relámpago relampago restante restantes resto ritmo seguida seguido seguidos siguientes
    suplementarios terminar tiempo toda todas todo total un una y
"""
CATALAN = """
    acabar addicionals afegit afegits amb cada clàssic control d de del desprès després el els fins final i
    jugada jugades jugador la les llampec més mode partida per primera primeres ràpid ràpides ritme resta
    següents seguits temps tota totes tot tots
"""
PORTUGUESE = """
    ao até cada com clássico controle controlo da das de depois do dos e fim final jogador lance mais mate morte nocaute
    os o para partida pela pelos por primeiros rápidas rápido relâmpago restante ritmo seguido seguintes súbita tempo
    terminar toda todos
"""
ITALIAN = """
    a ai al alla bandierina cadenza caduta ciascuna ciascuno con da dalla del della di e fine finire fino gioco
    giocatore il la le lampo mossa ogni partita per più poi prime qpf resto rimanenti riflessione secco semilampo sino
    successive tempo termine tutta tutte tutto
"""
FRENCH = """
    à ajoutées au avec blitz cadence chacun chaque classique coup d de des du et fin finir jeu jusqu jusqu'à
    joueur ko la le les lente mat mort par partie pour premiers puis rapide reste restants subite suivants
    supplémentaires temps tous tout toute
"""
GERMAN = """
    alle auf bedenkzeit bis blitz danach dann das den der des die dem ende für fuer gesamte gesamten je jede jeden jeder
    jedem klassisch mit nach partie plus pro rest restliche restlichen schnell schnellschach spieler turnier und
    weitere weiteren zeit zug zum zur zusätzlich zuzüglich zzgl
"""
RUSSIAN = """
    блиц быстрые весь все всю добавить до и игрока игру за затем и каждого каждому каждый каждую классика конец конца
    контроль времени на партии партию плюс по потом рапид с со сначала следующие ход хода остаток остальные всей
"""
CLASSES: dict[TimeClass, frozenset[str]] = {
    "blitz": _set("blitz relámpago relampago relâmpago llampec lampo блиц"),
    "rapid": _set("""
    rapid rapidplay rápido rapido rápida rapida rápidas rapidas rápidos ràpid ràpides ràpids rapide rapides
    schnellschach schnell semilampo semirrápido рапид быстрые быстрым
"""),
    "standard": _set("""
    standard estándar estandar classical classic clásico clasico clásicas clàssic clássico classique klassisch
    классика классические lento lenta lente
"""),
}
"""Words that name a time class."""

NOISE = _set(" ".join((ENGLISH, SPANISH, CATALAN, PORTUGUESE, ITALIAN, FRENCH, GERMAN, RUSSIAN)))


# Time controls in words: `40 moves in 90 minutes, then 30 minutes with 30 seconds per move from move 1`. Eight
# languages (the words above) and half words: `90 min + 30 sec`, `2h/40 + 1h`, `G/60;d5`, `100'x40+15'+30"`. A
# text with a word that is not known here is not read at all: better no answer than a wrong one.

NUMBER = r"\d+(?:[.,÷]\d+)?"
MOVES_OF_A_GAME = 60
NO_CONTROL_FROM, NO_CONTROL_BEFORE, USUAL_CONTROL = 60, 20, 40
HOUR, HALF_HOUR = 60, 30
FEW_HOURS = 3
NOT_LETTER = NOT_A_LETTER
MINUTES_UNIT = rf"(?:{MINUTES}){NOT_LETTER}"
# Patterns are texts: `re` compiles one when it is first used, so commands that read no time control do not wait.
HALF = (
    rf"(?:(\d+)|\b(?:{ONE})|\b)\s*'?(?:{HOURS})\s+{AND_A_HALF}\b"
    rf"|\b{HOUR_AND_A_HALF}\b"
)
HALF_ALONE = rf"\b{HALF_AN_HOUR}\b"
HOURS_IN_WORDS = rf"\b(?:({ONE})|{TWO})[\s'](?=\s*(?:{HOURS})\b)"
HOURS_TEXT = (
    rf"({NUMBER})\s*(?:{HOURS}){NOT_LETTER}\.?"
    rf"(?:(\d\d)(?!\d)(?:\s*{MINUTES_UNIT})?"
    rf"|\s*(?:(?:y|i|e|et|und|and|и)\s+)?(\d\d?)\s*{MINUTES_UNIT}"
    r"|\s+(15|30|45)(?=\s*(?:[+,;)]|$)))?"
)
HOURS_GLUED = rf"(\d+)h(\d\d)(?!\d)(?:\s*{MINUTES_UNIT})?"
TIMES = r"(?:(?<=[\d'])|(?<=min)|(?<=min\.))\s*[x×х]\s*(?=\d)"
CLOCK = r"(?<![\d:])(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?![\d:])"
FROM_MOVE = (
    rf"\b(?:{FROM})\s+{ARTICLES}"
    rf"(?:(?:{MOVES})\.?\s*(?:no\.?\s*|n[º°o]\.?\s*)?(\d+|{ONE})\b(?:ª|a|º)?"
    rf"|(?:(\d+){ORDINAL}?\s*(?:{MOVES})\b"
    rf"|(\d+){ORDINAL}(?!\w)"
    rf"|(?:{FIRST})\b\s*(?:(?:{MOVES})\b)?)(?:\s+an\b)?"
    rf"|(?:{BEGINNING})\b)"
)
AFTER_MOVE = (
    rf"\b(?:{AFTER})\s+{ARTICLES}"
    rf"(?:(?:{MOVES})\s*(\d+)|(\d+)(?:{ORDINAL})?\s*(?:{MOVES}))\b"
)
IN_MOVES = r"en\s+\d"
"""2 horas en 40 jugadas: for 40 moves, not at move 40."""
TOKEN = (
    rf"(?P<number>{NUMBER})\s*(?:(?P<minutes>{MINUTES_UNIT}\.?)"
    rf"|(?P<seconds>(?:{SECONDS}){NOT_LETTER}\.?)"
    rf"|(?P<moves>(?:{MOVES}){NOT_LETTER}\.?))?"
    r"|(?P<delay>d(?=\d))|(?P<word>[^\W\d_](?:[\w.]*\w)?\.?)|(?P<mark>[-+/,;:&()=.'])"
)
ORDINALS = frozenset(ONE.split("|"))

Token = tuple[str, Fraction]
"""The kind of a token (time, seconds, moves, number, increment, slash, break) and its value."""


def number(text: str) -> Fraction:
    """Read `1.5`, `1,5`, or `91÷3` if the decimals would not end."""
    return Fraction(text.replace(",", ".").replace("÷", "/"))


def moves_first(first: Fraction, second: Fraction) -> bool | None:
    """Return whether `a/b` is moves/time: True, False, or None if it could be either.

    Nobody has a control at move 60 or later, so 40/90 is 40 moves in 90 minutes, and 90/40 is 90 minutes for 40 moves.
    """
    if (first >= NO_CONTROL_FROM) == (second >= NO_CONTROL_FROM):
        return None
    return second >= NO_CONTROL_FROM


def period(first: Fraction, second: Fraction, *, order: bool | None = None) -> ControlPeriod:
    """Read a period from `a/b`. `order`: the rest of the text has moves first; otherwise minutes come first, except in
    40/50."""
    sure = moves_first(first, second)
    if first.denominator == 1 and _in_hours(first, second, order=order):
        return ControlPeriod(second * HOUR, int(first))
    turned = order if sure is None else sure
    if turned is None:
        turned = second.denominator != 1 or (first == USUAL_CONTROL and second != USUAL_CONTROL)
    return ControlPeriod(second, int(first)) if turned else ControlPeriod(first, int(second))


def spread(periods: Sequence[ControlPeriod], increments: Sequence[Fraction]) -> Fraction:
    """The increments of single periods as one: what they add to a game of 60 moves, shared out among its moves."""
    if len(set(increments)) <= 1:
        return increments[0] if increments else Fraction(0)
    left, seconds = MOVES_OF_A_GAME, Fraction(0)
    for control_period, increment in zip(periods, increments, strict=True):
        moves = left if control_period.moves is None else min(control_period.moves, left)
        seconds, left = seconds + moves * increment, left - moves
    return seconds / MOVES_OF_A_GAME


def in_words(text: str) -> TimeControl | None:
    """Read a time control from words; None if a word or a number does not fit."""
    text, starts = _cut(FROM_MOVE, text)
    phrase = re.search(AFTER_MOVE, text)
    late = phrase is not None and _of_increment(text, phrase)
    text, after = _cut(AFTER_MOVE, text)
    tokens = _tokens(_in_minutes(text))
    reading = None if tokens is None else _read(tokens)
    if reading is None:
        return None
    periods, increment = reading
    if late or (phrase is not None and len(periods) == 1 and not re.match(IN_MOVES, phrase[0])):
        return None
    if phrase is not None and periods[0].moves is None:
        periods[0] = ControlPeriod(periods[0].minutes, after)
    if not increment or starts <= 1:
        return TimeControl(tuple(periods), increment or Fraction(0))
    share = Fraction(max(0, MOVES_OF_A_GAME + 1 - starts), MOVES_OF_A_GAME)
    return TimeControl(tuple(periods), increment * share, tuple(_from_move(periods, increment, starts)))


def _of_increment(text: str, phrase: re.Match[str]) -> bool:
    """Whether `after move 40` says when the increment begins: seconds stand before it, and no number behind it. What
    such a text gives in all is not sure (`from move 41` is)."""
    before = [match for match in re.finditer(TOKEN, text[: phrase.start()]) if match["number"]]
    behind = any(match["number"] for match in re.compile(TOKEN).finditer(text, phrase.end()))
    return not behind and bool(before) and before[-1]["seconds"] is not None


def _from_move(periods: Sequence[ControlPeriod], increment: Fraction, starts: int) -> Iterator[Fraction | None]:
    """The increments of the periods if they are given from a move on; None for a period in which that move comes."""
    begins = 1
    for control_period in periods:
        ends = None if control_period.moves is None else begins + control_period.moves
        yield increment if begins >= starts else Fraction(0) if ends is not None and ends <= starts else None
        begins = begins if ends is None else ends


def _cut(pattern: str, text: str) -> tuple[str, int]:
    """Return the text without a phrase such as `from move 41`, and its number; 0 without one, 1 for the first move."""
    match = re.search(pattern, text)
    if match is None:
        return text, 0
    figures = next((group for group in match.groups() if group), "1")
    return text[: match.start()] + " " + text[match.end() :], 1 if figures in ORDINALS else int(figures)


def _in_minutes(text: str) -> str:
    """Hours and clock times written as minutes."""

    def minutes(value: Fraction) -> str:
        return f" {value.numerator}÷{value.denominator} min "

    text = text.replace("½", ".5").replace(" .5", " 0.5")
    text = re.sub(TIMES, "/", text)
    text = re.sub(HALF_ALONE, minutes(Fraction(HALF_HOUR)), text)
    text = re.sub(HALF, lambda match: minutes(Fraction(int(match[1] or 1) * HOUR + HALF_HOUR)), text)
    text = re.sub(HOURS_IN_WORDS, lambda match: "1 " if match[1] else "2 ", text)
    text = re.sub(CLOCK, lambda match: minutes(_clock(match)), text)
    text = re.sub(HOURS_GLUED, lambda match: minutes(Fraction(int(match[1]) * HOUR + int(match[2]))), text)
    return re.sub(
        HOURS_TEXT, lambda match: minutes(number(match[1]) * HOUR + int(match[2] or match[3] or match[4] or 0)), text
    )


def _clock(match: re.Match[str]) -> Fraction:
    """1:30 and 1:30:00 are hours; 25:00, with two figures and no seconds behind, is minutes."""
    first, second = int(match[1]), int(match[2])
    if match[3] is None and len(match[1]) > 1:
        return first + Fraction(second, 60)
    return HOUR * first + second + Fraction(int(match[3] or 0), 60)


def _tokens(text: str) -> list[Token] | None:
    """Return the text as tokens without the noise; None if something is not known."""
    text = re.sub(r"\b(?:g|sd|game|partida)\s*/\s*(?=\d)", " ", re.sub(r"\b(?:g|sd)(?=\d)", " ", text))
    found: list[Token] = []
    end = 0
    for match in re.finditer(TOKEN, text):
        if text[end : match.start()].strip():
            return None
        end = match.end()
        token = _token(match)
        if token is None:
            return None
        if token[0] != "noise":
            found.append(token)
    return None if text[end:].strip() else found


def _token(match: re.Match[str]) -> Token | None:
    if match["number"] is not None:
        kind = (
            "time" if match["minutes"] else "seconds" if match["seconds"] else "moves" if match["moves"] else "number"
        )
        return kind, number(match["number"])
    if match["delay"] is not None:
        return "increment", Fraction(0)
    if match["word"] is not None:
        word = match["word"].rstrip(".")
        if word in INCREMENT:
            return "increment", Fraction(0)
        if word in IN:
            return "slash", Fraction(1)
        return ("noise", Fraction(0)) if word in NOISE else None
    return {"/": "slash", "=": "noise", ".": "break"}.get(match["mark"], "break"), Fraction(0)


def _read(tokens: list[Token]) -> tuple[list[ControlPeriod], Fraction] | None:
    """Return the periods and the increment; None if a number does not fit."""
    periods: list[ControlPeriod] = []
    increment: Fraction | None = None
    order = _order(tokens)
    at = 0
    while at < len(tokens):
        kind, value = tokens[at]
        pair, width = _pair(tokens, at, order)
        if pair is not None:
            periods.append(pair)
        elif kind == "time":
            periods.append(ControlPeriod(value))
        elif kind == "seconds" or (kind == "number" and _is_increment(tokens, at, periods)):
            if increment not in (None, value):
                return None
            increment = value
        elif kind == "number":
            periods.append(ControlPeriod(value))
        elif kind == "moves":
            return None
        at += width
    return (periods, increment or Fraction(0)) if periods else None


def _order(tokens: list[Token]) -> bool | None:
    """Return the order of moves and time of the first pair that shows it for sure; None if no pair does."""
    for (kind, first), (mark, language), (other, second) in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if kind == other == "number" and mark == "slash":
            sure = True if language or _in_hours(first, second, order=None) else moves_first(first, second)
            if sure is not None:
                return sure
    return None


def _pair(tokens: list[Token], at: int, order: bool | None) -> tuple[ControlPeriod | None, int]:
    """Moves and time side by side, in either order, with or without a slash or an `in`; else nothing, and one token."""
    kind, value = tokens[at]
    slash = at + 1 < len(tokens) and tokens[at + 1][0] == "slash"
    there = at + (2 if slash else 1)
    other, second = tokens[there] if there < len(tokens) else ("", Fraction(0))
    width = there + 1 - at
    if kind == "moves" and other in ("time", "number"):
        return ControlPeriod(second, int(value)), width
    if kind == "time" and (other == "moves" or (slash and other == "number")):
        return ControlPeriod(value, int(second)), width
    if kind == "number" and slash and other == "time":
        return ControlPeriod(second, int(value)), width
    if kind == other == "number" and slash and (second >= NO_CONTROL_BEFORE or _in_hours(value, second, order=order)):
        return period(value, second, order=order), width
    return None, 1


def _in_hours(moves: Fraction, time: Fraction, *, order: bool | None) -> bool:
    """40/2 is 40 moves in two hours, and so is 20/1 behind it; 15/10 is neither, but 15 minutes and 10 seconds."""
    return time <= FEW_HOURS and (NO_CONTROL_BEFORE if order else HALF_HOUR) <= moves <= MOVES_OF_A_GAME


def _is_increment(tokens: list[Token], at: int, periods: list[ControlPeriod]) -> bool:
    """A bare number is the increment if a word says so, or after a period without a limit of moves."""
    beside = [tokens[place][0] for place in (at - 1, at - 2, at + 1) if 0 <= place < len(tokens)]
    named = beside[:1] == ["increment"] or beside[1:2] == ["increment"] or beside[-1:] == ["increment"]
    return bool(periods) and (named or periods[-1].moves is None)


# Time controls as people write them, in a report's 122 and 222 and anywhere else. Three ways are understood: figures
# (`90/40+30:30`, `15'+10"`), TRF26's periods (`40/5400+30:1800+30`), and words (above). This is how
# ambiguous texts are read: - `a/b` is minutes/moves unless only the other way makes sense: 40/90 is 40 moves in 90
# minutes, 40/2 in two hours. - A value of 300 or more is in seconds (nobody has a period of five hours), and so is all
# the rest of that text; a whole period of three hours with an increment of 5 or less (180+2) is in seconds too. -
# `H:MM` with one figure before the colon is hours and minutes; `:30` after periods is the increment. - A number after
# a period without a limit of moves is the increment, after one with a limit the next period. - Increments that differ
# from period to period count for their moves, of 60. - If the sides differ, the shorter time counts.

PLAIN_NUMBER = r"\d+(?:[.,]\d+)?"
MINUTE_MARK = r"(?:'|mins?|minutes?|minutos?|m)?"
SECOND_MARK = r"(?:\"|secs?|seg|seconds?|segundos?|s)?"
PLAIN = rf"({PLAIN_NUMBER})\s*({MINUTE_MARK})(?:\s*\+\s*({PLAIN_NUMBER})\s*{SECOND_MARK})?"
STAGE = rf"({PLAIN_NUMBER})\s*{MINUTE_MARK}(?:\s*/\s*(\d+))?"
BEHIND_COLON = rf"\s*({PLAIN_NUMBER})?\s*{SECOND_MARK}\s*"
RECORD_222 = r"(?:(\d+)/)?(\d+)(?:\+(\d+))?"
CLOCK_TIME = r"(?:^|/)\d:[0-5]\d(?!\d)"
SIDES = r"(?:w|white|blancas)\s*:?\s*(?=\d)(.+?)\s*[-,;/ ]\s*(?:b|black|negras)\s*:?\s*(?=\d)(.+)"
NEVER = r"://|www\.|@|÷|(?:^|\d)-\d|^(?:19|20)\d\d$"
QUOTES = str.maketrans({"’": "'", "′": "'", "´": "'", "`": "'", "‘": "'", "”": '"', "“": '"', "″": '"'})
LONGEST, LONGEST_TEXT = 10_000, 200
SECONDS_FROM, SECONDS_WITH_INCREMENT_FROM, SMALL_INCREMENT = 300, 180, 5
MINUTE = 60


@dataclass(frozen=True, slots=True)
class TimeText:
    """The time control of a text, for the shorter side if the sides differ; `black` is then that of Black, and `white`
    of White."""

    control: TimeControl
    white: TimeControl
    black: TimeControl

    @property
    def equal(self) -> bool:
        """Whether both sides have the same time."""
        return self.white == self.black


def parse_time_control(text: str) -> TimeControl:
    """Read a time control from text; a text that cannot be read is refused."""
    control = try_time_control(text)
    if control is None:
        raise ArpadError("time-control", text=text)
    return control


def try_time_control(text: str) -> TimeControl | None:
    """Read a time control from text; None if the text is not one."""
    time_text = read_time_control(text)
    return None if time_text is None else time_text.control


@lru_cache(maxsize=256)
def read_time_control(text: str) -> TimeText | None:
    """Read a time control from text, and whether both sides have the same; None if the text is not one."""
    plain = _unified(text)
    if not plain or len(plain) > LONGEST_TEXT or re.search(NEVER, plain):
        return None
    if sides := re.fullmatch(SIDES, plain):
        in_seconds = any(_in_seconds(side) for side in sides.groups())
        white, black = (_one_side(side, in_seconds=in_seconds) for side in sides.groups())
        if white is None or black is None:
            return None
        return TimeText(min(white, black, key=TimeControl.minutes_for), white, black)
    control = _one_side(plain)
    return None if control is None else TimeText(control, control, control)


def _unified(text: str) -> str:
    """Small letters, one kind of quotes, single spaces."""
    return " ".join(text.casefold().translate(QUOTES).replace("''", '"').split()).rstrip(".")


def _one_side(text: str, *, in_seconds: bool = False) -> TimeControl | None:
    control = _plain(text, in_seconds=in_seconds) or _record_222(text, in_seconds=in_seconds)
    if control is None and not re.search(CLOCK_TIME, text):
        control = _figures(text)
    if control is None:
        control = in_words(text)
    return control if control is not None and _possible(control) else None


def _possible(control: TimeControl) -> bool:
    """Check that there is some time, at most a week, and no period without moves or time."""
    limited = [period for period in control.periods if period.moves is not None]
    return 0 < control.minutes_for() < LONGEST and all(phase.minutes > 0 and phase.moves for phase in limited)


def _in_seconds(text: str) -> bool:
    """A value that nobody would mean in minutes."""
    if match := re.fullmatch(PLAIN, text):
        base, increment = number(match[1]), number(match[3] or "0")
        small = base >= SECONDS_WITH_INCREMENT_FROM and 0 < increment <= SMALL_INCREMENT
        return not match[2] and (base >= SECONDS_FROM or small)
    parts = [re.fullmatch(RECORD_222, part.strip()) for part in text.split(":")]
    return any(part is not None and int(part[2]) >= SECONDS_FROM for part in parts)


def _plain(text: str, *, in_seconds: bool) -> TimeControl | None:
    """`120`, `90+30`, `15'+10"`, `5400+30`."""
    match = re.fullmatch(PLAIN, text)
    if match is None:
        return None
    base, increment = number(match[1]), number(match[3] or "0")
    if match[2] or not (in_seconds or _in_seconds(text)):
        return TimeControl((ControlPeriod(base),), increment)
    return TimeControl((ControlPeriod(base / MINUTE),), increment)


def _record_222(text: str, *, in_seconds: bool) -> TimeControl | None:
    """`40/6000+30:20/3000+30:900+30`: periods joined by colons, each with its own increment; small values: minutes."""
    parts = [re.fullmatch(RECORD_222, part.strip()) for part in text.split(":")]
    stages = [part for part in parts if part is not None]
    in_seconds = in_seconds or _in_seconds(text)
    own_increments = any(stage[1] or stage[3] for stage in stages[1:]) and not re.search(CLOCK_TIME, text)
    if len(stages) < len(parts) or not (in_seconds or own_increments):
        return None
    periods, increments = [], []
    for stage in stages:
        time = Fraction(int(stage[2]), MINUTE if in_seconds else 1)
        periods.append(ControlPeriod(time, int(stage[1]) if stage[1] else None))
        increments.append(Fraction(stage[3] or 0))
    differ = tuple(increments) if len(set(increments)) > 1 else ()
    return TimeControl(tuple(periods), spread(periods, increments), differ)


def _figures(text: str) -> TimeControl | None:
    """`90/40+30:30`: periods of minutes/moves joined by `+`, the increment behind `:`."""
    stages, colon, rest = text.partition(":")
    if not colon:
        return None
    increment = re.fullmatch(BEHIND_COLON, rest)
    matches = [re.fullmatch(STAGE, stage.strip()) for stage in stages.split("+")]
    found = [match for match in matches if match is not None]
    if increment is None or len(found) < len(matches):
        return None
    pairs = [(number(match[1]), None if match[2] is None else Fraction(match[2])) for match in found]
    sure = [moves_first(first, second) for first, second in pairs if second is not None]
    order = next((reading for reading in sure if reading is not None), None)
    periods = tuple(ControlPeriod(one) if two is None else period(one, two, order=order) for one, two in pairs)
    return TimeControl(periods, number(increment[1] or "0"))


# Time zones by their names in the IANA database (Europe/Madrid), and the hours of a wall clock as instants. The names
# and the summer times come from the system, or from the package `tzdata` if the system has no database.

Wall = Literal["once", "never", "twice"]
"""How often the clock on a wall shows an hour: twice when summer time ends, never when it begins."""
MOST_NAMED = 3


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """Return the zones that may be named: places, and UTC."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


@lru_cache(maxsize=256)
def zone_named(name: str) -> ZoneInfo | None:
    """Return a zone by its name, None if there is none of that name."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        return None


def checked_zone(typed: str) -> str:
    """Return the name of a zone; refuse one that is not known, and say which are like it."""
    wanted = typed.strip()
    by_small = {name.lower(): name for name in zone_names()}
    if wanted.lower() in by_small:
        return by_small[wanted.lower()]
    cities = {name.rpartition("/")[2].lower(): name for name in zone_names()}
    city = wanted.rpartition("/")[2].lower().replace(" ", "_")
    near = [cities[match] for match in get_close_matches(city, cities, MOST_NAMED)]
    raise ArpadError("time-zone-unknown", value=wanted, near=", ".join(near) or "Europe/Madrid, America/Bogota")


def wall_clock(hour: dt.datetime, zone: dt.tzinfo) -> Wall:
    """Return how often the clocks of a zone show an hour."""
    first, second = (hour.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if first.utcoffset() == second.utcoffset():
        return "once"
    back = first.astimezone(dt.UTC).astimezone(zone).replace(tzinfo=None, fold=0)
    return "twice" if back == hour.replace(fold=0) else "never"


def both_offsets(hour: dt.datetime, zone: dt.tzinfo) -> tuple[str, str]:
    """Return an hour that the clocks show twice in its two spellings, each with its distance from UTC."""
    first, second = (hour.replace(tzinfo=zone, fold=fold).isoformat(timespec="minutes") for fold in (0, 1))
    return first, second
