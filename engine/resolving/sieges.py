"""The kinds `undermine` and `assault`: one document of a siege serves both."""

from __future__ import annotations

from typing import Any, Final

from engine import assault as storming
from engine import contingents, fight, leaders, odds, tables, undermining
from engine.contingents import Side
from engine.leaders import DETACHMENT, Commander, Fate
from engine.report import Modifier, thirds, total
from engine.resolving import attritions, land
from engine.resolving.fields import (
    Choice,
    Complaints,
    Field,
    Fields,
    Flag,
    Listed,
    Named,
    Perhaps,
    Whole,
)
from engine.resolving.kind import Answer, Kind, Table, finished, reported
from engine.resolving.sheet import Column, Paint, columns

NAMES: Final = ("BESIEGER", "BESIEGED")
KEYS: Final = ("besieger", "besieged")
DECISIONS: Final = ("war_honour", "assault", "man_fortress", "plunder")
ROUNDS: Final = 10
SIEGE: Final = Field("siege", Whole(0, 9, "a siege value"), "best siege value on that side", 0)


def _troops(least: int, technology: bool) -> Fields:
    default: dict[str, Any] = {} if technology else {"default": None}
    shape = land.TECHNOLOGY if technology else Perhaps(land.TECHNOLOGY)
    return Fields(
        [
            land.TROOPS[0],
            Field("technology", shape, "land technology", **default),
            Field("units", land.LandUnits(least), "land units"),
            *land.TROOPS[1:],
            SIEGE,
        ],
        "a side",
    )


def _fields(technology: bool) -> tuple[Field, ...]:
    port = Perhaps(Choice(("open", "blockaded"), "a state of a port"))
    works = Listed(Choice(("-", "+"), "a siegework"), 0, undermining.MOST_WORKS)
    decided = Named(Flag(), "decisions", lambda name: name in DECISIONS, ", ".join(DECISIONS))
    return (
        Field("period", land.PERIOD, "period, I to VII"),
        Field("map", land.MAP, "europe, or rotw for the Rest of the World", "europe"),
        Field("terrain", land.TERRAIN, "terrain of the province", "plain"),
        Field("port", port, "its port: open (or resupplied), blockaded, null for none", None),
        Field("fortress", Whole(0, 5, "a level"), "level of the fortress, 0 for a fort"),
        Field("fort", Flag(), "whether it is a fort", False),
        Field("city", Flag(), "whether it is a city of the Rest of the World", False),
        Field("siegeworks", works, "siegeworks, - or +", []),
        Field("breach", Flag(), "the assault follows a breach at once", False),
        Field("breach_this_turn", Flag(), "a breach was obtained this turn", False),
        Field("assault_this_turn", Flag(), "an assault of this turn caused a loss", False),
        Field("first_round", Flag(), "the first round of siege this turn", True),
        Field("continued_from_last_turn", Flag(), "the siege began in an earlier turn", False),
        Field("supply_distance", Whole(0, 99, "a distance"), "MP to a source of supply", 0),
        Field("bad_weather", Flag(), "whether the weather is bad", False),
        Field("besieger", _troops(1, True), "the besieging stack"),
        Field("besieged", _troops(0, technology), "the fortress and the troops inside"),
        Field("decisions", decided, ", ".join(DECISIONS), {}),
        land.OPTION_FIELD,
    )


EXAMPLE: Final[dict[str, Any]] = {
    "map": "europe",
    "terrain": "plain",
    "port": None,
    "fortress": 3,
    "fort": False,
    "city": False,
    "siegeworks": ["-", "+"],
    "breach_this_turn": False,
    "assault_this_turn": False,
    "first_round": True,
    "continued_from_last_turn": False,
    "supply_distance": 2,
    "bad_weather": False,
    "period": "III",
    "besieger": {
        "country": "france",
        "technology": "musket",
        "units": ["A+", "A-"],
        "leader": "242",
        "veteran": True,
        "siege": 0,
    },
    "besieged": {
        "country": "spain",
        "technology": "musket",
        "units": [],
        "leader": None,
        "siege": 0,
    },
    "decisions": {"war_honour": True, "assault": False, "man_fortress": True},
}


def check(values: dict[str, Any], complaints: Complaints) -> None:
    """A fort has no level, and a fortress without a level is a fort."""
    if values["fort"] and values["fortress"]:
        complaints.add("fortress", values["fortress"], "is not the level of a fort, which is 0")
    if not values["fortress"] and not values["fort"]:
        values["fort"] = True


