"""The printed tables, one look-up each.

Every look-up reads its sheet of engine/data/tables when it is first needed and raises FactsError
for a key that the sheet does not have. Dice are modified dice; where the printed range is open,
anything beyond it reads as its end. Losses and strengths in thirds: three thirds are a detachment,
one an exploration detachment. Countries are ids (`spain`), technologies names (`nao-galleon`);
`technology` and engine.countries.country accept the printed codes as well.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from engine.sheets import FactsError, flag, keyed, number, perhaps, read

T = TypeVar("T")
K = TypeVar("K")

PERIODS = ("I", "II", "III", "IV", "V", "VI", "VII")
ARMY_CLASSES = ("I", "IM", "II", "IIM", "III", "IIIM", "IV", "IVM", "A")
LAND_TECHNOLOGIES = (
    "medieval", "renaissance", "arquebus", "musket", "baroque", "manoeuvre", "lace",
)  # fmt: skip
NAVAL_TECHNOLOGIES = (
    "galley", "carrack", "nao-galleon", "galleon-fluyt", "battery", "vessel", "three-decker",
    "seventy-four",
)  # fmt: skip
_LAND_CODES = ("MED", "REN", "ARQ", "MUS", "BAR", "MAN", "L")
_NAVAL_CODES = ("GA", "CAR", "GLN", "GF", "BAT", "VE", "TD", "SF")
_TECHNOLOGIES = {
    **dict(zip(_LAND_CODES, LAND_TECHNOLOGIES, strict=True)),
    **dict(zip(_NAVAL_CODES, NAVAL_TECHNOLOGIES, strict=True)),
    **{name: name for name in LAND_TECHNOLOGIES + NAVAL_TECHNOLOGIES},
}
TRANSPORTS = "NTD"  # a first line of transports alone, in the naval tables


class Scale(Generic[T]):
    """A column of results by die: ranges that follow each other without a gap."""

    __slots__ = ("first", "results")

    def __init__(self, file: str, lines: list[tuple[str, str, T]]) -> None:
        """Takes the lowest and the highest die of each line as printed, empty for an open end."""
        self.results: list[T] = []
        self.first = 0
        for position, (low, high, result) in enumerate(lines):
            start = int(low or high)
            end = int(high or low)
            if position == 0:
                self.first = start
            following = self.first + len(self.results)
            if start != following or end < start:
                raise FactsError(
                    f"{file}, line {position + 2}: the dice {low}-{high} do not follow the line "
                    f"before, which ends at {following - 1}"
                )
            self.results += [result] * (end - start + 1)

    def __getitem__(self, die: int) -> T:
        """The result of a die; beyond the printed dice, that of the nearest end."""
        return self.results[min(max(die - self.first, 0), len(self.results) - 1)]

    def __iter__(self) -> Iterator[T]:
        return iter(self.results)


def _scale(name: str, header: str, make: Callable[..., T]) -> Scale[T]:
    file = f"tables/{name}.csv"

    def line(low: str, high: str, *cells: str) -> tuple[str, str, T]:
        return low, high, make(*cells)

    return Scale(file, read(file, "die_min,die_max," + header, line))


def _table(name: str, header: str, make: Callable[..., tuple[K, T]]) -> dict[K, T]:
    file = f"tables/{name}.csv"
    return keyed(file, read(file, header, make))


def _find(name: str, table: dict[K, T], key: K) -> T:
    try:
        return table[key]
    except KeyError:
        raise FactsError(f"tables/{name}.csv has no line for {key!r}") from None


def _by_period(cells: tuple[str, ...]) -> dict[str, str]:
    return dict(zip(PERIODS, cells, strict=True))


def _columns(prefix: str) -> str:
    return ",".join(f"{prefix}_{period}" for period in PERIODS)


# Time and technology


class Period(NamedTuple):
    """The turns and years of a period, first and last included."""

    name: str
    first_turn: int
    last_turn: int
    first_year: int
    last_year: int


@cache
def periods() -> dict[str, Period]:
    """The seven periods by their roman numeral (periods.csv)."""

    def line(
        name: str, first: str, last: str, _turns: str, begin: str, end: str
    ) -> tuple[str, Period]:
        return name, Period(name, int(first), int(last), int(begin), int(end))

    return _table("periods", "period,first_turn,last_turn,turns,first_year,last_year", line)


def period(name: str) -> Period:
    """The period of that roman numeral."""
    return _find("periods", periods(), name)


def period_of(turn: int) -> str:
    """The period that a turn belongs to. Raises FactsError for a turn outside the game."""
    for each in periods().values():
        if each.first_turn <= turn <= each.last_turn:
            return each.name
    raise FactsError(f"tables/periods.csv: no period has the turn {turn}")


YEARS_A_TURN = 5


def first_year(turn: int) -> int:
    """The year in which a turn begins; the first turn of the game is shorter than the others."""
    held = period(period_of(turn))
    counted = held.last_year + 1 - YEARS_A_TURN * (held.last_turn + 1 - turn)
    return max(counted, held.first_year)


def turn_of(year: int) -> int:
    """The turn that a year lies in. Raises FactsError for a year outside the game."""
    for held in periods().values():
        if held.first_year <= year <= held.last_year:
            return held.last_turn - (held.last_year - year) // YEARS_A_TURN
    raise FactsError(f"tables/periods.csv: no period has the year {year}")


def technology(text: str) -> str:
    """The name of a land or naval technology given by name or printed code.

    Raises FactsError naming the technologies that there are.
    """
    try:
        return _TECHNOLOGIES[text]
    except KeyError:
        raise FactsError(
            f"{text!r} is no technology; on land there are {', '.join(LAND_TECHNOLOGIES)}, "
            f"at sea {', '.join(NAVAL_TECHNOLOGIES)}"
        ) from None


@cache
def technology_rank(name: str) -> int:
    """How far a technology stands in its domain, the oldest being 0."""
    for domain in (LAND_TECHNOLOGIES, NAVAL_TECHNOLOGIES):
        if name in domain:
            return domain.index(name)
    raise FactsError(f"{name!r} is no technology")


class TechnologyGoal(NamedTuple):
    """Where a technology's counter starts on the track, and in which turn it appears."""

    domain: str  # land or naval
    initial_box: int
    first_turn: int
    chapter_first_turn: int
    only_for: str


