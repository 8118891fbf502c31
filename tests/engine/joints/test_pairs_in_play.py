"""Pairs of chapters in whole lines of play: each says by its sentence what must happen.

Monarchs among allies, evacuations that are intercepted, straits and ice, pirates and minors at
peace, settlements under siege beside neutrals, explorations in bad weather.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.expeditions import exploration
from engine.facts import board
from engine.fleets import blockades, gold, havens, ports
from engine.fleets.naval_journey import Journey
from engine.land.battle.battle import BattleResult
from engine.land.battle.parameters import Force
from engine.land.ground import besieging
from engine.land.siege import fall
from engine.play.phase import Phase
from engine.rounds import campaigns
from engine.sea import convoys, corsairs_math
from engine.sea.battle import battle, retreat
from engine.sea.under_way.voyage import Voyage
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import leader_assignment, movement, siege_segment
from engine.situation import command
from engine.state import State, sides
from engine.state.land import Siege
from engine.state.overseas import Establishment
from engine.state.sea import Corsair
from engine.turns import peace
from tests.engine.playing import lead, put, tabletop
from tests.engine.plays import asked, modifiers, played, rolls
from tests.engine.sea.afloat import at, fleet, sea_table, units

GUIDE = "spain-anonymous-explorer-1"
CHANNEL = "sea-manche"

# Allied stacks x command x monarch.


def kings(**fields: Any) -> tuple[State, list[int]]:
    """A Habsburg king with one LD of Spain among three of the Empire, in Picardie, at war with
    France."""
    state = tabletop(alliances={"spain": ["spain", "habsburg"], "france": ["france"]},
                     campaign="multiple", **fields)  # fmt: skip
    found = [*put(state, "spain", "picardie", "LD"),
             *put(state, "habsburg", "picardie", "LD", "LD", "LD")]  # fmt: skip
    lead(state, "spain", "picardie", "carlos-i")
    return state, found


def test_the_campaign_of_the_monarch_s_country_moves_the_stack_of_his_allies() -> None:
    """405: "multinational stacks are moved as part of the campaign of the commander of the stack":
    the king's, who has fewer troops; theirs, when he is gone."""
    state, found = kings()
    troops = units(state, found)
    state.countries["spain"].campaign = "none"
    assert command.commander(state, troops, [state.leaders["carlos-i"]]).country == "spain"
    assert campaigns.may_move(state, "spain", troops, False)
    del state.leaders["carlos-i"]
    assert command.commander(state, troops, []).country == "habsburg"
    assert campaigns.may_move(state, "habsburg", troops, False) == ""


def overrun_king(casualty: int) -> State:
    state, _ = kings(impulse=1, controllers={"artois": "france", "picardie": "france"})
    big = put(state, "france", "artois", "A+", "A+", "A+", "A+", "A+", "A+", "A+", "A+")
    found = played(
        movement.moves, state,
        {"next-move": ["artois"], "mover": [[str(n) for n in big]], "march": [["picardie"]],
         "overrun": [True]},
        {"spain.casualty": casualty},
    )  # fmt: skip
    assert "LD of Spain and Habsburg in Picardie are overrun" in found.told, found.told
    return found.phase.state


@pytest.mark.rule("OVR-04", "LDR-12")
def test_a_king_whose_stack_is_overrun_eight_to_one_is_captured() -> None:
    """665: "immediately destroyed without battle and its leader must roll for wounds as after a
    regular battle where all the troops are destroyed"; 3268: a monarch in it who is a casualty "is
    captured by the winning side", no second die."""
    state = overrun_king(6)
    assert state.leaders["carlos-i"].status == "captured"
    assert state.notes["captive.carlos-i"] == "france"
    assert state.countries["spain"].monarch_lost
    assert not state.countries["habsburg"].monarch_lost, "he was the king of one of the two"


@pytest.mark.rule("LDR-12")
def test_a_king_who_is_no_casualty_of_the_overrun_is_free() -> None:
    """3268: only "he is part of the casualties (first roll <= 1)": 7 less 5 and 1 leaves 1, so 8
    does not take him."""
    assert overrun_king(8).leaders["carlos-i"].status != "captured"


