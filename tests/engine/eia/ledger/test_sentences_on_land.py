"""Sentences of the house rules about battles, marches, sieges and supply, each applied on a
position that a person entered."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.adjudicator import resolve
from engine.eia.ledger.desk.booking import bookings
from tests.engine.eia.adjudicating import rules
from tests.engine.eia.nights import Club, begun, came_of, complaints_of, fight, power, sack

POSITION = (
    "France: dominant; corps I=12i 2lc, II=10i 4hc, III=10i, IV=8i, V=4c, VI=6i, Guard=6g, "
    "Guns=3a, LSLC=1 lslc; leaders Davout=4-5-3 A, Murat=2-4-2 C; depots Ulm, Metz; "
    "Turkey: corps I=10f, II=8i 4c; leaders Husrev=1-2-3 C; minors Tunisia, Egypt; "
    "Russia: corps I=10i 4c, Cossacks=3co; leaders Suvorov=5-5-4 A; "
    "Austria: corps I=12i 4mc, II=9i, Freikorps=2f; leaders Charles=4-4-6 A; minors Bavaria"
)
WARS = ("austria france", "france russia", "france turkey", "austria turkey")


@pytest.fixture
def club() -> Club:
    found = Club(wars=WARS, last=600)
    found.enter("setup-text", text=POSITION)
    return found


def ended(document: dict[str, Any], how: str) -> dict[str, Any]:
    """What a battle comes to that ends so, by dice that are tried one after the other."""
    for seed in range(1, 400):
        found = resolve.adjudicate("eia-battle", json.dumps(document), seed)[0]["outcome"]
        if found["ended"] == how:
            return dict(found)
    raise AssertionError(f"no dice end it so: {how}")


# Troops


@pytest.mark.rule("EIA-ERR-04")
def test_the_cavalry_of_the_first_three_russian_corps(club: Club) -> None:
    """'The Russia I, II, and III corps should have a cavalry morale of '4'. […] Unless the advanced
    cavalry rules are used.'"""
    club.enter("corps", power="russia", corps="I", factors={"cavalry": 4})
    club.enter("corps", power="russia", corps="II", factors={"cavalry": 4})
    document = fight(club, "ru I Suvorov v fr III, ass v def")
    typed = came_of("battle", document)
    assert ("EIA-CAV-02" in rules(typed), "EIA-ERR-04" in rules(typed)) == (True, False)
    printed = came_of("battle", {**document, "cavalry_types": False})
    assert "EIA-ERR-04" in rules(printed)
    assert printed["sides"]["Russia"]["morale"] == 4.0


@pytest.mark.rule("EIA-OE-06", "EIA-OE-07")
def test_turkish_free_states_of_the_empire_fight_better(club: Club) -> None:
    """'Turkish controlled free states that can be included in the OE have morale 2 for infantry and
    3 for cavalry even if OE is not in existence. Ottoman cavalry is doubled for the purposes of
    determining cavalry superiority only.'"""
    club.enter("corps", power="turkey", corps="Tunis", factors={"infantry": 8}, nation="tunisia")
    line = "tu Tunis Husrev v fr III, ass v def"
    assert came_of("battle", fight(club, line))["sides"]["Turkey"]["morale"] == 1.0
    club.enter("free-state", minor="Tunisia", power="turkey")
    assert came_of("battle", fight(club, line))["sides"]["Turkey"]["morale"] == 1.0, "not said yet"
    club.enter("yields", land="Tunisia", manpower=1, ottoman=True)
    found = came_of("battle", fight(club, line))
    assert found["sides"]["Turkey"]["morale"] == 2.0
    assert {"EIA-OE-06", "EIA-OE-07"} <= rules(found)


# La Salle's Light Cavalry


@pytest.mark.rule("EIA-LSLC-01", "EIA-LSLC-04", "EIA-LSLC-05")
def test_la_salles_light_cavalry(club: Club) -> None:
    """'LSLC is a French unit and is treated as Cossack for all purposes […] LSLC has morale level
    of 5. When LSLC attacks alone, opponent may not retreat.'"""
    alone = fight(club, "fr LSLC v au II, ass v withdraw")
    assert alone["attacker"]["corps"][0]["type"] == "lslc"
    assert "EIA-LSLC-05" in complaints_of("battle", alone)
    assert complaints_of("battle", fight(club, "fr LSLC III v au II, ass v withdraw")) == ""
    found = came_of("battle", fight(club, "fr LSLC v au II, ass v def"))
    assert found["sides"]["France"]["morale"] == 5.0
    club.at("land movement", of="france")
    march = came_of("force-march", begun(club, "force-march", "lslc", allowance=4))
    assert (march["allowed"], "EIA-LSLC-01" in rules(march)) == (False, True)


