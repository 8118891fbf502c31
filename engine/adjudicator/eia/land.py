"""Kinds of Empires in Arms on land: stacking, leaders, prisoners, marches, retreats, sieges."""

from __future__ import annotations

from typing import Any, Final

from engine.adjudicator.eia.battle_odds import casualty_chances
from engine.adjudicator.eia.battle_setup import COUNTS, NATION
from engine.adjudicator.eia.shapes import (  # fmt: skip
    FACTORS,
    FLAG,
    LABEL,
    NAME,
    NUMBER,
    RATING,
    answer,
    chances,
    counted,
    every,
    fields,
    kind,
    kinds,
    listed,
    tens,
    yes,
)
from engine.adjudicator.kind import Answer, Table
from engine.documents.fields import Choice, Complaints, Field, Perhaps, Whole
from engine.eia import leaders, prisoners, pursuit, retreat, siege, stacking, tables, troops
from engine.eia.prisoners import Held
from engine.eia.reasons import Reason
from engine.eia.retreat import Area
from engine.eia.troops import Nation
from engine.report import total

CORPS_COUNT: Final = Whole(0, 12, "a number of corps")

# Stacking and reinforcing

STACKING: Final = (
    Field("tactical", RATING, "the leader's tactical rating"),
    Field("maximum", RATING, "his tactical maximum"),
    Field("corps", CORPS_COUNT, "corps he brings, cavalry corps too"),
    Field("cavalry_corps", CORPS_COUNT, "cavalry corps among them", 0),
    Field("present", Perhaps(CORPS_COUNT), "corps in the area, surplus too; null: those brought",
          None),
    Field("reinforcing", FLAG, "he reinforces a battle of somebody else's", False),
    Field("same_area", FLAG, "the corps are in the battle's own area", True),
    Field("adjacent", FLAG, "the corps are in an area next to it", False),
)  # fmt: skip


def stack(values: dict[str, Any], table: Table) -> Answer:
    """What a leader may bring to battle (EIA-STK, EIA-RNF)."""
    present = values["corps"] if values["present"] is None else values["present"]
    found = stacking.brought(
        values["maximum"], values["corps"], values["cavalry_corps"], present,
        values["reinforcing"],
    )  # fmt: skip
    refused = list(found.refused)
    reasons = [*refused]
    if values["reinforcing"]:
        near = stacking.may_reinforce(values["same_area"], values["adjacent"])
        refused += near
        reasons += near
        if values["same_area"]:
            reasons.append(Reason("From the battle's own area: allowed.", "EIA-RNF-03"))
        reasons.append(Reason("Not counted to the commander's limit or rating.", "EIA-RNF-04"))
    elif values["cavalry_corps"] and values["corps"] > values["maximum"]:
        reasons.append(Reason("One cavalry corps more is free.", "EIA-STK-03"))
    tactical = values["tactical"] + total(found.modifiers)
    outcome = {
        "allowed": not refused,
        "most": found.most,
        "least": found.least,
        "tactical": tactical,
    }
    head = f"{values['corps']} corps: {yes(not refused)}; tactical rating {tactical}."
    return answer(head, outcome, reasons, [("", "tactical rating", found.modifiers)])


# Leaders

TOOK_PART: Final = fields(
    "a leader who took part",
    Field("name", NAME, "his name, for his dice"),
    Field("guard", Whole(0, 2, "a commitment"), "the commitment of guards he led, 0 for none", 0),
)
CASUALTY: Final = (
    Field("leaders", listed(TOOK_PART, 1, 12), "every leader who took part"),
    Field("month", Perhaps(Whole(0, 11, "a month")),
          "the month, January 0, to name the month of return; null: not said", None),
)  # fmt: skip


def check_names(values: dict[str, Any], complaints: Complaints) -> None:
    """Leaders have names of their own."""
    names = [each["name"] for each in values["leaders"]]
    if len(set(names)) < len(names):
        complaints.say("leaders", "two leaders have the same name")