def check_undermining(values: dict[str, Any], complaints: Complaints) -> None:
    """Besides, what an assault at once would need."""
    check(values, complaints)
    if values["decisions"].get("assault") and values["besieged"]["technology"] is None:
        complaints.say("besieged.technology", "is missing: the assault asks for it")


def _strength(each: dict[str, Any]) -> int:
    troops: land.Troops = each["units"]
    return troops.strength


def _side(values: dict[str, Any], at: int, commander: Commander) -> Side:
    each = values[KEYS[at]]
    technology = each["technology"] or values["besieger"]["technology"]
    return land.side({**each, "technology": technology}, NAMES[at], values["period"], commander)


NOBODY: Final = Commander("nobody", 0, 0, 0)


def _best(each: dict[str, Any]) -> int:
    """The best siege value of a side: as given, or its leader's own."""
    leader: Commander | None = each["leader"]
    given: int = each["siege"]
    return max(given, leader.siege if leader is not None else 0)


def _siege(values: dict[str, Any]) -> undermining.Siege:
    sides = [_side(values, at, NOBODY) for at in (0, 1)]
    return undermining.Siege(
        values["fortress"],
        values["map"],
        values["terrain"],
        values["port"] or "",
        values["fort"],
        tuple(values["siegeworks"]),
        values["breach_this_turn"],
        values["assault_this_turn"],
        values["first_round"],
        values["continued_from_last_turn"],
        contingents.artillery_of(sides[0], values["period"]),
        _best(values["besieger"]),
        _best(values["besieged"]),
        sides[1].strength,
        sides[1].army,
        values["supply_distance"],
        land.switched_off(values["options"]),
    )


def _walls(values: dict[str, Any], breach: bool) -> storming.Walls:
    return storming.Walls(
        values["fortress"],
        values["period"],
        values["map"],
        breach,
        values["assault_this_turn"],
        values["city"],
        land.switched_off(values["options"]),
    )


# Undermining


def undermine(values: dict[str, Any], table: Table) -> Answer:
    """One undermining roll and what follows it (UND-01 to UND-41, FAL-02 to FAL-06)."""
    siege = _siege(values)
    modifiers = undermining.fortress_modifiers(siege)
    die = table.throw("undermine", modifiers, "undermining")
    result = undermining.undermined(die, modifiers)
    decisions = values["decisions"]
    honour = result == "B/WH" and decisions.get("war_honour", False)
    falls = result == "R" or honour
    breached = result in ("B", "B/WH") and not honour
    storm: Answer | None = None
    level, manned = values["fortress"], False
    if breached and decisions.get("assault", False):
        storm, stormed = _storm(values, table, True)
        falls, level, manned = (
            stormed[name] for name in ("falls", "fortress_level_after", "manned")
        )
    elif falls:
        level, manned = _fallen(values, _strength(values["besieger"]))
    check = undermining.attrition_modifiers(siege)
    strikes = undermining.attrition_strikes(die, siege)
    outcome: dict[str, Any] = {
        "result": result,
        "modifier": total(modifiers),
        "total": die + total(modifiers),
        "siegeworks": [] if falls else list(undermining.siegeworks_after(siege.works, result)),
        "fortress_falls": falls,
        "attrition": {
            "modifier": total(check),
            "total": die + total(check),
            "needed": siege.supply,
            "rolls": strikes,
        },
        "fortress_level_after": level,
        "may_undermine": undermining.may_undermine(siege.level, _strength(values["besieger"])),
        "artillery": siege.artillery,
        "artillery_bonus": tables.artillery_bonus(siege.level, siege.artillery),
        "besieger_detachments_spent": int(manned),
        "besieged_receives_detachments": int(honour),
    }
    if storm is not None:
        outcome["assault"] = storm.outcome
    groups = [("", "undermine", modifiers), ("", "attrition check", check)]
    if strikes:
        outcome["attrition"]["result"], more = _attrition(values, table)
        groups.append((NAMES[0], "attrition", more))

    def sheet(paint: Paint) -> list[str]:
        lines = [
            paint(
                f"Undermining {die} {total(modifiers):+} = {die + total(modifiers)}: {result}",
                "head",
            ),
            f"  {land.signed(modifiers) or 'no modifiers'}",
            f"Siegeworks: {' '.join(outcome['siegeworks']) or 'none'}",
            f"Attrition check: {die + total(check)} against {siege.supply}: "
            + (attritions.said(outcome["attrition"]["result"]) if strikes else "none"),
        ]
        if falls:
            lines.append(paint(f"The fortress falls; its level is now {level}.", "good"))
        return lines + (storm.sheet(paint) if storm is not None else [])

    return Answer(outcome, reported(groups), sheet, notes=storm.notes if storm else {})