@cache
def technology_goals() -> dict[str, TechnologyGoal]:
    """Every technology goal, with tercios and galleass, which have one too."""

    def line(
        name: str, domain: str, box: str, turn: str, chapter: str, _year: str, only_for: str
    ) -> tuple[str, TechnologyGoal]:
        return name, TechnologyGoal(domain, int(box), int(turn), int(chapter), only_for)

    header = "technology,domain,initial_box,first_turn,chapter_first_turn,chapter_year,only_for"
    return _table("technology_goals", header, line)


def technology_at(domain: str, box: int, turn: int) -> str:
    """The best technology of a domain (land or naval) for a marker in that box in that turn."""
    best = ""
    names = LAND_TECHNOLOGIES if domain == "land" else NAVAL_TECHNOLOGIES
    for name in names:
        goal = _find("technology_goals", technology_goals(), name)
        if goal.initial_box <= box and goal.first_turn <= turn:
            best = name
    return best


class TechnologyStart(NamedTuple):
    """The boxes of the technology markers at the start in 1492."""

    land_box: int
    naval_box: int


@cache
def technology_starts() -> dict[str, TechnologyStart]:
    """The first boxes by country id and by group (Latin, Orthodox, Islam, ROTW)."""

    def line(key: str, _kind: str, land: str, naval: str) -> tuple[str, TechnologyStart]:
        return key, TechnologyStart(int(land), int(naval))

    return _table("technology_start_1492", "key,key_kind,land_box,naval_box", line)


def technology_start(country: str, group: str) -> TechnologyStart:
    """The first boxes of a country: its own where it has any, else those of its group."""
    starts = technology_starts()
    return starts[country] if country in starts else _find("technology_start_1492", starts, group)


class TurkishReform(NamedTuple):
    """What a step of the Turkish reforms allows; an empty string where it says nothing."""

    timar_land_cap: str
    land_cap: str
    land_malus_from: str
    naval_cap: str
    naval_malus_from: str
    janissary_armies: int | None
    timar_armies: int | None


@cache
def turkish_reforms() -> dict[str, TurkishReform]:
    """The steps 1492, M-1a, M-1b, M-2 and M-3; they add up, the highest cap reached counts."""

    def line(
        step: str, timar: str, land: str, land_malus: str, naval: str, naval_malus: str,
        janissary_armies: str, timar_armies: str,
    ) -> tuple[str, TurkishReform]:  # fmt: skip
        for name in (timar, land, land_malus, naval, naval_malus):
            technology(name or "galley")
        return step, TurkishReform(
            timar, land, land_malus, naval, naval_malus, perhaps(janissary_armies),
            perhaps(timar_armies),
        )  # fmt: skip

    header = (
        "reform,timar_land_cap,land_cap,land_malus_from,naval_cap,naval_malus_from,"
        "janissary_armies,timar_armies"
    )
    return _table("turkish_reforms", header, line)


# Battle


class CombatResult(NamedTuple):
    """What one roll of a battle does to the enemy."""

    losses_thirds: int
    morale: int  # stars


@cache
def combat_results() -> dict[str, Scale[CombatResult]]:
    """The columns A to E of the battle table (combat_results.csv)."""
    names = "ABCDE"

    def line(*cells: str) -> list[CombatResult]:
        return [
            CombatResult(int(cells[at]), int(cells[at + 1])) for at in range(0, 2 * len(names), 2)
        ]

    header = ",".join(f"{name}_losses_thirds,{name}_morale" for name in names)
    rows = _scale("combat_results", header, line)
    columns: dict[str, Scale[CombatResult]] = {}
    for at, name in enumerate(names):
        column = Scale[CombatResult]("", [])
        column.first, column.results = rows.first, [row[at] for row in rows]
        columns[name] = column
    return columns


def combat_result(column: str, modified: int) -> CombatResult:
    """Losses in thirds and morale stars of a modified battle die in a column A to E."""
    return _find("combat_results", combat_results(), column)[modified]


class LandColumns(NamedTuple):
    """How a land technology fights another; a column is None where there is no such roll."""

    fire: str | None
    shock: str | None
    morale: int
    tercios_morale: bool  # tercios add a star
    veteran_morale: bool  # veterans add a star
    fire_losses: str  # none, morale_only, half_down (to thirds), full


@cache
def land_technologies() -> dict[tuple[str, str], LandColumns]:
    """Every own and opposing land technology (land_technology.csv)."""

    def line(
        own: str, opponent: str, fire: str, shock: str, morale: str, tercios: str, veteran: str,
        losses: str,
    ) -> tuple[tuple[str, str], LandColumns]:  # fmt: skip
        return (technology(own), technology(opponent)), LandColumns(
            fire or None, shock or None, int(morale), flag(tercios), flag(veteran), losses
        )

    header = (
        "technology,opponent_technology,fire_column,shock_column,morale,tercios_morale_bonus,"
        "veteran_morale_bonus,fire_losses"
    )
    return _table("land_technology", header, line)


def land_columns(own: str, opponent: str) -> LandColumns:
    """Columns, morale and worth of Fire of a land technology against another."""
    return _find("land_technology", land_technologies(), (own, opponent))


class NavalColumns(NamedTuple):
    """How a naval technology fights another; a column is None where there is no such roll."""

    fire: str | None
    boarding: str | None
    morale: int
    veteran_morale: bool
    galleys_count_as_galleasses: bool
    fire_losses: str  # none, half_up, full


@cache
def naval_technologies() -> dict[tuple[str, str], NavalColumns]:
    """Every own and opposing naval technology, NTD for transports (naval_technology.csv)."""

    def line(
        own: str, opponent: str, fire: str, boarding: str, morale: str, veteran: str,
        galleasses: str, losses: str,
    ) -> tuple[tuple[str, str], NavalColumns]:  # fmt: skip
        return (own if own == TRANSPORTS else technology(own), technology(opponent)), NavalColumns(
            fire or None, boarding or None, int(morale), flag(veteran), flag(galleasses), losses
        )

    header = (
        "technology,opponent_technology,fire_column,boarding_column,morale,veteran_morale_bonus,"
        "galleys_count_as_galleasses,fire_losses"
    )
    return _table("naval_technology", header, line)


