"""FIDE's lists of 2001 to 2004, whose headers do not stand over their columns: each cell as the eye reads it."""

from pathlib import Path

import pytest

from arpad.domain.rating_list import ListEntry
from arpad.formats.rating_lists.files import convert, read_list, read_table
from places import FIXTURES
from scanned_lists import scan

LISTS = FIXTURES / "lists"

BY_EYE = {
    "fide-2001-04.txt": """
        7375760 | Velrqaw da Fezuxuo Ifulti, Pojas |     | ESP | 2252 |  0 | 1968 |
        2176440 | Te Tirhaeku, Pume Yezyepuu Hiivj |     | BRA | 2028 |  0 | 1942 |
        4857349 | Xepheqit Cokvoroaz, Uduvoi Xiki  | IM  | ECU | 2421 |  0 | 1979 |
        3439533 | Jo Ri Tuuxna Iveum, Tilqisxo L.  |     | ESP | 2133 |  0 | 1954 | i
        2344392 | Go Kap Vivkex Toqsici, Ezced Z.  |     | ESP | 2068 |  0 |      |
        5771256 | Biqvuhqov-Mupvaw Qeflav, Tuxbua  | FM  | ESP | 2325 |  0 |      | i
        1921880 | Nekob, Milayev                   | GM  | RUS | 2545 |  0 | 1974 |
        2845642 | Tadweyxju, Ispu                  | WIM | POL | 2185 |  0 | 1966 | wi
       45491166 | Dawawel, Ofszui                  | IM  | LAT | 2514 |  7 | 1972 | n
       19274651 | Hyimoos, G                       |     | ZIM | 2205 |  0 |      | i
        5874740 | Yoriya, Lixucliyo                |     | BUL | 2125 |  0 | 1980 | wi
         362992 | Tapir, Naw                       |     | CZE | 2168 |  0 | 1976 |
       61211343 | Nmupuki, Bevanei                 | WGM | UKR | 2460 |  0 | 1979 | w""",
    "fide-2002-10.txt": """
        3133853 | Etbefane Xopxoxedoryoi, Eamkuruu |     | ECU | 2193 |  0 | 1963 |
        7819951 | Darnu Ojhifiysii, Giuc Cbezxejte |     | ESP | 2200 |  9 | 1966 |
        2646812 | Omeias, Ropqar Uqpujwu Rlagzu k  |     | POR | 1994 | 22 |      |
        3279696 | Fozvafu, Doyaut Bizaso Odfitjea  |     | BRA | 1805 |  9 |      |
        3534222 | Lesxolxef, Qahacoa Meepo Cigmoj  |     | BRA | 2205 |  0 | 1964 | i
        9716947 | Jawfumduq Vkeghewe, Nwadtitne c  |     | ESP | 2184 |  0 | 1975 |
        7471275 | Suvzejnuw-Givfij Jivsiv, Jejquo  | FM  | ESP | 2326 |  0 |      |
        5238915 | Uxxoqmix, Hluyr                  | IM  | SWE | 2393 | 13 | 1963 |
        1274757 | Ffecwokaqj, Toemes               | GM  | USA | 2342 |  0 | 1923 | i
         119352 | Qafoxneo, Yoopnu                 | WFM | FRA | 2125 |  0 | 1978 | wi
        3443638 | Boiroruffa, Wigbiseri            | WGM | ROM | 2052 |  0 | 1932 | w
       49216363 | Husvecyu, Huyzoiko               | WIM | MKD | 2250 |  0 |      | w
       62956368 | Vampuwveu, Nmitap                |     | MDA | 2151 |  9 | 1966 |
         741165 | Sepboc, Fejla                    |     | YUG | 2090 |  0 |      | i
        5448254 | Agxoqo, Teqizi                   |     | RUS | 2119 |  0 | 1977 | wi""",
    "fide-2003-01.txt": """
        6873338 | Iypeneti Cetcawubancui, Ouwqafoa |     | ECU | 2193 |  0 | 1963 |
        3951361 | Sikwa Ikpakimlaa, Piox Hlefhatve |     | ESP | 2200 |  0 | 1966 |
        6529276 | Xuxulko Zixgiqoxdez, Cruljiyqe i |     | ESP | 2177 | 14 | 1963 |
        1536949 | Ijouun, Babbiz Itvadre Thotri n  |     | POR | 1985 | 20 |      |
        2383724 | Gozmipqeb, Betegee Fauge Nohyam  |     | BRA | 2226 |  9 | 1964 | i
        5439963 | Yiknoksaf Vfehkoto, Pjidheyye g  |     | ESP | 2184 |  0 | 1975 |
        2958422 | Pojmolmob-Junteb Fodduw, Bessuo  | FM  | ESP | 2326 |  0 |      |
        7272747 | Ynoktd, Ciriw                    | IM  | IND | 2372 | 46 | 1968 |
         846761 | Zdoqsegos, Wahaqe                | WIM | YUG | 2264 | 10 | 1975 | w
         347313 | Muhpan, Apaw C                   | CM  | ENG | 2144 |  0 | 1975 |
        3763799 | Limpaqije, Baduo                 | WFM | RUS | 2112 |  0 | 1984 | w
        8721353 | Bulzu, Gumsgotvaz                | GM  | RUS | 2649 | 34 | 1972 |
         421486 | Poarot, Kehtolk                  |     | FRA | 2139 |  2 | 1953 |
       82718123 | Neugoxo, Elu                     |     | IRI | 2241 |  0 |      |
        8488662 | Pgephro, Fibio                   |     | RUS | 2035 |  0 | 1983 | wi""",
    "fide-2003-04.txt": """
        8249212 | Akzewebe Beszoviduncua, Ousxabeo |     | ECU | 2193 |  0 | 1963 |
        5887418 | Dodfa Anzijezgaa, Mour Dwutvanha |     | ESP | 2139 |  6 | 1966 |
        2988618 | Ha Kahbi, Boqfoy Akexporzda Oyro |     | BRA | 2237 | 17 |      |
        4365963 | Nogolxa Kifxacuknes, Zbetqikci i |     | ESP | 2177 |  0 | 1963 |
        2392427 | Nogxupvep Nteswasu, Fhanwuxci g  |     | ESP | 2207 |  5 | 1975 |
        8216643 | Yipbevfis-Qivlol Jolsiw, Virkoe  | FM  | ESP | 2326 |  0 |      |
        4766142 | Qepucifletoca, Miblahejiyiju BJ  |     | SRI | 2225 |  0 | 1971 | i
        3658237 | Yipj, Hiu                        | IM  | CHN | 2481 |  0 | 1978 |
        2912955 | Deelecuk, Llavefq R              | GM  | USA | 2640 | 18 | 1959 |
        4211359 | Ntekuje, Olobiboja               | WIM | RUS | 2209 |  0 | 1978 | wi
        7754772 | Doviw, Ucu                       | WGM | ISR | 2289 |  0 | 1977 | w
         857392 | Giifmjiet, Xbopeh                |     | FRA | 2051 |  0 | 1991 |
       27524546 | Aqefaim, Aoxodqa                 |     | TKM | 2244 |  0 | 1972 |""",
    "fide-2004-04.txt": """
        7741551 | Ehquzufa Geslayimoddae, Uebyipuo |     | ECU | 2193 |  0 | 1963 |
        8373354 | Yejhzuj Qo Yarafaa V Ikolru, T.M |     | ESP | 2164 |  0 |      |
        7259651 | Pudconurlo-Bedocew, Netev-Vsoxak |     | ROM | 2248 |  0 | 1966 | i
        7392798 | Zefoxba Yf, Kisovce Zobfiiliw wu |     | BRA | 2213 |  0 |      |
        1377167 | Cundeot, Lecvas Geyaay Rofeapu g |     | POR | 1951 |  0 | 1980 |
        8471437 | Vula Kaoiserye, Renel            | FM  | ROM | 2269 |  0 | 1967 |
        3599133 | Beggap, Luvatsa                  | WFM | POR | 2155 |  0 | 1966 | wi
        9951474 | Dojcwruohin, Mod                 | GM  | GER | 2487 |  0 | 1962 |
         826232 | Qsazsa, Qokmxa                   | IM  | HUN | 2370 |  0 | 1953 |
         441256 | Lrensr, Dekia                    | WIM | HUN | 2135 |  0 | 1954 | wi
       15357564 | Dojpulwceda, Maben               |     | GEO | 2071 |  0 | 1963 |
         131392 | Alpawm, Dusajdi                  |     | FRA | 1826 |  0 | 1971 |""",
}


