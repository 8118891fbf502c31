"""The glossary: each term as the rules that use it take it, and its meaning in the rules index."""

import pytest

from engine.facts import board, place_names, rulebook, variant_sheets
from engine.fleets import ports, supply_by_sea, supply_ports
from engine.land.ground import entering_provinces
from engine.land.supply import supply_lines
from engine.situation import friendly_minors, variants
from engine.state import State, sides
from engine.state.forces import Unit
from engine.turns import declarations, income, interphase, minors, peace, provinces, wars
from engine.variants import hungary, naples
from tests.engine.playing import play, put
from tests.engine.turns.table import campaign


@pytest.mark.rule("EUV-TERM-01")
def test_three_capitals_are_a_country_that_a_player_plays() -> None:
    """SPA, HOL etc.: Refers to countries currently controlled by a player."""
    state = campaign(alliances={"spain": ["spain"], "holland": ["holland"]},
                     minors={"holland": "spain"}, war=())  # fmt: skip
    played = {code: sides.is_power(state, place_names.find(code, ("country",))[0].id)
              for code in ("SPA", "HOL", "FRA")}  # fmt: skip
    assert played == {"SPA": True, "HOL": False, "FRA": False}


@pytest.mark.rule("EUV-TERM-02")
def test_america_is_the_american_continents_of_the_other_map() -> None:
    """ "America": Refers to continents in ROTW map."""

    def continent(place: str) -> str:
        return board.area(board.province(place).area).continent

    assert continent("acadie-cape") == "america"
    assert continent("aden-e") != "america"
    assert board.province("artois").area == "", "Europe has no areas"


@pytest.mark.rule("EUV-TERM-03", "EUV-TERM-04")
@pytest.mark.parametrize("name", ["Austria", "Habsburg"])
def test_the_habsburgs_are_austria_once_parted_from_spain(name: str) -> None:
    """Austria; refers to Habsburgs after its disassociation with SPA: one country by two names."""
    assert "habsburg" in [found.id for found in place_names.find(name, ("country",))]


@pytest.mark.rule("EUV-TERM-05", "EUV-TERM-06")
def test_capitals_mean_the_province_a_capital_letter_the_minor() -> None:
    """HESSEN: Refers to a province with that name. Hessen: Refers to a minor with that name."""
    for sheet in variant_sheets.sheets().values():
        for word, places in sheet.places.items():
            assert word.isupper()
            assert {*places} <= {*board.provinces()}
    for kind in ("province", "country"):
        assert place_names.best_matches("Holland", (kind,))[0] == (kind, "holland", "Holland")


@pytest.mark.rule("EUV-TERM-07", "EUV-TERM-08", "EUV-TERM-12")
def test_a_nationality_is_a_provinces_owner_and_a_minors_controller() -> None:
    """The first refers to the ownership of a province, the other to the control of a minor, through
    alliance (including a royal marriage)."""
    state = campaign(owners={"holland": "spain"})
    state.land.controllers["holland"] = "france"
    assert sides.owner(state, "holland") == "spain", "whoever holds it"
    minors.control(state, "milan", "spain", "RM")
    assert state.ledger.boxes["milan"] == ("spain", "RM"), "a royal marriage is enough"
    assert sides.decider(state, "milan") == "spain"
    assert sides.owner(state, "lombardia") == "milan", "which owns its land all the same"


@pytest.mark.rule("EUV-TERM-09", "EUV-TERM-10")
def test_the_side_that_declares_war_is_the_aggressor() -> None:
    """Aggressor: The side that declares war. Defender: The side to which war is declared."""
    state = campaign(war=())
    war = play(declarations.declare, state, (), (), "spain", "france").result
    assert war.aggressors == ["spain", "venice", "milan"]
    assert war.defenders == ["france", "savoy"]


@pytest.mark.rule("EUV-TERM-11")
def test_a_minors_ally_in_a_war_is_its_controller_alone() -> None:
    """In case of minors it refers only to controllers themselves, not to their possible other
    player coalition allies: who controls Milan leaves the war, and it goes with him."""
    state = campaign()
    minors.control(state, "milan", "venice", "MA")
    war = state.ledger.wars[0]
    answers = [("peace-offer", "separate-white-peace"), ("peace-answer", True)]
    others = [("peace-offer", "none")] * 2
    play(peace.offers, state, [others[0], others[0], *answers], (), False)
    assert war.defenders == ["spain"]
    assert {*wars.allies(state, "milan")} == {"venice", "milan"}


