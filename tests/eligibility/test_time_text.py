"""Time controls as people write them: periods as `minutes/moves`, the increment in seconds, and the 60-move sum."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.formats.trf_fields import as_222, minutes_of_222
from arpad.i18n import ArpadError
from arpad.inputs.times import parse_time_control, read_time_control, try_time_control
from proofs import law

Reading = tuple[str, int, int | Fraction]
OPEN_90_30: Reading = ("90", 30, 120)
LEAGUE: Reading = ("90/40 30", 30, 150)
CLASSIC: Reading = ("120/40 60", 0, 180)
THREE: Reading = ("100/40 50/20 15", 30, 195)

READ: dict[str, Reading] = {
    # figures
    "120": ("120", 0, 120),
    "90+30": OPEN_90_30,
    "15+10": ("15", 10, 25),
    "3 + 2": ("3", 2, 5),
    "90/40+30:30": LEAGUE,
    "90/40 + 30 : 30": LEAGUE,
    "40/90+30:30": LEAGUE,
    "90/40+30+30": LEAGUE,
    "90/40+30": ("90/40 30", 0, 120),
    "60/40+30": ("60/40 30", 0, 90),
    "30/90+30": ("90/30 30", 0, 120),
    "75/40+15:30": ("75/40 15", 30, 120),
    "100/40+50/20+15:30": THREE,
    "40/100+20/50+15:30": THREE,
    "90/40+40/20+15:30": ("90/40 40/20 15", 30, 175),
    "40/100, 20/50, 15 + 30": THREE,
    "90:30": OPEN_90_30,
    "40/120, 60": CLASSIC,
    "40/120 + 60": CLASSIC,
    "40/2, 20/1, 30": ("120/40 60/20 30", 0, 210),
    "40/50, 20": ("50/40 20", 0, 70),
    "15/10": ("15", 10, 25),
    "1,5+1": ("3/2", 1, Fraction(5, 2)),
    "2.5+2": ("5/2", 2, Fraction(9, 2)),
    # TRF26, record 222: moves/seconds+increment
    "5400+30": OPEN_90_30,
    "40/5400+30:1800+30": LEAGUE,
    "40/6000+30:20/3000+30:900+30": THREE,
    "40/7200:3600": CLASSIC,
    "900+10": ("15", 10, 25),
    "180+2": ("3", 2, 5),
    "300": ("5", 0, 5),
    "W5400+30-B5400+30": OPEN_90_30,
    "40/90+30:30+30": LEAGUE,
    # an increment that begins later counts for the moves it holds for
    "40/7200:20/3600:900+30": ("120/40 60/20 15", 0, 195),
    "40/5400:1800+30": ("90/40 30", 10, 130),
    # quotes
    "90'+30\"": OPEN_90_30,
    "90’ + 30”": OPEN_90_30,
    "3'+2''": ("3", 2, 5),
    "25'": ("25", 0, 25),
    "90'/40 + 30' + 30''": LEAGUE,
    "90' + 30\" por jugada desde la primera jugada": OPEN_90_30,
    "60'+ 30\"/mov.": ("60", 30, 90),
    # half words
    "90 min + 30 sec": OPEN_90_30,
    "90 min. + 30 sec. per move": OPEN_90_30,
    "90m+30s/move": OPEN_90_30,
    "25 min": ("25", 0, 25),
    "2h/40 + 1h": CLASSIC,
    "40/2h; 1h": CLASSIC,
    "1h30+30s": OPEN_90_30,
    "1 h 30 min + 30 s": OPEN_90_30,
    "1.5 h + 30 s": OPEN_90_30,
    "1½ hours + 30 s": OPEN_90_30,
    "G/60;d5": ("60", 5, 65),
    "G60 d5": ("60", 5, 65),
    "G/90 inc 30": OPEN_90_30,
    "40/90, SD/30 +30": LEAGUE,
    "90 min/40 moves + 30 min + 30 sec/move": LEAGUE,
    "60 min/40 moves + 30 min/G": ("60/40 30", 0, 90),
    "Rapid (15+10)": ("15", 10, 25),
    "Standard: 90+30": OPEN_90_30,
    # clocks
    "1:30:00": ("90", 0, 90),
    "01:30:00 + 30": OPEN_90_30,
    "1:30 + 10 from move 1": ("90", 10, 100),
    "1:30+30": OPEN_90_30,
    "0:25+10": ("25", 10, 35),
    "25:00 + 10": ("25", 10, 35),
    "40/2:00, 1:00": CLASSIC,
    "0:03:20 + 2": ("10/3", 2, Fraction(16, 3)),
    # English
    "15 minutes plus 10 sec per move": ("15", 10, 25),
    "All moves in 90 minutes, plus 10 seconds per move": ("90", 10, 100),
    "90 minutes with an increment of 30 seconds per move, starting from move 1": OPEN_90_30,
    "40 moves in 90 minutes then 30 minutes with 30 seconds increment from move one": LEAGUE,
    "90 minutes for 40 moves, 30 minutes for the rest, 30 seconds per move from the first move": LEAGUE,
    "90 minutes + 30 minutes after move 40 + 30 seconds per move": LEAGUE,
    "90 min + 30 sec per move, at move 40 30 minutes are added": LEAGUE,
    "2 hours for 40 moves followed by 1 hour": CLASSIC,
    "100 minutes for 40 moves, 50 minutes for 20 moves, 15 minutes for the rest, 30 seconds per move": THREE,
    "40 in 90, 30": ("90/40 30", 0, 120),
    "Game in 60": ("60", 0, 60),
    "1 hour and 30 minutes": ("90", 0, 90),
    "half an hour": ("30", 0, 30),
    "120 min for 40 moves, 60 min + 30 sec per move from move 41": ("120/40 60", 10, 190),
    # Spanish
    "90 minutos + 30 segundos por jugada": OPEN_90_30,
    "90 minutos más 30 segundos de incremento por jugada": OPEN_90_30,
    "40 jugadas en 90 minutos, 30 minutos más a caída de bandera con 30 segundos por jugada": LEAGUE,
    "40 jugadas en 90 minutos, 30 minutos a finish": ("90/40 30", 0, 120),
    "40 movimientos en 2 horas y 1 hora a finish": CLASSIC,
    "90 minutos para 40 jugadas, 30 minutos para el resto, 30 segundos a partir de la jugada 1": LEAGUE,
    "una hora y media por jugador": ("90", 0, 90),
    "Todas las jugadas en 2 horas": ("120", 0, 120),
    "15 min y 10 seg por movimiento": ("15", 10, 25),
    "Rápido: 15' + 10''": ("15", 10, 25),
    # FIDE's own sample of a report
    "100'x40+15'+30\"": ("100/40 15", 30, 145),
    "100 min x 40 + 50 min x 20 + 15 min + 30 sec": THREE,
    # French
    "1h30 + 30s/coup": OPEN_90_30,
    "90 minutes pour 40 coups puis 30 minutes pour finir, ajout de 30 secondes par coup dès le premier coup": LEAGUE,
    "40 coups en 2 heures puis 1 heure KO": CLASSIC,
    "1 heure 30 + 30 secondes par coup à partir du 1er coup": OPEN_90_30,
    "Cadence : 50 min + 10 sec par coup": ("50", 10, 60),
    "une heure et demie": ("90", 0, 90),
    # German
    "90 Minuten für 40 Züge, 30 Minuten für den Rest, 30 Sekunden pro Zug ab dem ersten Zug": LEAGUE,
    "40 Züge in 90 Minuten + 30 Min. Rest + 30 Sek./Zug": LEAGUE,
    "2 Stunden für 40 Züge, 1 Stunde für den Rest": CLASSIC,
    "Bedenkzeit: 90 Minuten mit 30 Sekunden Inkrement ab dem 1. Zug": OPEN_90_30,
    # Italian
    "90 minuti per 40 mosse, poi 30 minuti con 30 secondi di incremento a mossa dalla prima": LEAGUE,
    "90' + 30\" a mossa dalla prima mossa": OPEN_90_30,
    "2 ore per 40 mosse, 1 ora per finire": CLASSIC,
    # Portuguese
    "90 minutos + 30 segundos por lance": OPEN_90_30,
    "90 minutos para 40 lances, mais 30 minutos para terminar com acréscimo de 30 segundos por lance": LEAGUE,
    "1 hora e 30 minutos": ("90", 0, 90),
    # Catalan
    "90 minuts + 30 segons per jugada": OPEN_90_30,
    "90 minuts per 40 jugades, 30 minuts per acabar i 30 segons per jugada des de la primera": LEAGUE,
    # Russian
    "90 минут + 30 секунд на ход": OPEN_90_30,
    "90 минут на партию с добавлением 30 секунд на каждый ход, начиная с первого": OPEN_90_30,
    "40 ходов за 90 минут, 30 минут до конца партии, 30 секунд на ход с первого хода": LEAGUE,
    "10 мин + 5 с на ход": ("10", 5, 15),
    # hours in words
    "two hours for 40 moves then one hour": CLASSIC,
    "dos horas para 40 jugadas y una hora a finish": CLASSIC,
}


@pytest.mark.parametrize("text", READ)
def test_read(text: str) -> None:
    """Periods, increment, and the minutes of a game of 60 moves."""
    control = parse_time_control(text)
    periods = " ".join(f"{period.minutes}" + (f"/{period.moves}" if period.moves else "") for period in control.periods)
    expected, increment, minutes = READ[text]
    assert periods == expected
    assert control.increment == increment
    assert control.minutes_for() == minutes


def test_capitals_and_spaces_do_not_matter() -> None:
    for text in READ:
        assert try_time_control(f"  {text.upper()} ") == parse_time_control(text), text


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "moves/time, increment", "fast", "https://example.org/90+30", "www.example.org 90", "a@b.org 90+30",
        "2024", "2024-05-01", "2024/05/01", "90 days", "0+0", "0", "30 sec per move", "90''", "40 moves", "see rules",
        "90+30 or 60+30", "1÷0 min", "40/0+30:30", "9" * 300, "90 + 30 + 10 + 5", "-90", "90-30", "+", ":", "/", "W-B",
        "1 heure 20 secondes par coup et 90+30", "40 Züge", "90 Minuten oder 60 Minuten", "как обычно",
    ],
)  # fmt: skip
def test_not_read(text: str) -> None:
    """A placeholder, an address, a date, a word that is not known: no time control, and no guess."""
    assert try_time_control(text) is None
    with pytest.raises(ArpadError):
        parse_time_control(text)


@pytest.mark.parametrize(
    ("text", "minutes", "equal"),
    [
        ("W5400+30-B5400+30", 120, True),
        ("W5400+30-B3600+30", 90, False),
        ("W300-B240", 4, False),
        ("W300+0-B240+2", 5, False),
        ("White 5 min, Black 4 min", 4, False),
        ("Blancas 5' - Negras 4'", 4, False),
        ("White 300, Black 4 min", 4, False),
        ("Blancas 15+10, Negras 15+10", 25, True),
        ("90+30", 120, True),
    ],
)
def test_sides(text: str, minutes: int, equal: bool) -> None:
    """If the sides differ, the shorter time counts."""
    found = read_time_control(text)
    assert found is not None
    assert found.control.minutes_for() == minutes
    assert found.equal is equal


ALPHABET = "0123456789+/:;,.'\" ½hmsdgwb-" + "moves in minutes jugadas por"


@law(500)
@given(st.text(alphabet=ALPHABET, max_size=40) | st.text(max_size=40))
def test_any_text_is_read_or_not(text: str) -> None:
    """Whatever stands there: a time control with some time in it, or none; never a crash."""
    control = try_time_control(text)
    assert control is None or 0 < control.minutes_for() < 10_000
    assert control is None or control == parse_time_control(text)


@pytest.mark.parametrize("text", READ)
def test_a_time_control_that_is_read_for_rating_is_read_for_record_222_too(text: str) -> None:
    """The record says the same time for 60 moves, and whether the sides have the same."""
    encoded, told = as_222(text), read_time_control(text)
    assert encoded is not None
    assert told is not None
    back = read_time_control(minutes_of_222(encoded) or encoded)
    assert back is not None
    assert (back.control.minutes_for(), back.equal) == (told.control.minutes_for(), told.equal)
