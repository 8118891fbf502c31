"""Which leaders may go overseas."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import board, countries
from engine.land.battle import retreat, shelter
from engine.land.battle.parameters import Force
from engine.land.movement import march_under_way
from engine.land.movement.march_ask import March
from engine.land.siege import fall
from engine.overseas import exploration_rights
from engine.play.asks import BadAnswer
from engine.sea.under_way import attrition_math
from engine.sea.under_way.voyage import Cargo
from engine.sea.voyages import redeployment_by_sea
from engine.sea.voyages.best_ways import Waters
from engine.sea.voyages.sail_ask import Sail
from engine.sequence import siege_redeployment
from engine.situation import knowledge, leaders_overseas
from engine.state import State
from engine.state.leaders import Leader
from engine.state.overseas import Establishment
from tests.engine.playing import band, lead, put, tabletop

ARGUIN, CANARIES, CAPE = "sea-arguin", "sea-canarias", "sea-bonne-esperance"
ASIA = next(
    place.id
    for place in board.provinces().values()
    if place.area and board.area(place.area).continent == "asia"
)


def table(**fields: Any) -> State:
    """Spain and Portugal, who know everything overseas."""
    everything = {each.id for each in board.provinces().values() if each.map == "rotw"}
    everything |= {each.id for each in board.seas().values() if each.map == "rotw"}
    fields.setdefault("known", {"spain": everything, "portugal": set(everything)})
    fields.setdefault("alliances", {"spain": ["spain"], "portugal": ["portugal"]})
    fields.setdefault("wars", [])
    fields.setdefault("campaign", "passive")
    return tabletop(**fields)


def sail(state: State, ship: int, leader: str) -> Sail:
    return Sail(
        who="spain", name="sail", what="Whither?", state=state, alliance="spain", units=(ship,),
        leaders=(leader,), journey=attrition_math.begin(state, band([ship])),
    )  # fmt: skip


def carrying(state: State, zone: str, general: str) -> Sail:
    """Spain's ships in a zone with troops from Andalusia aboard, under a general."""
    ships = put(state, "spain", zone, "NWD", "NTD")
    troops = put(state, "spain", zone, "LD", position="aboard")
    lead(state, "spain", zone, general, position="aboard")
    move = march_under_way.begin(state, "spain", "andalucia", troops, [general])
    return Sail(
        who="spain", name="sail", what="Whither?", state=state, alliance="spain", units=ships,
        leaders=(), journey=attrition_math.begin(state, band(ships)),
        cargo=Cargo(move, "andalucia", "andalucia"),
    )  # fmt: skip


def test_the_mark_on_his_counter_tells_where_a_leader_may_go() -> None:
    state = table()
    for leader in ("cortes", "magallanes", "a-doria"):
        lead(state, "spain", "sea-cadix", leader)
    assert not leaders_overseas.why_not(state, "cortes", "azteca-c")
    assert not leaders_overseas.why_not(state, "magallanes", "haiti-w")
    assert "no mark" in leaders_overseas.why_not(state, "a-doria", ARGUIN)
    assert not leaders_overseas.why_not(state, "a-doria", "sea-cadix")
    state.overseas.known.clear()
    assert not leaders_overseas.why_not(state, "a-doria", ARGUIN), "a game that leaves it all out"


@pytest.mark.rule("EXP-18")
def test_an_explorer_marches_along_the_coast_but_never_inland() -> None:
    state = table(wars=[])
    state.overseas.natives = {
        place: "gone" for place in state.overseas.known["spain"] if not board.is_sea(place)
    }
    units = put(state, "spain", "rio-c", "LD", leader="da-gama-2")
    around = [border.other for border in board.land_neighbours("rio-c")]
    inland = next(place for place in around if not board.adjacent_seas(place))

    def march(*leaders: str) -> March:
        return March(who="spain", name="march", what="?", state=state, alliance="spain",
                     place="rio-c", units=units, leaders=leaders)  # fmt: skip

    assert march("da-gama-2").parse(["rio-n"])
    assert march().parse([inland]), "his troops go without him"
    with pytest.raises(BadAnswer, match="EXP-18"):
        march("da-gama-2").parse([inland])