def _attrition(values: dict[str, Any], table: Table) -> tuple[dict[str, Any], tuple[Modifier, ...]]:
    """The besieger's siege attrition (UND-39, SIE-08 to SIE-21)."""
    given = {
        **attritions.MODIFIERS.defaults,
        "bad_weather": values["bad_weather"],
        "siege": _best(values["besieger"]),
        "enemy_siege": _best(values["besieged"]),
    }
    besieger = values["besieger"]
    return attritions.rolled(
        f"{NAMES[0]}.attrition",
        "besieger",
        values["map"],
        besieger["technology"],
        besieger["units"].strength,
        attritions.seen("besieger", besieger["units"], given, besieger["leader"]),
        values["decisions"].get("plunder", False),
        table,
    )


def _fallen(values: dict[str, Any], left: int) -> tuple[int, bool]:
    """The level of a fallen fortress, and whether it was manned again."""
    manned = bool(values["decisions"].get("man_fortress", False)) and storming.may_man(left)
    return storming.level_after(_walls(values, False), manned), manned


def undermine_odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each result now, and of a fall within 1, 2, … rounds."""
    siege = _siege(values)
    die = values["dice"].get("undermine")
    table.asked.add("undermine")
    modifiers = undermining.fortress_modifiers(siege)
    storm = None
    if values["decisions"].get("assault", False):
        chance = _storm_odds(values, table, True).odds
        falls: float = (chance or {})["falls"]

        def storm(now: undermining.Siege) -> float:
            return falls

    within = odds.falls_within(
        siege, ROUNDS, values["decisions"].get("war_honour", False), storm, die
    )
    check = undermining.attrition_modifiers(siege)
    dice = range(1, 11) if die is None else (die,)
    strikes = sum(undermining.attrition_strikes(each, siege) for each in dice) / len(dice)
    answer: dict[str, Any] = {
        "result": odds.undermine(siege, die),
        "falls_within": {str(number): chance for number, chance in enumerate(within, 1)},
        "attrition": strikes,
    }

    def sheet(paint: Paint) -> list[str]:
        return [
            paint(f"Undermining at {total(modifiers):+}", "head"),
            *(f"  {name:5} {chance:6.1%}" for name, chance in answer["result"].items()),
            paint("The fortress has fallen within", "head"),
            *(
                f"  {number:>2} round{'s' if number != '1' else ' '} {chance:6.1%}"
                for number, chance in answer["falls_within"].items()
            ),
            f"Siege attrition is rolled: {strikes:.1%}",
        ]

    groups = [("", "undermine", modifiers), ("", "attrition check", check)]
    return Answer(None, reported(groups), sheet, answer)


# Assault


def _prepared(values: dict[str, Any], commanders: list[Commander], breach: bool) -> storming.Setup:
    return storming.setup(
        _walls(values, breach), _side(values, 0, commanders[0]), _side(values, 1, commanders[1])
    )


def assault(values: dict[str, Any], table: Table) -> Answer:
    """An assault (ASL-01 to ASL-30)."""
    return _storm(values, table, values["breach"])[0]


def _storm(values: dict[str, Any], table: Table, breach: bool) -> tuple[Answer, dict[str, Any]]:
    commanders = [land.commander(values[KEYS[at]], NAMES[at], table) for at in (0, 1)]
    prepared = _prepared(values, commanders, breach)
    found = finished(storming.assault(prepared, table.roll))
    fates: list[Fate | None] = [None, None]
    for at in (0, 1):
        won = found.falls == (at == 0)
        if storming.tests_casualty(prepared, at):
            fates[at] = finished(
                leaders.casualty(
                    NAMES[at], commanders[at], won, found.destroyed(at), not won,
                    prepared.storms[at].side.minor, table.roll,
                )
            )  # fmt: skip
    if found.falls and commanders[1].monarch and fates[1] != Fate("killed"):
        fates[1] = Fate("captured")
    level, manned = values["fortress"], False
    if found.falls:
        level, manned = _fallen(values, prepared.storms[0].strength - found.lost[0])
    outcome: dict[str, Any] = {
        "falls": found.falls,
        "why": found.why,
        "fortress_level_after": level,
        "manned": manned,
        "artillery": prepared.artillery,
    }
    for at, key in enumerate(KEYS):
        outcome[key] = {
            "morale": prepared.storms[at].morale,
            "morale_lost": found.morale_lost(at),
            "routed": found.routed(at),
            "drm": found.drm(at),
            "inflicted_thirds": found.rolled(at),
            "inflicted_final_thirds": found.inflicted(at),
            **land.losses(found.lost[at], values["map"]),
            "destroyed": found.destroyed(at),
            "leader": land.fate(fates[at]),
        }
    outcome["besieged"]["resistance_thirds"] = prepared.resistance
    outcome["besieged"]["cap_thirds"] = prepared.cap
    notes = {
        each.rolled.name: {"losses_thirds": each.effect[0], "stars": each.effect[1]}
        for each in found.taken
    }
    groups: list[tuple[str, str, tuple[Modifier, ...]]] = [
        (*_split(each.rolled.name), each.rolled.modifiers) for each in found.taken
    ]
    groups += [
        (NAMES[0], "losses, in thirds", prepared.correction),
        (NAMES[0], "losses, in thirds", prepared.bonus),
    ]

    def sheet(paint: Paint) -> list[str]:
        body = [Column(_head(prepared, at, commanders[at]), _lines(found, at)) for at in (0, 1)]
        verdict = f"The fortress falls ({found.why}); its level is now {level}."
        if not found.falls:
            verdict = "The fortress holds" + (f" ({found.why})." if found.why != "holds" else ".")
        return columns(_title(values, breach), body, [verdict], paint)

    return Answer(outcome, reported(groups), sheet, notes=notes, setup=prepared), outcome


def _split(name: str) -> tuple[str, str]:
    side, _, roll = name.partition(".")
    return side, roll


def assault_odds(values: dict[str, Any], table: Table) -> Answer:
    """The exact odds of an assault, replacement leaders mixed in."""
    return _storm_odds(values, table, values["breach"])


def _storm_odds(values: dict[str, Any], table: Table, breach: bool) -> Answer:
    dice = values["dice"]
    joints: list[tuple[int, odds.Joint[odds.AssaultOutcome]]] = []
    leaders: dict[tuple[str, str], float] = {}
    pairs = land.commanders([(NAMES[at], values[KEYS[at]]) for at in (0, 1)], dice, table)
    setups = [_prepared(values, commanders, breach) for _, commanders in pairs]
    for (weight, commanders), prepared in zip(pairs, setups, strict=True):
        joint = odds.assault(prepared, dice)
        joints.append((weight, joint))
        for at in (0, 1):
            for fate, chance in _fates(prepared, joint, at, commanders[at], dice).items():
                key = KEYS[at], fate
                leaders[key] = leaders.get(key, 0.0) + chance * weight
    joint, prepared = odds.mixed(joints), setups[0]
    whole = sum(weight for weight, _ in joints)
    for name in NAMES:
        rolls = ("fire", "shock", "casualty", "wound")
        table.asked.update(f"{name}.{roll}" for roll in rolls)
    rotw = values["map"] == "rotw"

    def lost(number: int) -> str:
        return thirds(number) if rotw else str(number // DETACHMENT)

    falls = joint.chance(lambda outcome: outcome.falls)
    answer: dict[str, Any] = {
        "win": {KEYS[0]: falls, KEYS[1]: joint.chance(lambda outcome: not outcome.falls)},
        "tie": 0.0,
        "falls": falls,
        "why": dict(sorted(joint.spread(lambda outcome: outcome.why).items())),
        "rout": {
            KEYS[0]: joint.chance(lambda outcome: outcome.routed[0]),
            KEYS[1]: joint.chance(lambda outcome: outcome.routed[1]),
        },
        "losses": {
            key: {
                lost(number): chance
                for number, chance in sorted(
                    joint.spread(_first_lost if at == 0 else _second_lost).items()
                )
            }
            for at, key in enumerate(KEYS)
        },
        "expected_losses": {
            KEYS[0]: joint.mean(_first_lost) / DETACHMENT,
            KEYS[1]: joint.mean(_second_lost) / DETACHMENT,
        },
        "leader": {
            key: {fate: chance / whole for (owner, fate), chance in leaders.items() if owner == key}
            for key in KEYS
        },
    }
    groups = [
        (storm.side.name, roll, modifiers)
        for storm in prepared.storms
        for roll, modifiers in storm.modifiers.items()
    ]

    def sheet(paint: Paint) -> list[str]:
        body = [
            Column(
                _head(prepared, at, prepared.storms[at].side.commander),
                [
                    f"routed {answer['rout'][key]:.1%}",
                    f"expects to lose {answer['expected_losses'][key]:.2f} LD",
                    *(f"  loses {n:>5}  {c:6.1%}" for n, c in answer["losses"][key].items()),
                    *(f"leader {fate} {c:.1%}" for fate, c in answer["leader"][key].items()),
                ],
            )
            for at, key in enumerate(KEYS)
        ]
        return columns(_title(values, breach), body, [f"The fortress falls: {falls:.1%}"], paint)

    return Answer(None, reported(groups), sheet, answer)


def _first_lost(outcome: odds.AssaultOutcome) -> int:
    return outcome.lost[0]


def _second_lost(outcome: odds.AssaultOutcome) -> int:
    return outcome.lost[1]


def _fates(
    prepared: storming.Setup,
    joint: odds.Joint[odds.AssaultOutcome],
    at: int,
    commander: Commander,
    dice: dict[str, int],
) -> dict[str, float]:
    """The chances of a commander's fates after an assault."""
    if not storming.tests_casualty(prepared, at):
        return {"no test": 1.0}

    def met(outcome: odds.AssaultOutcome) -> tuple[bool, bool, bool]:
        won = outcome.falls == (at == 0)
        return won, outcome.destroyed[at], not won

    minor = prepared.storms[at].side.minor
    found: dict[str, float] = {}
    for situation, chance in joint.spread(met).items():
        trapped = at == 1 and not situation[0] and commander.monarch
        fates = odds.fates(NAMES[at], commander, {situation: chance}, minor, dice)
        for fate, share in fates.items():
            what = "captured" if trapped and fate.what != "killed" else fate.what
            key = f"{what} {fate.rounds}" if fate.rounds and what == fate.what else what
            found[key] = found.get(key, 0.0) + share
    return found


