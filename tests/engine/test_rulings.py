"""Umpire's rulings: everything on the table can be set right, by the names that players read."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import scenarios
from engine.documents.fields import REQUIRED, Choice, Flag, Whole
from engine.facts import board, force_pools
from engine.grammar import thirds
from engine.overseas import active_natives
from engine.play.asks import BadAnswer
from engine.sea import refit
from engine.sequence.next_moves import NextMoves
from engine.state import State, known_zones, sides
from engine.state.land import Revolt, Siege
from engine.state.overseas import Establishment
from engine.turns import wars
from engine.umpire import umpire
from engine.umpire.ruling import NAMES, NameInState
from tests.engine import invariants
from tests.engine.playing import lead, put, tabletop
from tests.engine.sea.afloat import fleet
from tests.engine.turns.table import campaign

HERE, NEXT, COAST = "quebec-c", "quebec-sw", "quebec-ne"


def overseas() -> State:
    state = tabletop(known={"france": {HERE}, "spain": {HERE, NEXT}})
    put(state, "france", HERE, "LD", "LDE", leader="champlain")
    return state


def ruled(state: State, do: str, **details: Any) -> str:
    ruling = {"do": do, **{key.strip("_"): value for key, value in details.items()}}
    before = state.to_plain()
    said = umpire.preview(state, ruling)
    assert state.to_plain() == before, "a trial changes nothing"
    assert umpire.apply(state, ruling) == said
    assert State.from_plain(state.to_plain()) == state
    return said


def refused(state: State, do: str, **details: Any) -> str:
    ruling = {"do": do, **{key.strip("_"): value for key, value in details.items()}}
    before = state.to_plain()
    with pytest.raises(BadAnswer) as error:
        umpire.apply(state, ruling)
    assert state.to_plain() == before, "a refusal changes nothing"
    return str(error.value)


def test_names_that_players_read() -> None:
    state = tabletop()
    said = ruled(state, "place-unit", country="France", kind="A+", place="Arras", veteran=True)
    assert said == "France gets A+ in Artois"
    unit = state.units[1]
    assert (unit.country, unit.place, unit.position, unit.veterans) == (
        "france", "artois", "field", 12,
    )  # fmt: skip
    assert ruled(state, "control", country="HIS", place="Île-de-France").endswith("Île-de-France")
    assert sides.controller(state, "ile-de-france") == "spain"
    assert "Venice" not in refused(state, "treasury", country="venice", ducats=3)
    assert "country: 'Prussia' is not in this game" in refused(
        state, "treasury", country="Prussia", ducats=3
    )


def test_every_complaint_names_its_field() -> None:
    state = tabletop()
    said = refused(state, "place-unit", country=3, kind="A", colour="red")
    assert "country: 3 is not a text" in said
    assert "kind: 'A' is not a counter; one of: A+" in said
    assert "place: is missing: the province or sea zone" in said
    assert "colour: there is no such field" in said
    assert "'dance' is not a ruling; one of: appeals, " in refused(state, "dance")


def test_every_ruling_says_what_it_does_and_what_its_fields_mean() -> None:
    for name, rule in umpire.RULINGS.items():
        assert rule.what[:1].isupper(), name
        assert rule.fields[0].default is REQUIRED, name
        assert all(field.what for field in rule.fields), name
        wanted = [field.what for field in rule.fields if field.default is REQUIRED]
        assert not any(";" in what for what in wanted), "complaints are parted by semicolons"


def test_counters_lie_where_they_can() -> None:
    state = tabletop()
    ruled(state, "place-unit", country="spain", kind="F-", place="Andalucia", ships={"NWD": 3})
    fleet = state.units[1]
    assert (fleet.kind, fleet.position, fleet.ships) == ("F+", "port", {"NWD": 3})
    ruled(state, "place-unit", country="spain", kind="LD", place="Navarra")
    said = refused(state, "place-unit", country="spain", kind="NWD", place="artois")
    assert said == "place: Artois is not on the coast"
    assert "ships: a fleet counter holds" in refused(
        state, "place-unit", country="spain", kind="F+", place="andalucia"
    )
    assert "do not fit" in refused(
        state, "place-unit", country="spain", kind="F+", place="andalucia", ships={"NWD": 20}
    )
    assert "position" in refused(state, "move-unit", unit=1, place="andalucia", position="inside")
    assert "no fortress" in refused(
        state, "move-unit", unit=2, place=HERE, position="inside"
    )  # fmt: skip
    invariants.check_ships(state)


@pytest.mark.rule("NAV-10", "CMB-06", "CMB-17", "CMB-19", "EVA-10", "LDR-A5")
def test_a_ruling_puts_nothing_where_the_rules_would_send_it_away() -> None:
    """Text 807 to 809 (ports), 951 (troops aboard), C-STK-01 and 02, 2994 (room in a fortress)."""
    state = overseas()
    ships = {"NWD": 2}
    assert "NAV-10" in refused(
        state, "place-unit", country="spain", kind="F-", place="Caux", ships=ships
    )
    assert "C-NAV-02" in refused(state, "place-unit", country="spain", kind="NGD", place="sea-nord")
    for _ in range(3):
        put(state, "spain", "sea-manche", "NWD")
    assert "C-STK-02" in refused(
        state, "place-unit", country="spain", kind="NWD", place="sea-manche"
    )
    assert "CMB-17" in refused(state, "place-unit", country="spain", kind="LD", place="sea-manche")
    zone = "sea-saint-laurent"
    assert "CMB-06" in refused(state, "place-unit", country="spain", kind="LD", place=zone)
    put(state, "spain", zone, "NTD")
    said = ruled(state, "place-unit", country="spain", kind="LD", place=zone)
    assert said.endswith("and has discovered it")
    assert "carry 3 points of 4" in refused(
        state, "place-unit", country="spain", kind="LD", place=zone
    )
    put(state, "spain", "andalucia", "A+", "A+")
    assert "C-STK-01" in refused(state, "place-unit", country="spain", kind="LD", place="andalucia")
    assert "not held by its side" in refused(
        state, "place-unit", country="spain", kind="LD", place="caux", position="inside"
    )
    assert "EVA-10" in refused(
        state, "place-unit", country="france", kind="A+", place="caux", position="inside"
    )
    assert "NAV-10" in refused(
        state, "convoy", name="flota-de-oro", ships=2, country="spain", place="caux"
    )
    assert "commands no ships" in refused(
        state, "place-leader", leader="champlain", place="sea-nord", position="field"
    )
    admiral = lead(state, "spain", "andalucia", "spain-anonymous-admiral-1")
    assert "no ships of his side" in refused(
        state, "place-leader", leader=admiral, place="sea-nord"
    )
    assert "no troops of his side" in refused(
        state, "place-leader", leader="champlain", place=zone, position="aboard"
    )


@pytest.mark.rule("DIS-01", "DIS-02")
def test_who_is_ruled_into_unknown_land_has_discovered_it() -> None:
    """Text 1572 to 1575: a stack is where it, or its country, knows the way; so it is seen, and may
    go on from there."""
    state = overseas()
    (number,) = put(state, "france", "ile-de-france", "LD")
    assert not known_zones.sees(state, "france", NEXT)
    assert ruled(state, "move-unit", unit=number, place=NEXT).endswith("and has discovered it")
    assert state.overseas.discoveries == {str(number): {NEXT}}
    assert known_zones.sees(state, "france", NEXT)
    assert "discovered" not in ruled(state, "move-unit", unit=number, place=HERE), "known to all"
    assert ruled(state, "place-leader", leader="champlain", place=NEXT).endswith("discovered it")
    assert state.overseas.discoveries["champlain"] == {NEXT}
    (other,) = put(state, "spain", "andalucia", "LD")
    assert "discovered" not in ruled(state, "move-unit", unit=other, place=NEXT), "Spain knows it"


def test_a_counter_is_turned() -> None:
    state = tabletop()
    put(state, "france", "artois", "A+")
    said = ruled(state, "change-unit", unit="1 A+ of France in Artois", kind="A-", veterans=3)
    assert said == "1 A+ of France in Artois is now A-, 1 LD of it veterans"
    state.units[1].veterans = 6
    said = ruled(state, "change-unit", unit=1, kind="LD")
    assert said == "1 A- of France in Artois is now LD, 1 LD of it veterans", "no more than it has"
    ruled(state, "change-unit", unit=1, kind="A-")
    assert "veterans: A- has 6 thirds" in refused(state, "change-unit", unit=1, veterans=7)
    assert "cannot become" in refused(state, "change-unit", unit=1, kind="NWD")
    (loose,) = fleet(state, "france", "sea-lion", "F-: 1 NWD")
    ruled(state, "change-unit", unit=loose, kind="NWD")
    assert (state.units[loose].kind, state.units[loose].ships) == ("NWD", {})
    state.remove(state.units[loose])
    assert "unit: 9 is not a counter" in refused(state, "change-unit", unit=9)
    assert ruled(state, "remove-unit", unit=1) == "A- of France in Artois is gone"
    assert not state.units


def test_a_leader_goes_with_the_ships_of_a_port() -> None:
    state = tabletop()
    put(state, "spain", "andalucia", "NWD", position="port", leader="santa-cruz")
    state.leaders["santa-cruz"].status = "away"
    ruled(state, "place-leader", leader="Santa Cruz", place="Cádiz")
    assert state.leaders["santa-cruz"].position == "port"
    assert "leader: 'Drake' is not in this game" in refused(
        state, "place-leader", leader="Drake", place="artois"
    )


def test_sieges_and_markers() -> None:
    state = tabletop()
    put(state, "france", "artois", "A+")
    state.land.controllers["artois"] = "spain"
    said = ruled(state, "siege", place="artois", works="-+", breach=True)
    assert said == "Artois is besieged: siegeworks + -, a breach"
    assert state.land.sieges["artois"] == Siege("france", ["+", "-"], True)
    (shut_in,) = put(state, "spain", "artois", "LD", position="inside")
    assert "LD of Spain comes out" in ruled(state, "siege", place="artois", over=True)
    state.remove(state.units[shut_in])
    assert "not besieged" in refused(state, "siege", place="artois", over=True)
    assert "no enemy of France" in refused(state, "siege", place="ile-de-france")
    state.land.sieges["artois"] = Siege("france", ["+", "-"], True)
    now = umpire.RULINGS["siege"].whole(state, {"do": "siege", "place": "Arras"})
    assert (now["works"], now["breach"]) == ("+-", True), "what a form begins with"
    del state.land.sieges["artois"]
    ruled(state, "revolt", place="artois", markers="+-", country="france")
    assert state.land.revolts["artois"] == [
        Revolt("revolt", "+", "france"), Revolt("revolt", "-", "france"),
    ]  # fmt: skip
    ruled(state, "pillage", place="artois", markers="-")
    assert state.land.pillages["artois"] == ["-"]
    ruled(state, "pillage", place="artois", markers="")
    assert "artois" not in state.land.pillages
    ruled(state, "corsairs", country="france", place="Golfe du Lion", markers="+")
    assert [one.side for here in state.sea.corsairs.values() for one in here] == ["+"]
    said = ruled(state, "corsairs", country="pirates", place="sea-lion", markers="+-",
                 leader="Kidd")  # fmt: skip
    assert said == (
        "Gulf of Lion: the corsair + of the pirates under Kidd and the corsair - of the pirates"
    )
    assert [one.country for one in state.sea.corsairs["sea-lion"]] == [
        "france",
        "pirates",
        "pirates",
    ]
    said = ruled(state, "corsairs", country="pirates", place="sea-lion", markers="none")
    assert said == "Gulf of Lion: no corsair of the pirates"
    assert "is not a leader of corsairs" in refused(
        state, "corsairs", country="france", place="sea-lion", markers="+", leader="Condé"
    )
    ruled(state, "presidio", country="spain", place="andalucia", level=2)
    assert state.sea.presidios == {"andalucia": ("spain", 2)}
    assert "is besieged" not in ruled(
        state, "presidio", country="spain", place="andalucia", level=0
    )
    ruled(state, "technology", country="spain", land="Arquebus".lower())
    assert state.countries["spain"].land_technology == "arquebus"
    assert state.countries["spain"].naval_technology == "carrack"


def test_establishments_are_set_up_changed_and_removed() -> None:
    state = overseas()
    said = ruled(state, "establishment", country="france", kind="colony", place=HERE, level=2)
    assert said.endswith("is a colony of France, level 2")
    ruled(state, "establishment", country="france", kind="colony", place=HERE, level=3)
    assert state.overseas.establishments[HERE] == [Establishment("france", "colony", 3, 0, 1)]
    ruled(state, "establishment", country="france", kind="fort", place=HERE, stage=2)
    assert state.overseas.establishments[HERE][1].stage == 2
    assert "level: 9 is not a whole number from 1 to 6" in refused(
        state, "establishment", country="france", kind="trading_post", place=NEXT, level=9
    )
    assert "colony of France" in refused(
        state, "establishment", country="france", kind="trading_post", place=HERE
    )
    assert "has no level" in refused(
        state, "establishment", country="france", kind="mission", place=HERE, level=1
    )
    assert "only a fort" in refused(
        state, "establishment", country="france", kind="mission", place=HERE, stage=1
    )
    assert "less than 1 LD of Spain" in refused(
        state, "establishment", country="spain", kind="fort", place=NEXT, stage=1
    )
    assert "is not a province of the Rest of the World" in refused(
        state, "establishment", country="spain", kind="fort", place="artois"
    )
    state.overseas.establishments[NEXT] = [Establishment("spain", "fort")] * 99
    assert "no counter fort left in the box" in refused(
        state, "establishment", country="spain", kind="fort", place=COAST
    )
    del state.overseas.establishments[NEXT]
    invariants.check_overseas(state)
    said = ruled(state, "remove-establishment", kind="fort", place=HERE)
    assert said == "the fort of France in Québec C is gone"
    ruled(state, "remove-establishment", kind="colony", place=HERE)
    assert not state.overseas.establishments
    assert "there is no colony" in refused(state, "remove-establishment", kind="colony", place=HERE)


def test_natives_are_roused_calmed_and_gone() -> None:
    state = overseas()
    whole = active_natives.inactive_natives(state, NEXT)
    assert whole
    ruled(state, "natives", place=NEXT, how="active")
    assert state.overseas.natives == {NEXT: "active"}
    assert sum(unit.thirds for unit in state.units_at(NEXT)) == whole
    assert "1/3 LD" in ruled(state, "natives", place=NEXT, how="active", thirds=1)
    assert [unit.kind for unit in state.units_at(NEXT)] == ["LDE"]
    invariants.check_overseas(state)
    number = state.units_at(NEXT)[0].id
    assert "stay where they live" in refused(state, "move-unit", unit=number, place=HERE)
    for more in ({"kind": "A+"}, {"veterans": 1}):  # no more live there, and none is trained
        assert "`natives` says how many" in refused(state, "change-unit", unit=number, **more)
    assert "lives in" in refused(state, "natives", place=NEXT, how="active", thirds=whole + 1)
    assert "only active" in refused(state, "natives", place=NEXT, how="gone", thirds=1)
    said = ruled(state, "natives", place=NEXT, how="inactive")
    assert said.startswith("the natives of ")
    assert said.endswith(f" are calm, {thirds(whole)} LD")
    assert not state.overseas.natives
    assert active_natives.inactive_natives(state, NEXT) == whole
    assert ruled(state, "natives", place=NEXT, how="gone").endswith(" are gone")
    assert not active_natives.inactive_natives(state, NEXT)
    assert not list(state.units_at(NEXT))


def test_what_is_known_and_what_is_carried_home() -> None:
    state = overseas()
    ruled(state, "discovery", carrier="Champlain", place=NEXT)
    ruled(state, "discovery", carrier=1, place=NEXT)
    assert state.overseas.discoveries == {"champlain": {NEXT}, "1": {NEXT}}
    assert "knows" in refused(state, "discovery", carrier=1, place=HERE)
    invariants.check_knowledge(state)
    ruled(state, "discovery", carrier=1, place=NEXT, carried=False)
    assert state.overseas.discoveries == {"champlain": {NEXT}}
    ruled(state, "knowledge", country="france", place=NEXT)
    assert not state.overseas.discoveries, "what France knows nobody brings home"
    assert state.overseas.known["france"] == {HERE, NEXT}
    invariants.check_knowledge(state)
    assert "has somebody in" in refused(
        state, "knowledge", country="france", place=HERE, known=False
    )
    said = ruled(state, "knowledge", country="spain", area="Québec", known=False)
    assert said == "Spain does not know Québec"
    assert not state.overseas.known["spain"] & {HERE, NEXT}
    assert "one of them" in refused(state, "knowledge", country="spain")
    assert "nothing is unknown" in refused(tabletop(), "knowledge", country="spain", place=HERE)


@pytest.mark.rule("NAT-03", "NAT-15")
def test_treaties_and_appeals() -> None:
    state = overseas()
    other = next(
        name for name, country in NAMES["country overseas"].known(state) if country == "mughals"
    )
    assert ruled(state, "treaty", country="france", with_=other) == (
        "France has AT with the Mughals"
    )
    assert state.countries["france"].treaties == ["mughals"]
    ruled(state, "treaty", country="france", with_="mughals", holds=False)
    assert not state.countries["france"].treaties
    assert "is not a country of the Rest" in refused(
        state, "treaty", country="france", with_="spain"
    )
    assert "used twice in Québec" in ruled(state, "appeals", area="Québec", uses=2)
    assert state.overseas.appeals == {"quebec": 2}
    ruled(state, "appeals", area="quebec", uses=0)
    assert not state.overseas.appeals


def test_the_ledger_in_the_names_that_players_read() -> None:
    state = campaign()
    assert ruled(state, "owner", country="Spain", place="Artois") == "Spain owns Artois"
    said = ruled(state, "minor", minor="Savoy", patron="Spain", box="EW")
    assert said == "Savoy is in EW of Spain"
    assert "is not a minor of this game" in refused(state, "minor", minor="spain")
    assert ruled(state, "minor", minor="savoy") == "Savoy is nobody's"
    said = ruled(state, "casus-belli", holder="France", against="Venice", until=state.turn + 1)
    assert said == f"France has a casus belli against Venice until turn {state.turn + 1}"
    assert "casus belli against itself" in refused(
        state, "casus-belli", holder="France", against="France"
    )
    state.turn += 2
    assert "is over" in refused(
        state, "casus-belli", holder="France", against="Venice", until=state.turn - 1
    )
    said = ruled(state, "casus-belli", holder="France", against="Venice", none=True)
    assert said == "France has no casus belli against Venice"
    assert not state.ledger.casus_belli


def test_forms_offer_what_is_there() -> None:
    state = overseas()
    offered = {word: shape.names(state) for word, shape in NAMES.items()}
    assert offered["country"] == ["France", "Spain"]
    assert offered["minor"] == []
    assert offered["leader"] == ["Champlain"]
    assert offered["counter"][0].startswith("1 LD of France in ")
    assert NAMES["counter"].names(state, {HERE}) == []
    assert offered["carrier"][0] == "Champlain"
    assert "Artois" in offered["province"]
    assert len(set(offered["place"])) == len(offered["place"])
    assert {"Artois", "Gulf of Lion"} <= {*offered["place"]}
    assert "Gulf of Lion" not in offered["province"]
    assert "Québec" in offered["area"]
    for word, names in offered.items():
        for name in names[::7]:
            assert NAMES[word].meaning(state, name, "x")
    for name, place in NAMES["place"].known(state):
        assert NAMES["place"].meaning(state, name, "place") == place, name


SCENARIOS = ("conquistadors-1519", "spice-route-1498", "italian-wars-1494")


@pytest.mark.parametrize("name", SCENARIOS)
def test_whatever_is_ruled_at_random_leaves_a_sound_table(name: str) -> None:
    rng = Random(4)
    state: State = scenarios.load(name)
    outcomes = {True: 0, False: 0}
    for _ in range(120):
        do = rng.choice(sorted(set(umpire.RULINGS) - {"treasury"}))  # a debt is no sound table
        fields = [
            field
            for field in umpire.RULINGS[do].fields
            if field.default is REQUIRED or rng.random() < 0.5
        ]
        document = {field.name: _any(field.shape, state, rng) for field in fields}
        before = state.to_plain()
        try:
            umpire.apply(state, {"do": do, **document})
        except BadAnswer:
            assert state.to_plain() == before
            outcomes[False] += 1
            continue
        outcomes[True] += 1
        assert State.from_plain(state.to_plain()) == state
        invariants.check_state(state)
    assert all(count > 20 for count in outcomes.values()), outcomes


def _any(shape: Any, state: State, rng: Random) -> Any:
    if isinstance(shape, NameInState):
        return rng.choice(shape.names(state) or ["nobody"])
    if isinstance(shape, Choice):
        return rng.choice(shape.words)
    if isinstance(shape, Whole):
        return rng.randint(shape.least, min(shape.most, shape.least + 12))
    return rng.random() < 0.5 if isinstance(shape, Flag) else {"NWD": 2}


def test_rulings_overseas_touch_only_what_they_name() -> None:
    state = overseas()
    box = force_pools.counter_limit("france", "fort")
    spare = sorted(place.id for place in board.provinces().values() if place.area)
    taken = [place for place in spare if place not in (HERE, NEXT, COAST)]
    for place in taken[: box - 1]:
        state.overseas.establishments[place] = [Establishment("france", "fort")]
    state.overseas.establishments[taken[box]] = [
        Establishment("spain", "fort"), Establishment("france", "colony", 1),
    ]  # fmt: skip
    assert "fort of France" in ruled(
        state, "establishment", country="france", kind="fort", place=HERE
    )
    assert "left in the box" in refused(
        state, "establishment", country="france", kind="fort", place=COAST
    )
    state.turn = 5
    ruled(state, "establishment", country="france", kind="fort", place=HERE, stage=1)
    assert state.overseas.establishments[HERE] == [Establishment("france", "fort", 0, 1, 1)]
    assert "level: 7" in refused(
        state, "establishment", country="france", kind="colony", place=COAST, level=7
    )
    ruled(state, "establishment", country="france", kind="colony", place=COAST, level=6)
    ruled(state, "establishment", country="france", kind="mission", place=COAST)
    ruled(state, "remove-establishment", kind="mission", place=COAST)
    assert state.overseas.establishments[COAST] == [Establishment("france", "colony", 6, 0, 5)]
    whole = active_natives.inactive_natives(state, NEXT)
    settlers = put(state, "france", NEXT, "LD")
    ruled(state, "natives", place=NEXT, how="active", thirds=whole)
    ruled(state, "natives", place=NEXT, how="inactive")
    assert [unit.id for unit in state.units_at(NEXT)] == settlers, "they are no natives"
    state.countries["france"].treaties = ["gujarat", "mughals"]
    ruled(state, "treaty", country="france", with_="mughals")
    assert state.countries["france"].treaties == ["gujarat", "mughals"]
    ruled(state, "treaty", country="france", with_="mughals", holds=False)
    ruled(state, "treaty", country="france", with_="mughals", holds=False)
    assert state.countries["france"].treaties == ["gujarat"]
    assert "used once" in ruled(state, "appeals", area="Québec", uses=1)


def test_rulings_on_knowledge_leave_other_countries_and_lost_leaders_alone() -> None:
    state = overseas()
    spanish = put(state, "spain", HERE, "LD")[0]
    state.overseas.discoveries = {"1": {NEXT, COAST}, str(spanish): {COAST}}
    state.overseas.unheard = {"1": {HERE}}
    ruled(state, "knowledge", country="france", place=NEXT)
    assert state.overseas.discoveries == {"1": {COAST}, str(spanish): {COAST}}
    ruled(state, "knowledge", country="france", place=COAST)
    assert state.overseas.discoveries == {str(spanish): {COAST}}, "another country's"
    assert not state.overseas.unheard, "who carries nothing has heard of everything"
    known = {place.id for place in board.provinces().values() if place.area == "quebec"}
    ruled(state, "knowledge", country="france", area="Québec")
    assert state.overseas.known["france"] == known
    state.overseas.known["spain"].discard(HERE)
    state.overseas.discoveries[str(spanish)] = {HERE, COAST}
    assert "the carrier is in" in refused(
        state, "discovery", carrier=spanish, place=HERE, carried=False
    )
    assert "has somebody in" in refused(
        state, "knowledge", country="france", place=HERE, known=False
    )
    for unit in [unit for unit in state.units_at(HERE) if unit.country == "france"]:
        state.remove(unit)
    assert "has somebody in" in refused(
        state, "knowledge", country="france", place=HERE, known=False
    ), "Champlain is"
    state.remove_leader(state.leaders["champlain"], "wounded", "End")
    ruled(state, "knowledge", country="france", place=HERE, known=False)
    assert "not on the map" in refused(state, "discovery", carrier="champlain", place=COAST)
    nothing = tabletop()
    lonely = put(nothing, "france", "artois", "LD")[0]
    assert "nothing is unknown" in refused(nothing, "discovery", carrier=lonely, place=HERE)


def test_the_weather_is_set() -> None:
    state = tabletop(box="W2")
    assert ruled(state, "weather", weather="bad") == "the weather of W2 is bad"
    assert [state.sequence.bad_weather, state.sequence.poor_weather] == [True, False]
    assert ruled(state, "weather", weather="poor") == "Poor weather holds this turn"
    assert state.sequence.poor_weather
    assert ruled(state, "weather", weather="usual") == "Poor weather does not hold this turn"
    ruled(state, "weather", weather="fair")
    assert [state.sequence.bad_weather, state.sequence.poor_weather] == [False, False]
    before = tabletop(box="")
    assert "no round has begun" in refused(before, "weather", weather="fair")


@pytest.mark.rule("EUV-TRU-13", "AFT-04")
def test_war_and_peace_between_alliances() -> None:
    three = {"france": ["france"], "spain": ["spain", "savoy"], "venice": ["venice"]}
    state = tabletop(alliances=three, wars=[("france", "spain")], owners={"artois": "spain"})
    put(state, "france", "artois", "A+")
    state.land.sieges["artois"] = Siege("france")
    (garrison,) = put(state, "spain", "artois", "LD", position="inside")
    said = ruled(state, "war", one="France", other="Savoy", over=True)
    assert said == "France and Spain and Savoy are at peace; the siege of Artois is lifted"
    assert state.diplomacy.wars == []
    assert not state.land.sieges, "nobody besieges a friend"
    assert state.units[garrison].position == "field", "and the besieged come out"
    assert "are not at war" in refused(state, "war", one="france", other="spain", over=True)
    assert ruled(state, "war", one="venice", other="france") == "Venice and France are at war"
    assert state.diplomacy.wars == [("venice", "france")]
    assert "at war already" in refused(state, "war", one="france", other="venice")
    assert "are allies" in refused(state, "war", one="spain", other="savoy")


@pytest.mark.rule("AFT-01", "AFT-02")
def test_with_a_war_its_sieges_begin_and_with_peace_another_enemy_goes_on_with_one() -> None:
    """*Whoever ends the battle beside an enemy fortress besieges it for all purposes* (AFT-01): so
    do troops whom a war finds there."""
    three = {"france": ["france"], "spain": ["spain"], "venice": ["venice"]}
    state = tabletop(alliances=three, wars=(), owners={"artois": "spain"}, levels={"artois": 1})
    put(state, "france", "artois", "A+")
    put(state, "venice", "artois", "LD")
    said = ruled(state, "war", one="france", other="spain")
    assert said == "France and Spain are at war; the fortress of Artois is besieged"
    assert state.land.sieges["artois"].alliance == "france"
    assert ruled(state, "war", one="venice", other="spain") == "Venice and Spain are at war"
    ruled(state, "war", one="france", other="spain", over=True)
    assert state.land.sieges["artois"].alliance == "venice"


@pytest.mark.parametrize("peace", [True, False])
def test_peace_takes_back_the_battles_that_were_announced(peace: bool) -> None:
    state = tabletop(alliances={"france": ["france"], "spain": ["spain"], "venice": ["venice"]},
                     wars=[("france", "spain"), ("france", "venice")])  # fmt: skip
    [mine, yours] = [fleet(state, each, "sea-lion", "NWD")[0] for each in ("france", "spain")]
    state.marks.naval_battles = [("sea-lion", [mine], [yours])]
    ruled(state, "war", one="france", other="spain" if peace else "venice", over=True)
    assert bool(state.marks.naval_battles) is not peace


@pytest.mark.rule("NAC-04", "ATS-26")
@pytest.mark.parametrize(
    ("ruling", "ends"),
    [
        ({"do": "war", "one": "france", "other": "spain", "over": True}, True),
        ({"do": "war", "one": "france", "other": "venice", "over": True}, False),
        ({"do": "control", "country": "france", "place": "valencia"}, True),
        ({"do": "control", "country": "venice", "place": "valencia"}, False),
    ],
)
def test_by_a_ruling_a_blockade_of_no_enemy_ends(ruling: dict[str, Any], ends: bool) -> None:
    """*Blockading an enemy port*: of a friend, or of who is at peace, nobody goes on with one, nor
    bears its attrition; the supply of troops ashore is another action."""
    state = tabletop(alliances={"france": ["france"], "spain": ["spain"], "venice": ["venice"]},
                     wars=[("france", "spain"), ("france", "venice")])  # fmt: skip
    (ship,) = fleet(state, "france", "sea-alboran", "NWD", task="blockade+supply:valencia")
    umpire.apply(state, ruling)
    task = "supply:valencia" if ends else "blockade+supply:valencia"
    assert state.sea.tasks == {str(ship): task}


def test_peace_ends_a_war_of_the_ledger_or_stops_it_between_the_two() -> None:
    """Where others of it fight on, the two keep a truce."""
    both = {"france": ["france", "savoy"], "spain": ["spain"]}
    state = campaign(alliances=both, war=(("france", "spain"),))
    ruled(state, "war", one="france", other="spain", over=True)
    assert state.ledger.wars == []
    state = campaign(alliances={"france": ["france"], "savoy": ["savoy"], "spain": ["spain"]},
                     war=(("france", "spain"),))  # fmt: skip
    state.ledger.wars[0].aggressors.append("savoy")
    wars.align(state)
    ruled(state, "war", one="france", other="spain", over=True)
    [war] = state.ledger.wars
    assert war.fighting_pairs == [("savoy", "spain")]


@pytest.mark.rule("EUV-TRU-01", "EUV-TRU-07", "EUV-TRU-13")
def test_a_truce_is_kept_and_ended_between_phases() -> None:
    state = tabletop(alliances={"france": ["france"], "spain": ["spain"]},
                     wars=[("france", "spain")], step="over")  # fmt: skip
    assert "are not at war" in refused(state, "truce", one="france", other="spain")
    wars.open_ledger(state)
    said = ruled(state, "truce", one="Spain", other="France")
    assert said == f"France and Spain keep a truce from turn {state.turn}"
    assert state.diplomacy.wars == []
    assert "have a truce already" in refused(state, "truce", one="spain", other="france")
    assert "`truce` with over ends it" in refused(state, "war", one="spain", other="france")
    said = ruled(state, "truce", one="spain", other="france", over=True)
    assert said == "the truce of Spain and France is over"
    assert state.diplomacy.wars == [("france", "spain")]
    assert "have no truce" in refused(state, "truce", one="spain", other="france", over=True)
    ruled(state, "truce", one="spain", other="france", alone=True)
    assert [truce.pairs for truce in state.ledger.wars[0].truces] == [[("france", "spain")]]
    state.sequence.step = "movement"
    assert "between Military phases" in refused(state, "truce", one="spain", other="france")


@pytest.mark.rule("CMB-29")
def test_gold_waits_or_is_aboard() -> None:
    state = tabletop()
    galleon = fleet(state, "spain", "sea-canarias", "NTD")[0]
    army = put(state, "spain", "artois", "LD")[0]
    assert ruled(state, "gold", ducats=40, place=HERE).startswith("40 ducats of gold wait in")
    assert state.sea.gold == {HERE: 40}
    assert "no gold waits" in ruled(state, "gold", ducats=0, place=HERE)
    said = ruled(state, "gold", ducats=5, unit=galleon)
    assert said == f"5 ducats of gold are aboard {galleon} NTD of Spain in the Sea of the Canaries"
    assert state.sea.gold == {str(galleon): 5}
    assert "is not a ship" in refused(state, "gold", ducats=5, unit=army)
    assert "has room for" in refused(state, "gold", ducats=1000, unit=galleon)
    assert "name the province" in refused(state, "gold", ducats=5)
    assert "name the province" in refused(state, "gold", ducats=5, place=HERE, unit=galleon)


@pytest.mark.rule("CMB-35", "NAV-10")
def test_a_convoy_is_set_up_anew_and_taken_away() -> None:
    state = tabletop()
    said = ruled(state, "convoy", name="flota-de-oro", country="Spain", place="andalucia", ships=2)
    assert said == "the Flota de Oro of Spain, 2 NTD, lies in Andalucía"
    first = list(state.sea.convoys["flota-de-oro"].counters)
    state.sea.gold[str(first[0])] = 5
    ruled(state, "convoy", name="flota-de-oro", country="spain", place="sea-canarias", ships=1)
    assert [
        state.units[number].position for number in state.sea.convoys["flota-de-oro"].counters
    ] == ["field"]
    assert not state.sea.gold.keys() & set(map(str, first))
    assert not set(first) & state.units.keys() - set(state.sea.convoys["flota-de-oro"].counters)
    details = {"name": "flota-de-oro", "country": "spain", "place": "artois"}
    assert "country" in refused(state, "convoy", name="flota-de-oro", ships=1)
    inland = {**details, "place": "ile-de-france"}
    assert "is not on the coast" in refused(state, "convoy", ships=1, **inland)
    assert ruled(state, "convoy", name="flota-de-oro", ships=0) == "the Flota de Oro is gone"
    assert not state.sea.convoys
    assert "is not in this game" in refused(state, "convoy", name="flota-del-peru", ships=0)


@pytest.mark.rule("REF-01", "REF-06")
def test_damaged_ships_are_set() -> None:
    state = tabletop(box="S3")
    said = ruled(state, "damaged", country="Spain", region="europe", kind="NWD", number=3)
    assert said == "Spain has 3 damaged NWD in the European Atlantic"
    assert refit.ships_due(state, "spain")
    said = ruled(state, "damaged", country="spain", region="europe", kind="NWD", number=1, now=True)
    assert said.endswith("to be refitted from the next round")
    assert not refit.ships_due(state, "spain"), "those of this round wait (REF-01)"
    assert len(state.sea.damaged) == 1
    assert "no damaged NWD" in ruled(
        state, "damaged", country="spain", region="europe", kind="NWD", number=0
    )
    assert not state.sea.damaged


@pytest.mark.rule("AFT-01", "AFT-04", "INT-A3", "MOV-A7")
def test_a_ruling_that_brings_enemies_besieges_and_shuts_the_garrison_in() -> None:
    """Text 3335 to 3340: *the fortress is considered besieged for all purpose*; whoever is inside
    leaves by a sortie, by sea (883) or when the siege is lifted."""
    state = tabletop(campaign="multiple")
    ruled(state, "place-unit", country="france", kind="LD", place="caux", position="inside")
    assert NextMoves(state, "france").marches, "nobody besieges them"
    said = ruled(state, "place-unit", country="spain", kind="A+", place="caux")
    assert said.endswith("the fortress of Caux is besieged")
    assert not NextMoves(state, "france").marches
    moved = ruled(state, "move-unit", unit=2, place="picardie")
    assert "the siege of Caux is lifted" in moved
    assert "the fortress of Picardie is besieged" in moved
    assert [unit.position for unit in state.units_at("caux")] == ["field"]
    assert NextMoves(state, "france").marches
    assert ruled(state, "remove-unit", unit=2).endswith("the siege of Picardie is lifted")
    assert not state.land.sieges
