"""Hungary's conquest, Transylvania, Bohemia (EUV-HUN); the Habsburg start (EUV-HAB)."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.facts import force_pools
from engine.facts.force_pools import Force
from engine.land.battle import battle as land_battle
from engine.play.asks import Ask, Die, Raw
from engine.play.phase import Phase
from engine.sequence.later_procedures import PROCEDURES
from engine.situation import counters, variants
from engine.state import State, sides
from engine.state.ledger import Truce, War
from engine.turns import events, interphase, logistics, minors, peace, provinces, wars
from engine.turns.campaign_figures import figure
from engine.variants import hungary, naples
from tests.engine.battlefield import came, force
from tests.engine.playing import lead, play, put
from tests.engine.turns.table import campaign

TABLE = {
    "turkey": ["turkey", "wallachia"],
    "hungary": ["habsburg", "hungary", "bohemia"],
    "france": ["france"],
}
MINORS = {"wallachia": "turkey", "hungary": "habsburg", "bohemia": "habsburg"}
TO_TURKEY = ("banat", "pecs", "croatie", "magyarorszag")


def table(*names: str, **fields: Any) -> State:
    fields.setdefault("turn", 8)
    fields.setdefault("period", "II")
    fields.setdefault("alliances", TABLE)
    fields.setdefault("minors", MINORS)
    fields.setdefault("war", (("turkey", "hungary"),))
    return campaign(*(names or ("hungary",)), **fields)


def run(procedure: Any, state: State, dice: Mapping[str, int], *arguments: Any) -> Any:
    """Plays with the defaults for answers, 5 for dice that are not named."""
    running = procedure(Phase(state, procedures=PROCEDURES), *arguments)
    value: Any = None
    while True:
        try:
            asked = running.send(value)
        except StopIteration as end:
            return end.value
        if isinstance(asked, Die):
            value = dice.get(asked.name, 5)
        else:
            assert isinstance(asked, Ask)
            raw = "stand" if asked.name == "evade" else asked.default
            value = asked.parse(asked.listed()[0] if raw is None else raw)


def battle(
    won: bool = True,
    mine: tuple[str, ...] = ("A+", "A+"),
    ally: bool = False,
    theirs: tuple[str, ...] = ("A-",),
    period: str = "II",
    variant: bool = True,
    pursuit: int = 1,
) -> bool:
    """A battle at Mohacs; whether Hungary will offer its surrender."""
    state = table(*(("hungary",) if variant else ("truce",)), period=period, step="battles",
                  box="S3", technology="medieval")  # fmt: skip
    ours = put(state, "turkey", "pecs", *mine, corps="janissary")  # type: ignore[arg-type]
    ours += put(state, "wallachia", "pecs", "LD") if ally else []
    foes = put(state, "hungary", "pecs", *theirs)  # type: ignore[arg-type]
    came(state, ours, "banat")
    high, low = ("turkey", "hungary") if won else ("hungary", "turkey")
    dice = {f"{high}.shock1": 10, f"{low}.shock1": 1, f"{high}.pursuit": pursuit,
            f"{low}.losses": 1}  # fmt: skip
    run(land_battle.battle, state, dice, "pecs", force(state, "turkey", ours, origin="banat"),
        force(state, "hungary", foes))  # fmt: skip
    return bool(state.ledger.facts.get(hungary.OFFERED))


@pytest.mark.rule("EUV-HUN-03")
def test_turkish_troops_alone_wipe_out_a_hungarian_army() -> None:
    assert battle()
    assert not battle(won=False)
    assert not battle(ally=True), "not by Turkish units alone"
    assert not battle(theirs=("LD",)), "no army"
    assert not battle(variant=False)


@pytest.mark.rule("EUV-HUN-03")
@pytest.mark.parametrize("major", [False, True])
def test_a_major_victory_is_enough(major: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    monkeypatch.setattr(hungary, "note_surrender", lambda phase, what: found.append(what))
    state = table(step="battles", box="S3", technology="medieval")
    ours = put(state, "turkey", "pecs", "A+", "A+", corps="janissary")
    foes = put(state, "hungary", "pecs", "A+", "A+")
    came(state, ours, "banat")
    fields: list[Any] = []
    call = hungary.VARIANT.after_battle

    def watch(phase: Phase, place: str, fought: Any, left: Any, _: bool) -> None:
        fields.append(fought)
        call(phase, place, fought, (ours, foes), major)

    monkeypatch.setattr(variants.in_force(state), "after_battle", watch)
    dice = {"turkey.shock1": 10, "hungary.shock1": 1, "hungary.losses": 1}
    run(land_battle.battle, state, dice, "pecs", force(state, "turkey", ours, origin="banat"),
        force(state, "hungary", foes))  # fmt: skip
    assert fields
    assert foes[1] in state.units, "beaten, and neither by much nor wholly"
    assert bool(found) is major


@pytest.mark.rule("EUV-HUN-02")
def test_only_in_the_first_two_periods() -> None:
    assert battle(period="I")
    assert not battle(period="III")


def buda(state: State, holder: str = "turkey") -> State:
    state.land.controllers["magyarorszag"] = holder
    return state


@pytest.mark.rule("EUV-HUN-04", "EUV-HUN-05")
def test_buda_held_at_the_end_of_a_turn_makes_hungary_offer_its_surrender() -> None:
    state = buda(table())
    play(hungary.VARIANT.end_of_turn, state)
    assert state.ledger.facts[hungary.OFFERED]
    state = buda(table(), "wallachia")
    play(hungary.VARIANT.end_of_turn, state)
    assert hungary.OFFERED not in state.ledger.facts, "an ally of Turkey's holds it"
    state = buda(table())
    played = play(hungary.VARIANT.peace, state, [("hungary-surrenders", False)])
    assert played.asks[0].who == "turkey"
    assert "unconditionally" in played.asks[0].question
    assert "hungary" in state.countries, "Turkey would not have it"
    assert play(hungary.VARIANT.peace, table()).asks == []


def surrendered(**fields: Any) -> State:
    state = table(**fields)
    lead(state, "hungary", "magyarorszag", "lajos-ii")
    put(state, "hungary", "magyarorszag", "LD")
    state.land.owners.update(fields.get("owners", {}))
    play(hungary.partition, state, [("bohemian-peace", True)])
    return state


@pytest.mark.rule("EUV-HUN-06", "EUV-HUN-07", "EUV-HUN-16", "EUV-HUN-17")
def test_provinces_go_to_turkey_and_the_habsburgs() -> None:
    state = surrendered(owners={"croatie": "venice"})
    gained = [place for place in TO_TURKEY if sides.owner(state, place) == "turkey"]
    assert gained == ["banat", "pecs", "magyarorszag"], "Croatia is another's and stays so"
    assert sides.owner(state, "karpatok") == "habsburg"
    assert state.countries["turkey"].victory_points == 3 * figure("victory_points", "province")
    assert state.countries["habsburg"].victory_points == 0


@pytest.mark.rule("EUV-HUN-08", "EUV-HUN-12")
def test_the_rest_is_transylvania_with_hungarys_counters_in_turkeys_box() -> None:
    state = surrendered()
    left = ("balaton", "bukovina", "carniola", "erdely", "kapela", "mures", "szlovakia")
    assert sorted(provinces.owned_provinces(state, "transylvania")) == sorted(left)
    assert state.ledger.boxes["transylvania"] == ("turkey", "VA")
    assert state.countries["transylvania"].patron == "turkey"
    assert "hungary" not in state.countries
    assert not [unit for unit in state.units.values() if unit.country == "hungary"]
    assert force_pools.counter_limit("transylvania", "army") == 0
    assert counters.free_counters(state, "transylvania", "A+") == 2
    assert variants.lender(state, "transylvania") == "hungary"
    assert variants.lender(state, "habsburg") == "habsburg", "the markers are Transylvania's alone"
    put(state, "transylvania", "mures", "LD")
    state.turn = 7
    run(logistics.leaders, state, {}, "transylvania")
    assert state.leaders["lajos-ii"].country == "transylvania"


@pytest.mark.rule("EUV-HUN-08")
def test_nothing_left_over_makes_no_transylvania() -> None:
    owners = dict.fromkeys(
        ("balaton", "bukovina", "carniola", "erdely", "kapela", "mures", "szlovakia"), "venice"
    )
    assert "transylvania" not in surrendered(owners=owners).countries


@pytest.mark.rule("EUV-HUN-09", "EUV-HUN-10")
def test_its_forces_and_ratings() -> None:
    state = surrendered()
    assert minors.basic_forces(state, "transylvania") == (Force("land_detachment", 2),)
    assert hungary.rating(state, "vassal") == 5
    assert hungary.rating(state, "annex") == 10
    assert hungary.rating(table(), "annex") is None


@pytest.mark.rule("EUV-HUN-11")
def test_its_capital_is_klausenburg_else_a_fortress_that_the_former_controller_picks() -> None:
    assert surrendered().ledger.capitals["transylvania"] == "mures"
    state = table(owners={"mures": "turkey"})
    played = play(hungary.partition, state, [("capital", "erdely"), ("bohemian-peace", True)])
    assert played.asks[0].who == "habsburg"
    assert state.ledger.capitals["transylvania"] == "erdely"
    assert all(sides.fortress_level(state, place) for place in played.asks[0].about["places"])


@pytest.mark.rule("EUV-HUN-13", "EUV-HUN-14")
def test_bohemia_makes_white_peace_and_falls_to_the_habsburgs() -> None:
    state = surrendered()
    assert "bohemia" not in state.countries
    assert sides.owner(state, "boheme") == sides.owner(state, "silesie") == "habsburg"
    state = table(war=(("france", "hungary"),))
    state.land.controllers["boheme"] = "france"
    played = play(hungary.partition, state, [("bohemian-peace", True)])
    assert played.asks[0].who == "france"
    assert "white peace" in played.asks[0].question
    assert sides.controller(state, "boheme") == "habsburg"
    assert "bohemia" not in state.countries


@pytest.mark.rule("EUV-HUN-15")
@pytest.mark.parametrize("attacks", [True, False])
def test_an_aggressor_who_refuses_declares_war_on_the_habsburgs(attacks: bool) -> None:
    apart = {"turkey": ["turkey"], "habsburg": ["habsburg"], "hungary": ["hungary"],
             "bohemia": ["bohemia"], "france": ["france"]}  # fmt: skip
    war = ("france", "bohemia") if attacks else ("bohemia", "france")
    state = table(alliances=apart, minors={"hungary": "habsburg", "bohemia": "habsburg"},
                  war=(war,))  # fmt: skip
    calls: list[Raw] = [("call-allies", []), ("call-allies", [])] if attacks else []
    play(hungary.partition, state, [("bohemian-peace", False), *calls])
    assert (state.ledger.enemies("france") == ["habsburg"]) is attacks
    held = wars.reason(state, "france", "habsburg")
    assert (held is not None) is attacks
    if held is not None:
        assert held.until == state.turn, "a temporary one"
        stability, _ = 1, 0
        assert state.countries["france"].stability == -stability


@pytest.mark.rule("EUV-HUN-01")
def test_it_leaves_for_good_by_the_event_or_by_collapse_alone() -> None:
    state = table()
    assert hungary.EVENT in [event.key for event in events.possible(state)]
    play(events.events, state, [("events", [hungary.EVENT])])
    assert "hungary" not in state.countries
    assert state.ledger.gone == ["hungary"]
    assert hungary.EVENT not in [event.key for event in events.possible(state)]
    assert surrendered().ledger.gone == ["hungary", "bohemia"]
    alone = table(alliances={"hungary": TABLE["hungary"]}, war=())
    assert hungary.EVENT in [event.key for event in events.possible(alone)], "without Turkey too"
    state = table()
    war = state.ledger.wars[0]
    state.land.controllers.update(dict.fromkeys(TO_TURKEY, "turkey"))
    play(peace.conclude, state, (), (), war, war.defenders, war.aggressors, "surrender")
    assert "hungary" in state.countries, "a lost war is no collapse"


@pytest.mark.rule("EUV-HUN-18")
def test_austria_has_no_right_to_formerly_hungarian_provinces() -> None:
    for names, reminded in ((("truce",), True), (("hungary",), False)):
        state = table(*names, owners={"pecs": "turkey"})
        phase = Phase(state)
        peace.remind(phase)
        assert any("Hungarian" in entry.text for entry in phase.story) is reminded


@pytest.mark.rule("EUV-HUN-19")
def test_hungarian_forces_join_the_habsburgs_only_when_all_is_theirs() -> None:
    state = surrendered()
    own = force_pools.basic_forces("habsburg", "II")

    def free() -> tuple[int, int]:
        return (counters.free_counters(state, "habsburg", "A+"),
                counters.free_counters(state, "habsburg", "LD"))  # fmt: skip

    armies, detachments = free()
    theirs = force_pools.basic_forces("hungary", "II", minor=True)
    assert minors.basic_forces(state, "habsburg") == own
    for place in ("pecs", "magyarorszag"):
        provinces.transfer(state, place, "habsburg")
    assert minors.basic_forces(state, "habsburg") == own, "Transylvania still stands"
    assert free() == (armies, detachments)
    provinces.remove_minor(state, "transylvania")
    assert minors.basic_forces(state, "habsburg") == (*own, *theirs)
    assert free() == (armies + 2, detachments + 4)
    provinces.transfer(state, "pecs", "turkey")
    assert minors.basic_forces(state, "habsburg") == own
    assert free() == (armies, detachments)
    early = table()
    for place in ("pecs", "magyarorszag"):
        provinces.transfer(early, place, "habsburg")
    assert minors.basic_forces(early, "habsburg") == own, "Hungary itself still stands"


# The Habsburg start.


@pytest.mark.rule("EUV-HAB-01", "EUV-HAB-05")
def test_owners_at_the_start() -> None:
    given = {"silesie": "habsburg", "morava": "habsburg", "memel": "hanse", "preussen": "hanse"}
    state = table("habsburg", owners=dict(given))
    assert [sides.owner(state, place) for place in ("silesie", "morava")] == ["bohemia"] * 2
    assert [sides.owner(state, place) for place in ("memel", "preussen")] == ["teutonic-order"] * 2


@pytest.mark.rule("EUV-HAB-02", "EUV-HAB-03")
def test_basic_forces_of_the_habsburgs_and_of_bohemia() -> None:
    alliances = {"spain": ["spain", "habsburg", "bohemia"], "france": ["france"]}
    control = {"habsburg": "spain", "bohemia": "spain"}
    given: dict[str, Any] = {"alliances": alliances, "minors": control, "war": ()}
    annex, sheet = (force_pools.basic_forces("habsburg", "II", minor) for minor in (True, False))
    assert annex != sheet
    assert minors.basic_forces(table("truce", **given), "habsburg") == annex
    state = table("habsburg", **given)
    assert minors.basic_forces(state, "habsburg") == sheet
    phase = Phase(state)
    minors.raise_forces(phase, "bohemia")
    raised = [unit.kind for unit in state.units.values() if unit.country == "bohemia"]
    assert raised == ["LD", "LD"]


@pytest.mark.rule("EUV-HAB-04")
@pytest.mark.parametrize("on", [True, False])
def test_bohemia_stays_its_own_in_1560(on: bool) -> None:
    state = table("habsburg" if on else "truce", turn=14, war=())
    interphase.next_turn(Phase(state))
    assert state.period == "III"
    assert ("bohemia" in state.countries) is on
    assert (sides.owner(state, "boheme") == "bohemia") is on
    placed = [each for alliance in state.diplomacy.alliances for each in alliance.members]
    assert ("bohemia" in placed) is on


@pytest.mark.rule("EUV-HUN-11")
def test_one_fortress_left_is_the_capital_unasked_and_without_any_a_province_is_chosen() -> None:
    """Klausenburg first, else a fortress, and any province only where no fortress is left."""
    owned = provinces.owned_provinces(surrendered(), "transylvania")
    assert len(owned) > 2
    state = table(owners={"mures": "turkey"}, levels=dict.fromkeys(owned, 0) | {"erdely": 1})
    played = play(hungary.partition, state, [("bohemian-peace", True)])
    assert [ask.name for ask in played.asks] == ["bohemian-peace"]
    assert state.ledger.capitals["transylvania"] == "erdely"
    pair = {"erdely": 1, max({*owned} - {"mures", "erdely"}): 1}
    state = table(owners={"mures": "turkey"}, levels=dict.fromkeys(owned, 0) | pair)
    given = [("capital", max(pair)), ("bohemian-peace", True)]
    assert play(hungary.partition, state, given).asks[0].about["places"] == sorted(pair)
    state = table(owners={"mures": "turkey"}, levels=dict.fromkeys(owned, 0))
    last = max({*owned} - {"mures"})
    played = play(hungary.partition, state, [("capital", last), ("bohemian-peace", True)])
    assert played.asks[0].about["places"] == sorted({*owned} - {"mures"})
    assert state.ledger.capitals["transylvania"] == last


@pytest.mark.rule("EUV-HUN-13", "EUV-HUN-14")
def test_bohemia_at_peace_asks_nobody_and_falls_all_the_same() -> None:
    """The peace is offered to enemies of Bohemia alone; the annexation follows in any case."""
    state = table(war=(("turkey", "hungary"),))
    state.ledger.wars = [War(["turkey"], ["france"], 1)]
    state.diplomacy.wars = []
    played = play(hungary.bohemia_falls, state, (), ())
    assert played.asks == []
    assert [war.defenders for war in state.ledger.wars] == [["france"]], "others fight on"
    assert "bohemia" not in state.countries
    assert sides.owner(state, "boheme") == "habsburg"


@pytest.mark.rule("EUV-HUN-14", "EUV-HUN-15")
@pytest.mark.parametrize("answers", [(True, True), (True, False), (False, True)])
def test_bohemia_offers_peace_to_each_of_its_enemies(answers: tuple[bool, bool]) -> None:
    """*If Bohemia is at war it offers all its enemies an immediate white peace*: each answers for
    himself, what both hold goes back, and the Habsburgs are at war with the one who refused."""
    apart = {"turkey": ["turkey"], "habsburg": ["habsburg"], "hungary": ["hungary"],
             "bohemia": ["bohemia"], "france": ["france"]}  # fmt: skip
    state = table(alliances=apart, minors={"hungary": "habsburg", "bohemia": "habsburg"},
                  war=(("france", "bohemia"), ("turkey", "bohemia")))  # fmt: skip
    state.land.controllers.update(boheme="france", silesie="turkey")
    given: list[Raw] = []
    for takes in answers:
        given.append(("bohemian-peace", takes))
        given += [] if takes else [("call-allies", []), ("call-allies", [])]
    played = play(hungary.bohemia_falls, state, given)
    asked = [ask.who for ask in played.asks if ask.name == "bohemian-peace"]
    assert asked == ["france", "turkey"]
    assert [state.ledger.enemies(who) == ["habsburg"] for who in asked] == [not a for a in answers]
    assert [sides.controller(state, place) for place in ("boheme", "silesie")] == ["habsburg"] * 2
    assert "bohemia" not in state.countries


@pytest.mark.rule("EUV-HUN-01")
def test_with_hungary_its_war_leaves_the_phase_too() -> None:
    """Who fought Hungary alone is at war with nobody afterwards."""
    alone = {"turkey": ["turkey"], "hungary": ["hungary"], "france": ["france"],
             "habsburg": ["habsburg"]}  # fmt: skip
    state = table(alliances=alone, minors={"hungary": "habsburg"})
    assert state.diplomacy.wars == [("turkey", "hungary")]

    async def leaves(phase: Phase) -> None:
        hungary.leave_play(phase)

    play(leaves, state)
    assert (state.diplomacy.wars, "hungary" in state.countries) == ([], False)
    assert not any("hungary" in each.members for each in state.diplomacy.alliances)


@pytest.mark.rule("EUV-HAB-03", "EUV-HUN-09")
def test_the_two_detachments_of_bohemia_and_of_transylvania() -> None:
    state = table("habsburg")
    (force,) = minors.basic_forces(state, "bohemia")
    assert (force.counter, force.number) == ("land_detachment", 2)


@pytest.mark.rule("EUV-HUN-01")
def test_hungary_is_in_play_beside_turkey_alone() -> None:
    state = table()
    assert hungary.in_play(state)
    for name in ("hungary", "turkey"):
        state = table()
        state.countries.pop(name)
        assert not hungary.in_play(state)


@pytest.mark.rule("EUV-HUN-14")
def test_bohemia_leaves_a_war_with_its_truces_and_allies_go_on() -> None:
    """Its truces end with it; a war in which others of its side fight goes on, one that it fought
    alone is over."""
    apart = {"turkey": ["turkey"], "habsburg": ["habsburg"], "hungary": ["hungary"],
             "bohemia": ["bohemia"], "france": ["france"]}  # fmt: skip
    for alone in (True, False):
        state = table("truce", alliances=apart, war=(("france", "bohemia"),),
                      minors={"hungary": "habsburg", "bohemia": "habsburg"})  # fmt: skip
        (war,) = state.ledger.wars
        if not alone:
            war.defenders.append("turkey")
        war.truces = [Truce([("france", "bohemia")], 1), Truce([("france", "turkey")], 1),
                      Truce([("france", "bohemia"), ("france", "turkey")], 2)]  # fmt: skip
        play(hungary.bohemia_falls, state, [("bohemian-peace", True)])
        assert [held.defenders for held in state.ledger.wars] == ([] if alone else [["turkey"]])
        if not alone:
            assert [truce.pairs for truce in war.truces] == [[("france", "turkey")]] * 2


@pytest.mark.rule("INI-04")
def test_a_minor_that_is_brought_in_alone_has_no_initiative_of_its_own() -> None:
    state = campaign(alliances={"turkey": ["turkey"], "venice": ["venice"]}, war=())
    minors.bring_in(state, "hungary", "")
    (own,) = (each for each in state.diplomacy.alliances if "hungary" in each.members)
    assert (own.id, own.members, own.initiative) == ("hungary", ["hungary"], 0)
    assert state.countries["hungary"].patron == ""


APART = {
    "turkey": ["turkey"], "habsburg": ["habsburg"], "hungary": ["hungary"], "bohemia": ["bohemia"],
    "france": ["france"],
}  # fmt: skip


def apart(*wars_of_all: tuple[str, str], **fields: Any) -> State:
    """Each country in an alliance of its own, at war with these alone."""
    fields.setdefault("minors", {"hungary": "habsburg", "bohemia": "habsburg"})
    return table(alliances=APART, war=wars_of_all, **fields)


@pytest.mark.rule("EUV-HUN-05")
@pytest.mark.parametrize("accepts", [True, False])
def test_the_surrender_is_offered_once_and_is_one_where_turkey_takes_it(accepts: bool) -> None:
    """*At the peace phase of the turn in which either condition is achieved Hungary offers to
    surrender*: taken, Hungary is gone; refused, it is not offered again without a new cause."""
    state = buda(apart(("turkey", "hungary")))
    play(hungary.VARIANT.peace, state, [("hungary-surrenders", accepts)])
    assert ("hungary" in state.countries) is not accepts
    assert ("transylvania" in state.countries) is accepts
    assert hungary.OFFERED not in state.ledger.facts
    provinces.give_back(state, "magyarorszag")
    assert play(hungary.VARIANT.peace, state).asks == []


@pytest.mark.rule("EUV-HUN-01")
def test_another_event_leaves_hungary_in_play() -> None:
    """Removed either by event 6:I or by military collapse, and by no other variant's event."""
    state = table(
        "hungary", "naples", alliances={**TABLE, "spain": ["spain", "naples"]},
        minors={**MINORS, "naples": "spain"},
    )  # fmt: skip
    assert naples.INDEPENDENT in [event.key for event in events.possible(state)]
    play(events.events, state, [("events", [naples.INDEPENDENT])])
    assert "hungary" in state.countries
    play(events.events, state, [("events", [hungary.EVENT])])
    assert "hungary" not in state.countries