@pytest.mark.rule("EUV-TERM-13", "EUV-TERM-14", "EUV-TERM-15")
def test_to_own_to_conquer_and_to_occupy() -> None:
    """Own: Political ownership of a province. Conquer: Military conquest of a fortress in a
    province. Occupy: Military presence in a province, not necessarily conquered."""
    state = campaign(owners={"hainaut": "spain"})
    put(state, "savoy", "hainaut", "LD")
    assert income.receiver(state, "hainaut") == "spain", "occupied, it still pays its owner"
    state.land.controllers["hainaut"] = "france"
    assert income.receiver(state, "hainaut") == "france", "conquered, though nobody of it is there"
    assert sides.owner(state, "hainaut") == "spain"


@pytest.mark.rule("EUV-TERM-16")
def test_armies_invade_land_that_an_enemy_owns() -> None:
    """Invade: movement of military land units inside territory owned (not merely conquered) by an
    enemy power."""
    state = campaign("naples", alliances={"france": ["france"], "spain": ["spain", "naples"]},
                     minors={"naples": "spain"}, war=(("france", "spain"),))  # fmt: skip
    own, *_ = provinces.owned_provinces(state, "naples")
    state.land.controllers["lazio"] = "naples"
    for place, kind, invaded in (("lazio", "LD", False), (own, "NWD", False), (own, "LD", True)):
        unit = state.add(Unit(0, "france", kind, place, "port" if kind == "NWD" else "field"))  # type: ignore[arg-type]
        assert naples.is_invaded(state) is invaded, (place, kind)
        state.remove(unit)


@pytest.mark.rule("EUV-TERM-17")
def test_a_surrender_gives_up_what_is_conquered() -> None:
    """Enforced unconditional surrender: A 5th level peace caused by military conquest."""
    for terms, owner in (("surrender", "france"), ("white-peace", "spain")):
        state = campaign(owners={"hainaut": "spain"})
        state.land.controllers["hainaut"] = "france"
        war = state.ledger.wars[0]
        play(peace.conclude, state, (), (), war, [*war.defenders], [*war.aggressors], terms)
        assert sides.owner(state, "hainaut") == owner
        assert "hainaut" not in state.land.controllers


@pytest.mark.rule("EUV-TERM-18", "EUV-TERM-19", "EUV-TERM-20")
def test_friendly_minors_give_access_whether_active_or_not() -> None:
    """Friendly minors provide access; inactive: not engaged in any way in any current wars."""
    state = campaign()
    home = provinces.owned_provinces(state, "milan")[0]
    for active in (True, False):
        if not active:
            state.ledger.wars.clear()
            wars.align(state)
        league = sides.alliance_of(state, "venice")
        assert friendly_minors.inactive(state, "milan") is not active
        assert not entering_provinces.why_closed(state, home, league)


def genoese_city(engaged: bool) -> tuple[State, list[Unit]]:
    """Genoa is Spain's minor, in her war or not; in Genova stand troops of Spain, of Naples, her
    other minor, and of Genoa."""
    state = campaign(alliances={"france": ["france"], "spain": ["spain", "naples", "genoa"]},
                     minors={"naples": "spain", "genoa": "spain"},
                     war=(("france", "spain"),))  # fmt: skip
    if not engaged:
        wars.leave_war(state, state.ledger.wars[0], "genoa")
        wars.align(state)
    assert friendly_minors.inactive(state, "genoa") is not engaged
    return state, [Unit(0, each, "LD", "liguria") for each in ("spain", "naples", "genoa")]


@pytest.mark.rule("EUV-TERM-18", "EUV-TERM-19")
@pytest.mark.parametrize("engaged", [True, False])
def test_only_active_minors_give_supply_to_troops_of_others(engaged: bool) -> None:
    """Friendly active minors: Provides both access and supply. Friendly inactive minors: Provides
    access, but not supply."""
    state, (spanish, neapolitan, genoese) = genoese_city(engaged)
    for troops, fed in (([spanish], engaged), ([neapolitan], engaged), ([genoese], True),
                        ([spanish, genoese], engaged)):  # fmt: skip
        found = supply_lines.trace_line(state, troops, "liguria", "spain")
        assert (found is not None and found.source == "liguria") is fed
        assert supply_lines.is_source(state, "liguria", "spain", troops) is fed
    assert not entering_provinces.why_closed(state, "liguria", "spain")
    for place in board.provinces():
        if place != "liguria" and sides.controlled_by(state, place, "spain"):
            state.land.controllers[place] = "france"
    for troops, fed in (([spanish], engaged), ([genoese], True), ([spanish, genoese], engaged)):
        found = supply_lines.trace_line(state, troops, "lombardia", "spain")
        assert (found is not None) is fed, "from a province beside it too"
    state.add(spanish)
    stack = sides.stack(state, "liguria", "spain")
    assert (supply_lines.line_of(state, stack) is None) is not engaged
    why = supply_lines.why_no_line(state, stack)
    assert ("Genoa is inactive" in why) is not engaged, "asked where there is none only"
    state.land.controllers["liguria"] = "spain"
    assert supply_lines.is_source(state, "liguria", "spain", [spanish]), "a Spanish garrison does"