def casualty(values: dict[str, Any], table: Table) -> Answer:
    """Leader casualties (EIA-LDR)."""
    fates: dict[str, Any] = {}
    groups, reasons = [], [Reason("Each leader rolls on his own.", "EIA-LDR-01")]
    for each in values["leaders"]:
        name, modifiers = each["name"], leaders.casualty_modifiers(each["guard"])
        die = table.throw(f"{name}.casualty", modifiers, f"is {name} hit")
        groups.append(("", f"{name}.casualty", modifiers))
        fates[name] = "unhurt"
        if leaders.hit(die, each["guard"]):
            fate = leaders.fate(table.throw(f"{name}.wound", (), f"how badly {name} is hit"))
            fates[name] = fate.what
            if fate.months:
                fates[name] = {"wounded": fate.months}
                back = leaders.returns(values["month"] or 0, fate.months) % len(tables.MONTHS)
                when = "" if values["month"] is None else f", back in {tables.MONTHS[back]}"
                why = f"{name} is away {fate.months} months{when}."
                reasons.append(Reason(why, "EIA-LDR-04"))
    lines = [f"{name}: {_fate(fate)}" for name, fate in fates.items()]
    return answer("Leader casualties", {"leaders": fates}, reasons, groups, lines)


def _fate(fate: Any) -> str:
    return f"wounded, {fate['wounded']} months" if isinstance(fate, dict) else str(fate)


def casualty_odds(values: dict[str, Any], table: Table) -> Answer:
    """Each leader's chances."""
    dice = values["dice"]
    names = [(each["name"], each["guard"]) for each in values["leaders"]]
    table.asked |= {f"{name}.{die}" for name, _ in names for die in ("casualty", "wound")}
    found = {
        name: casualty_chances(guard, dice.get(f"{name}.casualty"), dice.get(f"{name}.wound"))
        for name, guard in names
    }
    return chances("Leader casualties", {"leaders": found})


# Prisoners

PRISONERS: Final = (
    Field("losses", FACTORS, "factors lost in the pursuit"),
    Field("left", Perhaps(FACTORS), "factors left after them, for a surrounded army; null: enough",
          None),
    Field("surrounded", FLAG, "the army was surrounded and defeated", False),
)  # fmt: skip


def captured(values: dict[str, Any], table: Table) -> Answer:
    """Prisoners of a pursuit (EIA-PUR-01, EIA-RET-02)."""
    die = table.throw("prisoners", (), "ten percent a pip of the losses")
    losses, left = values["losses"], values["left"]
    doubled = losses if left is None else min(losses, left)
    doubled = doubled if values["surrounded"] else 0
    taken = pursuit.taken_prisoner(losses, die) + doubled
    reasons = [Reason(f"{die}0 % of {losses}, rounded down.", "EIA-PUR-01")]
    if doubled:
        reasons.append(Reason(f"Surrounded: {doubled} more, all prisoners.", "EIA-RET-02"))
    outcome = {"lost": losses + doubled, "prisoners": taken}
    return answer(f"{taken} prisoners of {losses + doubled} lost.", outcome, reasons)


