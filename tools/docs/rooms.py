"""The picture of the imports between the rooms, drawn from the code: `docs/images/rooms.svg`.

A row is a room, a column a room that it may import, and a green square says that it does. The rooms stand in the order
of the layers in `pyproject.toml`, so imports that point one way leave one half of the table empty.
"""

import tomllib
from pathlib import Path

import grimp

CELL, LEFT, TOP = 26, 104, 96
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .name { text-anchor: end }
  .empty { fill: #f3f4f6 } .own { fill: #d0d7de } .import { fill: #1f6f54 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .empty { fill: #21262d } .own { fill: #484f58 } .import { fill: #2f9e76 }
  }
"""


def layers(project: Path) -> list[list[str]]:
    """The rooms as `pyproject.toml` orders them: those beside each other share a layer."""
    contracts = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    first = next(contract for contract in contracts if contract["type"] == "layers")
    return [[name.strip().removeprefix("arpad.") for name in layer.split("|")] for layer in first["layers"]]


def imports() -> set[tuple[str, str]]:
    """Which room imports which."""
    graph = grimp.build_graph("arpad", cache_dir=None)
    return {
        (_room(module), _room(imported))
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    }


def _room(module: str) -> str:
    return module.partition(".")[2].partition(".")[0]


def picture(project: Path) -> str:
    """The table as SVG."""
    rooms = [room for layer in layers(project) for room in layer]
    imported = imports()
    drawn = []
    for row, room in enumerate(rooms):
        y = TOP + row * CELL
        drawn.append(f'<text class="name" x="{LEFT - 8}" y="{y + 17}">{room}</text>')
        drawn.append(f'<text transform="translate({LEFT + row * CELL + 17} {TOP - 8}) rotate(-60)">{room}</text>')
        for column, other in enumerate(rooms):
            kind = "own" if room == other else "import" if (room, other) in imported else "empty"
            drawn.append(_square(kind, LEFT + column * CELL, y, f"{room} imports {other}" if kind == "import" else ""))
    width, height = LEFT + CELL * len(rooms) + 50, TOP + CELL * len(rooms) + 8
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
            f"<title>Which room imports which</title><style>{STYLE}</style>",
            *drawn,
            "</svg>",
            "",
        ]
    )


def _square(kind: str, x: int, y: int, title: str) -> str:
    square = f'<rect class="{kind}" x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="3"'
    return f"{square}><title>{title}</title></rect>" if title else f"{square}/>"