def entry(row: str) -> ListEntry:
    number, name, title, federation, rating, games, born, flag = (cell.strip() for cell in row.split("|"))
    year = int(born) if born else None
    return ListEntry(number, name, federation, "", title, int(rating), int(games), born=year, flag=flag)


@pytest.mark.parametrize("name", BY_EYE)
def test_every_cell_stands_where_it_is_and_not_below_its_heading(name: str) -> None:
    expected = [entry(row) for row in BY_EYE[name].strip().splitlines()]
    assert list(read_list(LISTS / name)) == expected


@pytest.mark.parametrize("name", BY_EYE)
def test_a_list_without_its_header_reads_as_with_it(name: str, tmp_path: Path) -> None:
    expected = [entry(row) for row in BY_EYE[name].strip().splitlines()]
    path = tmp_path / name
    lines = (LISTS / name).read_text(encoding="ascii").splitlines()
    path.write_text("\n".join(lines[-len(expected) :]), encoding="ascii")
    assert list(read_list(path)) == expected


@pytest.mark.parametrize("name", BY_EYE)
def test_a_list_without_titled_players_and_in_any_order(name: str, tmp_path: Path) -> None:
    """What is in a column does not depend on which lines a list begins with, or has at all."""
    expected = [entry(row) for row in BY_EYE[name].strip().splitlines()]
    lines = (LISTS / name).read_text(encoding="ascii").splitlines()
    head, body = lines[: -len(expected)], lines[-len(expected) :]
    untitled = [place for place, row in enumerate(expected) if not row.title][::-1]
    path = tmp_path / name
    path.write_text("\n".join([*head, *(body[place] for place in untitled), ""]), encoding="ascii")
    assert list(read_list(path)) == [expected[place] for place in untitled]


