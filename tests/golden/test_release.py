"""Tournaments and an office that were written by release 0.2: every later release must prove them, to the same digests.

Nothing in the project makes these files, and the digests were written down when the files were. If a test fails, the
code has changed what stored data mean: mend the code. A published round stores the digest of the event before it, so
a new field of the state that counts in the digest, even one at its default value, makes every stored event "not
proved".
"""

import zipfile
from pathlib import Path

import pytest

from answers import Arpad
from places import FIXTURES

RELEASE = FIXTURES / "release-0.2"
EVENTS = {
    "open": (
        94,
        "6ab05371d155e4fbb38abf71d1c5c93767e674d52a58dc73524913cba45dafe4",
        "49f6539e7e70c840771d816b8eae98912a00f0ee4a5e499a9078debeb4043776",
        5,
    ),
    "liga": (
        40,
        "cd90d3632ddc248e941b7ac4dcfc4e9dbbb369f8c4f257b467cda6c3e244ca82",
        "6e8aeeb2dbafe1e7e4faa2359eabeaedb7b877d22d0e38cc4d60d7d5bbda2b53",
        3,
    ),
    "copa": (
        33,
        "86110d60b4b2c6a3558821dc340d45698161c3678f68de070b3c8322d643e744",
        "2eb481abde9d7be3c769ce4cfe781c8ce26c35bddca254a2b1c94e816eae5a52",
        2,
    ),
    "mesa": (
        46,
        "f3afd856379666df6375da73e73998b5eb6683e0aec164a7c70579d3acca5a50",
        "d06acb2a6b785f03522755739ef5ad6d61008f96e5d38383e9b953b7338a5457",
        5,
    ),
}
"""Of each log: its lines, its last hash, the digest of the event, and how many drawn rounds are proved."""
LISTS = [
    ("2024-07-01", 1, "390caaf6d644ffe7fc18dc7a57901fb12ac9583dcfafff0741ad7c9b791d6e21", False),
    ("2024-08-01", 1, "ea63acf1148a00684853ae25a39a3e984567ff8f520171429790c55a2fa54ede", True),
    ("2024-08-01", 2, "8c0b646b53f454af0c81645fb9b0dd064b2ff918081bdabc500496965ed1716a", True),
    ("2024-08-01", 3, "766ca72914e8072b594d9da7d5c5744fdf9c565c6765dc22c7c47445f47d13e2", True),
    ("2024-08-01", 4, "e9c42cc2fc88459ec1ed125ff3bd500753cd67fea93d185deb6454c38b5d6c46", True),
    ("2024-08-01", 5, "ea6e6388e4e33d4a493220e9d879a503afc1df67764587af82f3b2f249b71bc1", True),
    ("2024-08-01", 6, "eef8a4949823216310f42359fca65228dfc045d7034d33261a32be4a373b801b", True),
    ("2024-08-01", 7, "abc3d03ed176140be53968df44b0ccdb00331b86b9d06e40d40e6dc325b9e731", True),
    ("2024-08-01", 8, "b0dbc85fb74b53024ae4f7afc2ae68559ca2be58b8aa837a92bcbb309c850690", True),
    ("2024-08-01", 9, "abc3d03ed176140be53968df44b0ccdb00331b86b9d06e40d40e6dc325b9e731", True),
    ("2024-08-01", 10, "845f06563cc563b918b64416eb5318cb14a688997c9e1c723b611bf4846ed477", True),
    ("2024-08-01", 11, "2603abf9ceda7a2be22775f3b11e052d5e1c211a82e6acc8ad45295cf653b397", True),
    ("2024-09-01", 1, "3e244d04e8e1d25bb75446094e4a8aa182d5ad65b6e83ff02a4b8eb776d2bee1", True),
    ("2024-09-01", 2, "24ab3a67002b12a17852e59d9a4991fa2f390c99cc1a6e0dc9434da4a62e95da", True),
    ("2024-09-01", 3, "d3f1abeec2e61988f8d0126df7b2b157dc96bb08b87095bcc73cd902d0cc46ca", True),
    ("2024-09-01", 4, "8247427c5e1b52532469c836e1e3586652e30df7918f34cc945165bb7f77de2a", True),
    ("2024-09-01", 5, "c2cde1bece7b40655a1e4a4be73c7a8f8bb78d9ccfa6d4b202fe2a5392427fef", True),
    ("2024-09-01", 6, "8709cd95f34cc2c6b77be89a9a118b6e007872a6ed1b86bd140333c021358605", True),
    ("2024-09-01", 7, "3d36e3bc13ea957b2bcc76f39ffae919de6ed582d1eadb34c42ce0c26ef7dd71", True),
    ("2024-09-01", 8, "2acc753b90a484ff7b66f18a931ee20d6b4741591aee177ac5e1b660aa76e436", True),
    ("2024-09-01", 9, "3d36e3bc13ea957b2bcc76f39ffae919de6ed582d1eadb34c42ce0c26ef7dd71", True),
    ("2024-09-01", 10, "4917ab05b059153741740464afedb769e4a835f508661e47877eeb7d84f294f9", True),
    ("2024-09-01", 11, "3d36e3bc13ea957b2bcc76f39ffae919de6ed582d1eadb34c42ce0c26ef7dd71", True),
    ("2024-09-01", 12, "899f1386d6df63306ad8ae3c68678218de1b55f153b24ce11e9c2d1d3d2bce14", True),
    ("2024-09-01", 13, "d78924f53bf1a3dbf68b3e42a8f35d179a8e170ab9b86fe03cbc66963a2c8d94", True),
    ("2024-09-01", 14, "e6a163f5a988d888c9e450152c126ab4a2d64cbc5e0c0c80b8cb125e5c2cab7e", True),
]
"""The versions of the office's lists: period, version, digest, and whether they can be computed again."""