def naval_columns(own: str, opponent: str) -> NavalColumns:
    """Columns, morale and worth of Fire of a naval technology against another.

    Against transports alone no column is printed: a technology then fights as against itself.
    """
    other = own if opponent == TRANSPORTS else opponent
    return _find("naval_technology", naval_technologies(), (own, other))


class Wind(NamedTuple):
    """How a technology stands in the test for the wind."""

    status: str  # drm, none (the other side has it), no_test, opponent_automatic
    modifier: int


@cache
def winds() -> dict[tuple[str, str], Wind]:
    """Every own and opposing naval technology in the test for the wind (wind_advantage.csv)."""

    def line(own: str, opponent: str, status: str, modifier: str) -> tuple[tuple[str, str], Wind]:
        return (own if own == TRANSPORTS else technology(own), technology(opponent)), Wind(
            status, number(modifier)
        )

    return _table("wind_advantage", "technology,opponent_technology,status,drm", line)


def wind(own: str, opponent: str) -> Wind:
    """The modifier of one naval technology against another in the test for the wind."""
    return _find("wind_advantage", winds(), (own, opponent))


@cache
def army_sizes() -> dict[tuple[str, str], dict[str, int]]:
    """Army size by class and variant ("" or reformed_turkey), for each period."""

    def line(
        army_class: str, variant: str, _name: str, *sizes: str
    ) -> tuple[tuple[str, str], dict[str, int]]:
        by_period = _by_period(sizes)
        return (army_class, variant), {each: int(size) for each, size in by_period.items()}

    return _table("army_classes", "army_class,variant,name," + _columns("size"), line)


def army_size(army_class: str, period: str, variant: str = "") -> int:
    """Army size, 0 to 7, of a class in a period (army_classes.csv).

    `variant` is reformed_turkey for Turkey after its reform M-1a.
    """
    sizes = _find("army_classes", army_sizes(), (army_class, variant))
    return _find("army_classes", sizes, period)


@cache
def civil_war_lines() -> dict[str, str]:
    """The major country whose lines a party of its civil war uses (civil_war_lines.csv)."""
    return _table("civil_war_lines", "country,line", lambda party, major: (party, major))


@cache
def artillery_values() -> dict[tuple[str, str, str], dict[str, int | None]]:
    """Artillery of an A+ by kind (major, minor, class), key and condition, for each period."""

    def line(
        key: str, kind: str, condition: str, *values: str
    ) -> tuple[tuple[str, str, str], dict[str, int | None]]:
        by_period = _by_period(values)
        return (kind, key, condition), {each: perhaps(value) for each, value in by_period.items()}

    header = "key,key_kind,condition," + _columns("artillery")
    return _table("artillery_per_army", header, line)


JANISSARY_ARTILLERY = "janissary counters before reform M-1a"
REFORMED_ARTILLERY = "after the Russian military reform"


def artillery_value(
    country: str, army_class: str, period: str, counter: str = "A+", condition: str = ""
) -> int:
    """Artillery value of one army counter, A+ or A-, which has half, rounded down; 0 for others.

    The line of the country goes before that of its class. `condition` is JANISSARY_ARTILLERY or
    REFORMED_ARTILLERY where that line is wanted; it is ignored where a country has no such line.
    """
    if counter not in ("A+", "A-"):
        return 0
    values = artillery_values()
    key = civil_war_lines().get(country, country)
    for kind, name, case in (
        ("major", key, condition),
        ("major", key, ""),
        ("minor", key, ""),
        ("class", army_class, ""),
    ):
        value = values.get((kind, name, case), {}).get(period)
        if value is not None:
            return value if counter == "A+" else value // 2
    raise FactsError(
        f"tables/artillery_per_army.csv has no line for {country!r} or class {army_class!r} "
        f"in period {period!r}"
    )


@cache
def artillery_bonuses() -> dict[int, tuple[tuple[int, int], ...]]:
    """Per fortress level (0 a fort), the artillery value from which each bonus is given."""
    found: dict[int, list[tuple[int, int]]] = {}

    def line(level: str, least: str, bonus: str) -> None:
        found.setdefault(int(level), []).append((int(least), int(bonus)))

    read("tables/artillery_bonus.csv", "fortress_level,artillery_value_min,bonus", line)
    return {level: tuple(sorted(steps)) for level, steps in found.items()}


def artillery_bonus(level: int, artillery: int) -> int:
    """The bonus, 0 to 3, of an artillery value against a fortress level; 0 is a fort."""
    steps = _find("artillery_bonus", artillery_bonuses(), level)
    return max((bonus for least, bonus in steps if artillery >= least), default=0)


@cache
def small_stacks() -> dict[str, tuple[tuple[int, int, str], ...]]:
    """Tables L1 (land) and S1 (sea): strength in thirds, correction in thirds, condition."""
    found: dict[str, list[tuple[int, int, str]]] = {}

    def line(domain: str, detachments: str, explorations: str, change: str, case: str) -> None:
        strength = 3 * number(detachments) + number(explorations)
        found.setdefault(domain, []).append((strength, int(change), case))

    header = "domain,detachments,explorations,modifier_thirds,condition"
    read("tables/small_stack_losses.csv", header, line)
    return {domain: tuple(sorted(lines)) for domain, lines in found.items()}


def _small_stack(domain: str, strength_thirds: int) -> tuple[int, int, str]:
    lines = _find("small_stack_losses", small_stacks(), domain)
    if domain == "sea":
        strength_thirds -= strength_thirds % 3
    reached = [line for line in lines if line[0] <= strength_thirds]
    return reached[-1] if reached else lines[0]


def small_stack_needs_die(domain: str, strength_thirds: int) -> bool:
    """Whether table L1 asks for a die (odd or even) at this strength."""
    return bool(_small_stack(domain, strength_thirds)[2])


def small_stack_loss(domain: str, strength_thirds: int, die: int | None = None) -> int:
    """The correction in thirds, 0 or negative, to the losses that a stack inflicts.

    A strength between two lines takes the largest line not above it; at sea only whole
    detachments count. `die` is wanted where `small_stack_needs_die` says so: ValueError without.
    """
    _, change, condition = _small_stack(domain, strength_thirds)
    if not condition:
        return change
    if die is None:
        raise ValueError(f"a stack of {strength_thirds} thirds needs a die for its losses")
    return change if die % 2 else 0