def captured_odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance of each number of prisoners."""
    ways = every(captured, values, table)
    return chances("Prisoners", {"prisoners": counted(ways, lambda found: found["prisoners"])})


HELD: Final = fields(
    "prisoners of a kind",
    Field("troop", LABEL, "the kind of troop"),
    Field("money", NUMBER, "its price in money"),
    Field("manpower", NUMBER, "its price in manpower", 0),
    Field("number", FACTORS, "how many are held"),
)
NATIONALITY: Final = fields(
    "prisoners of a nationality",
    Field("nation", LABEL, "their nationality"),
    Field("held", listed(HELD, 1), "how many of each kind"),
)
DRAIN: Final = (Field("prisoners", listed(NATIONALITY), "a holder's prisoners by nationality"),)


def drain(values: dict[str, Any], table: Table) -> Answer:
    """Prisoners that die at the end of a reinforcement phase (EIA-PRIS-01 to EIA-PRIS-03)."""
    stock: dict[str, list[Held]] = {}
    for each in values["prisoners"]:
        nation = tables.as_known(each["nation"], stock)
        stock.setdefault(nation, []).extend(
            Held(one["troop"], one["money"], one["manpower"], one["number"]) for one in each["held"]
        )
    dead: dict[str, Any] = {nation: prisoners.dying(held) for nation, held in stock.items()}
    whole = sum(sum(lost.values()) for lost in dead.values())
    reasons = [
        Reason("Ten percent, rounded up.", "EIA-PRIS-01"),
        Reason("Each nationality apart.", "EIA-PRIS-02"),
        Reason("The cheapest first.", "EIA-PRIS-03"),
    ]
    return answer(f"{whole} prisoners die.", {"dead": dead, "total": whole}, reasons)


# Troops and marches

MORALE: Final = (
    Field("troop", Choice(troops.TROOPS, "a kind of troop"), "the troop"),
    Field("nation", NATION, "whose it is"),
    Field("dominant", FLAG, "its power is dominant", False),
    Field("british_trained", FLAG, "a minor trained by Britain", False),
    Field("ottoman", FLAG, "of the Ottoman Empire, or of a Turkish free state that could join it",
          False),
    Field("cavalry_types", FLAG, "the types of cavalry are used", True),
    Field("corps", LABEL, "the corps it is in", "corps"),
    Field("assaulting", FLAG, "it assaults a fortress", False),
)  # fmt: skip


def spirit(values: dict[str, Any], table: Table) -> Answer:
    """A troop's morale and price (EIA-CAV, EIA-ERR-04, EIA-OE-06, EIA-SIE-03, EIA-LSLC-04)."""
    nation = Nation(
        values["nation"], values["dominant"], values["british_trained"], values["ottoman"],
        values["cavalry_types"],
    )  # fmt: skip
    found = troops.morale(values["troop"], nation, values["corps"], values["assaulting"])
    kind_of = values["troop"].removesuffix("_cavalry")
    if kind_of == "cavalry" and values["cavalry_types"]:
        kind_of = "medium"
    price = tables.cavalry(kind_of)._asdict() if kind_of in troops.TYPES else None
    if price is not None:
        del price["morale"]
    known = found.morale is not None
    outcome = {
        "morale": tens(found.morale) if found.morale is not None else None,
        "price": price,
        "needs": [] if known else ["the sources don't agree on this figure: the players say it"],
    }
    head = f"Morale {outcome['morale']}." if known else "Its morale is disputed or not known."
    reasons = [found.reason] if found.reason.why else [Reason("Its own figure.", found.reason.rule)]
    return answer(head, outcome, reasons)


MARCH: Final = (
    Field("corps", Choice(troops.CORPS, "a type of corps"), "the corps"),
    Field("allowance", Whole(0, 20, "movement points"), "its movement allowance"),
    Field("disembarking", FLAG, "it disembarks this turn", False),
    Field("force_march", FLAG, "it wants to force march", True),
)


def march(values: dict[str, Any], table: Table) -> Answer:
    """Force marching (EIA-ERR-12, EIA-ERR-13)."""
    found = troops.force_march(
        values["corps"], values["allowance"], values["disembarking"], values["force_march"]
    )
    reasons = list(found.refused)
    if values["force_march"] and not reasons:
        reasons.append(Reason("One movement point more.", "EIA-ERR-12"))
    outcome = {"allowed": not found.refused, "allowance": found.allowance}
    return answer(f"{found.allowance} movement points.", outcome, reasons)


# Retreats

AREA: Final = fields(
    "an area next to the battle",
    Field("name", LABEL, "the area"),
    Field("entered_from", FLAG, "the attacker marched in or reinforced from there", False),
    Field("enemy", FLAG, "it is held by the enemy", False),
    Field("capital", Perhaps(NUMBER), "areas from there to a sponsored minor's capital", None),
)
RETREAT: Final = (
    Field("areas", listed(AREA), "the areas next to the battle"),
    Field("island", FLAG, "the battle is on an island", False),
    Field("sponsored", FLAG, "the beaten force is a sponsored minor's", False),
    Field("attackers", listed(Choice(retreat.ROUTES, "a route")),
          "if the attacker was beaten: how each of his corps came", []),
)  # fmt: skip


