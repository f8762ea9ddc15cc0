"""Invented people with names as several languages make them: a list of millions has many different words."""

import random
from typing import NamedTuple

from arpad.lists.ledger import Ledger, LedgerRow, Standing

SPANISH = (
    ("Al", "Bar", "Bel", "Cal", "Cas", "Dur", "Esc", "Gal", "Gar", "Her", "Jim", "Lag", "Lor", "Mal", "Mar", "Men",
     "Mor", "Nav", "Oliv", "Par", "Quin", "Ram", "Ros", "Sal", "Ser", "Tor", "Val", "Var", "Vill", "Zam"),
    ("", "an", "ar", "as", "ed", "en", "er", "il", "in", "on", "or", "ul", "ub", "iv"),
    ("áez", "ado", "aga", "ales", "anza", "ara", "era", "ero", "éndez", "ibar", "illa", "íguez", "iña", "olla", "osa",
     "ozo", "ueta", "uño"),
    ("Aitana", "Álvaro", "Begoña", "Cayetana", "Damián", "Eulalia", "Fermín", "Gonzalo", "Íñigo", "Jimena", "Leandro",
     "Macarena", "Néstor", "Paloma", "Quique", "Rocío", "Sancho", "Teófilo", "Violeta", "Ximena"),
)  # fmt: skip
GERMAN = (
    ("Acker", "Bäch", "Bröck", "Büch", "Dörn", "Eich", "Fähr", "Feld", "Gärt", "Grün", "Häus", "Hölz", "Kähl", "Köst",
     "Küst", "Läng", "Löw", "Mühl", "Nöck", "Öhl", "Rösch", "Schön", "Stöck", "Täub", "Wölf", "Zäun"),
    ("", "el", "en", "er", "in", "ling", "nig", "sch", "ten", "zel"),
    ("acher", "bach", "berg", "brandt", "feldt", "hofer", "kamp", "mann", "meyer", "städter", "stein", "wald", "weiß"),
    ("Annegret", "Bärbel", "Detlef", "Eckhard", "Frauke", "Götz", "Heike", "Ingolf", "Jörg", "Käthe", "Lothar",
     "Mechthild", "Norbert", "Ottilie", "Rüdiger", "Sönke", "Traudel", "Uwe", "Wiebke", "Jürgen"),
)  # fmt: skip
RUSSIAN = (
    ("Баж", "Бор", "Вар", "Гал", "Горд", "Дем", "Ерш", "Жар", "Зар", "Кир", "Кол", "Крюч", "Лаз", "Мак", "Мороз",
     "Ник", "Пав", "Рож", "Сав", "Сид", "Тих", "Фад", "Хар", "Чер", "Шев", "Щер", "Юд", "Яш"),
    ("", "ан", "ар", "ач", "ев", "ен", "еш", "ил", "ин", "иш", "ол", "он", "ош", "уш", "юк"),
    ("ба", "енко", "ёв", "ков", "кова", "ов", "ова", "овский", "овская", "ский", "чук", "ыгин", "юхин", "яков"),
    ("Алексей", "Вячеслав", "Григорий", "Дарья", "Евгений", "Жанна", "Зинаида", "Игорь", "Ксения", "Людмила", "Михаил",
     "Наталья", "Оксана", "Пётр", "Руслан", "Сергей", "Татьяна", "Фёдор", "Юлия", "Ярослав"),
)  # fmt: skip
IN_LATIN = dict(zip(
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    ("a", "b", "v", "g", "d", "e", "e", "zh", "z", "i", "y", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f",
     "kh", "ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya"),
    strict=True,
))  # fmt: skip
"""As a passport writes them."""
LANGUAGES = {"ESP": SPANISH, "GER": GERMAN, "FID": RUSSIAN}


class Named(NamedTuple):
    """An invented player: the name as the list has it, and as it is written at home."""

    id: str
    name: str
    at_home: str
    federation: str
    rating: int


def named_people(count: int, seed: int) -> list[Named]:
    """So many people; a surname has two or three parts, so there are ever more of them."""
    dice = random.Random(f"named-{seed}")
    found = []
    for number in range(count):
        federation = dice.choice(tuple(LANGUAGES))
        first, middle, last, given = LANGUAGES[federation]
        middles = "".join(dice.choices(middle, k=dice.randint(1, 3)))
        at_home = f"{dice.choice(first)}{middles}{dice.choice(last)}, {dice.choice(given)}"
        name = in_latin(at_home) if federation == "FID" else at_home
        found.append(Named(str(4_000_000 + 3 * number), name, at_home, federation, dice.randint(1400, 2700)))
    return found


def in_latin(name: str) -> str:
    """Write a Russian name in Latin letters."""
    return "".join(IN_LATIN.get(letter.lower(), letter) for letter in name).title()


def named_ledger(people: list[Named]) -> Ledger:
    """Return a list of them."""
    import datetime as dt

    rows = [
        LedgerRow(person.id, person.name, person.federation).with_standing("standard", Standing(rating=person.rating))
        for person in people
    ]
    return Ledger.empty(dt.date(2024, 5, 1)).with_rows(rows)