@pytest.mark.rule("UND-30", "FAL-01", "LDR-13", "LDR-14")
@pytest.mark.parametrize("terms", ["war honour", "surrender", "storm"])
def test_a_king_in_a_fortress_that_allies_take_is_held_by_their_commander_and_ransomed(
    terms: fall.Terms,
) -> None:
    """3649, 3656, 3905: "if a Monarch happen to be trapped ... he is captured" on any terms; 3661:
    the fortress falls to "the country of the commander"; 3275: ruled "by a 3/3/3 monarch until
    either the ransom"; 3272: he "must be ransomed at the end of the turn"."""
    state = tabletop(
        alliances={"france": ["france", "savoy"], "spain": ["spain"]}, step="siege", box="W1",
        rounds=["S1", "W1"], sieges={"artois": Siege("france")}, controllers={"artois": "spain"},
        owners={"artois": "spain"}, levels={"artois": 1},
    )  # fmt: skip
    put(state, "france", "artois", "LD")
    put(state, "savoy", "artois", "LD", "LD", "LD")
    put(state, "spain", "artois", "LD", position="inside", leader="carlos-i")
    found = played(fall.fall, state, {}, {}, "artois", terms)
    state = found.phase.state
    assert state.leaders["carlos-i"].status == "captured"
    assert state.notes["captive.carlos-i"] == "savoy", "most troops are Savoy's"
    assert sides.controller(state, "artois") == "savoy"
    assert state.countries["spain"].monarch_lost
    assert "carlos-i" not in leader_assignment.returning_leaders(state, "spain")
    found = played(peace.ransoms, state)
    assert not found.phase.state.countries["spain"].monarch_lost
    assert "ransom" in {entry.kind for entry in found.phase.story}
    assert "captive.carlos-i" not in found.phase.state.notes


# Evacuation x interception at sea.


def shut_in() -> tuple[State, list[int], list[int]]:
    """An English garrison in Wessex, which France besieges, and ships in Kent."""
    state = sea_table()
    state.land.levels["wessex"] = 2
    put(state, "france", "wessex", "A+")
    state.land.sieges["wessex"] = Siege("france")
    ships = fleet(state, "england", "kent", "NTD", "NTD")
    return state, ships, put(state, "england", "wessex", "LD", position="inside")


def carry_off(state: State, ships: list[int], *sails: list[str], **more: Any) -> Any:
    way: dict[str, list[Any]] = {
        "next-move": [f"kent:{ships[0]}"], "mover": [list(map(str, ships))], "sail": list(sails),
    }  # fmt: skip
    return played(movement.moves, state, way | more.pop("answers", {}), **more)


@pytest.mark.rule("NAC-21", "CMB-18", "CMB-20")
def test_an_evacuation_that_loses_its_battle_is_landed_in_the_port_of_refuge_and_marches_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """876: "to embark besieged troops and retreat them before the fortress falls"; 979: "if the
    naval stack is intercepted and looses the battle, it retreats to port ... and the land stack is
    automatically disembarked"; 983: it "may continue its move after"."""

    async def lost(phase: Phase, zone: str, own: Force, foe: Force, interception: bool) -> Any:
        await retreat.flee(phase, zone, own, None, "whereto?")
        return BattleResult(foe.alliance, True, ((), ()))

    monkeypatch.setattr(battle, "battle", lost)
    state, ships, inside = shut_in()
    [foe] = fleet(state, "france", CHANNEL, "NWD")
    found = carry_off(
        state, ships, [CHANNEL, "wessex", "!embark:wessex"], [CHANNEL, "kent", "!land:kent"],
        answers={"intercept": [[], [str(foe)]], "retreat-to": ["kent"]},
        dice={"france.intercept": 10},
    )  # fmt: skip
    assert at(found.phase.state, inside[0]) == ("kent", "field"), found.told
    assert "march" in asked(found), "it may march on"
    assert "wessex" in found.phase.state.land.sieges