@pytest.mark.rule("DIS-02")
def test_ships_under_an_admiral_without_a_mark_stay_in_europe() -> None:
    state = table()
    ship = put(state, "spain", "sea-cadix", "NWD", leader="a-doria")[0]
    ask = sail(state, ship, "a-doria")
    assert CANARIES not in ask.reach()
    assert "C-LDR-07" in ask.why_not(CANARIES)
    assert "C-LDR-07" in ask.why_not("sea-guinee"), "nor far beyond, where no way of his leads"
    with pytest.raises(BadAnswer, match="no mark"):
        ask.parse([CANARIES])
    assert ask.parse(["-a-doria", CANARIES]), "they sail without him"
    assert not exploration_rights.seas(state, band([ship], "a-doria"), "sea-cadix")
    state.overseas.known["spain"].discard(CANARIES)
    assert exploration_rights.seas(state, band([ship]), "sea-cadix") == [CANARIES]
    assert not exploration_rights.seas(state, band([ship], "a-doria"), "sea-cadix")


@pytest.mark.parametrize(("general", "may"), [("a-spinola", False), ("cortes", True)])
def test_ships_that_carry_a_general_without_a_mark_stay_in_europe(general: str, may: bool) -> None:
    """C-LDR-07: *R may enter the ROTW, $ America only*; so may who is carried there, not only who
    commands the ships."""
    state = table(campaign="active")
    ask = carrying(state, "sea-cadix", general)
    state.overseas.known["spain"].discard(ARGUIN)
    way = [CANARIES, "!land:islas-canarias"]
    assert ask.is_legal(way) == may
    assert (CANARIES in Waters(ask).next_places("sea-cadix", [])) == may
    here = band(ask.units)
    assert (ARGUIN in exploration_rights.seas(state, here, CANARIES, [general])) == may
    assert ARGUIN in exploration_rights.seas(state, here, CANARIES)
    if not may:
        assert "C-LDR-07" in ask.why_not(CANARIES)
        with pytest.raises(BadAnswer, match="no mark"):
            ask.parse(way)
    ask.cargo = None
    assert ask.is_legal([CANARIES]), "they sail without him"


@pytest.mark.rule("CMB-07")
@pytest.mark.parametrize(
    ("general", "zone", "coast", "may"),
    [
        ("montiano", "sea-guinee", "congo-n", False),
        ("montiano", "sea-mexique", "azteca-e", True),
        ("cortes", "sea-guinee", "congo-n", True),
    ],
)
def test_a_general_lands_on_the_continent_of_his_mark_alone(
    general: str, zone: str, coast: str, may: bool
) -> None:
    """C-LDR-07: *$ America only*, though he sails wherever the way there leads."""
    state = table(campaign="active")
    ask = carrying(state, zone, general)
    landing = [f"!land:{coast}"]
    assert ask.is_legal(landing) == may
    if not may:
        with pytest.raises(BadAnswer, match="no mark"):
            ask.parse(landing)
        assert ask.cargo is not None
        ask.cargo.move.leaders = []
        assert ask.is_legal(landing), "they land without him"


@pytest.mark.rule("SIE-24")
@pytest.mark.parametrize(
    ("leader", "goes"), [("osman", False), ("turkey-anonymous-general-1", True)]
)
def test_a_besieger_redeploys_by_land_to_nowhere_where_his_leader_may_not_go(
    leader: str, goes: bool
) -> None:
    """C-LDR-07: *R may enter the ROTW*: as *with a passive campaign*, and as in a retreat."""
    near, far = "bassorah", "nedj-e"
    state = tabletop(
        alliances={"turkey": ["turkey"], "mamluks": ["mamluks"]}, wars=[("turkey", "mamluks")],
        known={"turkey": {far}}, owners={near: "mamluks", far: "turkey"}, natives={far: "gone"},
    )  # fmt: skip
    put(state, "turkey", near, "LD", leader=leader, corps="janissary")
    found = siege_redeployment.ways(state, near, "turkey")
    assert (far in {way.path[-1] for way in found}) is goes


