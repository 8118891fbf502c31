"""The transcription of the printed tables under tests/data: the rows that tests are made from."""

import csv
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests/data"
Row = dict[str, str]

TECHNOLOGIES = {
    "MED": "medieval", "REN": "renaissance", "ARQ": "arquebus", "MUS": "musket", "BAR": "baroque",
    "MAN": "manoeuvre", "L": "lace", "TER": "tercios", "GA": "galley", "CAR": "carrack",
    "GLN": "nao-galleon", "GF": "galleon-fluyt", "BAT": "battery", "VE": "vessel",
    "TD": "three-decker", "SF": "seventy-four", "VGA": "galleass",
}  # fmt: skip
COUNTRIES = {
    "ANG": "england", "AUS": "habsburg", "FRA": "france", "HIS": "spain", "HOL": "holland",
    "POL": "poland", "POR": "portugal", "PRU": "prussia", "RUS": "russia", "SUE": "sweden",
    "TUR": "turkey", "VEN": "venice",
}  # fmt: skip
PERIODS = ("I", "II", "III", "IV", "V", "VI", "VII")


def sheet(path: Path) -> list[Row]:
    """The rows of a sheet, by the names of its columns."""
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@cache
def rows(name: str) -> tuple[Row, ...]:
    """The rows of a transcribed table."""
    return tuple(sheet(DATA / "tables" / f"{name}.csv"))


def dice(row: Row, low: int, high: int) -> range:
    """The modified dice of a row whose ends may be open, between what a test can roll."""
    first, last = row["die_min"], row["die_max"]
    return range(max(low, int(first or low)), min(high, int(last or high)) + 1)