@pytest.mark.rule("CMB-10")
def test_an_evacuation_ends_in_a_port_and_not_beside_it() -> None:
    """953: to disembark "out of the port ... cannot be done after an evacuation", but can after
    boarding in a port."""
    state = sea_table()
    ships = fleet(state, "england", "kent", "NTD", "NTD")
    put(state, "england", "normandie", "LD")
    found = carry_off(state, ships, [CHANNEL, "!embark:normandie"], ["kent", "!land:kent"])
    ask = [ask for ask in found.asks if ask.name == "sail"][1]
    assert isinstance(ask, Sail)
    assert not ask.is_legal(["!land:kent"])
    assert ask.is_legal(["kent", "!land:kent"])
    state = sea_table()
    ships = fleet(state, "england", "kent", "NTD", "NTD")
    put(state, "england", "kent", "LD")
    found = carry_off(state, ships, ["!embark:kent"], [CHANNEL, "!land:wessex"])
    assert "a landing in Wessex" in found.told, found.told


@pytest.mark.rule("CMB-11", "NAC-24")
def test_going_aboard_is_announced_to_nobody_and_landing_is() -> None:
    """961: "the landing must be announced when the naval stack enters the zone"; 1385 to 1389: of
    the non-cumulative "+1 If intercepting in the same sea zone" and "+2 If the moving stack
    announced a landing" the highest counts; boarding is no action (929) and leaves the +1."""
    chances = []
    for away in ("!embark:normandie", "!land:normandie"):
        state = sea_table()
        fleet(state, "france", CHANNEL, "NWD")
        ships = fleet(state, "england", "kent", "NTD", "NTD")
        put(state, "england", "normandie" if "embark" in away else "kent", "LD")
        sails = [[CHANNEL, away], ["kent", "!land:kent"]]
        if "land" in away:
            sails = [["!embark:kent"], [CHANNEL, away]]
        found = carry_off(state, ships, *sails)
        ask = next(ask for ask in found.asks if ask.name == "intercept")
        chances.append(ask.about["chances"][CHANNEL])
    assert chances == [4, 5]


# Straits x frozen Sund x fleets in port.


@pytest.mark.rule("PRE-13")
def test_ships_with_troops_that_a_strait_stops_go_back_and_put_them_ashore() -> None:
    """1487: "If a naval stack carrying troops is stopped by a ... StraitFort, it must go back to
    the closest ... friendly port large enough to hold it ... This is a move, hence a cause of
    attrition"."""
    state = sea_table(alliances={"england": ["france"], "france": ["spain"]},
                      wars=[("france", "spain"), ("england", "france")])  # fmt: skip
    state.land.controllers["sicilia"] = "spain"
    state.land.controllers["moreas"] = "france"
    ships = fleet(state, "france", "provence", "NTD")
    army = put(state, "france", "provence", "LD")
    found = played(
        movement.moves, state,
        {"next-move": [f"provence:{ships[0]}"],
         "sail": [["!embark:provence"],
                  ["sea-lion", "sea-thyrrenienne", "sea-ionienne", "!land:sicilia"]],
         "fire": [True]},
        {"spain.fire": 8},
    )  # fmt: skip
    assert at(found.phase.state, ships[0])[1] == "port", found.told
    assert at(found.phase.state, army[0]) == (at(found.phase.state, ships[0])[0], "field")
    assert "sicilia" not in found.phase.state.land.sieges
    assert rolls(found, "france.attrition") >= 1, "the move back is a cause of it"


@pytest.mark.rule("RET-03", "RET-07")
def test_a_strait_is_no_bar_to_the_beaten_but_a_port_behind_it_is_their_last() -> None:
    """2945: the closest port, "ignoring ports that are behind a ... StraitFort"; 2973: the retreat
    "is not subject to Presidios and StraitFort"."""
    state = sea_table(alliances={"england": ["venice"], "france": ["turkey"]},
                      wars=[("england", "france")])  # fmt: skip
    ships = units(state, fleet(state, "venice", "sea-marmara", "NWD"))
    found = havens.nearest_havens(state, ships, "sea-marmara", "england")
    assert found, "the only ports lie behind the strait"
    assert found[0].crossings >= 1
    assert all(haven.place != "canakkale" for haven in found)


