"""Who may intercept on land, and how likely it is (ITG, INT)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts.countries import leaders
from engine.land.ground import stack_parts
from engine.land.movement import interception_math, interceptors
from engine.land.movement.march_ask import March
from engine.state import State, sides
from engine.state.land import Revolt, Siege
from engine.state.overseas import Establishment
from engine.state.stacks import Band
from tests.engine.border import posts, table
from tests.engine.playing import lead, put, tabletop


def odds(state: State, target: str, origin: str, spanish: list[int], mover: list[int],
         leader: str = "", chief: str = "") -> dict[str, int]:  # fmt: skip
    band = Band(origin, tuple(spanish), (leader,) if leader else ())
    units = [state.units[number] for number in mover]
    chiefs = [state.leaders[chief]] if chief else []
    found = interceptors.chance(state, target, band, Band.of(units, chiefs))
    return {modifier.rule: modifier.value for modifier in found.modifiers}


@pytest.mark.rule("INT-18")
def test_manoeuvre_counts_both_ways() -> None:
    state = table()
    mover = put(state, "france", "picardie", "LD", leader="bayard")
    spanish = put(state, "spain", "artois", "LD", leader="don-juan")
    found = odds(state, "picardie", "artois", spanish, mover, "don-juan", "bayard")
    difference = leaders()["don-juan"].manoeuvre - leaders()["bayard"].manoeuvre
    assert found["INT-18"] == difference > 0
    state = table()
    mover = put(state, "france", "picardie", "LD", leader="foix")
    spanish = put(state, "spain", "artois", "LD")
    found = odds(state, "picardie", "artois", spanish, mover, "", "foix")
    assert found["INT-18"] == -leaders()["foix"].manoeuvre


@pytest.mark.rule("INT-19", "INT-A1")
def test_technology_six_boxes_ahead() -> None:
    state = table(alliances={"france": ["france"], "spain": ["spain", "naples"]})
    mover, spanish = put(state, "france", "caux", "LD"), put(state, "spain", "picardie", "LD")
    assert "INT-19" not in odds(state, "caux", "picardie", spanish, mover)
    state.countries["spain"].land_technology = "baroque"
    assert odds(state, "caux", "picardie", spanish, mover)["INT-19"] == 1
    # The worst of a stack counts.
    spanish += put(state, "naples", "picardie", "LD")
    assert "INT-19" not in odds(state, "caux", "picardie", spanish, mover)


@pytest.mark.rule("INT-20", "INT-21", "INT-26", "INT-27")
def test_friends_foes_and_sieges_count() -> None:
    state = table()
    mover, spanish = put(state, "france", "caux", "LD"), put(state, "spain", "picardie", "LD")
    assert odds(state, "caux", "picardie", spanish, mover) == {}
    friend = put(state, "spain", "caux", "LD", position="inside")
    assert odds(state, "caux", "picardie", spanish, mover) == {"INT-20": 1}
    state.remove(state.units[friend[0]])
    state.land.controllers["caux"] = "spain"
    state.land.sieges["caux"] = Siege("france")
    assert odds(state, "caux", "picardie", spanish, mover) == {"INT-20": 1}
    put(state, "france", "caux", "LD")
    assert odds(state, "caux", "picardie", spanish, mover) == {"INT-20": 1, "INT-26": -2}
    state.land.sieges["picardie"] = Siege("spain")
    found = odds(state, "caux", "picardie", spanish, mover)
    assert found == {"INT-20": 1, "INT-26": -2, "INT-27": -1}
    state = table()
    mover, spanish = put(state, "france", "caux", "LD"), put(state, "spain", "caux", "LD")
    assert odds(state, "caux", "caux", spanish, mover) == {"INT-21": 1}


@pytest.mark.rule("INT-20")
def test_land_without_a_city_is_no_friend() -> None:
    """*If the target province contains a friendly force (other than the intercepting one) or city*:
    overseas most provinces of a country have none."""
    foes = {"portugal": ["portugal"], "gujarat": ["gujarat"]}
    state = tabletop(alliances=foes, wars=[("portugal", "gujarat")])
    mover, defenders = (
        put(state, "portugal", "gujarat-e", "LD"),
        put(state, "gujarat", "gujarat-w", "LD"),
    )
    assert sides.controlled_by(state, "gujarat-e", "gujarat")
    assert "INT-20" not in odds(state, "gujarat-e", "gujarat-w", defenders, mover)
    assert odds(state, "gujarat-w", "gujarat-e", defenders, mover)["INT-20"] == 1
    state.overseas.establishments["gujarat-e"] = [Establishment("gujarat", "fort")]
    assert odds(state, "gujarat-e", "gujarat-w", defenders, mover)["INT-20"] == 1


@pytest.mark.rule("INT-22", "INT-23", "INT-24", "INT-25", "INT-A5")
def test_swamps_rivers_passes_and_weather_count() -> None:
    state = table()
    mover = put(state, "france", "vorpommern", "LD")
    spanish = put(state, "spain", "mecklenburg", "LD")
    found = odds(state, "vorpommern", "mecklenburg", spanish, mover)
    assert (found["INT-22"], found["INT-23"]) == (-1, -1)
    state = table(notes={"flooded": ["picardie"]})
    mover, spanish = put(state, "france", "caux", "LD"), put(state, "spain", "picardie", "LD")
    assert odds(state, "caux", "picardie", spanish, mover) == {"INT-23": -1}
    state = table(bad_weather=True)
    mover = put(state, "france", "ile-de-france", "LD")
    spanish = put(state, "spain", "picardie", "LD")
    found = odds(state, "ile-de-france", "picardie", spanish, mover)
    assert found == {"INT-24": -2, "INT-25": -2}
    passes = put(state, "spain", "navarra", "LD")
    assert odds(state, "bearn", "navarra", passes, mover)["INT-25"] == -2
    # A strait has no modifier of its own (INT-A5).
    over = put(state, "spain", "zeeland", "LD")
    assert "INT-25" not in odds(state, "vlaanderen", "zeeland", over, mover)


@pytest.mark.rule("INT-28", "INT-29")
def test_a_natural_ten_or_a_modified_eight() -> None:
    assert [interception_math.intercepts(die, 0) for die in (7, 8)] == [False, True]
    assert [interception_math.intercepts(die, 1) for die in (6, 7)] == [False, True]
    assert [interception_math.intercepts(die, -9) for die in (9, 10)] == [False, True]
    state = table(bad_weather=True)
    mover = put(state, "france", "ile-de-france", "LD")
    spanish = put(state, "spain", "picardie", "LD")
    units = [state.units[mover[0]]]
    band = Band("picardie", tuple(spanish), ())
    assert interceptors.chance(state, "ile-de-france", band, Band.of(units)).tenths == 1
    state.sequence.bad_weather = False
    assert interceptors.chance(state, "ile-de-france", band, Band.of(units)).tenths == 1
    caux = interceptors.chance(state, "caux", band, Band.of(units))
    assert caux.tenths == 3


@pytest.mark.rule("ITG-02")
def test_only_the_same_province_or_the_next() -> None:
    state = table()
    mover = put(state, "france", "ile-de-france", "LD")
    put(state, "spain", "ile-de-france", "LD")
    put(state, "spain", "artois", "LD")
    put(state, "spain", "hainaut", "LD")
    assert posts(state, "ile-de-france", mover) == ["artois", "ile-de-france"]


@pytest.mark.rule("ITG-04", "MOV-24")
def test_an_interceptor_does_not_enter_neutral_land_after_its_enemy() -> None:
    state = table(
        alliances={"france": ["france"], "spain": ["spain"], "england": ["england"]},
        wars=[("france", "spain"), ("france", "england")],
    )
    state.land.controllers["picardie"] = "spain"
    mover = put(state, "france", "caux", "LD")
    put(state, "spain", "picardie", "LD")
    assert posts(state, "caux", mover) == ["picardie"]
    state.land.controllers["caux"] = "england"
    assert posts(state, "caux", mover) == []


@pytest.mark.rule("INT-01", "CAM-08", "CAM-10")
def test_no_campaign_no_interception() -> None:
    state = table()
    mover = put(state, "france", "picardie", "LD")
    put(state, "spain", "artois", "LD")
    country = state.countries["spain"]
    country.campaign = country.campaign_before = "none"
    assert posts(state, "picardie", mover) == []
    country.campaign_before = None
    country.campaign = None
    state.sequence.rounds = ["S2", "S3"]
    assert posts(state, "picardie", mover) == []
    state.land.owners["picardie"] = "spain"
    state.sequence.rounds = ["S3"]  # the first round: as if passive
    assert posts(state, "picardie", mover) == ["artois"]


@pytest.mark.rule("INT-02", "CAM-12", "CAM-15", "INT-A2")
def test_a_passive_campaign_intercepts_in_friendly_provinces() -> None:
    state = table()
    country = state.countries["spain"]
    country.campaign, country.campaign_before = None, "passive"
    mover = put(state, "france", "hainaut", "LD")
    put(state, "spain", "artois", "LD")
    assert posts(state, "hainaut", mover) == ["artois"]
    assert posts(state, "picardie", mover) == []
    enemy = put(state, "france", "hainaut", "LD", position="inside")
    assert posts(state, "hainaut", mover) == []
    state.remove(state.units[enemy[0]])
    state.land.revolts["hainaut"] = [Revolt("revolt", "-")]
    assert posts(state, "hainaut", mover) == []
    country.campaign = "active"
    assert posts(state, "picardie", mover) == ["artois"]


@pytest.mark.rule("INT-03", "ITG-11", "ITG-12", "ITG-13", "ITG-A1", "INT-A3")
def test_the_engaged_the_beaten_and_those_who_tried_may_not() -> None:
    state = table()
    mover = put(state, "france", "picardie", "LD")
    spanish = put(state, "spain", "artois", "LD", "LD")
    assert posts(state, "picardie", mover) == ["artois"]
    assert posts(state, "picardie", mover, tried=spanish) == []
    state.marks.beaten = set(spanish)
    assert posts(state, "picardie", mover) == []
    state.marks.beaten, state.marks.locked = set(), set(spanish)
    assert posts(state, "picardie", mover) == []
    state.marks.locked = set()
    standing = put(state, "france", "artois", "LD")
    assert posts(state, "picardie", mover) == []
    state.remove(state.units[standing[0]])
    for number in spanish:
        state.put(state.units[number], "artois", "inside")
    state.land.sieges["artois"] = Siege("france")
    assert posts(state, "picardie", mover) == []


@pytest.mark.rule("INT-03")
def test_only_a_phasing_enemy_beside_it_holds_a_stack_back() -> None:
    state = table(
        alliances={"france": ["france"], "spain": ["spain"], "england": ["england"]},
        wars=[("france", "spain"), ("england", "spain")],
    )
    mover = put(state, "france", "picardie", "LD")
    put(state, "spain", "artois", "LD")
    put(state, "england", "artois", "LD")
    assert posts(state, "picardie", mover) == ["artois"], "it is not England's impulse"
    put(state, "france", "artois", "LD")
    assert posts(state, "picardie", mover) == []


@pytest.mark.rule("ITG-02", "ITG-11", "ITG-12", "INT-02", "INT-03", "INT-A3")
def test_who_may_not_intercept_is_told_by_the_one_rule_that_forbids_it() -> None:
    state = table()
    (mover,) = put(state, "france", "picardie", "LD")
    (own,) = put(state, "spain", "artois", "LD")

    def why(place: str = "artois") -> str:
        return interceptors.why_not_eligible(state, "picardie", place, "spain", [mover])

    assert why() == ""
    assert "(ITG-02)" in why("provence")
    assert why("flandre") == "nobody there is able to"
    state.marks.locked.add(own)
    assert "(ITG-12)" in why()
    state.marks.beaten.add(own)
    assert "(ITG-11)" in why()
    state.marks.locked.clear()
    state.marks.beaten.clear()
    state.countries["spain"].campaign = "passive"
    assert "(INT-02)" in why()
    (other,) = put(state, "france", "artois", "LD")
    assert "(INT-03)" in why()
    state.remove(state.units[other])
    state.put(state.units[own], state.units[own].place, "inside")
    assert "(INT-A3)" in why()


@pytest.mark.rule("MOV-23")
@pytest.mark.parametrize(("campaign", "reason"), [("passive", "MOV-23"), ("active", "")])
def test_why_a_march_does_not_end_among_unfriendly_forces(campaign: Any, reason: str) -> None:
    """*Only passive moves*: the reason is the campaign, not the distance; under another there is
    none."""
    state = table(campaign=campaign)
    (number,) = put(state, "france", "picardie", "LD")
    put(state, "spain", "artois", "LD")
    ask = March(who="france", name="march", what="?", state=state, alliance="france",
                place="picardie", units=(number,), leaders=())  # fmt: skip
    said = ask.why_not("artois")
    assert (reason in said and "unfriendly forces" in said) if reason else said == ""


@pytest.mark.rule("ITG-04")
@pytest.mark.parametrize(("going", "offends"), [(1, False), (2, True)])
def test_a_part_that_leaves_its_general_with_fewer_than_a_lower_one_has_stays(
    going: int, offends: bool
) -> None:
    """*Hierarchy and splitting rules apply*: of Foix's three LD one may go, as Bayard has two."""
    state = table()
    units = put(state, "france", "picardie", "LD", "LD", "LD", leader="foix")
    put(state, "france", "champagne", "LD", "LD", leader="bayard")
    part = stack_parts.Part(tuple(map(str, units[:going])), ())
    assert bool(interceptors.worse_hierarchy(state, "ile-de-france", part)) is offends