@pytest.mark.parametrize("slug", EVENTS)
def test_an_event_of_the_release_is_proved(slug: str, arpad: Arpad, tmp_path: Path) -> None:
    events = f"--events sqlite:///{tmp_path / 'events.db'} --json"
    restored = arpad(f"event restore {RELEASE / f'{slug}.jsonl'} {events}")
    assert restored.code == 0, restored.err
    proof = arpad(f"event verify {slug} {events}")
    assert (proof.json["problems"], proof.json["proved"], proof.code) == ([], True, 0)
    facts = (proof.json["n"], proof.json["chain"]["head"], proof.json["digest"], proof.json["rounds_proved"])
    assert facts == EVENTS[slug]


def test_a_release_has_all_kinds_of_events() -> None:
    assert {file.stem for file in RELEASE.glob("*.jsonl")} == set(EVENTS)


def test_an_office_of_the_release_is_proved(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARPAD_KEY")
    with zipfile.ZipFile(RELEASE / "office.zip") as archive:
        archive.extractall(tmp_path)
    (tmp_path / "arpad.db.key").chmod(0o600)
    upgraded = arpad(f"office upgrade --db sqlite:///{tmp_path / 'arpad.db'} --json")
    assert upgraded.code == 0, upgraded.err
    proved(arpad, tmp_path / "arpad.db")


def test_a_backup_of_the_release_is_restored(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARPAD_KEY")
    with zipfile.ZipFile(RELEASE / "office.zip") as archive:
        (tmp_path / "restored.db.key").write_bytes(archive.read("arpad.db.key"))
    (tmp_path / "restored.db.key").chmod(0o600)
    done = arpad(f"office restore {RELEASE / 'backup.zip'} --db sqlite:///{tmp_path / 'restored.db'} --json")
    assert done.code == 0, done.err
    begun = arpad(f"office key rotate --lost --db sqlite:///{tmp_path / 'restored.db'} --json")
    assert begun.code == 0, begun.err  # the key of the backup was replaced since: nothing could sign the upgrade
    keys = tmp_path / "restored.db.key"
    strange = arpad(f"office verify --quick --db sqlite:///{tmp_path / 'restored.db'}")
    assert (strange.code, " ".join(strange.out.split()).count("and the office does not know it")) == (1, 1)
    keys.write_text(keys.read_text("ascii").split("\n", 1)[1], "ascii")
    proved(arpad, tmp_path / "restored.db")


def proved(arpad: Arpad, file: Path) -> None:
    done = arpad(f"office verify --db sqlite:///{file} --json")
    assert done.code == 0, done.err + done.out
    assert (done.json["sound"], done.json["wrong"]) == (True, [])
    assert [(row["period"], row["version"], row["digest"], row["proved"]) for row in done.json["versions"]] == LISTS