def test_who_is_beaten_beyond_the_ice_flees_to_no_port_through_it() -> None:
    """CON-A3: no fleet enters, leaves or crosses the frozen Sund: a port on it is no refuge, while
    it was before the frost."""
    shut: list[bool] = []
    for frozen in (False, True):
        state = tabletop(
            alliances={"denmark": ["denmark"], "sweden": ["sweden"]}, wars=[("denmark", "sweden")],
            campaign="multiple", box="W1", sund_frozen=frozen,
        )  # fmt: skip
        ships = units(state, fleet(state, "denmark", "sea-baltique", "NWD"))
        nearest = {
            haven.place for haven in havens.nearest_havens(state, ships, "sea-baltique", "denmark")
        }
        found = havens.nearest_havens(state, ships, "sea-baltique", "denmark", nearest)
        shut.append(all(board.SUND not in haven.way for haven in found))
    assert shut == [False, True]


def on_the_ice() -> set[str]:
    """The ports that open to the Sund alone."""
    return {b.other for b in board.land_neighbours(board.SUND)
            if set(board.adjacent_seas(b.other)) == {board.SUND}}  # fmt: skip


@pytest.mark.rule("PRE-16")
def test_neither_the_ice_nor_a_strait_blockades_a_port() -> None:
    """1496: "neither StraitFort nor Presidios nor USURE are actually blockading the port for any
    purpose (especially when undermining the fortress ...)"."""
    state = sea_table(alliances={"england": ["venice"], "france": ["turkey"]},
                      wars=[("england", "france")], sund_frozen=True)  # fmt: skip
    state.land.controllers["trakya"] = "venice"
    put(state, "turkey", "trakya", "A+")
    state.land.sieges["trakya"] = Siege("france", ["+"])
    assert not blockades.is_blockaded(state, "trakya")
    assert not blockades.is_blockaded(state, next(iter(on_the_ice())))


# Pirates x minors at peace x convoys.

LION = "sea-lion"


def merchants(**fields: Any) -> tuple[State, Voyage]:
    """Genoa, a minor at peace with gold at sea, its trade fleet there, and pirates +."""
    state = sea_table(
        alliances={"spain": ["spain"], "genoa": ["genoa"]}, wars=[], minors={"genoa": "spain"},
        **fields,
    )  # fmt: skip
    state.ledger.fleets = {"genoa zm-lion": 4}
    state.sea.corsairs[LION] = [Corsair("pirates", "+")]
    numbers = fleet(state, "genoa", "sea-thyrrenienne", "NTD", "NTD")
    gold.settle(state, units(state, numbers), 30)
    return state, Voyage("genoa", numbers, [], Journey(("palermo", "sea-thyrrenienne")))


@pytest.mark.rule("CNV-04", "CNV-07", "CNV-12", "COR-17")
def test_pirates_who_have_robbed_a_minor_at_peace_are_hunted_by_its_merchants() -> None:
    """1509: pirates attack who are "not adjacent", who act in the whole zone; 1535: the
    interception makes them -; 1517: who is no longer + attacks no more; 4078: in the siege segment
    minors at peace roll with "1 for each side of commercial fleet", 8 takes the last side."""
    state, voyage = merchants()
    dice = {"pirates.convoy": 10, "genoa.hunt": 1, "pirates.raid": 10}
    found = played(convoys.attacks, state, {}, dice, voyage)
    state = found.phase.state
    assert state.sea.corsairs[LION] == [Corsair("pirates", "-")]
    assert not convoys.attackers(state, "sea-thyrrenienne", "genoa")
    state.sequence.step = "siege"
    found = played(siege_segment.siege, state, {}, {"minors.hunt": 6})
    assert modifiers(found, "minors.hunt") == {"COR-17": 2}
    assert LION not in found.phase.state.sea.corsairs, found.told


@pytest.mark.rule("COR-17")
def test_where_a_major_trades_the_minors_leave_the_pirates_to_it() -> None:
    """4078: "in the STZ where there are no major country TradeFLEET"."""
    state, _ = merchants(step="siege")
    state.ledger.fleets["spain zm-lion"] = 1
    found = played(siege_segment.siege, state)
    assert rolls(found, "minors.hunt") == 0