@cache
def size_differentials() -> dict[tuple[int, int], int]:
    """The size differential by own and enemy size (size_comparison.csv)."""

    def line(own: str, enemy: str, differential: str) -> tuple[tuple[int, int], int]:
        return (int(own), int(enemy)), int(differential)

    return _table("size_comparison", "own_size,enemy_size,size_differential", line)


def size_differential(own: int, enemy: int) -> int:
    """The size differential, -2 to 2, of an army size, 0 to 7, against another."""
    return _find("size_comparison", size_differentials(), (own, enemy))


@cache
def losses_by_size() -> dict[int, tuple[int, ...]]:
    """Tables L2 and S2: per differential, ⅓, ⅔, 1 to 6 losses, and what is added above 6."""
    cells = ["1_third", "2_thirds", "1", "2", "3", "4", "5", "6"]
    header = ",".join(
        ["size_differential", *(f"inflicted_{cell}_thirds" for cell in cells), "over_6_add_thirds"]
    )

    def line(differential: str, *thirds: str) -> tuple[int, tuple[int, ...]]:
        return int(differential), tuple(int(third) for third in thirds)

    return _table("loss_by_size", header, line)


def loss_by_size(differential: int, losses_thirds: int) -> int:
    """Losses in thirds after the size differential (-2 to 3), from losses in thirds before it.

    Whole losses and left-over thirds are looked up apart; above six losses one figure is added.
    """
    *columns, above = _find("loss_by_size", losses_by_size(), differential)
    whole, rest = divmod(losses_thirds, 3)
    if losses_thirds > 18:
        return losses_thirds + above
    return (columns[whole + 1] if whole else 0) + (columns[rest - 1] if rest else 0)


@cache
def _retreat_losses() -> Scale[int]:
    return _scale("retreat_losses", "losses_thirds", int)


def retreat_losses(modified: int) -> int:
    """Table L3: the thirds that a retreat costs, for a die less the manoeuvre."""
    return _retreat_losses()[modified]


class ReplacementLeader(NamedTuple):
    """The values of a rolled leader, with the corrections that apply to an admiral alone."""

    manoeuvre: int
    fire: int
    shock: int
    siege: int
    admiral_manoeuvre: int
    admiral_fire: int


@cache
def replacement_leaders() -> dict[tuple[str, int], ReplacementLeader]:
    """Every line and die of the table; lines are majors, minor, natives and vizier."""

    def line(key: str, die: str, *values: str) -> tuple[tuple[str, int], ReplacementLeader]:
        return (key, int(die)), ReplacementLeader(*(int(value) for value in values))

    header = "key,die,manoeuvre,fire,shock,siege,admiral_manoeuvre_modifier,admiral_fire_modifier"
    return _table("replacement_leaders", header, line)


def replacement_line(country: str) -> str:
    """The line of a country: its own, its major's in a civil war, or `minor`."""
    key = civil_war_lines().get(country, country)
    return key if (key, 1) in replacement_leaders() else "minor"


def replacement_leader(line: str, die: int, admiral: bool = False) -> ReplacementLeader:
    """The leader on a line for an unmodified die; an admiral's corrections are already in."""
    found = _find("replacement_leaders", replacement_leaders(), (line, die))
    if not admiral:
        return found
    return found._replace(
        manoeuvre=found.manoeuvre + found.admiral_manoeuvre, fire=found.fire + found.admiral_fire
    )


# Sieges


@cache
def _undermining() -> Scale[str]:
    return _scale("undermining", "result", str)


def undermining(modified: int) -> str:
    """none, siegework_minus, siegework_plus, breach, breach_or_war_honour or surrender."""
    return _undermining()[modified]


@cache
def siege_terrains() -> dict[tuple[str, str, str], int]:
    """The malus by setting (europe, rotw, fort), terrain (plain, other) and port."""

    def line(setting: str, terrain: str, port: str, malus: str) -> tuple[tuple[str, str, str], int]:
        return (setting, terrain, port), int(malus)

    return _table("siege_terrain", "setting,terrain,port,modifier", line)


def siege_terrain(setting: str, terrain: str, port: str = "none") -> int:
    """The undermining malus of a place.

    Setting europe, rotw or fort; any terrain (all but plain count alike); port none, blockaded or
    open_or_supplied.
    """
    kind = "plain" if terrain == "plain" else "other"
    return _find("siege_terrain", siege_terrains(), (setting, kind, port))


class AssaultResult(NamedTuple):
    """What one roll of an assault does to the enemy."""

    losses_thirds: int
    morale: int


@cache
def assaults() -> Scale[dict[tuple[str, str, bool], AssaultResult]]:
    """Every result by modified die, then side, step and breach (assault_results.csv)."""

    def line(*cells: str) -> dict[tuple[str, str, bool], AssaultResult]:
        c = [int(cell) for cell in cells]
        return {
            ("besieged", "fire", False): AssaultResult(c[0], c[1]),
            ("besieged", "fire", True): AssaultResult(c[2], c[1]),
            ("besieged", "shock", False): AssaultResult(c[3], c[4]),
            ("besieged", "shock", True): AssaultResult(c[5], c[4]),
            ("besieger", "fire", False): AssaultResult(c[6], c[7]),
            ("besieger", "fire", True): AssaultResult(c[6], c[7]),
            ("besieger", "shock", False): AssaultResult(c[8], c[9]),
            ("besieger", "shock", True): AssaultResult(c[8], c[9]),
        }

    header = (
        "besieged_fire_losses_thirds,besieged_fire_morale,besieged_fire_breach_losses_thirds,"
        "besieged_shock_losses_thirds,besieged_shock_morale,besieged_shock_breach_losses_thirds,"
        "besieger_fire_losses_thirds,besieger_fire_morale,"
        "besieger_shock_losses_thirds,besieger_shock_morale"
    )
    return _scale("assault_results", header, line)


def assault(side: str, step: str, breach: bool, modified: int) -> AssaultResult:
    """Losses in thirds and morale stars of a roll by the besieged or the besieger.

    `step` is fire or shock; `breach` says whether the walls were breached, which matters for the
    losses that the besieged inflict.
    """
    return _find("assault_results", assaults()[modified], (side, step, breach))


