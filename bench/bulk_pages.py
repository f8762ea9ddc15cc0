"""The page and the picture of what bench/bulk.py measured."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

WIDTH, LEFT, ROW, TOP = 720, 130, 34, 20
LEAST, MOST = 3, 9
"""The scale of the picture: games a second, from ten to the power of one to the power of the other."""


def page(machine: str, rates: Mapping[str, float], years: Sequence[Mapping[str, Any]], copied: float) -> str:
    """docs/developers/measured/bulk-bench.md."""
    plain, fast = rates["numpy alone"], rates["with numba"]
    lines = [
        "# Many games, measured",
        "",
        "Written by `make bench`, all in one run. "
        "What it means is on [another page](../../manuals/laboratory/bulk.md).",
        "",
        f"Measured on: {machine}.",
        "",
        "## One period from memory",
        "",
        "20 million games, 500,000 players, fide-2024: for every player the sum of score − PD, and their games. DuckDB "
        "answers a query for the same sums, and they are compared. elote and elochess play a sample; elote's formula "
        "is another one, without a table. elochess wants every player's opponents and score: once they are gathered "
        "from the games, once (“calls”) they are at hand, once it is given one game a call, as elote is.",
        "",
        "| | million games a second | numpy alone is faster by | with numba is faster by |",
        "|---|---:|---:|---:|",
        *(f"| {name} | {rate / 1e6:,.3f} | {plain / rate:,.1f} | {fast / rate:,.1f} |" for name, rate in rates.items()),
        "",
        "![Games a second on a logarithmic scale](../../images/bulk-bench.svg)",
        "",
        "## Years from Parquet to lists",
        "",
        "| games | players | lists | numba | seconds | on the processor | most memory, GB |",
        "|---:|---:|---:|---|---:|---:|---:|",
        *(
            f"| {year['games']:,} | {year['players']:,} | {year['periods']} | {'yes' if year['numba'] else 'no'} "
            f"| {year['seconds']:.1f} | {year['processor']:.1f} | {year['peak'] / 1e9:.2f} |"
            for year in years
        ),
        "",
        f"Twice the games take {years[2]['seconds'] / years[0]['seconds']:.2f} times as long. The lists with numba and "
        "without have the same digest.",
        "",
        "## Memory",
        "",
        f"One thread copies {copied / 1e9:.1f} GB a second, read and written. A game is 12 bytes of columns (white, "
        f"black, score), so at {fast / 1e6:,.0f} million games a second the kernel reads {12 * fast / 1e9:.1f} GB of "
        f"games a second; at the speed of copying it would be {copied / 12 / 1e6:,.0f} million.",
        "",
    ]
    return "\n".join(lines)


def picture(rates: Mapping[str, float]) -> str:
    """docs/images/bulk-bench.svg: a bar for each, on a logarithmic scale."""
    height = TOP + ROW * len(rates) + 40
    scale = (WIDTH - LEFT - 90) / (MOST - LEAST)
    bottom = TOP + ROW * len(rates)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        'font-size="13" role="img">',
        "<title>Games a second, one period of 20 million games</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for power in range(LEAST, MOST + 1):
        x = LEFT + (power - LEAST) * scale
        parts.append(f'<line x1="{x:.0f}" y1="{TOP}" x2="{x:.0f}" y2="{bottom}" stroke="#dddddd"/>')
        label = f"{10**power:,}"
        parts.append(f'<text x="{x:.0f}" y="{bottom + 18}" text-anchor="middle" font-size="10">{label}</text>')
    for at, (name, rate) in enumerate(rates.items()):
        y = TOP + at * ROW
        width = max(1, (math.log10(max(rate, 1)) - LEAST) * scale)
        colour = "#795548" if "num" in name else "#9e9e9e"
        parts.append(f'<text x="{LEFT - 8}" y="{y + 21}" text-anchor="end">{name}</text>')
        parts.append(f'<rect x="{LEFT}" y="{y + 6}" width="{width:.0f}" height="{ROW - 12}" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + width + 6:.0f}" y="{y + 21}">{rate:,.0f}</text>')
    parts.append(f'<text x="{LEFT}" y="{height - 6}" font-size="11">games a second, logarithmic scale</text></svg>')
    return "\n".join(parts) + "\n"