@pytest.mark.rule("COR-14", "COR-13")
def test_the_patron_s_stack_counts_the_minor_s_fleet_against_barbaresques_alone() -> None:
    """4070: Christian minors at peace "may stack with their Patron's naval unit to fight those
    corsaire" of the Barbaresques; 4078: against pirates "minor countries at peace fight in an
    abstract way"."""
    for owner, counted in (("algeria", "COR-04"), ("pirates", "COR-05")):
        state = sea_table(
            alliances={"spain": ["spain", "genoa"], "algeria": ["algeria"]}, wars=[], step="siege",
            minors={"genoa": "spain", "algeria": "spain"},
        )  # fmt: skip
        state.ledger.fleets = {"genoa zm-lion": 4, "spain zm-lion": 4}
        state.sea.corsairs[LION] = [Corsair(owner, "-")]
        fleet(state, "spain", LION, "NWD", task=corsairs_math.HUNT)
        fleet(state, "genoa", LION, "F+: 4 NGD", task=corsairs_math.HUNT)
        found = played(siege_segment.siege, state)
        die = "genoa.hunt" if owner == "algeria" else "spain.hunt"
        assert counted in modifiers(found, die), (owner, found.told)


@pytest.mark.rule("CNV-13")
def test_the_gold_of_a_minor_at_peace_that_pirates_take_is_nobody_s() -> None:
    """1544: "Gold captured by corsaire of minor countries is lost": pirates have no controller, and
    no treasury grows."""
    state, voyage = merchants()
    before = {name: each.treasury for name, each in state.countries.items()}
    dice = {"pirates.convoy": 10, "genoa.hunt": 1, "pirates.raid": 2}
    found = played(convoys.attacks, state, {}, dice, voyage)
    assert {name: each.treasury for name, each in found.phase.state.countries.items()} == before
    assert sum(found.phase.state.sea.gold.values()) < 30


# Overseas establishments x siege x peace.


def colony(kind: Any = "fort", **fields: Any) -> State:
    """A Spanish settlement on the Gabon; France is at war with Spain, England with nobody."""
    fields.setdefault("step", "siege")
    state = tabletop(
        alliances={"spain": ["spain"], "france": ["france"], "england": ["england"]},
        wars=[("france", "spain")], campaign="multiple",
        known={name: {"sea-guinee", "gabon-n"} for name in ("spain", "france", "england")},
        **fields,
    )  # fmt: skip
    state.overseas.establishments["gabon-n"] = [
        Establishment("spain", kind, 0 if kind == "fort" else 2, 0, 1)
    ]
    return state


@pytest.mark.rule("FAL-04")
def test_a_fort_that_falls_beside_a_neutral_is_razed_and_the_neutral_stays() -> None:
    """3665: "In the ROTW, non-cities fortresses may be entirely destroyed that way"; 3444: who
    besieges is who is before "an enemy fortress", and a neutral beside it is asked nothing."""
    state = colony()
    put(state, "france", "gabon-n", "LD", "LD")
    [neutral] = put(state, "england", "gabon-n", "LD")
    state.land.sieges["gabon-n"] = Siege("france")
    found = played(fall.fall, state, {}, {}, "gabon-n", "surrender")
    assert "raze" in found.told
    assert at(found.phase.state, neutral) == ("gabon-n", "field")
    assert besieging.besieger(found.phase.state, "gabon-n") == ""
    assert {ask.who for ask in found.asks} <= {"france"}


@pytest.mark.rule("FAL-01")
def test_a_trading_post_that_falls_is_no_harbour_of_its_owner_any_more() -> None:
    """3660: "put a control marker ... This fortress is now controlled by that country": the post
    serves France's ships, not Spain's; England, at peace with both, has none before nor after."""
    state = colony("trading_post")
    put(state, "france", "gabon-n", "LD", "LD")
    state.land.sieges["gabon-n"] = Siege("france")
    before = [name for name in ("spain", "france", "england")
              if ports.harbour(state, "gabon-n", name)]  # fmt: skip
    state = played(fall.fall, state, {}, {}, "gabon-n", "surrender").phase.state
    after = [name for name in ("spain", "france", "england")
             if ports.harbour(state, "gabon-n", name)]  # fmt: skip
    assert (before, after) == (["spain"], ["france"])