@pytest.mark.rule("EUV-TERM-18", "EUV-TERM-19")
@pytest.mark.parametrize("engaged", [True, False])
def test_ports_of_inactive_minors_give_ships_access_alone(engaged: bool) -> None:
    """Friendly inactive minors: Provides access, but not supply; to ships neither."""
    state, troops = genoese_city(engaged)
    for country in [each.country for each in troops]:
        ships = [Unit(0, country, "NWD", "liguria", "port")]
        found = supply_by_sea.trace_line(state, ships, "liguria", "spain")
        assert found is not None
        assert (found.source == "liguria") is (engaged or country == "genoa")
        assert not ports.why_closed(state, ships, "liguria", "spain")
        assert supply_ports.takes_in(state, ships, "liguria", "spain")


@pytest.mark.rule("EUV-TERM-20")
def test_a_war_of_this_phase_makes_the_minors_of_both_sides_active() -> None:
    """Inactive: not engaged in any way in any current wars, those which the players declare in the
    phase among them."""
    state = campaign(war=(), options={"wars_asked": True})
    assert friendly_minors.inactive(state, "milan")
    state.diplomacy.wars.append(("france", "league"))
    assert not friendly_minors.inactive(state, "milan")
    wars.adopt(state)
    del state.options["wars_asked"]
    assert not friendly_minors.inactive(state, "milan"), "the ledger has it now"


@pytest.mark.rule("EUV-TERM-22")
def test_markers_are_pieces_in_use_units_included_control_flags_not() -> None:
    """Transylvania uses the Hungarian markers: counters and leaders, and nothing that it holds."""
    state = campaign("hungary", turn=8, period="II", war=(), owners={"pecs": "hungary"},
                     alliances={"turkey": ["turkey"], "hungary": ["hungary"]})  # fmt: skip
    minors.create(state, hungary.TRANSYLVANIA, "turkey", "VA", "arquebus")
    state.ledger.facts[hungary.COLLAPSED] = True
    assert variants.lender(state, hungary.TRANSYLVANIA) == "hungary"
    assert provinces.owned_provinces(state, hungary.TRANSYLVANIA) == []


@pytest.mark.rule("EUV-TERM-23")
def test_what_is_temporary_lasts_one_turn() -> None:
    """Temporary: Lasts one turn only."""
    state = campaign()
    wars.give_reason(state, "france", "spain", 1, "a test")
    wars.give_reason(state, "spain", "france", 2, "a test")
    interphase.forget(state)
    assert [held.holder for held in state.ledger.casus_belli] == ["spain"]


@pytest.mark.rule("EUV-TERM-24")
def test_an_event_without_a_sign_comes_once() -> None:
    """(*): An event can occur several times (if numbered, then that many times)."""
    state = campaign("naples", alliances={"france": ["france"], "spain": ["spain", "naples"]},
                     minors={"naples": "spain"}, war=())  # fmt: skip

    def offered() -> set[str]:
        return {each.key for each in naples.VARIANT.events(state)}

    assert naples.WAR_OF_ITALY in offered()
    play(naples.VARIANT.carry_out_event, state, [("war-of-italy", False)], (), naples.WAR_OF_ITALY)
    assert naples.WAR_OF_ITALY not in offered()


@pytest.mark.rule(
    "EUV-TERM-25", "EUV-TERM-26", "EUV-TERM-27", "EUV-TERM-28", "EUV-TERM-29"
)  # fmt: skip
def test_who_looks_for_an_abbreviation_finds_first_what_it_means() -> None:
    """d: Ducat. Stab: Stability. VP: Victory points. ES1: Extension set I."""
    found = {"Stab": "stability", "VP": "victory points", "ROTW": "Rest-of-the-World map",
             "es1": "extension set I"}  # fmt: skip
    for number, (word, meant) in enumerate(found.items(), 26):
        first, *_ = rulebook.search(word)
        assert first.id == f"EUV-TERM-{number}"
        assert first.text.endswith(f": {meant}")
    assert rulebook.line("EUV-TERM-25") == "d: ducat"


@pytest.mark.parametrize("number", range(1, 30))
def test_every_term_is_in_the_rules_index(number: int) -> None:
    known = rulebook.rules()[f"EUV-TERM-{number:02}"]
    assert known.section == "Glossary"
    assert known in rulebook.search(known.id)