def retreats(values: dict[str, Any], table: Table) -> Answer:
    """Where a beaten force goes (EIA-RET, EIA-ERR-18 to EIA-ERR-20)."""
    areas = [
        Area(each["name"], each["entered_from"], each["enemy"], each["capital"])
        for each in values["areas"]
    ]
    found = retreat.retreat(areas, values["island"], values["attackers"], values["sponsored"])
    outcome = {
        "areas": list(found.areas),
        "surrounded": found.surrounded,
        "surrenders": found.surrenders,
    }
    where = ", ".join(found.areas) or "nowhere"
    head = "It surrenders." if found.surrenders else f"It may retreat to: {where}."
    return answer(head, outcome, found.reasons)


# Sieges

SIEGE: Final = (
    Field("artillery_corps", CORPS_COUNT, "artillery corps with a factor left in the siege", 0),
    Field("breach_on", Perhaps(Whole(1, 9, "a total")),
          "the least total that breaches, of the base game's siege table; null: not said", None),
)  # fmt: skip


def besiege(values: dict[str, Any], table: Table) -> Answer:
    """A siege roll (EIA-SIE-01)."""
    modifiers = siege.modifiers(values["artillery_corps"])
    die = table.throw("siege", modifiers, "a siege roll")
    reached, needed = die + total(modifiers), values["breach_on"]
    outcome = {
        "modifier": total(modifiers),
        "total": reached,
        "breach": None if needed is None else reached >= needed,
        "needs": [] if needed is not None else ["breach_on: the siege table is of the base game"],
    }
    head = f"Siege roll {die} {total(modifiers):+} = {reached}"
    if needed is not None:
        head += ": a breach." if reached >= needed else ": no breach."
    return answer(head, outcome, (), [("", "siege", modifiers)])


def siege_odds(values: dict[str, Any], table: Table) -> Answer:
    """The chance of a breach, or of each total."""
    ways = every(besiege, values, table)
    found = {"total": counted(ways, lambda each: each["total"])}
    if values["breach_on"] is not None:
        found["breach"] = counted(ways, lambda each: each["breach"])
    return chances("Siege roll", found)


ASSAULT: Final = (
    Field("capacity", FACTORS, "factors that the fortress can hold, of the base game"),
    Field("factors", COUNTS, "the assaulting factors by kind of troop"),
    Field("nation", NATION, "whose they are"),
    Field("dominant", FLAG, "their power is dominant", False),
    Field("infantry_morale", Perhaps(Whole(1, 5, "a morale")),
          "morale of the infantry where the sources don't agree; null: as printed", None),
    Field("freikorps_morale", Perhaps(Whole(1, 5, "a morale")),
          "morale of freikorps, which no source gives; null: none take part", None),
)  # fmt: skip


def _own(values: dict[str, Any], troop: str) -> troops.Spirit:
    nation = Nation(values["nation"], values["dominant"])
    found = troops.morale(troop, nation, assaulting=True)
    given = values["freikorps_morale" if troop == "freikorps" else "infantry_morale"]
    if found.morale is None and given is not None:
        return troops.Spirit(given * tables.TENTHS, found.reason)
    return found


def check_assault(values: dict[str, Any], complaints: Complaints) -> None:
    """Figures that the sources dispute have to be given."""
    for troop, number in values["factors"].items():
        if number and _own(values, troop).morale is None:
            name = "freikorps_morale" if troop == "freikorps" else "infantry_morale"
            complaints.lack(name, f"the morale of {troop} is disputed or not known")