def test_in_the_siege_step_only_who_is_at_war_acts_before_a_settlement() -> None:
    """3444: "Land stacks in a province with either an enemy fortress or an enemy REVOLT must
    besiege": the neutral beside them neither rolls nor is asked."""
    state = colony(box="S3")
    put(state, "france", "gabon-n", "LD", "LD")
    put(state, "england", "gabon-n", "LD")
    state.land.sieges["gabon-n"] = Siege("france")
    found = played(siege_segment.siege, state)
    assert {ask.who for ask in found.asks} <= {"france", "spain"}
    assert rolls(found, "england.siege") == 0
    assert "2 LD of France in Gabon N: a besieger without a line of supply" in found.told


# Exploration x weather x winter.


def explorers(**fields: Any) -> tuple[State, int]:
    state = tabletop(alliances={"spain": ["spain"]}, wars=[], known={"spain": {"sea-guinee"}},
                     campaign="passive", box="W1", **fields)  # fmt: skip
    [ship] = fleet(state, "spain", "sea-guinee", "NWD", leader=GUIDE)
    return state, ship


@pytest.mark.rule("EXP-13")
def test_bad_weather_adds_two_to_an_exploration_at_sea() -> None:
    """1596: "+2 if there is Bad weather", among those "For exploration at sea"."""
    summed = []
    for bad in (False, True):
        state, ship = explorers(bad_weather=bad, step="exploration")
        state.sea.tasks[str(ship)] = state.sea.tasks[GUIDE] = "explore"
        found = played(exploration.explorations, state)
        summed.append(sum(modifiers(found, "spain.explore").values()))
    assert summed[1] - summed[0] == 2


@pytest.mark.rule("EXP-13")
def test_bad_weather_adds_nothing_to_an_exploration_by_land() -> None:
    """1588: the modifiers of all explorations name no weather."""
    summed = []
    for bad in (False, True):
        state = tabletop(alliances={"spain": ["spain"]}, wars=[], campaign="passive", box="W1",
                         known={"spain": {"azteca-e", "sea-mexique"}}, step="exploration",
                         bad_weather=bad)  # fmt: skip
        put(state, "spain", "azteca-e", "LD", leader="cortes")
        ask = played(exploration.explorations, state).asks[0]
        way = next(raw for raw in ask.listed() if str(raw).startswith("azteca-e>"))
        state = tabletop(alliances={"spain": ["spain"]}, wars=[], campaign="passive", box="W1",
                         known={"spain": {"azteca-e", "sea-mexique"}}, step="exploration",
                         bad_weather=bad)  # fmt: skip
        put(state, "spain", "azteca-e", "LD", leader="cortes")
        found = played(exploration.explorations, state, {ask.name: [way]})
        summed.append(sum(modifiers(found, "spain.explore").values()))
    assert summed[0] == summed[1]


@pytest.mark.rule("EXP-05")
def test_an_exploration_costs_no_attrition_beyond_that_of_being_at_sea() -> None:
    """1574: "Exploration is not a movement and ... is never subject to attrition"; 1121: ships at
    sea roll once, "even if they are not actually moving", and bad weather adds 2 to that."""
    counted = []
    for bad in (False, True):
        state, ship = explorers(bad_weather=bad)

        async def both(phase: Phase) -> None:
            await movement.moves(phase)
            phase.state.sequence.step = "exploration"
            await exploration.explorations(phase)

        found = played(both, state, {"next-move": [f"sea-guinee:{ship}"], "sail": [["!explore"]]},
                       {"spain.explore": 1, "spain.attrition": 1})  # fmt: skip
        counted.append(sum(modifiers(found, "spain.attrition").values()))
        assert rolls(found, "spain.attrition") == 1, found.told
        assert rolls(found, "spain.explore") == 1, found.told
    assert counted[1] - counted[0] == 2