# Guards


@pytest.mark.rule("EIA-CAV-04", "EIA-LDR-02", "EIA-LDR-03")
def test_who_leads_the_guard_or_heavy_cavalry(club: Club) -> None:
    """'Heavy cavalry can be committed as if it were guard, but only at +1.' 'A leader must be
    chosen to lead the guard. The guard adjustment (+1 or +2) is then added to that leaders casualty
    roll.'"""
    document = fight(club, "fr II Guard Davout Murat v au I Charles, ass v def")
    heavy = {"round": 1, "commitment": 1, "leader": "Murat", "troop": "heavy_cavalry"}

    def led(**more: Any) -> dict[str, Any]:
        return {**document, "attacker": {**document["attacker"], "guards": [{**heavy, **more}]}}

    assert complaints_of("battle", led()) == ""
    assert "EIA-CAV-04" in complaints_of("battle", led(commitment=2))
    assert complaints_of("battle", led(commitment=2, troop="guard")) == ""
    assert "EIA-LDR-02" in complaints_of("battle", led(leader="Ney"))
    sure = {"France__casualty__Murat": 5, "France__casualty__Davout": 5,
            "France__wound__Murat": 3}  # fmt: skip
    fates = came_of("battle", led(), **sure)["leaders"]["France"]
    assert fates == {"Murat": {"wounded": 3}, "Davout": "unhurt"}, "5 and 1 are 6"


# Who fights, who reinforces


@pytest.mark.rule("EIA-RNF-01", "EIA-RNF-02", "EIA-RNF-03")
def test_corps_that_stand_by(club: Club) -> None:
    """'At least the commanding leaders tactical maximum number of corps must take part in the
    battle, if they are present. Surplus corps in the area take any leftover damage […] Reinforcing
    from the same area where the battle takes place is permitted.'"""
    document = fight(club, "fr I II III IV Davout v au I Charles, ass v def")
    corps = document["attacker"]["corps"]

    def standing(number: int) -> dict[str, Any]:
        some = [{**each, "role": "surplus"} if at < number else each
                for at, each in enumerate(corps)]  # fmt: skip
        return {**document, "attacker": {**document["attacker"], "corps": some}}

    assert complaints_of("battle", standing(1)) == ""
    assert "EIA-RNF-01" in complaints_of("battle", standing(2))
    spilled = came_of("surplus", {"damage": 12, "fighting": 10, "surplus": 8})
    assert (spilled["fighting"], spilled["surplus"]) == (10, 2)
    joins = {"corps": [corps[3]], "same_area": True}
    some = {**document["attacker"], "corps": corps[:3], "reinforcements": [joins]}
    assert complaints_of("battle", {**document, "attacker": some}) == ""


@pytest.mark.rule("EIA-RNF-04", "EIA-RNF-05")
def test_what_reinforces_is_not_counted(club: Club) -> None:
    """'Reinforcing corps do not affect commanding leader's tactical ability and may exceed his
    stacking limit. […] Reinforcing leader may bring his tactical maximum + one cavalry corps.'"""
    document = fight(club, "fr I II III Davout v au I Charles, ass v def")
    known = fight(club, "fr I II III IV V VI Davout v au I Charles, ass v def")["attacker"]["corps"]
    murat = {"name": "Murat", "strategic": 2, "tactical": 4, "maximum": 2}

    def joined(*names: str) -> dict[str, Any]:
        own = [each for each in known if each["name"] in names]
        side = {**document["attacker"], "reinforcements": [{"leader": murat, "corps": own}]}
        return {**document, "attacker": side}

    assert complaints_of("battle", joined("IV", "VI", "V")) == "", "two, and a cavalry corps"
    found = came_of("battle", joined("IV", "VI", "V"))
    assert found["sides"]["France"]["tactical"] == 5
    assert "EIA-RNF-04" in rules(found)
    assert complaints_of("battle", joined("I", "IV", "VI")) != "", "three of infantry"


# Tables, withdrawals, surrounded armies


@pytest.mark.rule("EIA-ERR-17")
def test_the_first_table_across_a_river(club: Club) -> None:
    """'The attacker's first combat table when crossgriding an Escalated Assault with a Cordon river
    crossing should be "5-1" instead of "5-2".'"""
    across = came_of("battle", fight(club, "fr I III Davout v au I Charles, esc v cor, river"))
    assert across["tables"]["round1"][0] == "5-1"
    assert "EIA-ERR-17" in rules(across)
    beside = came_of("battle", fight(club, "fr I III Davout v au I Charles, esc v cor"))
    assert "EIA-ERR-17" not in rules(beside)


