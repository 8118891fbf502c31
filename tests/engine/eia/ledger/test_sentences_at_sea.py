"""Sentences of the house rules about the sea, each applied on a position that a person entered."""

from __future__ import annotations

from typing import Any

import pytest

from engine.eia.ledger.desk.situations import with_settled_figures
from tests.engine.eia.adjudicating import rules
from tests.engine.eia.nights import Club, begun, came_of, complaints_of, fight, power

POSITION = (
    "France: fleets Brest=12, Toulon=9; leaders Villeneuve=1-1-2 C; "
    "Great Britain: dominant; fleets Channel=20, Gibraltar=10; leaders Nelson=1-5-2 A; "
    "Turkey: fleets Sultan=10; depots Smyrna, Crete; minors Egypt; "
    "Austria: fleets Trieste=6; minors Venetia; "
    "Russia: fleets Baltic=10; minors Sweden; hulks Kronstadt=2; "
    "Spain: dominant; fleets Cadiz=10"
)
WARS = ("britain france", "france turkey", "austria france", "france russia", "france spain")


@pytest.fixture
def club() -> Club:
    found = Club(wars=WARS, last=600)
    found.enter("setup-text", text=POSITION)
    return found


def morale(club: Club, line: str, side: str, **more: Any) -> float:
    """The morale of a side of a battle of fleets."""
    document = {**fight(club, line, "engage"), **more}
    found: float = came_of("naval-battle", document)["sides"][side]["morale"]
    return found


# Morale


@pytest.mark.rule("EIA-NMOR-03", "EIA-NMOR-07")
def test_british_fleets_are_bolder_near_home(club: Club) -> None:
    """'+0,5 Dominant Britain/Spain +0,5 British fleets adjacent to Britain or in a BB that is
    adjacent to a sea area adjacent to Britain or in British ports.'"""
    assert morale(club, "gb v fr", "Great_Britain") == 3.5
    assert morale(club, "gb v fr, near britain", "Great_Britain") == 4.0
    assert morale(club, "sp v fr, near britain", "Spain") == 3.5, "Britain's own"
    club.enter("setup", power="britain", dominant=False, sure=True)
    assert morale(club, "gb v fr, near britain", "Great_Britain") == 3.5


@pytest.mark.rule("EIA-NMOR-01", "EIA-NMOR-04")
def test_turkish_fleets_are_bolder_in_their_seas(club: Club) -> None:
    """'+1,0 Turkish fleets in Mediterranean/Black sea'"""
    assert morale(club, "tu v fr", "Turkey") == 2.0
    for sea in ("mediterranean", "black sea"):
        assert morale(club, f"tu v fr, {sea}", "Turkey") == 3.0
    assert morale(club, "tu v fr, baltic", "Turkey") == 2.0
    assert morale(club, "tu v fr, mediterranean", "France") == 3.0, "and nobody else's"


@pytest.mark.rule("EIA-NMOR-06")
def test_austrian_and_venetian_ships_are_bolder_in_the_adriatic(club: Club) -> None:
    """'+0,5 Austrian/Venetian ships in the Adriatic'"""
    assert morale(club, "au v fr", "Austria") == 2.0
    assert morale(club, "au v fr, adriatic", "Austria") == 2.5
    assert morale(club, "au v fr, mediterranean", "Austria") == 2.0
    document = fight(club, "au v fr, adriatic", "engage")
    document["attacker"]["fleets"] = [{"name": "Venice", "nation": "venice", "ships": 4}]
    assert came_of("naval-battle", document)["sides"]["Austria"]["morale"] == 3.5