@cache
def fortress_resistances() -> dict[int, tuple[int, int]]:
    """Resistance in thirds per fortress level (0 a fort): whole, and after a breach."""

    def line(level: str, whole: str, breached: str) -> tuple[int, tuple[int, int]]:
        return int(level), (int(whole), int(breached))

    header = "fortress_level,resistance_thirds,breach_resistance_thirds"
    return _table("fortress_resistance", header, line)


def fortress_resistance(level: int, breach: bool = False) -> int:
    """Resistance in thirds of a fortress level; 0 is a fort."""
    whole, breached = _find("fortress_resistance", fortress_resistances(), level)
    return breached if breach else whole


class FortressCost(NamedTuple):
    """Ducats to build and to keep a fortress; None where it cannot stand."""

    build_europe: int | None
    build_rotw: int | None
    technology: str
    turn: int
    upkeep_europe: int | None
    upkeep_rotw: int | None
    double_before: str  # a technology, or `turn N`


@cache
def fortress_costs() -> dict[tuple[str, int], FortressCost]:
    """Costs by kind (mission, fort, fortress) and level (fortress_costs.csv)."""

    def line(
        level: str, kind: str, europe: str, rotw: str, needs: str, turn: str, upkeep: str,
        upkeep_rotw: str, double: str, _condition: str,
    ) -> tuple[tuple[str, int], FortressCost]:  # fmt: skip
        technology(needs or "medieval")
        return (kind, int(level)), FortressCost(
            perhaps(europe), perhaps(rotw), needs, number(turn), perhaps(upkeep),
            perhaps(upkeep_rotw), double,
        )  # fmt: skip

    header = (
        "level,kind,build_cost_europe,build_cost_rotw,required_technology,required_turn,"
        "maintenance_europe,maintenance_rotw,double_before,condition"
    )
    return _table("fortress_costs", header, line)


def fortress_cost(level: int, kind: str = "fortress") -> FortressCost:
    """What a fortress of that level (or a fort, a mission: level 0) costs."""
    return _find("fortress_costs", fortress_costs(), (kind, level))


# Attrition and discovery


class EuropeanAttrition(NamedTuple):
    """What attrition costs a stack in Europe."""

    losses: int  # detachments
    pillage: bool


class Discovery(NamedTuple):
    """What exploring meets with: success S, failure F, or H for the half symbol."""

    result: str
    leader_test: str  # none, always, alone (only without troops), or "" at the half symbol


class DiscoveryLine(NamedTuple):
    """One line of the table of discoveries and attrition."""

    sea: Discovery
    land: Discovery
    percent: int
    europe: tuple[EuropeanAttrition, ...]  # of 1, 2, 3 to 5, 6 and more detachments


@cache
def discoveries() -> Scale[DiscoveryLine]:
    """The table of discoveries and attrition (discovery_attrition.csv)."""

    def line(
        sea: str, sea_test: str, land: str, land_test: str, percent: str, *europe: str
    ) -> DiscoveryLine:
        return DiscoveryLine(
            Discovery(sea, sea_test),
            Discovery(land, land_test),
            int(percent),
            tuple(
                EuropeanAttrition(int(europe[at]), flag(europe[at + 1]))
                for at in range(0, len(europe), 2)
            ),
        )

    header = (
        "sea_discovery,sea_leader_test,land_discovery,land_leader_test,rotw_or_sea_percent,"
        + (",".join(f"europe_{size}_loss,europe_{size}_pillage" for size in _ATTRITION_SIZES))
    )
    return _scale("discovery_attrition", header, line)


_ATTRITION_SIZES = {"1": 1, "2": 2, "3_5": 5, "6_plus": 10**6}


def european_attrition(modified: int, detachments: int) -> EuropeanAttrition:
    """Detachments lost and pillage for a stack of that many detachments in Europe."""
    limits = enumerate(_ATTRITION_SIZES.values())
    column = next(at for at, most in limits if detachments <= most)
    return discoveries()[modified].europe[column]


def attrition_percent(modified: int) -> int:
    """The percentage lost at sea or in the Rest of the World, for `remainders`."""
    return discoveries()[modified].percent


def discovery(domain: str, modified: int) -> Discovery:
    """The result of exploring, at sea or on land."""
    line = discoveries()[modified]
    return line.sea if domain == "sea" else line.land


@cache
def _half_discovery() -> Scale[Discovery]:
    return _scale("discovery_half_result", "discovery,leader_test", Discovery)


def half_discovery(die: int) -> Discovery:
    """What the half symbol becomes, for an unmodified die."""
    return _half_discovery()[die]


class Remainders(NamedTuple):
    """What attrition leaves; each star is an even chance to lose one exploration more."""

    detachments: int
    explorations: int
    stars: int


@cache
def _remainders() -> dict[tuple[int, int, int], Remainders]:
    def line(
        detachments: str, explorations: str, percent: str, left: str, rest: str, star: str
    ) -> tuple[tuple[int, int, int], Remainders]:
        key = int(detachments), int(explorations), int(percent)
        return key, Remainders(int(left), int(rest), int(flag(star)))

    header = "detachments,explorations,percent,remaining_detachments,remaining_explorations,star"
    return _table("attrition_remainders", header, line)


def remainders(strength_thirds: int, percent: int) -> Remainders:
    """What is left of a strength in thirds after losing a percentage (0 to 100, by tens).

    Three explorations count as a detachment and spare ones take their own line; above ten
    detachments each full ten is looked up, then the rest. Nothing is lost at 0, all at 100.
    """
    detachments, explorations = divmod(strength_thirds, 3)
    if percent <= 0:
        return Remainders(detachments, explorations, 0)
    if percent >= 100:
        return Remainders(0, 0, 0)
    tens, rest = divmod(detachments, 10)
    keys = [(10, 0)] * tens + ([(rest, 0)] if rest else [])
    keys += [(0, explorations)] if explorations else []
    parts = [_find("attrition_remainders", _remainders(), (*key, percent)) for key in keys]
    return Remainders(
        sum(part.detachments for part in parts),
        sum(part.explorations for part in parts),
        sum(part.stars for part in parts),
    )


class Conquistador(NamedTuple):
    """Percentages for `remainders`; the natives that remain resist, or desert to the stack."""

    resist_percent: int
    desert_percent: int | None  # None: nobody deserts


