"""Search indexes of a list and its events: players by name or id, games by player, ratings by id.

The indexes are sorted columns mapped from files, so searches among millions of players take milliseconds.
"""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.documents.document import Document, ShownAs, TableColumn, TextOrNone, shows
from arpad.domain.event import HALF_POINTS_OF, Colour, Event, PlayedEncounter, Player, rounds_played
from arpad.domain.games import PlayerGame
from arpad.domain.rating_list import MOST_COMPUTED
from arpad.domain.values import FOLDS, OTHER_ALPHABETS, fold
from arpad.lists.ledger import (
    Ledger,
    LedgerRow,
    Standing,
    TextCells,
    coded,
    column,
    day_number,
    day_of,
    narrow,
    number_cells,
    numbers,
)
from arpad.lists.name_likeness import WHOLE, LikeWord, LikeWords, compared_by, likeness_tables
from arpad.lists.whole_list import PlayerRank, Ranks, Tables, active_players, rank_tables
from arpad.rating.columns import Mask, Numbers
from arpad.rating.performance import performance_rating
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.titles.norms import achieved_norms

# The games of events by player, as tables that can be mapped from a file. An event is a piece: its entrants, their
# games, their norms, each with numbers that do not depend on other events. So a file is made of pieces one after the
# other, and the next one takes over those that have not changed.

COLOURS: tuple[Colour | None, ...] = (None, "w", "b")
PARTS = ("entrants", "games", "norms")
OWN = ("rating", "place", "points", "performance")
"""What an entrant brought and what became of them: 0 is nothing, points are half points and one more."""
ENTRANTS = pa.schema([(name, pa.string()) for name in ("id", "name", "title")]
                     + [(name, pa.int32()) for name in (*OWN, "games", "norms")])  # fmt: skip
GAMES = pa.schema([("round", pa.int16()), ("colour", pa.int8()), ("opponent", pa.int32()), ("score", pa.int8())])
NORMS = pa.schema([("title", pa.string())])
EVENTS = pa.schema([("key", pa.string()), ("id", pa.int32()), ("name", pa.string()), ("day", pa.int32()),
                    ("time_class", pa.int8()), ("entrants", pa.int32())])  # fmt: skip


class IndexedEvent(NamedTuple):
    """An event of an index. `key` names all that its games are made from."""

    key: str
    id: int
    name: str
    day: dt.date | None
    time_class: TimeClass


class PlayedEvent(NamedTuple):
    """An event that a player played in, with their games and the titles that they made norms for; how many players it
    had, the player's rating in the report, the place, the half points and the performance (B.01 1.4.7)."""

    id: int
    name: str
    day: dt.date | None
    time_class: TimeClass
    games: tuple[PlayedEncounter, ...]
    norms: tuple[str, ...]
    players: int
    rating: int | None
    place: int | None
    points: int | None
    performance: int | None


def event_piece(event: Event) -> Tables:
    """Return the entrants of an event with their games and norms; opponents are named by their places among them."""
    places = {player.rank: place for place, player in enumerate(event.players)}
    norms: dict[int, list[str]] = {}
    for norm in achieved_norms(event):
        norms.setdefault(norm.player, []).append(norm.title)
    entrants, games, titles = list[tuple[Any, ...]](), list[tuple[Any, ...]](), list[tuple[str]]()
    for player, played in rounds_played(event):
        won = norms.get(player.rank, []) if player.id else []
        entrants.append((player.id, player.name, player.title, *_own(player, played), len(played), len(won)))
        games += [
            (round_result.round, COLOURS.index(round_result.colour), places[other.rank], score)
            for round_result, other, score in played
        ]
        titles += [(title,) for title in won]
    return {"entrants": _table(entrants, ENTRANTS), "games": _table(games, GAMES), "norms": _table(titles, NORMS)}


def _own(player: Player, played: Sequence[tuple[Any, Player, int]]) -> tuple[int, int, int, int]:
    """Return the rating, the place, the half points and one, and the performance of an entrant; 0 for what is not
    known."""
    halves = sum(HALF_POINTS_OF[one.result] for one in player.rounds if one.result is not None)
    if player.points is not None and (2 * player.points).denominator == 1:
        halves = int(2 * player.points)
    rated = ((other.rating if 0 < (other.rating or 0) <= MOST_COMPUTED else None, score) for _, other, score in played)
    found = performance_rating([PlayerGame(rating, score) for rating, score in rated])
    return player.rating or 0, player.final_rank or 0, halves + 1, 0 if found is None else found.performance