@pytest.mark.rule("EIA-WDR-02", "EIA-WDR-03")
def test_withdrawing_at_night_and_out_of_a_ring(club: Club) -> None:
    """'Withdrawing at night does not cost any PP. If withdrawing party is surrounded and withdraw
    is succesful, it's forces are treated as they would withdraw unbroken after a day's combat. e.g.
    roll from pursuit class 1.'"""
    document = fight(club, "fr I Davout v au I II Charles, ass v def, points 2")
    night = {**document, "defender": {**document["defender"], "withdraws_at_night": True}}
    found = ended(night, "night")
    assert "EIA-WDR-02" in rules(found)
    assert not any((found["political_points"] or {}).values())
    document = fight(club, "fr I Davout v au I Charles, ass v withdraw, points 2")
    ring = {**document, "defender": {**document["defender"], "surrounded": True}}
    away = ended(ring, "withdrew")
    assert away["pursuit"]["class"] == 1
    assert "EIA-WDR-03" in rules(away)
    assert ended(document, "withdrew")["pursuit"] is None


@pytest.mark.rule("EIA-RET-02", "EIA-PUR-01")
def test_a_surrounded_and_beaten_army_loses_twice(club: Club) -> None:
    """'Surrounded and defeated army takes double normal losses for pursuit. All these additional
    casualties are prisoners.' '1d6*10% (round down) of all pursuit losses are prisoners.'"""
    document = fight(club, "fr I II III V Davout v au I II Charles, ass v def, points 1")
    ring = {**document, "defender": {**document["defender"], "surrounded": True}}
    dice = {f"France__round{n}": 6 for n in (1, 2, 3)}
    dice |= {f"Austria__round{n}": 1 for n in (1, 2, 3)}
    dice |= {"France__prisoners": 3, "France__pursuit": 2}
    open_field, caught = came_of("battle", document, **dice), came_of("battle", ring, **dice)
    plain, double = open_field["pursuit"], caught["pursuit"]
    lost = plain["lost_cavalry"] + plain["lost_others"]
    assert (plain["lost_doubled"], double["lost_doubled"]) == (0, lost)
    assert (plain["prisoners"], double["prisoners"]) == (3 * lost // 10, 3 * lost // 10 + lost)
    values = resolve.parse_document(resolve.kind_of("eia-battle"), _text(ring))
    booked = [each for each in bookings(club.ledger, "eia-battle", values, caught, {})
              if each.entry == "prisoners"]  # fmt: skip
    assert sum(each.fields["number"] for each in booked) == double["prisoners"]


def _text(document: dict[str, Any]) -> str:
    return json.dumps(document)


# Retreat

AREAS = [{"name": "Tyrol", "entered_from": True}, {"name": "Vienna"}]


@pytest.mark.rule("EIA-RET-01", "EIA-RET-05")
def test_where_a_beaten_army_may_not_go() -> None:
    """'Any area from which the attacker marched to battle (or reinforced from) may not be retreated
    to, unless the defender is surrounded.'"""
    found = came_of("retreat", {"areas": AREAS})
    assert (found["areas"], found["surrounded"]) == (["Vienna"], False)
    ring = came_of("retreat", {"areas": [AREAS[0], {"name": "Vienna", "enemy": True}]})
    assert (ring["areas"], ring["surrounded"]) == (["Tyrol"], True)


@pytest.mark.rule("EIA-RET-03", "EIA-RET-04")
def test_who_surrenders_and_where_minors_go() -> None:
    """'Armies never surrender, except as noted above, or on an island that has no enemy free area.
    Sponsored minors retreat towards their capital.'"""
    held = {"areas": [{"name": "Messina", "enemy": True}]}
    assert not came_of("retreat", held)["surrenders"]
    assert came_of("retreat", {**held, "island": True})["surrenders"]
    free = {"areas": [*held["areas"], {"name": "Palermo"}], "island": True}
    assert not came_of("retreat", free)["surrenders"]
    minor = {"areas": [{"name": "Franconia", "capital": 2}, {"name": "Munich", "capital": 0}],
             "sponsored": True}  # fmt: skip
    assert came_of("retreat", minor)["areas"] == ["Munich"]
    assert len(came_of("retreat", {**minor, "sponsored": False})["areas"]) == 2


@pytest.mark.rule("EIA-ERR-18", "EIA-ERR-19", "EIA-ERR-20")
def test_who_landed_and_is_beaten_surrenders() -> None:
    """'Corps which disembarked into a land area and are then forced to retreat in the subsequent
    land combat step must surrender […], unless atleast one of the attacking corps attacked by land.
    This applies to forces attacking over a crossing-arrow also.'"""
    for routes, gone, rule in (
        (["landed", "landed"], True, "EIA-ERR-18"),
        (["landed", "land"], False, "EIA-ERR-19"),
        (["arrow"], True, "EIA-ERR-20"),
    ):
        found = came_of("retreat", {"areas": AREAS, "attackers": routes})
        assert (found["surrenders"], rule in rules(found)) == (gone, True), routes


# Marches


@pytest.mark.rule("EIA-ERR-12", "EIA-ERR-13")
def test_who_may_force_march(club: Club) -> None:
    """'Corps may increase their movement allowance by one movement point by "force marching".
    Cossacks, freikorps, guerrillas, cavalry corps and disembarking corps may not be force
    marched.'"""
    for who, kind, allowed in (
        ("france", "infantry", True), ("france", "guard", True), ("france", "cavalry", False),
        ("russia", "cossack", False), ("austria", "freikorps", False),
    ):  # fmt: skip
        club.at("land movement", of=who)
        document = begun(club, "force-march", f"{kind} corps", allowance=3)
        found = came_of("force-march", document)
        assert (found["allowed"], found["allowance"]) == (allowed, 3 + allowed), kind
    club.at("land movement", of="france")
    landed = begun(club, "force-march", "infantry", allowance=3, disembarking=True)
    assert "EIA-ERR-13" in rules(came_of("force-march", landed))


@pytest.mark.rule("EIA-ERR-26", "EIA-ERR-27", "EIA-ERR-28", "EIA-SUP-01")
def test_forcible_access_by_march_and_by_supply(club: Club) -> None:
    """'Forcible access operates under the same restrictions as access through neutral minor
    countries […] loses one political point per Turn for each major power's territories' 'Supply can
    be traced over a territory owned by neutral major party but such an action is considered as
    forcible access.'"""
    club.at("land movement", of="france")
    way = [{"area": "Bavaria", "controller": "prussia"}, {"area": "Saxony", "controller": "spain"}]
    document = begun(club, "forcible-access", "France", entered=way)
    assert came_of("forcible-access", document)["political_points"] == -2
    barred = {**document, "entered": [{**way[0], "within_limits": False}]}
    assert "EIA-ERR-27" in rules(came_of("forcible-access", barred))
    before = power(club, "france").political_halves
    club.enter("forcible-access", power="france", controller="prussia", supply=True)
    assert power(club, "france").political_halves == before - 2
    document = begun(club, "forcible-access", "France", entered=way)
    assert document["paid"] == ["prussia"]
    assert came_of("forcible-access", document)["political_points"] == -1, "once a turn"
    traced = {**document, "entered": [{**way[1], "use": "supply"}]}
    assert "EIA-SUP-01" in rules(came_of("forcible-access", traced))


@pytest.mark.rule("EIA-ERR-29", "EIA-ERR-31")
def test_forcible_access_opens_a_war_and_calls(club: Club) -> None:
    """'may, if desired, immediately declare war […] If war is declared, allies may be called as in
    4.3.'"""
    club.at("creating alliances")
    club.enter("alliance", powers=["prussia", "russia"])
    club.at("land movement", of="austria")
    club.enter("access", giver="prussia", receiver="austria")
    asked = club.doubts("forcible-access", power="austria", controller="prussia")
    assert asked.startswith("Prussia has granted Austria access")
    club.enter("war", power="prussia", on="austria", because="forcible access")
    assert club.told("EIA-ERR-31")[-1] == "Both sides may call their allies."
    assert club.told("EIA-ERR-29")
    assert not club.told("EIA-ALL-08"), "Austria is no ally"
    club.enter("join-war", power="russia", caller="prussia", on="austria")
    assert club.ledger.at_war("austria", "russia")


# Sieges


@pytest.mark.rule("EIA-SIE-01")
def test_artillery_helps_a_siege(club: Club) -> None:
    """'Siege rolls get +1 if arty corps is present.'"""
    club.at("land combat", of="france")
    assert came_of("siege", begun(club, "siege"), siege=3)["total"] == 4
    club.enter("corps", power="france", corps="Guns", factors={"artillery": 0})
    assert came_of("siege", begun(club, "siege"), siege=3)["total"] == 3, "no guns are left"
    club.at("land combat", of="austria")
    assert came_of("siege", begun(club, "siege"), siege=3)["total"] == 3


@pytest.mark.rule("EIA-SIE-02", "EIA-SIE-03", "EIA-SIE-04")
def test_who_may_assault_and_with_what_morale(club: Club) -> None:
    """'A fortress may only be assaulted by as many troops that it can hold, plus artillery and
    guards. Cavalry has the same morale value as infantry when assaulting a fortress. EXCEPTION:
    Cossacks, freicorps and LSLC retain their morale.'"""
    club.at("land combat", of="france")
    document = begun(club, "assault", capacity=57)
    assert document["factors"]["guard"] == 6
    found = came_of("assault", document)
    assert (found["allowed"], found["counted"]) == (True, 57), "neither guards nor artillery"
    assert not came_of("assault", {**document, "capacity": 56})["allowed"]
    said = {each["rule"]: each["why"] for each in found["because"]}
    assert said["EIA-SIE-03"].startswith("medium" if "medium" in said["EIA-SIE-03"] else "")
    assert {"EIA-SIE-03", "EIA-SIE-04"} <= rules(found)
    club.enter("corps", power="france", corps="LSLC", factors={"lslc": 1}, gone=True)
    assert "EIA-SIE-04" not in rules(came_of("assault", begun(club, "assault", capacity=57)))


# Supply


@pytest.mark.rule("EIA-ERR-15", "EIA-ERR-16")
def test_what_a_depot_costs_beyond_four_corps(club: Club) -> None:
    """'If a single depot is used to supply more than four corps, the cost of supplying every corps
    after the fourth is doubled (i.e. $1 in the depot's area, $2 in one area distant, etc.). In
    winter, costs are doubled twice'"""
    near = [0, 0, 0, 0, 0, 1]
    club.at("supply", of="france")
    document = begun(club, "depot-supply", "Metz", distances=near)
    assert document["winter"], "December"
    winter = came_of("depot-supply", document)
    assert winter["each"][4:] == [2.0, 4.0]
    assert "EIA-ERR-16" in rules(winter)
    club.at("supply", "April", of="france")
    found = came_of("depot-supply", begun(club, "depot-supply", "Metz", distances=near))
    assert found["each"][4:] == [1.0, 2.0]
    assert "EIA-ERR-15" in rules(found)


@pytest.mark.rule("EIA-ERR-11", "EIA-BRN-04", "EIA-BRN-05", "EIA-PIL-12", "EIA-PIL-13")
def test_what_damaged_and_ceded_cities_are_good_for(club: Club) -> None:
    """'A pillaged city counts as having forage value 0 […] Trade income is not affected. […] A
    burned city is not a valid supply source. Burned cities cannot trade.' 'Cities in ceded home
    nation provinces are not valid supply sources, unless the province has been incorporated in a
    minor free state'"""
    club.at("land combat", of="turkey")
    club.enter("city", **sack(club, city="Vienna"))
    club.enter("city", **sack(club, city="Ofen", act="burn"))
    club.enter("setup", power="france", provinces={"Tyrol": "austria"})
    told = club.at("supply", of="turkey")
    assert any("Vienna is pillaged: forage 0" in line for line in told)
    assert any("Ofen is burned: no source of supply" in line for line in told)
    assert came_of("supply-source", begun(club, "supply-source", "Vienna"))["source"]
    burned = came_of("supply-source", begun(club, "supply-source", "Ofen"))
    assert (burned["source"], "EIA-BRN-04" in rules(burned)) == (False, True)
    ceded = begun(club, "supply-source", "Tyrol")
    assert not came_of("supply-source", ceded)["source"]
    joined = came_of("supply-source", {**ceded, "joined": "multi-district minor"})
    assert (joined["source"], "EIA-ERR-11" in rules(joined)) == (True, True)
    told = club.at("money and manpower collection")
    assert any("Ofen is burned: it does not trade." in line for line in told)
    assert {"EIA-BRN-05", "EIA-PIL-12", "EIA-PIL-13"} <= club.reminders()


@pytest.mark.rule("EIA-LIM-11")
def test_other_nations_sack_as_their_controller_does(club: Club) -> None:
    """'Turkey: may burn and pillage at will' – and whoever is not in the list as his controller."""
    club.at("land combat", of="turkey")
    assert "EIA-LIM-04" in club.refuses(
        "city", **sack(club, city="Nice", owner="france", by="austria", nation="bavaria")
    )
    club.enter("city", **sack(club, city="Nice", owner="france", by="turkey", nation="egypt"))
    assert club.ledger.cities["Nice"].state == "pillaged"
    assert club.told("EIA-LIM-11")
