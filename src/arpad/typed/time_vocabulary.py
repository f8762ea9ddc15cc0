"""The words of time controls: English, Spanish, Catalan, Portuguese, Italian, French, German and Russian.

Units and the names of a move become parts of patterns; all other words that may be in a time control without
changing it are noise. A word that is in none of these lists makes a text unreadable, never wrong.
"""

from arpad.regulations.articles import TimeClass


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