@pytest.mark.rule("SIE-25")
@pytest.mark.parametrize(
    ("leader", "place", "goes"),
    [
        ("a-spinola", "algarve", False), ("cortes", "algarve", True),
        ("a-doria", "sea-cadix", False), ("magallanes", "sea-cadix", True),
    ],
)  # fmt: skip
def test_a_besieger_redeploys_by_sea_to_nowhere_where_a_leader_may_not_go(
    leader: str, place: str, goes: bool
) -> None:
    """C-LDR-07: *R may enter the ROTW*, of who goes with the troops and of who commands the
    ships."""
    far = "islas-canarias"
    state = table(owners={far: "spain"})
    put(state, "spain", "algarve", "LD")
    put(state, "spain", "sea-cadix", "NWD", "NTD")
    lead(state, "spain", place, leader)
    found = redeployment_by_sea.passages(state, "algarve", "spain")
    assert (far in found) is goes
    assert "andalucia" in found


def test_a_general_without_a_mark_stays_in_europe() -> None:
    state = table()
    place = "mauritanie-n"
    state.overseas.natives[place] = "gone"
    state.land.owners["souss"] = state.land.controllers["souss"] = "spain"
    unit = put(state, "spain", "souss", "LD", leader="a-spinola")[0]
    ask = March(
        who="spain", name="march", what="Whither?", state=state, alliance="spain", place="souss",
        units=(unit,), leaders=("a-spinola",),
    )  # fmt: skip
    assert place not in ask.reach()
    assert "C-LDR-07" in ask.why_not(place)
    with pytest.raises(BadAnswer, match="no mark"):
        ask.parse([place])
    assert ask.parse(["-a-spinola", place])


def test_from_period_v_the_lowest_admiral_may_sail_the_atlantic_without_malus() -> None:
    state = table(period="IV")
    put(state, "spain", "sea-cadix", "NWD", leader="a-doria")
    assert leaders_overseas.why_not(state, "a-doria", CANARIES)
    state.period = "V"
    assert not leaders_overseas.why_not(state, "a-doria", CANARIES)
    assert leaders_overseas.why_not(state, "a-doria", CAPE), "it has a malus"
    lead(state, "spain", "andalucia", "magallanes")
    assert leaders_overseas.why_not(state, "a-doria", CANARIES), "a leader is there who may go"


def test_three_settlements_in_america_give_the_leave_too() -> None:
    state = table(period="I")
    put(state, "spain", "sea-cadix", "NWD", leader="a-doria")
    for place in ("haiti-e", "haiti-w", "cuba-w"):
        assert leaders_overseas.why_not(state, "a-doria", CANARIES)
        state.land.owners[place] = "spain"
        state.overseas.establishments[place] = [Establishment("spain", "colony", 1)]
    assert not leaders_overseas.why_not(state, "a-doria", CANARIES)


def test_marks_of_a_continent_hold_there_and_at_sea_only() -> None:
    state = table()
    for leader in ("amherst", "clive"):
        lead(state, "spain", "sea-cadix", leader)
        assert not leaders_overseas.why_not(state, leader, CAPE), "by sea wherever the way leads"
        assert leaders_overseas.why_not(state, leader, "angola-n"), "in Africa"
    assert not leaders_overseas.why_not(state, "amherst", "azteca-c")
    assert leaders_overseas.why_not(state, "amherst", ASIA)
    assert not leaders_overseas.why_not(state, "clive", ASIA)
    assert leaders_overseas.why_not(state, "clive", "azteca-c"), "a conquistador, but of Asia"


def test_the_peoples_overseas_are_at_home_there() -> None:
    state = table()
    state.leaders["akbar"] = Leader("akbar", "mughals")
    assert not leaders_overseas.why_not(state, "akbar", "angola-n")


def test_leave_is_for_the_lowest_admiral_on_the_map_alone() -> None:
    state = table(period="V")
    put(state, "spain", "sea-cadix", "NWD", leader="a-doria")
    lead(state, "spain", "andalucia", "a-spinola")
    assert not leaders_overseas.why_not(state, "a-doria", CANARIES), "a general does not count"
    assert leaders_overseas.why_not(state, "a-spinola", CANARIES), "nor has he leave"
    lead(state, "portugal", "tejo", "da-gama-2")
    lead(state, "portugal", "tejo", "portugal-anonymous-admiral-1")
    assert not leaders_overseas.why_not(state, "a-doria", CANARIES), "others' leaders neither"
    low = "spain-anonymous-admiral-7"
    lead(state, "spain", "andalucia", low, "port")
    assert countries.leader(low).rank > countries.leader("a-doria").rank
    assert leaders_overseas.why_not(state, "a-doria", CANARIES), "another has a lower rank"
    assert not leaders_overseas.why_not(state, low, CANARIES)
    assert not leaders_overseas.why_not(state, low, "haiti-e")
    assert leaders_overseas.why_not(state, low, ASIA), "the Atlantic only"
    state.remove_leader(state.leaders[low], "wounded", "End")
    assert not leaders_overseas.why_not(state, "a-doria", CANARIES), "who is wounded does not count"