@pytest.mark.rule("EIA-NMOR-05")
def test_swedish_and_danish_ships_are_bolder_in_the_baltic(club: Club) -> None:
    """'+0,5 Swedish/Danish ships in the Baltic'"""
    document = fight(club, "ru v fr, baltic", "engage")
    fleets = document["attacker"]["fleets"]
    assert came_of("naval-battle", document)["sides"]["Russia"]["morale"] == 3.0
    for nation in ("sweden", "denmark"):
        document["attacker"]["fleets"] = [{**fleets[0], "nation": nation}]
        assert came_of("naval-battle", document)["sides"]["Russia"]["morale"] == 3.5
        elsewhere = {**document, "sea": "other"}
        assert came_of("naval-battle", elsewhere)["sides"]["Russia"]["morale"] == 3.0


# The combat die


@pytest.mark.rule("EIA-NAV-02", "EIA-NAV-03")
def test_a_naval_die_is_changed_by_two_at_most(club: Club) -> None:
    """'Transporting fleets have a -1 to all combat rolls. Naval combat die roll modifier maximum is
    +/-2.'"""
    document = fight(club, "gb v fr", "engage")
    british = document["attacker"]["modifiers"]
    assert [each["why"] for each in british] == ["British fleets"]
    more = [{"value": 2, "why": "Nelson"}]
    laden = {**document["attacker"], "transporting": True}
    for side, most in (
        ({**document["attacker"], "modifiers": [*british, *more]}, 2),
        (laden, british[0]["value"] - 1),
        ({**laden, "modifiers": [{"value": -4, "why": "a storm"}]}, -2),
    ):
        others = side["modifiers"]
        found = came_of("naval-die", {"transporting": side.get("transporting", False),
                                      "others": others})  # fmt: skip
        assert found["modifier"] == most
        whole = came_of("naval-battle", {**document, "attacker": side})
        assert whole["sides"]["Great_Britain"]


# Crossing arrows, the strait


@pytest.mark.rule("EIA-SET-01", "EIA-SET-02", "EIA-SET-03", "EIA-NAV-01")
def test_which_options_are_in_force() -> None:
    """'All optional rules, except militia conversion. Advanced naval rules, no new crossing arrows.
    Additionally following house rules apply... […] Crossing arrows from advanced naval rules are
    not used.'"""
    both = {"base": "5-2", "house": "5-1"}
    assert came_of("in-force", both)["rule"] == "5-1"
    assert came_of("in-force", {**both, "how": "addition"})["rule"] == "5-2 5-1"
    assert came_of("in-force", {"base": "5-2"})["rule"] == "5-2"
    options = came_of("in-force", {})["options"]
    assert options["optional rules"] is True
    assert options["militia conversion"] is False
    assert options["advanced naval rules"] is True
    assert options["advanced naval crossing arrows"] is False


@pytest.mark.rule("EIA-NAV-14", "EIA-ALL-01")
def test_nobody_is_caught_in_constantinople(club: Club) -> None:
    """'Constantinople port&blockadebox are considered part of Dardanelles. […] Exception: Turkey
    may grant access through Dardanelles without restriction.'"""
    club.at("naval combat", of="russia")
    shut = came_of("strait", begun(club, "strait"))
    assert not shut["allowed"]
    assert "EIA-NAV-14" in rules(shut)
    club.enter("access", giver="turkey", receiver="russia")
    found = came_of("strait", begun(club, "strait"))
    assert found["allowed"]
    assert "EIA-ALL-01" in rules(found)
    assert came_of("strait", {"power": "turkey"})["allowed"]


# Blockades


@pytest.mark.rule("EIA-BLK-06", "EIA-BLK-07", "EIA-BLK-08", "EIA-BLK-09")
def test_what_changes_the_roll_that_keeps_a_blockade(club: Club) -> None:
    """'British Fleets receive a "+1" modifier to maintaining a blockade roll. If admiral Villeneuve
    is with a blockaded stack, "-1" […] The above modifiers are cumulative. […] take account only
    the lowest roll by any of the blockading stacks.'"""
    club.enter("fleet", fleet="Brest", power="france", ships=12, blockaded=True, by=["britain"])
    document = begun(club, "blockade-test", "Brest")
    dice = {"BLOCKADED__test": 3, "Great_Britain__test": 2}
    assert came_of("blockade-test", document, **dice)["result"] == "holds"
    found = came_of("blockade-test", {**document, "villeneuve": True}, **dice)
    assert (found["blockaders"], found["result"]) == ([2], "lifted")
    club.enter("fleet", fleet="Brest", power="france", ships=12, blockaded=True,
               by=["britain", "spain"])  # fmt: skip
    both = came_of("blockade-test", begun(club, "blockade-test", "Brest"), **dice, Spain__test=1)
    assert (both["blockaders"], both["counts"]) == ([3, 1], 1)
    assert "EIA-BLK-06" in rules(both)


