"""Minors, alliances and peace: what the text says where they meet, then what is played."""

from __future__ import annotations

from typing import Any

import pytest

from engine.combat import leaders
from engine.facts import board
from engine.land.battle import parameters
from engine.land.movement.march_ask import March
from engine.land.supply import supply_lines
from engine.rounds import campaign_choice, campaigns, rounds
from engine.sea import corsairs_math
from engine.sequence import cleanup
from engine.state import State, neutrals, sides
from engine.state.forces import Unit
from engine.state.land import Siege
from engine.state.sea import Corsair
from engine.umpire import umpire
from tests.engine.playing import play, put, tabletop
from tests.engine.sea.afloat import fleet


def italy(**fields: Any) -> State:
    """France at war with Spain and its minor Naples; Milan, Spain's too, at peace by itself."""
    fields.setdefault("alliances", {"france": ["france"], "spain": ["spain", "naples"],
                                    "milan": ["milan"]})  # fmt: skip
    fields.setdefault("minors", {"naples": "spain", "milan": "spain"})
    return tabletop(**fields)


def march(state: State, country: str, place: str, *numbers: int) -> March:
    return March(who=sides.decider(state, country), name="march", what="?", state=state,
                 alliance=sides.alliance_of(state, country), place=place, units=numbers,
                 leaders=())  # fmt: skip


def test_a_minor_at_war_alone_plays_when_its_patron_would() -> None:
    """103: "Minors at war alone act at the initiative of the country controlling them"; 98: an
    alliance "plays at the lowest initiative of one of its member"."""
    state = italy()
    state.sequence.initiatives = {"france": 11, "spain": 8}
    assert rounds.initiative(state, ["milan"]) == 8
    assert rounds.initiative(state, ["france", "spain", "naples"]) == 8


def test_troops_may_not_enter_the_land_of_a_minor_at_peace() -> None:
    """682: "Phasing stacks may not enter provinces with presence of unbesieged neutral countries":
    Milan is Spain's friend, but at peace, and neither side may march through it."""
    state = italy(campaign="multiple")
    [french] = put(state, "france", "savoia", "LD")
    state.land.controllers["savoia"] = "france"
    put(state, "milan", "lombardia", "LD")
    why = march(state, "france", "savoia", french).why_not("lombardia")
    assert "MOV-24" in why
    assert "neutral" in why


@pytest.mark.rule("MOV-24")
def test_a_neutral_who_is_besieged_bars_nobody() -> None:
    """642: "Land stacks may not enter provinces that contains neutral unbesieged forces": those
    inside a besieged fortress do not count."""
    state = italy(
        alliances={"france": ["france"], "spain": ["spain"], "milan": ["milan"]},
        minors={"milan": "spain"},
        wars=[("france", "spain"), ("spain", "milan")],
    )
    state.land.controllers["lombardia"] = "milan"
    put(state, "milan", "lombardia", "LD", position="inside")
    put(state, "spain", "lombardia", "LD")
    state.land.sieges["lombardia"] = Siege("spain")
    assert not neutrals.neutral_units(state, "lombardia", "france")
    assert not sides.neutral_fortress(state, "lombardia", "france")


def test_a_minor_fully_at_war_has_a_free_campaign_and_its_patron_pays_for_more() -> None:
    """416: "Minors fully at war ... have 1 simple campaign each round ... The controlling major may
    upgrade to an kind of campaign by paying the difference"."""
    state = italy(step="campaign", impulse=1)
    put(state, "spain", "valencia", "LD")
    put(state, "naples", "campania", "LD")
    before = state.countries["spain"].treasury
    play(campaign_choice.choose, state, [("campaign", "none"), ("campaign", "multiple")])
    state.sequence.step = "cleanup"
    play(cleanup.cleanup, state)
    owed = campaigns.cost("multiple") - campaigns.cost("active")
    assert state.countries["spain"].treasury == before - owed
    assert state.countries["naples"].treasury == 1000


def test_a_minor_at_peace_has_a_passive_campaign_alone() -> None:
    """4075: "minors at peace have only Passive campaigns each turn, thus the Patron must pay for
    moving (when entering the zone where corsaire are located)"."""
    state = italy(step="campaign", impulse=2)
    put(state, "milan", "lombardia", "LD")
    played = play(campaign_choice.choose, state, [("campaign", "active")])
    assert "Milan" in played.asks[0].question
    assert played.asks[0].who == "spain", "the patron decides and pays"
    state.sequence.step = "cleanup"
    play(cleanup.cleanup, state)
    owed = campaigns.cost("active") - campaigns.cost("passive")
    assert state.countries["spain"].treasury == 1000 - owed