def _table(rows: Sequence[tuple[Any, ...]], schema: pa.Schema) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else ([] for _ in schema)
    return pa.table([pa.array(cells, field.type) for cells, field in zip(columns, schema, strict=True)], schema=schema)


def games_tables(events: Sequence[IndexedEvent], pieces: Sequence[Tables]) -> Tables:
    """Return the tables of an index of events, each with its piece; `found` has the entrants by id."""
    parts = {
        name: pa.concat_tables([schema.empty_table(), *(piece[name] for piece in pieces)]).combine_chunks()
        for name, schema in zip(PARTS, (ENTRANTS, GAMES, NORMS), strict=True)
    }
    rows = [
        (
            event.key,
            event.id,
            event.name,
            day_number(event.day),
            TIME_CLASSES.index(event.time_class),
            len(piece["entrants"]),
        )
        for event, piece in zip(events, pieces, strict=True)
    ]
    entrants = parts["entrants"]
    named = np.flatnonzero(pc.not_equal(entrants["id"], "").to_numpy()).astype(np.int32)
    ids = entrants["id"].combine_chunks().take(pa.array(named))
    order = pc.sort_indices(ids)
    owners = np.repeat(np.arange(len(rows), dtype=np.int32), [row[-1] for row in rows])
    return parts | {
        "events": _table(rows, EVENTS),
        "events-begin": pa.table({"entrant": _begins_of_counts([row[-1] for row in rows])}),
        "entrants-begin": pa.table({name: _begins_of_counts(entrants[name].to_numpy()) for name in ("games", "norms")}),
        "owners": pa.table({"event": owners}),
        "found": pa.table({"id": ids.take(order), "entrant": named[order.to_numpy()]}),
    }