@pytest.mark.rule("EIA-BLK-02", "EIA-BLK-03", "EIA-BLK-04", "EIA-BLK-05")
def test_what_a_test_of_a_blockade_leads_to(club: Club) -> None:
    """'If the blockade does not hold then the blockading stack must withdraw to an adjacent
    sea-area […] They may subsequently attempt to intercept any Fleets leaving port […] two (2) or
    more in favor of the blockading stack, the phasing Major Power initiates a blockade battle'"""
    club.enter("fleet", fleet="Toulon", power="france", ships=9, blockaded=True, by=["spain"])
    document = begun(club, "blockade-test", "Toulon")
    lifted = came_of("blockade-test", document, BLOCKADED__test=4, Spain__test=3)
    assert (lifted["withdraws_to"], lifted["may_intercept"]) == ("an adjacent sea area", True)
    assert {"EIA-BLK-03", "EIA-BLK-04"} <= rules(lifted)
    for die, result in ((4, "holds"), (5, "holds"), (6, "battle")):
        found = came_of("blockade-test", document, BLOCKADED__test=4, Spain__test=die)
        assert found["result"] == result, die
        assert found["withdraws_to"] is None


@pytest.mark.rule("EIA-BRK-03", "EIA-BRK-04", "EIA-BRK-05", "EIA-BRK-06")
def test_what_a_third_fleet_may_do_about_a_blockade(club: Club) -> None:
    """'Engage the blockading fleet in the BB, resulting in normal naval combat. Blockaded fleets
    take no part. Avoid interception in the BB and join with fleets in port. Engage with the support
    of the blockaded fleet, resulting in a blockade combat. […] The blockading fleet is not moved
    from the blockade box.'"""
    club.enter("fleet", fleet="Brest", power="france", ships=12, blockaded=True)
    club.at("naval combat", of="france")
    document = begun(club, "blockade-break", "Brest")
    alone = came_of("blockade-break", document)
    assert (alone["battle"], alone["blockaded_fight"]) == ("naval", False)
    slips = came_of("blockade-break", {**document, "third_fleet": "evade"})
    assert (slips["battle"], slips["joins_port"]) == (None, True)
    caught = came_of("blockade-break", {**document, "third_fleet": "evade", "intercepted": True})
    assert not caught["joins_port"]
    drawn = came_of("blockade-break", {**document, "third_fleet": "support", "result": "draw"})
    assert (drawn["battle"], drawn["blockaded_fight"]) == ("blockade", True)
    assert (drawn["moves_on"], drawn["blockader_stays"]) == (True, True)


# Port raids


def raid(club: Club, **more: Any) -> dict[str, Any]:
    """A British raid on a French port as the desk begins it, with guns of 30."""
    document = begun(club, "port-raid", "Great Britain on France", harbour=30, points=1, **more)
    document["attacker"]["lost_on"] = 1
    return document