@cache
def _conquistadors() -> dict[tuple[int, int], Scale[Conquistador]]:
    lines: dict[tuple[int, int], list[tuple[str, str, Conquistador]]] = {}

    def line(low: str, high: str, least: str, most: str, resist: str, desert: str) -> None:
        sums = number(least), int(most) if most else 10**6
        result = Conquistador(int(resist), perhaps(desert))
        lines.setdefault(sums, []).append((low, high, result))

    file = "tables/conquistadors.csv"
    header = "die_min,die_max,leader_sum_min,leader_sum_max,resist_percent,desert_percent"
    read(file, header, line)
    return {sums: Scale(file, column) for sums, column in lines.items()}


def conquistador(modified: int, leader_sum: int) -> Conquistador:
    """How the natives take a conquistador whose values add up to `leader_sum`."""
    for (least, most), column in _conquistadors().items():
        if least <= leader_sum <= most:
            return column[modified]
    raise FactsError(f"tables/conquistadors.csv has no column for a sum of {leader_sum}")


# Movement, campaigns, rounds


class MovementCost(NamedTuple):
    """Movement points to enter, to add, to multiply by, or a limit; None where it has no place."""

    kind: str  # enter, add, transport, multiply, limit
    europe: int | None
    rotw: int | None
    condition: str


@cache
def movement_costs() -> dict[str, MovementCost]:
    """Every line of the movement table by its key (movement_costs.csv)."""

    def line(
        key: str, kind: str, europe: str, rotw: str, condition: str
    ) -> tuple[str, MovementCost]:
        return key, MovementCost(kind, perhaps(europe), perhaps(rotw), condition)

    return _table("movement_costs", "key,kind,europe_mp,rotw_mp,condition", line)


def movement_cost(key: str, map: str = "europe") -> int:
    """The movement points (or the multiplier, or the limit) of a line, in europe or rotw."""
    line = _find("movement_costs", movement_costs(), key)
    points = line.europe if map == "europe" else line.rotw
    if points is None:
        raise FactsError(f"tables/movement_costs.csv: {key!r} has no figure for the map {map!r}")
    return points


class Campaign(NamedTuple):
    """Price and limits of a campaign; None is no limit."""

    ducats: int
    intercept_land: str  # no, friendly_provinces, any
    intercept_sea: str  # no, one_fleet, any
    land_stacks: int | None
    land_max_ld: int | None
    land_max_pashas: int | None
    sea_stacks: int | None
    sea_max_fleets: int | None
    sea_move_max_fleets: int | None
    massed_ld: int


@cache
def campaigns() -> dict[tuple[str, str], Campaign]:
    """Every campaign by name and option (campaign_costs.csv)."""

    def limit(cell: str) -> int | None:
        return None if cell == "all" else perhaps(cell)

    def line(
        name: str, option: str, ducats: str, land: str, sea: str, *limits: str
    ) -> tuple[tuple[str, str], Campaign]:
        a, b, c, d, e, f = map(limit, limits[:-1])
        massed = int(limits[-1])
        return (name, option), Campaign(int(ducats), land, sea, a, b, c, d, e, f, massed)

    header = (
        "campaign,option,cost_ducats,intercept_land,intercept_sea,land_active_stacks,"
        "land_active_max_ld,land_active_max_pashas,sea_active_stacks,sea_active_max_fleets,"
        "sea_move_max_fleets,massed_forces_ld"
    )
    return _table("campaign_costs", header, line)


def campaign(name: str, option: str = "") -> Campaign:
    """A campaign: none, passive, active, active_no_logistic, major, multiple.

    `option` is one_stack or small_stacks for the major campaign. A limit of None does not bind.
    """
    return _find("campaign_costs", campaigns(), (name, option))


class NextRound(NamedTuple):
    """Where an arrow of the rounds track leads."""

    box: str  # W0, S1 … W5, End
    extended: bool  # a red arrow: an extended campaign


@cache
def rounds_track() -> dict[str, Scale[NextRound]]:
    """The arrows out of every box, `start` being the roll for the first (rounds_track.csv)."""
    arrows: dict[str, list[tuple[str, str, NextRound]]] = {}

    def line(box: str, low: str, high: str, to: str, extended: str) -> None:
        arrows.setdefault(box, []).append((low, high, NextRound(to, flag(extended))))

    file = "tables/rounds_track.csv"
    read(file, "from_round,die_min,die_max,to_round,extended_campaign", line)
    return {box: Scale(file, out) for box, out in arrows.items()}


def first_round(die: int) -> str:
    """The box in which the phase starts, for an unmodified die."""
    return rounds_track()["start"][die].box


def next_round(box: str, modified: int) -> NextRound:
    """The box after this one, and whether its arrow is red; the die is read within 1 to 10."""
    return _find("rounds_track", rounds_track(), box)[modified]


# Modifiers of tests


class Modifier(NamedTuple):
    """One modifier, threshold or parameter of a test, as printed.

    `value` is None where the figure depends on a leader or a level: `formula` then says how
    (+M, +/-M, +N, +2N …). Of the modifiers of one `group` only one counts.
    """

    value: int | None
    formula: str
    condition: str
    group: str = ""
    cap: int | None = None


def _modifier(formula: str, condition: str, group: str = "", cap: str = "") -> Modifier:
    plain = formula.lstrip("-").isdigit()
    return Modifier(int(formula) if plain else None, formula, condition, group, perhaps(cap))


@cache
def interceptions() -> dict[tuple[str, str, str], Modifier]:
    """Every line by domain, context and name (interception_modifiers.csv)."""

    def line(
        domain: str, context: str, name: str, value: str, group: str, condition: str
    ) -> tuple[tuple[str, str, str], Modifier]:
        return (domain, context, name), _modifier(value, condition, group)

    header = "domain,context,modifier,value,exclusive_group,condition"
    return _table("interception_modifiers", header, line)


def interception(domain: str, context: str, name: str) -> Modifier:
    """A modifier or threshold of interception, evasion or escape_blockade, on land or at sea."""
    return _find("interception_modifiers", interceptions(), (domain, context, name))


def _figure(name: str, found: Modifier) -> int:
    if found.value is None:
        raise FactsError(f"the modifier {name!r} is no plain figure but {found.formula}")
    return found.value


def interception_value(domain: str, context: str, name: str) -> int:
    """The figure of such a line. Raises FactsError where it hangs on a leader."""
    return _figure(name, interception(domain, context, name))