def test_a_minor_at_war_fights_pirates_only_where_it_trades() -> None:
    """4068: minors at war "can use their naval forces against corsaire in STZ or CTZ where they
    have a TradeFLEET of their own (only)"."""
    state = italy()
    state.sea.corsairs["sea-thyrrenienne"] = [Corsair("pirates", "-")]
    ship = [state.units[n] for n in fleet(state, "naples", "sea-thyrrenienne", "NGD")]
    assert "COR-13" in corsairs_math.why_not(state, ship, "sea-thyrrenienne", "spain")
    zone = next(iter(board.trade_zones_at("sea-thyrrenienne")))
    state.ledger.fleets = {f"naples {zone}": 2}
    assert corsairs_math.why_not(state, ship, "sea-thyrrenienne", "spain") == ""


def test_peace_ends_the_siege_and_leaves_the_besieger_where_he_is() -> None:
    """1738: battles and sieges are of "belligerent alliances" alone: a peace by ruling ends what
    was begun, and the land of the other is neutral from then on (682)."""
    state = italy(campaign="multiple", controllers={"lombardia": "spain"})
    [french] = put(state, "france", "lombardia", "A+")
    state.land.sieges["lombardia"] = Siege("france", ["+"])
    umpire.apply(state, {"do": "war", "one": "france", "other": "spain", "over": True})
    assert not state.land.sieges
    assert state.units[french].place == "lombardia"
    assert not sides.at_war(state, "france", "spain")


def test_the_supply_of_the_one_side_is_no_supply_of_a_friend_at_peace() -> None:
    """238: a source is a "controlled city"; 252: "not owned by a member of its alliance (only
    controlled)" is weak: a city of Milan, at peace, feeds no Spaniard."""
    state = italy(controllers={"lombardia": "milan"})
    assert not supply_lines.is_source(state, "lombardia", "spain", units=())
    assert supply_lines.is_source(state, "lombardia", "milan", units=())


def test_allies_of_allies_play_together_and_stand_apart() -> None:
    """96: "Alliances are transitive ... for this purpose (but not for stacking purpose"."""
    state = italy(alliances={"league": ["france", "venice", "genoa"], "spain": ["spain"]},
                  minors={}, wars=[("league", "spain")], campaign="multiple",
                  pacts=[["france", "venice"], ["venice", "genoa"]])  # fmt: skip
    assert sides.may_stack(state, ["france", "venice"])
    assert not sides.may_stack(state, ["france", "genoa"])
    state.land.controllers["lombardia"] = "venice"
    put(state, "genoa", "lombardia", "LD")
    [french] = put(state, "france", "savoia", "LD")
    state.land.controllers["savoia"] = "france"
    ask = march(state, "france", "savoia", french)
    assert "INI-03" in ask.why_not("lombardia")
    assert "lombardia" not in ask.reach()


def test_a_minor_gains_and_loses_no_stability() -> None:
    """3218: "Minor countries never gain or loss STAB or VPs. It is, however, possible to gain or
    loss STAB or VPs when fighting against a minor country"; 3220: it is "for the country
    which commanded the troops during the battle"."""
    for country, minor in (("naples", True), ("spain", False)):
        state = italy()
        put(state, country, "campania", "A+")
        force = parameters.stack_force(state, "campania", "spain")
        none = leaders.Commander("", 0, 0, 0)
        assert parameters.side(state, force, none, False, ()).minor == minor


@pytest.mark.parametrize(("owner", "fights"), [("algeria", True), ("pirates", False)])
def test_a_christian_minor_at_peace_fights_barbaresques(owner: str, fights: bool) -> None:
    """4070: "Christian Minor countries whose TradeFLEET are attacked by corsaire of Barbaresques
    may also use their naval forces ... even if at peace"; 4078: pirates they fight "in an
    abstract way", not with ships."""
    state = italy(alliances={"france": ["france"], "genoa": ["genoa"], "algeria": ["algeria"]},
                  minors={"genoa": "france", "algeria": "france"}, wars=[])  # fmt: skip
    zone = "sea-lion"
    state.sea.corsairs[zone] = [Corsair(owner, "-")]
    state.ledger.fleets = {f"genoa {each}": 2 for each in board.trade_zones_at(zone)}
    why = corsairs_math.why_not(state, [Unit(0, "genoa", "NGD", zone)], zone, "genoa")
    assert (why == "") == fights, why
    if owner == "algeria":
        assert corsairs_math.why_not(state, [Unit(0, "algeria", "NGD", zone)], zone, "algeria")