@pytest.mark.rule("EIA-RAID-08", "EIA-RAID-10", "EIA-RAID-18", "EIA-NAV-09")
def test_a_raid_is_fought_with_the_ships_that_are_written_down(club: Club) -> None:
    """'No tactical chits are chosen. […] The raid lasts for three combat rounds […] There is no
    general chase or naval pursuit after a port raid.' 'If placed in a port, it can fire during
    harbor raids.'"""
    document = raid(club)
    attacker, defender = document["attacker"], document["defender"]
    assert (attacker["ships"], attacker["morale"]) == (30, 3.5)
    assert (defender["ships"], defender["morale"], "loose_ships" in defender) == (21, 3.0, False)
    club.enter("launch", power="france", ships=3, port="Rochefort")
    document = raid(club)
    assert document["defender"]["loose_ships"] == 3
    found = came_of("port-raid", document)
    assert {"EIA-RAID-08", "EIA-RAID-18", "EIA-NAV-09"} <= rules(found)
    assert found["pursuit"] is False


@pytest.mark.rule("EIA-RAID-03", "EIA-RAID-09", "EIA-RAID-12")
def test_the_harbours_guns_fire_on_the_way_in_and_out(club: Club) -> None:
    """'inflict casualties and morale loss on the attacking force equal to a single, unmodified, D6
    roll using the 4-1 table […] reduced […] prior to the start of the three possible rounds […]
    withdraws past the harbor guns, suffering another (unmodified) attack on the 5-1 table.'"""
    best = {"guns__in": 6, "guns__out": 6}
    fired = came_of("port-raid", raid(club, guns=True), **best)
    silent = came_of("port-raid", raid(club, guns=False))
    assert {"EIA-RAID-03", "EIA-RAID-09", "EIA-RAID-12"} <= rules(fired)
    assert not {"EIA-RAID-03", "EIA-RAID-09", "EIA-RAID-12"} & rules(silent)
    assert fired["sides"]["Great_Britain"]["damaged"] > silent["sides"]["Great_Britain"]["damaged"]


@pytest.mark.rule("EIA-RAID-11", "EIA-RAID-13", "EIA-RAID-14")
def test_who_wins_a_raid(club: Club) -> None:
    """'a force must have both broken (or totally eliminated) the opposing force and have inflicted
    more losses than he has received. […] If neither side can claim victory, […] a draw'"""
    document = raid(club, guns=False, defender={"ships": 10, "morale": 1.0})
    best = {f"Great_Britain__round{n}": 6 for n in (1, 2, 3)}
    worst = {f"France__round{n}": 1 for n in (1, 2, 3)}
    won = came_of("port-raid", document, **best, **worst)
    assert (won["winner"], won["political_points"]) == ("Great_Britain", 1)
    assert won["sides"]["France"]["broken"]
    gunned = {**document, "guns": True, "harbour": 60}
    drawn = came_of("port-raid", gunned, **best, **worst, guns__in=6, guns__out=6)
    assert drawn["sides"]["France"]["broken"], "but the guns have hit more"
    assert (drawn["draw"], drawn["political_points"]) == (True, 0)


@pytest.mark.rule("EIA-RAID-15", "EIA-RAID-16", "EIA-RAID-17")
def test_what_becomes_of_raiders_and_damaged_ships(club: Club) -> None:
    """'the attacking stack is moved to the blockade box or the nearest sea zone (attacker's
    choice). […] the attacker must roll to return them […] The defender rolls a D6 for each ship
    damaged in the port raid, on a "1" that ship is eliminated.'"""
    document = raid(club, guns=False, to="nearest sea zone")
    found = came_of("port-raid", document)
    assert found["attacker_to"] == "nearest sea zone"
    hit = {name: side["damaged"] for name, side in found["sides"].items()}
    assert hit["France"], "somebody has hit"
    dice = {f"France__damaged{n}": 1 if n == 1 else 2 for n in range(1, hit["France"] + 1)}
    dice |= {f"Great_Britain__damaged{n}": 1 for n in range(1, hit["Great_Britain"] + 1)}
    found = came_of("port-raid", document, **dice)
    assert {name: side["lost"] for name, side in found["sides"].items()} == {
        "France": 1, "Great_Britain": hit["Great_Britain"],
    }  # fmt: skip