def test_only_standing_settlements_of_his_country_in_america_give_leave() -> None:
    state = table(period="I")
    put(state, "spain", "sea-cadix", "NWD", leader="a-doria")

    def settled(**found: tuple[str, str]) -> bool:
        state.overseas.establishments = {
            place.replace("_", "-"): [Establishment(country, kind, 1)]  # type: ignore[arg-type]
            for place, (country, kind) in found.items()
        }
        return not leaders_overseas.why_not(state, "a-doria", CANARIES)

    mine = ("spain", "colony")
    assert settled(haiti_e=mine, haiti_w=mine, cuba_w=("spain", "trading_post"))
    assert not settled(haiti_e=mine, haiti_w=mine, cuba_w=("spain", "fort"))
    assert not settled(haiti_e=mine, haiti_w=mine, cuba_w=("portugal", "colony"))
    assert not settled(haiti_e=mine, haiti_w=mine, angola_n=mine), "in Africa"


@pytest.mark.parametrize(
    ("leader", "anywhere"),
    [("cortes", True), ("drake", True), ("bayard", False), ("clive", False), ("antonelli", False),
     ("bienville", False), ("akbar", True)],
)  # fmt: skip
def test_a_mark_a_kind_or_a_people_opens_all_lands_overseas_and_a_continent_shuts_the_others(
    leader: str, anywhere: bool
) -> None:
    """C-LDR-07: R may enter the Rest of the World, $ America only, @ Asia only; conquistadors,
    governors and explorers without one of these, and leaders of the lands there, go anywhere."""
    assert leaders_overseas.goes_anywhere(leader) == anywhere


def test_a_country_that_has_one_who_may_go_sends_no_other() -> None:
    """C-LDR-06: of whatever rank he is."""
    state = table(period="V")
    low = "spain-anonymous-admiral-7"
    put(state, "spain", "sea-cadix", "NWD", leader=low)
    assert not leaders_overseas.why_not(state, low, CANARIES)
    lead(state, "spain", "andalucia", "santa-cruz", "port")
    assert countries.leader("santa-cruz").rank < countries.leader(low).rank
    assert leaders_overseas.why_not(state, low, CANARIES)
    assert not leaders_overseas.why_not(state, "santa-cruz", CANARIES)


@pytest.mark.rule("EVA-12", "RET-18", "RET-A5", "UND-29", "DIS-02")
@pytest.mark.parametrize(
    ("leader", "goes"), [("osman", False), ("turkey-anonymous-general-1", True)]
)
def test_nobody_flees_with_a_leader_to_where_he_may_not_go(leader: str, goes: bool) -> None:
    """C-LDR-07: he who may not *go with a passive campaign* does not evade or retreat there, nor
    march out to it with the honours of war."""
    near, far = "bassorah", "nedj-e"
    state = tabletop(
        alliances={"turkey": ["turkey"], "mamluks": ["mamluks"]}, wars=[("turkey", "mamluks")],
        known={"turkey": {far}}, owners={near: "turkey", far: "turkey"}, natives={far: "gone"},
    )  # fmt: skip
    numbers = put(state, "turkey", near, "LD", leader=leader, corps="janissary")
    force = Force("turkey", tuple(numbers), (leader,))
    chart = knowledge.chart(state, force.at(near))
    found = shelter.refuges(state, near, "turkey", chart, ["turkey"], force.leader_ids)
    assert (far in found) is goes
    assert (far in retreat.adjacent_refuges(state, near, force, False, False)) is goes
    units, leaders = force.units(state), force.leaders(state)
    assert (far in fall._refuges(state, "turkey", units, leaders)) is goes
    assert far in fall._refuges(state, "turkey", units, ())
    state.overseas.known["turkey"] = {"nedj-c"}
    assert far not in fall._refuges(state, "turkey", units, ()), "nor to where they know no way"
    assert far not in fall._refuges(state, "turkey", (), leaders)