@pytest.mark.rule("EUV-HUN-19", "EUV-HAB-02")
@pytest.mark.parametrize("start", [True, False])
def test_hungarys_forces_join_those_that_the_habsburgs_have_as_a_minor(start: bool) -> None:
    """The basic forces of the annexes, or with the Habsburg start those of the Austrian sheet, and
    Hungary's besides."""
    state = table(
        "hungary", *(["habsburg"] if start else []), minors={"habsburg": "spain"}, war=(),
        alliances={"turkey": ["turkey"], "spain": ["spain", "habsburg"], "hungary": ["hungary"]},
    )  # fmt: skip
    annex, sheet = (force_pools.basic_forces("habsburg", "II", minor) for minor in (True, False))
    for place in ("pecs", "magyarorszag"):
        provinces.transfer(state, place, "habsburg")
    provinces.remove_minor(state, "hungary")
    theirs = force_pools.basic_forces("hungary", "II", minor=True)
    assert hungary.VARIANT.basic_forces(state, "habsburg") == (
        *(sheet if start else annex), *theirs
    )  # fmt: skip


@pytest.mark.rule("EUV-HUN-08", "EUV-HUN-10")
def test_transylvania_has_hungarys_technology_and_its_ratings_are_told() -> None:
    """It uses the Hungarian statistics, not its lord's; it is made a vassal with a rating of 5 and
    annexed with one of 10."""
    state = apart(("turkey", "hungary"))
    state.countries["turkey"].land_technology = "medieval"
    state.countries["hungary"].land_technology = "musket"
    phase = Phase(state, procedures=PROCEDURES)
    running = hungary.partition(phase)
    with pytest.raises(StopIteration):
        running.send(None)
    assert state.countries["transylvania"].land_technology == "musket"
    told = [entry.text for entry in phase.story if "Transylvania" in entry.text]
    assert len(told) == 1
    assert "a vassal at rating 5 and annexed at 10" in told[0]