# The sheet


def _title(values: dict[str, Any], breach: bool) -> str:
    what = "fort" if values["fort"] else f"fortress of level {values['fortress']}"
    words = [f"Assault on a {what}", f"period {values['period']}"]
    return " · ".join(words + ["after a breach"] * breach)


def _head(prepared: storming.Setup, at: int, commander: Commander) -> list[str]:
    storm = prepared.storms[at]
    values = f"{commander.manoeuvre}·{commander.fire}·{commander.shock}"
    modifiers = "/".join(f"{total(storm.modifiers[roll]):+}" for roll in storming.ROLLS)
    return [
        f"{storm.side.name}  {land.described(storm.side)}",
        f"{thirds(storm.strength)} LD {'veteran' if at or storm.side.veteran else ''}".rstrip(),
        f"{commander.name} {values}  {storm.side.technology}",
        f"{'*' * storm.morale} morale {storm.morale}  {modifiers}",
    ]


def _lines(found: storming.Assaulted, at: int) -> list[str]:
    name = NAMES[at]
    lines = [
        f"{each.rolled.name.partition('.')[2].capitalize():7}{each.rolled.die:2} "
        f"{each.rolled.modifier:+} = {each.rolled.result:2}  "
        f"{fight.tally(each.effect[0]):5}{'*' * each.effect[1]}".rstrip()
        for each in found.taken
        if each.rolled.name.startswith(name + ".")
    ]
    lines.append(f"inflicts {thirds(found.rolled(at))} > {thirds(found.inflicted(at))}")
    if found.routed(at):
        lines.append("routed")
    return [*lines, f"loses {thirds(found.lost[at])}"]


KINDS: Final = {
    "undermine": Kind(
        "undermine", _fields(False), EXAMPLE, undermine, undermine_odds, check_undermining
    ),
    "assault": Kind("assault", _fields(True), EXAMPLE, assault, assault_odds, check),
}