@pytest.mark.rule("INT-19")
@pytest.mark.parametrize(("levels", "counts"), [(5, 0), (6, 1), (7, 1), (-6, 0)])
def test_a_technology_counts_from_six_levels_ahead(levels: int, counts: int) -> None:
    seen = interception_math.Interception(levels_ahead=levels)
    found = interception_math.interception(seen)
    assert sum(each.value for each in found if each.rule == "INT-19") == counts


@pytest.mark.rule("ITG-04", "MOV-26")
@pytest.mark.parametrize(
    ("kinds", "level", "thirds"),
    [
        (("LD", "LD", "LD"), 1, 6), (("LD", "LD", "LD"), 2, 3), (("LD", "LD"), 2, 0),
        (("A+",), 1, 9), (("A+",), 2, 6), (("A-", "LD"), 1, 6), (("A-", "LD"), 2, 3),
        (("LD", "A-"), 2, 3), (("A-", "LD", "LD"), 2, 6), (("A+", "A-"), 2, 12),
        (("LD", "A-", "A+"), 2, 15),
        (("LD", "LD"), 0, 6),
    ],
)  # fmt: skip
def test_a_besieger_intercepts_with_all_that_his_siege_can_spare(
    kinds: Any, level: int, thirds: int
) -> None:
    """*A stack may split and intercept with a part, for example keeping a siege*: 1 LD a level
    stays, and an army is broken where that lets more go."""
    state = table(levels={"champagne": level} if level else {})
    place = "champagne" if level else "artois"
    units = put(state, "spain", place, *kinds)
    if level:
        state.land.sieges[place] = Siege("spain")
    band = Band(place, tuple(units), ())
    mover = put(state, "france", "picardie", "LD")
    part = interceptors.largest_part(state, "picardie", band, mover)
    assert (stack_parts.thirds(state, part) if part else 0) == thirds