def test_birthdays_that_nobody_knows_are_one_finding() -> None:
    """Three rows of January 2003 hold the dots of a date and nothing else."""
    found = scan(LISTS / "fide-2003-01.txt")
    assert [(finding.code, finding.severity, finding.line, dict(finding.values)) for finding in found.findings] == [
        ("list-born-blank", "info", 6, {"count": 3})
    ]


def test_a_name_that_reaches_into_the_place_of_the_title_is_no_title(tmp_path: Path) -> None:
    """The first name ends in the title's place, the second with a letter that would be a title: both are told of."""
    content = (LISTS / "fide-2003-04.txt").read_text(encoding="ascii")
    content = content.replace("Ousxabeo      ECU", "Ousxabeo Ixi  ECU").replace(
        "Dwutvanha      ESP", "Dwutvanhaaag   ESP"
    )
    path = tmp_path / "list.txt"
    path.write_text(content, encoding="ascii")
    first, second = list(read_list(path))[:2]
    assert (first.name, first.title, first.federation) == ("Akzewebe Beszoviduncua, Ousxabeo Ixi", "", "ECU")
    assert (second.name, second.title, second.federation) == ("Dodfa Anzijezgaa, Mour Dwutvanhaaag", "", "ESP")
    assert [(finding.code, finding.line) for finding in scan(path).findings][:2] == [
        ("list-name-long", 2),
        ("list-name-long", 3),
    ]


def test_cells_that_cannot_be_what_their_column_holds_are_told_of(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(
        "id,name,federation,title,rating\n1,A,Spain,GM,2500\n2,B,ESP,MI,2400\n3,C,,,2300\n", encoding="utf-8"
    )
    found = scan(path)
    assert [(finding.code, finding.line, finding.values["text"]) for finding in found.findings] == [
        ("list-federation", 2, "Spain"), ("list-title", 3, "MI"),
    ]  # fmt: skip
    assert [(row.federation, row.title) for row in read_list(path)] == [("Spain", "GM"), ("ESP", "MI"), ("", "")]


@pytest.mark.parametrize("ending", ["txt", "xml", "csv", "parquet"])
def test_of_an_id_that_stands_twice_the_first_row_is_written(ending: str, tmp_path: Path) -> None:
    source = tmp_path / "twice.csv"
    source.write_text("id,name,rating\n7,First,2500\n8,Other,2400\n7,Second,2300\n7,Third,2200\n", encoding="utf-8")
    done = convert(source, tmp_path / f"once.{ending}")
    assert (done.players, [finding.code for finding in done.findings]) == (2, ["list-id-twice", "list-id-twice"])
    for path in (source, tmp_path / f"once.{ending}"):
        assert [(row["id"], row["name"], row["rating"]) for row in read_table(path).to_pylist()] == [
            ("7", "First", 2500), ("8", "Other", 2400),
        ]  # fmt: skip


def test_findings_of_one_kind_do_not_bury_those_of_another(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    rows = "".join(f"{number},N,x\n" for number in range(1500))
    path.write_text("id,name,rating\n" + rows + "7,Again,2000\n", encoding="utf-8")
    found = scan(path)
    assert (len(found.findings), found.findings_count) == (1001, 1501)
    assert found.findings[-1].code == "list-id-twice"