@pytest.mark.rule("EIA-RAID-01")
def test_minors_raid_with_as_many_ships_of_a_major(club: Club) -> None:
    """'Minor countries fleets must be accompanied by at least the same number of vessels from a
    player Major Power to participate in a port attack.'"""
    assert complaints_of("port-raid", raid(club, attacker={"minor_ships": 15})) == ""
    assert "EIA-RAID-01" in complaints_of("port-raid", raid(club, attacker={"minor_ships": 16}))


GARRISON = [{"player": "france", "factors": 4}]
GUNS = [
    # what is entered, what is typed on the desk; whether the guns fire, the rule
    ({}, {"garrison": GARRISON}, True, "EIA-RAID-02"),
    ({}, {}, False, "EIA-RAID-04"),
    ({"hostile": False, "access": "given"}, {"garrison": GARRISON}, False, "EIA-RAID-04"),
    ({"hostile": False, "access": "given"}, {"garrison": GARRISON, "own_fleet_attacked": True},
     True, "EIA-RAID-07"),
    ({"hostile": False, "access": "refused"}, {"garrison": GARRISON}, True, "EIA-RAID-06"),
    ({"hostile": False, "access": "refused"}, {"garrison": [{**GARRISON[0], "fire": False}]},
     False, "EIA-RAID-05"),
    ({}, {"garrison": [*GARRISON, {"player": "spain", "factors": 5, "fire": False}]}, False,
     "EIA-GUN-01"),
    ({}, {"garrison": [*GARRISON, {"player": "spain", "factors": 4, "fire": False}]}, False,
     "EIA-GUN-02"),
    ({}, {"corps": GARRISON}, True, "EIA-GUN-03"),
    ({}, {"corps": [*GARRISON, {"player": "spain", "factors": 3, "fire": False}]}, True,
     "EIA-GUN-04"),
    ({}, {"corps": [*GARRISON, {"player": "spain", "factors": 5, "fire": False}]}, False,
     "EIA-GUN-04"),
]  # fmt: skip


@pytest.mark.rule("EIA-RAID-02", "EIA-RAID-04", "EIA-RAID-05", "EIA-RAID-06", "EIA-RAID-07",
                  "EIA-GUN-01", "EIA-GUN-02", "EIA-GUN-03", "EIA-GUN-04")  # fmt: skip
@pytest.mark.parametrize(("stands", "typed", "fire", "rule"), GUNS)
def test_whether_the_guns_of_a_port_fire(
    club: Club, stands: dict[str, Any], typed: dict[str, Any], fire: bool, rule: str
) -> None:
    """'If there is a garrison or Corps in the port, that are at war or that has denied access […]
    If the attacking stack is given access […] or no enemy Corps or garrisons are in the port, the
    harbor defenses are not used. […] the player with most controlled garrison factors decides'"""
    if stands:
        club.enter("peace", victor="britain", loser="france")
        club.enter("access", giver="france", receiver="britain")
    club.at("naval combat", of="britain")
    document = begun(club, "port-guns", "of France against Great Britain", **typed)
    assert document.get("access", "none") == ("given" if stands else "none")
    found = came_of("port-guns", {**document, **stands})
    assert found["fire"] is fire
    assert rule in rules(found)


@pytest.mark.rule("EIA-PORT-02", "EIA-PORT-03", "EIA-HULK-09")
def test_a_minors_fleet_surrenders_with_its_port(club: Club) -> None:
    """'Minor country Fleets cannot be scuttled, and will surrender if placed in these conditions.
    Each Fleet scuttled causes the loss of "-1" political point.'"""
    before = power(club, "france").political_halves
    club.enter("port", port="Venice", captor="austria", owner=None, fleets=["Venetian"])
    assert club.told("EIA-PORT-02") == ["Minor fleets surrender to Austria."]
    club.enter("port", port="Toulon", captor="austria", owner="france", fleets=["Toulon"])
    assert power(club, "france").political_halves == before - 2
    assert "Toulon" not in club.ledger.fleets


# Hulks