@cache
def revolt_modifiers() -> dict[tuple[str, str], Modifier]:
    """Every line by context and name (revolt_and_piracy_modifiers.csv)."""

    def line(
        context: str, name: str, value: str, cap: str, condition: str
    ) -> tuple[tuple[str, str], Modifier]:
        return (context, name), _modifier(value, condition, cap=cap)

    return _table("revolt_and_piracy_modifiers", "context,modifier,value,cap,condition", line)


def revolt_modifier(context: str, name: str) -> Modifier:
    """A modifier or threshold of fighting revolts and privateers, of raids and of convoys."""
    return _find("revolt_and_piracy_modifiers", revolt_modifiers(), (context, name))


def revolt_value(context: str, name: str) -> int:
    """The figure of such a line. Raises FactsError where it hangs on a leader or a level."""
    return _figure(name, revolt_modifier(context, name))


@cache
def presidio_fire() -> dict[tuple[str, str, int], Modifier]:
    """Fire of presidios, straits and siegeworks, by kind, key and detachments lost.

    Kind is modifier or result; results of one key differ in the naval detachments that they cost.
    """

    def line(
        kind: str, key: str, value: str, lost: str, condition: str
    ) -> tuple[tuple[str, str, int], Modifier]:
        return (kind, key, number(lost)), _modifier(value, condition)

    return _table("presidio_fire", "kind,key,value,effect_nd_lost,condition", line)


def presidio_result(modified: int) -> tuple[bool, int]:
    """Whether fire ends the move of a naval stack, and the naval detachments it costs."""
    reached = [
        lost
        for (kind, key, lost), result in presidio_fire().items()
        if kind == "result" and modified >= _figure(key, result)
    ]
    return bool(reached), max(reached, default=0)


class Raid(NamedTuple):
    """What a raid takes: levels of trade fleets and establishments, pillage, detachments."""

    trade_fleet_plus: int
    trade_fleet_minus: int
    permanent: int
    establishment: int
    pillage: str  # plus, minus or ""
    losses: int  # LD


@cache
def _raids() -> Scale[Raid]:
    def line(
        plus: str, minus: str, permanent: str, establishment: str, pillage: str, losses: str
    ) -> Raid:
        return Raid(
            number(plus), number(minus), number(permanent), number(establishment), pillage,
            number(losses),
        )  # fmt: skip

    header = (
        "trade_fleet_plus_levels,trade_fleet_minus_levels,permanent_levels,"
        "pillage_tp_col_levels,land_raid_pillage_side,land_losses_ld"
    )
    return _scale("pirates_raids", header, line)


def raid(modified: int) -> Raid:
    """The result of a raid by pirates, privateers or natives, or of an attack on a convoy."""
    return _raids()[modified]


# Ships


class FleetCapacity(NamedTuple):
    """The most ships in a fleet counter; a galley is half a warship."""

    warships: int
    transports: int


@cache
def fleet_capacities() -> dict[tuple[str, str], tuple[FleetCapacity, FleetCapacity]]:
    """F- and F+ by country id or army class, and period (fleet_capacity.csv)."""

    def line(
        key: str, _kind: str, period: str, *ships: str
    ) -> tuple[tuple[str, str], tuple[FleetCapacity, FleetCapacity]]:
        warships, transports, more_warships, more_transports = map(number, ships)
        return (key, period), (
            FleetCapacity(warships, transports), FleetCapacity(more_warships, more_transports),
        )  # fmt: skip

    header = "key,key_kind,period,minus_warships,minus_transports,plus_warships,plus_transports"
    return _table("fleet_capacity", header, line)


def fleet_capacity(country: str, army_class: str, period: str, counter: str) -> FleetCapacity:
    """The most ships of a fleet counter, F+ or F-; the country's line goes before its class's."""
    capacities = fleet_capacities()
    key = civil_war_lines().get(country, country), period
    pair = capacities.get(key) or _find("fleet_capacity", capacities, (army_class, period))
    return pair[counter == "F+"]


@cache
def sea_transports() -> dict[str, dict[str, int]]:
    """Transport points of an A+ by army class and period (sea_transport.csv)."""

    def line(army_class: str, *points: str) -> tuple[str, dict[str, int]]:
        return army_class, {each: int(cell) for each, cell in _by_period(points).items()}

    return _table("sea_transport", "army_class," + _columns("army_plus_points"), line)


def sea_transport(army_class: str, period: str, counter: str = "A+") -> int:
    """Transport points that an army counter needs, A+ or A-, which needs half."""
    points = _find("sea_transport", _find("sea_transport", sea_transports(), army_class), period)
    return points if counter == "A+" else points // 2


@cache
def ship_capacities() -> dict[str, tuple[str, float | None, str]]:
    """What gives or needs transport points: role, points, and per what (ship_capacity.csv)."""

    def line(
        item: str, role: str, points: str, per: str
    ) -> tuple[str, tuple[str, float | None, str]]:
        return item, (role, float(points) if points else None, per)

    return _table("ship_capacity", "item,role,points,per", line)


def ship_capacity(item: str) -> float:
    """Transport points that a ship gives, or that a detachment or five ducats of gold need."""
    _, points, _ = _find("ship_capacity", ship_capacities(), item)
    if points is None:
        raise FactsError(f"tables/ship_capacity.csv: {item!r} is to be looked up in sea_transport")
    return points


class NavalSupply(NamedTuple):
    """The land stack that a naval stack can supply from a port; None is no limit."""

    smallest_port: str  # fort, port, arsenal
    naval_size: str
    least_nd: int
    max_ld: int | None
    max_pashas: int | None
    army_counter: bool


@cache
def naval_supply() -> tuple[NavalSupply, ...]:
    """The lines of the table, smallest naval stack first (naval_supply.csv)."""

    def line(
        port: str, size: str, _side: str, least: str, most: str, pashas: str, army: str
    ) -> NavalSupply:
        return NavalSupply(port, size, number(least), perhaps(most), perhaps(pashas), army == "yes")

    header = (
        "smallest_port,naval_size,min_fleet_side,min_nd,land_supplied_max_ld,"
        "land_supplied_max_pashas,land_supplied_army_counter"
    )
    return tuple(read("tables/naval_supply.csv", header, line))