def assault(values: dict[str, Any], table: Table) -> Answer:
    """Who may assault a fortress and with what morale (EIA-SIE-02 to EIA-SIE-04)."""
    refused = siege.refused(values["capacity"], values["factors"])
    parts, reasons = [], list(refused)
    for troop, number in values["factors"].items():
        found = _own(values, troop)
        if number and found.morale is not None:
            parts.append((number, found.morale))
            reasons.append(
                Reason(f"{troop.replace('_', ' ')} {tens(found.morale)}: {found.reason.why}",
                       found.reason.rule)
            )  # fmt: skip
    whole = troops.average(parts)
    outcome = {
        "allowed": not refused,
        "counted": siege.counted(values["factors"]),
        "morale": tens(whole),
    }
    head = f"The assault is {yes(not refused)}; morale {tens(whole)}."
    return answer(head, outcome, reasons)


LSLC: Final = (
    Field("available", FLAG, "La Salle is available", True),
    Field("state", Choice(("none", "waiting", "due", "field", "eliminated"), "a state"),
          "what has become of his cavalry so far", "none"),
    Field("cavalry", FACTORS, "French cavalry factors that could be exchanged"),
    Field("dead", FLAG, "La Salle has died", False),
)  # fmt: skip


def la_salle(values: dict[str, Any], table: Table) -> Answer:
    """La Salle's Light Cavalry (EIA-LSLC-02, 03, 06, 07)."""
    state = "" if values["state"] == "none" else values["state"]
    found = troops.lslc(values["available"], state, values["cavalry"], values["dead"])
    head = f"La Salle's Light Cavalry: {found.state or 'not yet there'}."
    return answer(head, {"state": found.state or "none"}, found.reasons)


SPILL: Final = (
    Field("damage", FACTORS, "damage by combat or pursuit, in factors"),
    Field("fighting", FACTORS, "factors of the corps that fight"),
    Field("surplus", FACTORS, "factors of surplus corps in the area"),
)


def spill(values: dict[str, Any], table: Table) -> Answer:
    """Damage that is left when the fighting corps are destroyed (EIA-RNF-02)."""
    found = stacking.spilled(values["damage"], values["fighting"], values["surplus"])
    reasons = []
    if found.surplus:
        why = f"{found.surplus} of it fall on surplus corps."
        reasons.append(Reason(why, "EIA-RNF-02"))
    return answer(f"The fighting corps lose {found.fighting}.", found._asdict(), reasons)


KINDS: Final = kinds(
    kind("eia-stacking", STACKING,
         {"tactical": 4, "maximum": 3, "corps": 5, "cavalry_corps": 1, "present": 6}, stack),
    kind("eia-surplus", SPILL, {"damage": 12, "fighting": 10, "surplus": 8}, spill),
    kind("eia-leader-casualty", CASUALTY,
         {"leaders": [{"name": "Lannes", "guard": 0}, {"name": "Bessieres", "guard": 2}],
          "month": 4, "dice": {"Bessieres.casualty": 4, "Bessieres.wound": 3}},
         casualty, casualty_odds, check_names),
    kind("eia-prisoners", PRISONERS, {"losses": 14, "surrounded": False,
                                      "dice": {"prisoners": 4}}, captured, captured_odds),
    kind("eia-prisoner-drain", DRAIN,
         {"prisoners": [{"nation": "austria",
                         "held": [{"troop": "infantry", "money": 3, "manpower": 1, "number": 11},
                                  {"troop": "cavalry", "money": 15, "manpower": 2, "number": 4}]}]},
         drain),
    kind("eia-morale", MORALE, {"troop": "heavy_cavalry", "nation": "france"}, spirit),
    kind("eia-force-march", MARCH, {"corps": "infantry", "allowance": 3}, march),
    kind("eia-retreat", RETREAT,
         {"areas": [{"name": "Moravia", "entered_from": True}, {"name": "Hungary"},
                    {"name": "Bohemia", "enemy": True}]}, retreats),
    kind("eia-siege", SIEGE, {"artillery_corps": 1, "breach_on": 6}, besiege, siege_odds),
    kind("eia-assault", ASSAULT,
         {"capacity": 10, "nation": "russia",
          "factors": {"infantry": 8, "cavalry": 2, "cossack": 1, "artillery": 1, "guard": 3}},
         assault, None, check_assault),
    kind("eia-la-salle", LSLC, {"available": True, "cavalry": 6}, la_salle),
)  # fmt: skip