@pytest.mark.rule("EIA-NAV-11", "EIA-NAV-12")
def test_a_hulk_is_a_majors_who_may_let_his_minor_use_it(club: Club) -> None:
    """'Minor countries may not own hulks. All hulks captured by a minor are property of the
    controlling majorpower. A major power may allow a minor to use it's hulks for shipbuilding.'"""
    club.at("naval reinforcement")
    document = begun(club, "hulk-build", "Kronstadt", ship="ship of the line", builder="sweden",
                     minor=True, controller="russia")  # fmt: skip
    assert (document["owner"], document["hulk_port"]) == ("russia", "Kronstadt")
    assert "EIA-NAV-12" in rules(came_of("hulk-build", document))
    assert came_of("hulk-build", {**document, "leave": True})["allowed"]
    taken = {"sunk": {"heavy ship": 2}, "sunk_of": "france", "winner": "sweden", "minor": True,
             "controller": "russia", "distance": 1, "port": "Kronstadt"}  # fmt: skip
    found = came_of("hulk", taken)
    assert found["owner"] == "russia"
    assert "EIA-NAV-11" in rules(found)


@pytest.mark.rule("EIA-HULK-03", "EIA-HULK-04", "EIA-HULK-10", "EIA-HULK-11")
def test_where_hulks_are_brought(club: Club) -> None:
    """'first a friendly port is chosen (may be that of an ally, if said ally gives permission),
    then the distance […] is calculated as if moving a fleet counter. […] Ships sunk in a port raid
    are counted as having distance 0 […] gained by an attacker […] residing in the port'"""
    sunk = {"sunk": {"ship of the line": 2}, "sunk_of": "france", "winner": "britain"}
    lent = {**sunk, "distance": 2, "port": "Kronstadt", "port_owner": "russia"}
    barred = came_of("hulk", lent)
    assert (barred["gained"], "EIA-HULK-03" in rules(barred)) == (0, True)
    found = came_of("hulk", {**lent, "leave": True}, hulk1=2, hulk2=3)
    assert (found["gained"], "EIA-HULK-04" in rules(found)) == (1, True)
    raided = {**sunk, "winner": "france", "raid": "defender", "distance": 5}
    home = came_of("hulk", raided)
    assert (home["gained"], home["distance"]) == (2, 0)
    assert "EIA-HULK-10" in rules(home)
    away = came_of("hulk", {**sunk, "raid": "attacker", "distance": 1}, hulk1=1, hulk2=2)
    assert (away["gained"], "EIA-HULK-11" in rules(away)) == (1, True)


# Supply, landing


@pytest.mark.rule("EIA-NSUP-01")
def test_naval_supply_runs_over_seven_areas_between_depots(club: Club) -> None:
    """'Naval supply cannot trace more than 7 sea areas (7 movement points […]) without touching a
    depot.'"""
    way = [{"name": f"sea {number}"} for number in range(1, 8)]
    assert came_of("naval-supply", {"path": way})["supplied"]
    far = {"path": [*way, {"name": "sea 8"}]}
    assert not came_of("naval-supply", far)["supplied"]
    touched = {"path": [*way[:4], {"name": "Smyrna"}, *way[4:]]}
    known = with_settled_figures(club.ledger, "eia-naval-supply", touched)
    assert known["path"][4] == {"name": "Smyrna", "depot": True}
    assert came_of("naval-supply", known)["supplied"], "there is a Turkish depot"


@pytest.mark.rule("EIA-ERR-14")
def test_a_landing_goes_into_a_besieged_port_that_has_room() -> None:
    """'If an area contains a friendly port that is besieged (but not blockaded), counters may be
    considered to be disembarked directly into the port (if there is room) or into the port's
    area'"""
    besieged = {"friendly": True, "besieged": True}
    assert came_of("landing", besieged)["places"] == ["port", "area"]
    for shut in ({"blockaded": True}, {"room": False}, {"friendly": False}):
        assert came_of("landing", {**besieged, **shut})["places"] == ["area"]