class BlockadeSize(NamedTuple):
    """The smallest naval stack that can blockade a fortress level."""

    naval_size: str
    fleet_side: str  # none, minus, plus
    least_nd: int


@cache
def blockade_sizes() -> dict[int, BlockadeSize]:
    """By fortress level, 0 a fort (blockade_size.csv)."""

    def line(level: str, size: str, side: str, least: str) -> tuple[int, BlockadeSize]:
        return int(level), BlockadeSize(size, side, int(least))

    header = "fortress_level,min_naval_size,min_fleet_side,min_nd"
    return _table("blockade_size", header, line)


def blockade_size(level: int) -> BlockadeSize:
    """The smallest naval stack that can blockade a fortress level; 0 is a fort."""
    return _find("blockade_size", blockade_sizes(), level)


# Prices and limits of recruitment


LAND_PRICES = (
    "buy_ld", "buy_army_minus", "war_ld_veteran", "war_ld_conscript", "war_army_minus_veteran",
    "war_army_minus_conscript", "war_army_plus_veteran", "war_army_plus_conscript", "peace_ld",
    "peace_army_minus", "peace_army_plus",
)  # fmt: skip
NAVAL_PRICES = (
    "buy_nwd", "buy_fleet_minus", "buy_ngd", "buy_galley_fleet_minus", "buy_ntd", "maintain_nd",
    "maintain_fleet_minus", "maintain_fleet_plus",
)  # fmt: skip


def _prices(table: str, items: tuple[str, ...]) -> dict[tuple[str, str], dict[str, int | None]]:
    def line(country: str, name: str, *cells: str) -> tuple[tuple[str, str], dict[str, int | None]]:
        return (country, technology(name)), dict(zip(items, map(perhaps, cells), strict=True))

    return _table(table, ",".join(("country", "technology", *items)), line)


@cache
def land_prices() -> dict[tuple[str, str], dict[str, int | None]]:
    """Ducats by country and land technology, then by the items LAND_PRICES."""
    return _prices("land_prices", LAND_PRICES)


@cache
def naval_prices() -> dict[tuple[str, str], dict[str, int | None]]:
    """Ducats by country and naval technology, then by the items NAVAL_PRICES."""
    return _prices("naval_prices", NAVAL_PRICES)


def land_price(country: str, technology: str, item: str) -> int | None:
    """Ducats to buy or to keep a land unit; None for a unit that cannot be had."""
    prices = _find("land_prices", land_prices(), (country, technology))
    return _find("land_prices", prices, item)


def naval_price(country: str, technology: str, item: str) -> int | None:
    """Ducats to buy or to keep a naval unit; None for a unit that cannot be had.

    Ships of seventy-four guns have no line of their own and cost as three-deckers.
    """
    name = "three-decker" if technology == "seventy-four" else technology
    return _find("naval_prices", _find("naval_prices", naval_prices(), (country, name)), item)


class RecruitmentLimit(NamedTuple):
    """Detachments a turn and most naval detachments; None where nothing is printed."""

    ld: int | None
    ld_after_reform: int  # added to `ld` after the country's reform
    nd: int | None
    nd_bonus: int
    max_nd: int | None
    max_nd_bonus: int
    bonus_condition: str


@cache
def recruitment_limits() -> dict[tuple[str, str], RecruitmentLimit]:
    """By country and period; the country's aid goes before the general table."""

    def line(
        country: str, period: str, ld: str, delta: str, nd: str, nd_bonus: str, most: str,
        most_bonus: str, condition: str, _fleets: str, _counters: str, aid_ld: str, aid_nd: str,
        aid_most: str, aid_bonus: str,
    ) -> tuple[tuple[str, str], RecruitmentLimit]:  # fmt: skip
        return (country, period), RecruitmentLimit(
            perhaps(aid_ld or ld), number(delta), perhaps(aid_nd or nd), number(nd_bonus),
            perhaps(aid_most or most), number(aid_bonus or most_bonus), condition,
        )  # fmt: skip

    header = (
        "country,period,ld_per_turn,ld_after_reform_delta,nd_per_turn,nd_per_turn_bonus,max_nd,"
        "max_nd_bonus,bonus_condition,table_max_f,table_max_nd_counters,aid_ld_per_turn,"
        "aid_nd_per_turn,aid_max_nd,aid_max_nd_bonus"
    )
    return _table("recruitment_limits", header, line)


def recruitment_limit(country: str, period: str) -> RecruitmentLimit:
    """What a country may recruit in a turn of a period."""
    return _find("recruitment_limits", recruitment_limits(), (country, period))


def loaders() -> dict[str, Callable[[], Any]]:
    """Every sheet of engine/data/tables with the function that reads it whole."""
    return {
        "army_classes": army_sizes,
        "artillery_bonus": artillery_bonuses,
        "artillery_per_army": artillery_values,
        "assault_results": assaults,
        "attrition_remainders": _remainders,
        "blockade_size": blockade_sizes,
        "campaign_costs": campaigns,
        "civil_war_lines": civil_war_lines,
        "combat_results": combat_results,
        "conquistadors": _conquistadors,
        "discovery_attrition": discoveries,
        "discovery_half_result": _half_discovery,
        "fleet_capacity": fleet_capacities,
        "fortress_costs": fortress_costs,
        "fortress_resistance": fortress_resistances,
        "interception_modifiers": interceptions,
        "land_prices": land_prices,
        "land_technology": land_technologies,
        "loss_by_size": losses_by_size,
        "movement_costs": movement_costs,
        "naval_prices": naval_prices,
        "naval_supply": naval_supply,
        "naval_technology": naval_technologies,
        "periods": periods,
        "pirates_raids": _raids,
        "presidio_fire": presidio_fire,
        "recruitment_limits": recruitment_limits,
        "replacement_leaders": replacement_leaders,
        "retreat_losses": _retreat_losses,
        "revolt_and_piracy_modifiers": revolt_modifiers,
        "rounds_track": rounds_track,
        "sea_transport": sea_transports,
        "ship_capacity": ship_capacities,
        "siege_terrain": siege_terrains,
        "size_comparison": size_differentials,
        "small_stack_losses": small_stacks,
        "technology_goals": technology_goals,
        "technology_start_1492": technology_starts,
        "turkish_reforms": turkish_reforms,
        "undermining": _undermining,
        "wind_advantage": winds,
    }