@pytest.mark.rule("EUV-HUN-10")
def test_only_what_hungary_left_behind_has_its_ratings() -> None:
    """Transylvania of the scenario is none of the collapse, and one that is gone has none."""
    state = surrendered()
    assert hungary.rating(state, "annex") == 10
    state.ledger.facts.pop(hungary.COLLAPSED)
    assert hungary.rating(state, "annex") is None
    state = surrendered()
    provinces.remove_minor(state, "transylvania")
    assert hungary.rating(state, "annex") is None


@pytest.mark.rule("EUV-HUN-12", "EUV-HUN-14")
def test_transylvania_stands_in_hungarys_place_when_bohemia_offers_its_peace() -> None:
    """The alliances of the phase are without Hungary before an enemy answers, and without Bohemia
    and its war afterwards."""
    state = apart(("turkey", "hungary"), ("france", "bohemia"))
    running = hungary.partition(Phase(state, procedures=PROCEDURES))
    asked = running.send(None)
    assert isinstance(asked, Ask)
    assert (asked.name, asked.who) == ("bohemian-peace", "france")
    members = [each for alliance in state.diplomacy.alliances for each in alliance.members]
    assert sorted(members) == ["bohemia", "france", "habsburg", "transylvania", "turkey"]
    assert state.diplomacy.wars == [("france", "bohemia")]
    with pytest.raises(StopIteration):
        running.send(True)
    members = [each for alliance in state.diplomacy.alliances for each in alliance.members]
    assert sorted(members) == ["france", "habsburg", "transylvania", "turkey"]
    assert state.diplomacy.wars == []


@pytest.mark.rule("EUV-HUN-07", "EUV-TRU-06")
def test_the_turks_leave_what_the_habsburgs_get() -> None:
    """Carpathia is ceded to the Habsburgs, with whom Turkey is at peace."""
    state = apart(("turkey", "hungary"))
    (guest,) = put(state, "turkey", "karpatok", "LD")
    (at_home,) = put(state, "turkey", "magyarorszag", "LD")
    play(hungary.partition, state)
    assert sides.controller(state, "karpatok") == "habsburg"
    assert sides.controlled_by(state, state.units[guest].place, "turkey")
    assert state.units[at_home].place == "magyarorszag"


@pytest.mark.rule("EUV-HUN-14")
def test_bohemias_white_peace_gives_back_bohemian_land_alone() -> None:
    """What its enemy holds of others he keeps, and what others hold of Bohemia they keep."""
    state = apart(("france", "bohemia"), ("france", "habsburg"), ("turkey", "habsburg"))
    state.land.controllers.update(boheme="france", tirol="france", silesie="turkey")
    play(hungary.bohemia_falls, state, [("bohemian-peace", True)])
    held = [sides.controller(state, place) for place in ("boheme", "tirol", "silesie")]
    assert held == ["habsburg", "france", "turkey"]