def _begins_of_counts(counts: Any) -> Any:
    """Return where each one begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int32)


def pieces_of(tables: Tables, keys: Collection[str]) -> dict[str, Tables]:
    """Return the pieces of an index whose events have these keys."""
    first = numbers(tables["events-begin"]["entrant"]).tolist()
    begins = {name: numbers(tables["entrants-begin"][name]) for name in ("games", "norms")}
    pieces: dict[str, Tables] = {}
    for place, key in enumerate(tables["events"]["key"].to_pylist()):
        if key in keys:
            begin, end = first[place : place + 2]
            spans = {"entrants": (begin, end)} | {name: (int(at[begin]), int(at[end])) for name, at in begins.items()}
            pieces[key] = {name: tables[name].slice(at, to - at) for name, (at, to) in spans.items()}
    return pieces


class GamesIndex:
    """The games of some events by the ids of the players."""

    def __init__(self, tables: Tables) -> None:
        found, entrants, games, events = (tables[name] for name in ("found", "entrants", "games", "events"))
        self._ids, self._places = TextCells(found["id"]), number_cells(found["entrant"])
        self._owners = number_cells(tables["owners"]["event"])
        self._persons = [TextCells(entrants[name]) for name in ("id", "name", "title")]
        self._own = [number_cells(entrants[name]) for name in OWN]
        self._games = [number_cells(games[name]) for name in GAMES.names]
        self._titles = TextCells(tables["norms"]["title"])
        self._first_game, self._first_norm = (number_cells(cells) for cells in tables["entrants-begin"].columns)
        self._first_entrant = number_cells(tables["events-begin"]["entrant"])
        self._names = TextCells(events["name"])
        self._events = [number_cells(events[name]) for name in ("id", "day", "time_class")]

    def of(self, id_: str) -> list[PlayedEvent]:
        """Return the events that a player played in, in their order."""
        first, last = self._ids.equal(id_)
        entrants = {self._owners[self._places[at]]: self._places[at] for at in range(first, last)}
        return [self._played(event, entrant) for event, entrant in entrants.items()]

    def _played(self, event: int, entrant: int) -> PlayedEvent:
        number, day, time_class = (cells[event] for cells in self._events)
        rating, place, points, performance = (cells[entrant] for cells in self._own)
        games = range(self._first_game[entrant], self._first_game[entrant + 1])
        norms = range(self._first_norm[entrant], self._first_norm[entrant + 1])
        return PlayedEvent(
            number,
            self._names[event],
            day_of(day),
            TIME_CLASSES[time_class],
            tuple(self._game(at, self._first_entrant[event]) for at in games),
            tuple(self._titles[at] for at in norms),
            self._first_entrant[event + 1] - self._first_entrant[event],
            rating or None,
            place or None,
            points - 1 if points else None,
            performance or None,
        )

    def _game(self, place: int, first: int) -> PlayedEncounter:
        round_, colour, opponent, score = (cells[place] for cells in self._games)
        id_, name, title = (cells[first + opponent] for cells in self._persons)
        rating = self._own[0][first + opponent] or None
        return PlayedEncounter(round_, COLOURS[colour], id_, name, title, rating, score)


# The words of a name, as people type them: small letters without accents, in Latin letters.

ACCENTS = r"\p{Mn}"
BETWEEN = r"[^a-z0-9]+"
OTHER_LETTERS = f"[{''.join(letter for letter, _ in OTHER_ALPHABETS)}]"


def words_of(names: pa.Array) -> tuple[pa.Array, pa.Array]:
    """Return the words of a column of names, a thousand times as fast: the place of the name, and the word."""
    words = pc.split_pattern_regex(_folded(names), BETWEEN)
    owners, flat = pc.list_parent_indices(words), pc.list_flatten(words)
    there = pc.not_equal(flat, "")
    return owners.filter(there), flat.filter(there)


def _folded(names: pa.Array) -> pa.Array:
    folded = pc.utf8_lower(pc.replace_substring_regex(pc.utf8_normalize(names, "NFKD"), ACCENTS, ""))
    others = OTHER_ALPHABETS if pc.any(pc.match_substring_regex(folded, OTHER_LETTERS)).as_py() else ()
    for letter, plain in (*FOLDS, *others):
        folded = pc.replace_substring(folded, letter, plain)
    return pc.replace_substring_regex(folded, BETWEEN, " ")


# The index of a list: persons by id, words of names, ranks, as sorted columns that can be mapped from a file.

CODED = ("federation", "sex", "title", "absent")
"""Texts that many players share: each is kept once, and a player has its number."""
ORDER = [(column("standard", "rating"), "descending"), ("name", "ascending"), ("id", "ascending")]


NumberOrNone = Annotated[int, ShownAs(int | None, lambda number: number or None)]


class ListedPerson(Document, frozen=True):
    """A player as a list has them, without their standings."""

    id: str
    name: str
    federation: TextOrNone
    sex: str
    title: TextOrNone
    absent: str
    born: NumberOrNone

    @classmethod
    def of(cls, row: LedgerRow) -> "ListedPerson":
        return cls(row.id, row.name, row.federation, row.sex, row.title, row.absent, row.born)


def index_tables(ledger: Ledger) -> Tables:
    """Return the tables of an index. Players stand in the order of their ids; `shown` has them in the order in which
    they are shown, the highest rated first, and words name players by their place there. Players who are not to be
    listed (excluded, deceased) are not shown."""
    players = ledger.players.combine_chunks()
    in_order: Numbers = pc.sort_indices(players, sort_keys=ORDER).to_numpy().astype(np.int32)
    shown = in_order[ledger.which("absent", "")[in_order]]
    shown_at = np.full(len(ledger), -1, dtype=np.int32)
    shown_at[shown] = np.arange(len(shown), dtype=np.int32)
    codes, texts = coded(players, CODED)
    columns = {"id": players["id"], "name": players["name"], "born": narrow(ledger.numbers("born"))} | codes
    active = np.zeros(len(ledger), dtype=np.int8)
    for bit, time_class in enumerate(TIME_CLASSES):
        columns[column(time_class, "rating")] = narrow(ledger.numbers(column(time_class, "rating")))
        active |= active_players(ledger, time_class).astype(np.int8) << bit
    columns |= {"active": pa.array(active), "shown_at": pa.array(shown_at)}
    table = pa.table(columns)
    return {
        "players": table,
        "shown": pa.table({"place": shown, "federation": table["federation"].take(pa.array(shown))}),
        **texts,
        **_word_tables(players["name"].combine_chunks().take(pa.array(shown))),
        **rank_tables(ledger),
    }


def _word_tables(names: pa.Array) -> Tables:
    """Return the words of names: each word once, sorted, with where its owners begin; owners word by word; words name
    by name, with where those of each name begin."""
    owners, flat = words_of(names)
    unsorted = pc.unique(flat)
    order = pc.sort_indices(unsorted).to_numpy()
    code_of = np.empty(len(order), dtype=np.int32)
    code_of[order] = np.arange(len(order), dtype=np.int32)
    codes: Any = code_of[pc.index_in(flat, value_set=unsorted).to_numpy(zero_copy_only=False)]
    owned: Any = owners.to_numpy(zero_copy_only=False).astype(np.int32)
    by_word = np.argsort(codes, kind="stable")
    return {
        "words": pa.table({"word": unsorted.take(pa.array(order))}),
        "word-owners": pa.table({"first": _begins_of_codes(codes[by_word], len(order))}),
        "owners": pa.table({"place": pa.array(owned[by_word])}),
        "name-words": pa.table({"first": _begins_of_codes(owned, len(names))}),
        "spots": pa.table({"word": pa.array(codes)}),
        **likeness_tables(unsorted.take(pa.array(order)).to_pylist()),
    }


def _begins_of_codes(sorted_codes: Any, height: int) -> pa.Array:
    """Return where each code begins, and where the last one ends."""
    return pa.array(np.searchsorted(sorted_codes, np.arange(height + 1)).astype(np.int32))


class PersonIndex:
    """The persons of a list and their ranks, by id."""

    def __init__(self, tables: Tables) -> None:
        players = tables["players"]
        self.ids, self.names = TextCells(players["id"]), TextCells(players["name"])
        self.texts = {name: tables[f"texts-{name}"]["text"].to_pylist() for name in CODED}
        self._codes = {name: number_cells(players[name]) for name in CODED}
        self._born, self._active = number_cells(players["born"]), number_cells(players["active"])
        self._ratings = [number_cells(players[column(name, "rating")]) for name in TIME_CLASSES]
        self._ranks = Ranks(tables)

    def __len__(self) -> int:
        return len(self.ids)

    def person(self, id_: str) -> ListedPerson | None:
        """Return a player of the list."""
        place = self.ids.place(id_)
        return None if place is None else self.person_at(place)

    def person_at(self, place: int) -> ListedPerson:
        """Return the player at a place in the order of the ids."""
        return ListedPerson(*self._person(place))

    def _person(self, place: int) -> tuple[str, str, str, str, str, str, int]:
        federation, sex, title, absent = (self.texts[name][self._codes[name][place]] for name in CODED)
        return self.ids[place], self.names[place], federation, sex, title, absent, self._born[place]

    def rating_at(self, place: int) -> int:
        """Return the standard rating of the player at a place."""
        return self._ratings[0][place]

    def ranks(self, id_: str) -> Mapping[TimeClass, PlayerRank]:
        """Return the ranks of a player, by time class; none in a class in which they are not active."""
        place = self.ids.place(id_)
        if place is None:
            return {}
        active = self._active[place]
        ratings = [own[place] if active >> bit & 1 else 0 for bit, own in enumerate(self._ratings)]
        return self._ranks.of(self.texts["federation"][self._codes["federation"][place]], ratings)


# Finding players by name, as one types: words that begin so, with or without accents; or an id that begins so. The
# index is a few sorted columns, mapped from a file: millions of players are searched in a few milliseconds.

MOST_WORDS, LONGEST = 6, 80
FEW = 20_000
"""Up to this many players, the words of each are looked at; for more, all who have a word are marked."""


class FoundPlayer(ListedPerson, frozen=True):
    """One player found, as on the list."""

    shown = shows("id", "name", "federation", "title", "born", "rating")
    columns = (
        TableColumn("born", cell=lambda player: player.born or None),
        TableColumn("rating", cell=lambda player: player.rating or None),
    )
    rating: NumberOrNone


class SimilarPlayer(NamedTuple):
    """A player whose name is like another, and how much, of a thousand."""

    player: FoundPlayer
    likeness: int


class NamesFound(NamedTuple):
    """Players by what was typed: those whose words begin so, the highest rated first, and if there are few of them
    those whose names are alike, the most alike first."""

    players: list[FoundPlayer]
    similar: list[FoundPlayer]

    def first(self, count: int) -> list[FoundPlayer]:
        """Return the first of all of them."""
        return [*self.players, *self.similar][:count]


FEW_FOUND, SIMILAR = 5, 10
"""If fewer than this are found by what was typed, others whose names are alike are given too, and how many of them."""
MOST_LOOKED_AT, REORDERED = 40_000, 200
"""The most players with a word like one that is asked for, and the best of them, whose whole names are compared."""
LEAST_ALIKE, BY_WHOLE = 600, 300
"""How alike a name is at least, and the part of the order that its words all together
decide, both of a thousand."""


class NameIndex(PersonIndex):
    """The index of a list with the words of all names, each with its players in the order in which they are shown.
    Players who are not to be listed (excluded, deceased) are not found."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._shown, self._homes = numbers(tables["shown"]["place"]), numbers(tables["shown"]["federation"])
        self._columns = tables["players"]
        self._shown_at = numbers(tables["players"]["shown_at"])
        self._words, self._begins = TextCells(tables["words"]["word"]), number_cells(tables["word-owners"]["first"])
        self._owners, self._spots = numbers(tables["owners"]["place"]), numbers(tables["spots"]["word"])
        self._first = numbers(tables["name-words"]["first"])
        self._like = LikeWords(tables, self._words)
        self._begun = numbers(tables["word-owners"]["first"])

    @classmethod
    def of(cls, ledger: Ledger) -> "NameIndex":
        """Return the index of a list, made in memory."""
        return cls(index_tables(ledger))

    @property
    def words(self) -> int:
        """How many different words the names have."""
        return len(self._words)

    def find(self, query: str, count: int = 20, federation: str = "") -> list[FoundPlayer]:
        """Return players whose names have words that begin with those of the query, the highest rated first."""
        places = self._matching(query)
        if federation:
            places = places[self._homes[places] == self._home(federation.upper())]
        enough = MOST_WORDS * count  # a player may be there once for each word of the name
        if len(places) > enough:
            places = np.partition(places, enough)[:enough]
        return [self.found_at(int(self._shown[place])) for place in np.unique(places)[:count]]

    def found(self, query: str = "", federation: str = "", title: str = "", sex: str = "") -> Numbers:
        """Return the places of all players who fit, the highest rated first; of all who are listed without a query."""
        some = np.unique(self._matching(query)) if query.strip() else np.arange(len(self._shown), dtype=np.int32)
        places: Numbers = self._shown[some]
        for name, wanted in (("federation", federation), ("title", title), ("sex", sex)):
            if wanted:
                code = self.texts[name].index(wanted) if wanted in self.texts[name] else -1
                places = places[numbers(self._columns[name])[places] == code]
        return places

    def found_at(self, place: int) -> FoundPlayer:
        """Return the player at a place in the order of the ids."""
        return FoundPlayer(*self._person(place), self.rating_at(place))

    def search(self, query: str, count: int = 20, federation: str = "") -> NamesFound:
        """Return the players who fit what was typed, and others with names alike if few do; nobody is like an id."""
        found = self.find(query, count, federation)
        if len(found) >= FEW_FOUND or not any(letter.isalpha() for letter in query):
            return NamesFound(found, [])
        known = {player.id for player in found}
        alike = [one.player for one in self.similar(query, SIMILAR + len(found), federation)]
        return NamesFound(found, [player for player in alike if player.id not in known][:SIMILAR])

    def similar(self, name: str, count: int = 20, federation: str = "") -> list[SimilarPlayer]:
        """Return players whose names are like a name, the most alike first, and of those the highest rated: misspelt,
        in another order, without accents, in other letters, or written as they sound."""
        words = list(dict.fromkeys(fold(name[:LONGEST]).split()))[:MOST_WORDS]
        if not words or not len(self._words):
            return []
        like = [self._like.of(word) for word in words]
        home = self._home(federation.upper()) if federation else None
        places = self._with_like_words(like, home)
        weights = np.array([len(word) for word in words])
        worth = self._worth(places, like, weights)
        if len(places) > REORDERED:
            best = np.argpartition(-worth, REORDERED)[:REORDERED]
            best.sort()
            places, worth = places[best], worth[best]
        folded = [fold(self.names[int(place)]) for place in self._shown[places]]
        whole = compared_by().names_alike(" ".join(words), folded) if folded else np.zeros(0, dtype=np.int32)
        alike = (WHOLE - BY_WHOLE) * worth + BY_WHOLE * whole
        order = [at for at in np.argsort(-alike, kind="stable").tolist() if worth[at] >= LEAST_ALIKE]
        return [SimilarPlayer(self.found_at(int(self._shown[places[at]])), int(worth[at])) for at in order[:count]]

    def _with_like_words(self, like: Sequence[LikeWord], home: int | None) -> Numbers:
        """Return the players with a word like one of those: those of the word that fewest have, and if few have the
        next, also of that one."""
        marked = np.zeros(len(self._homes), dtype=np.bool_)
        spans = [(self._begun[one.words], self._begun[one.words + 1]) for one in like]
        totals = [int((ends - begins).sum()) for begins, ends in spans]
        left = MOST_LOOKED_AT
        for at in sorted(range(len(like)), key=lambda at: totals[at])[:2]:
            for begin, end in zip(*(ends.tolist() for ends in spans[at]), strict=True):
                if left <= 0:
                    break
                marked[self._owners[begin:end]] = True
                left -= end - begin
            left = max(left, MOST_LOOKED_AT // 2)
        if home is not None:
            marked &= self._homes == home
        places: Numbers = np.flatnonzero(marked).astype(np.int32)
        return places

    def _worth(self, places: Numbers, like: Sequence[LikeWord], weights: Any) -> Any:
        """Return how like the words are those of the names of players, each word by the one most like it."""
        best = np.zeros((len(like), len(places)), dtype=np.int32)
        at, last = self._first[places], self._first[places + 1]
        while (at < last).any():
            spots = self._spots[np.minimum(at, last - 1)]
            for number, one in enumerate(like):
                np.maximum(best[number], one.likeness[spots], out=best[number])
            at = at + 1
        return weights @ best // int(weights.sum())

    def _home(self, federation: str) -> int:
        known = self.texts["federation"]
        return known.index(federation) if federation in known else -1

    def _matching(self, query: str) -> Numbers:
        """Return the players who fit, by their places in the order in which they are shown."""
        words = fold(query[:LONGEST]).split()[:MOST_WORDS]
        if not words:
            return np.zeros(0, dtype=np.int32)
        if len(words) == 1 and words[0].isdecimal():
            first, last = self.ids.beginning(words[0])
            found: Numbers = self._shown_at[first:last]
            return found[found >= 0]
        (first, last), *others = sorted(map(self._words.beginning, words), key=self._owners_between)
        places: Numbers = self._owners[self._begins[first] : self._begins[last]]
        for span in others:
            places = places[self._among(places, *span)]
        return places

    def _owners_between(self, span: tuple[int, int]) -> int:
        return self._begins[span[1]] - self._begins[span[0]]

    def _among(self, places: Numbers, begin: int, end: int) -> Mask:
        """Return which of the players have a word between two of the sorted ones."""
        if len(places) > FEW:
            marked = np.zeros(len(self), dtype=np.bool_)
            marked[self._owners[self._begins[begin] : self._begins[end]]] = True
            several: Mask = marked[places]
            return several
        among = np.zeros(len(places), dtype=np.bool_)
        at, last = self._first[places], self._first[places + 1]
        while (at < last).any():
            spots: Any = self._spots[np.minimum(at, last - 1)]
            among |= (begin <= spots) & (spots < end)
            at = at + 1
        return among


# The ratings of an imported list by id, in few bytes: what a player's history takes from it.

KEPT = ("rating", "k", "games")


def standing_tables(ledger: Ledger) -> Tables:
    """Return the players with a rating, in the order of their ids, with their standings as they were published."""
    columns = {(name, kept): ledger.numbers(column(name, kept)) for name in TIME_CLASSES for kept in KEPT}
    rated = np.logical_or.reduce([columns[name, "rating"] > 0 for name in TIME_CLASSES])
    ids = ledger.players["id"].combine_chunks().filter(pa.array(rated))
    values = {column(name, kept): narrow(cells[rated]) for (name, kept), cells in columns.items()}
    return {"standings": pa.table({"id": ids, **values})}


class StandingsIndex:
    """The standings of a list: rating, K and games in each time class."""

    def __init__(self, tables: Tables) -> None:
        table = tables["standings"]
        self._ids = TextCells(table["id"])
        self._cells = [[number_cells(table[column(name, kept)]) for kept in KEPT] for name in TIME_CLASSES]

    def of(self, id_: str) -> tuple[Standing, ...] | None:
        """Return the standings of a player who has a rating in any class."""
        place = self.place(id_)
        return None if place is None else self.at(place)

    def place(self, id_: str, near: int = -1) -> int | None:
        """Return where a player stands. On lists of the same system that is mostly near where they stand on another."""
        return self._ids.place(id_, near)

    def at(self, place: int) -> tuple[Standing, ...]:
        """Return the standings of the player at a place."""
        return tuple(Standing(*(cells[place] for cells in own)) for own in self._cells)