@pytest.mark.rule("ITG-04", "MOV-26")
def test_no_army_is_broken_where_a_detachment_may_stay() -> None:
    state = table(levels={"champagne": 1})
    state.land.sieges["champagne"] = Siege("spain")
    army, other, detachment = put(state, "spain", "champagne", "A-", "A+", "LD")
    band = Band("champagne", (army, other, detachment), ())
    part = interceptors.largest_part(
        state, "picardie", band, put(state, "france", "picardie", "LD")
    )
    assert part is not None
    assert part.troops == (str(army), str(other))


NEAR, FAR = "bassorah", "nedj-e"


def mamluks_before_bassorah() -> tuple[State, list[int]]:
    """Mamluks move outside Europe beside a province that Turkey, at war with them, holds."""
    state = tabletop(
        alliances={"mamluks": ["mamluks"], "turkey": ["turkey"]}, wars=[("mamluks", "turkey")],
        campaign="multiple", known={"turkey": {FAR}, "mamluks": {FAR}},
        natives={FAR: "gone"}, owners={NEAR: "turkey"},
    )  # fmt: skip
    return state, put(state, "mamluks", FAR, "LD")


@pytest.mark.rule("MOV-25", "MOV-A9", "ITG-04")
def test_a_stack_intercepts_in_the_rest_of_the_world_without_its_pasha() -> None:
    """*Intercept with only part of the stack*: Turkish rules have no pasha overseas (C-TUR-11)."""
    state, mover = mamluks_before_bassorah()
    (pasha,) = put(state, "turkey", NEAR, "PASHA", size=2)
    assert "no pasha goes" in interceptors.why_not_eligible(state, FAR, NEAR, "turkey", mover)
    troops = put(state, "turkey", NEAR, "LD", corps="janissary")
    found = interceptors._eligible_stack(state, FAR, NEAR, "turkey", mover, ())
    assert isinstance(found, Band)
    assert found.units == tuple(troops)
    assert pasha in state.units


@pytest.mark.rule("ITG-04")
def test_a_leader_without_a_mark_does_not_intercept_in_the_rest_of_the_world() -> None:
    """C-LDR-07: R may go there; whoever may not stays behind, as a stack may *intercept with only
    part of the stack*."""
    state, mover = mamluks_before_bassorah()
    troops = put(state, "turkey", NEAR, "LD", leader="osman", corps="janissary")
    lead(state, "turkey", NEAR, "turkey-anonymous-general-1")
    found = interceptors._eligible_stack(state, FAR, NEAR, "turkey", mover, ())
    assert found == Band(NEAR, tuple(troops), ("turkey-anonymous-general-1",))
    both = interceptors._eligible_stack(state, NEAR, NEAR, "turkey", mover, ())
    assert isinstance(both, Band)
    assert both.leaders == ("osman", "turkey-anonymous-general-1")
