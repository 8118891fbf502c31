"""The steps of a phase, each as far as it goes: what is settled in it, and what it forgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.overseas import active_natives
from engine.play.phase import Phase
from engine.sea.under_way import attrition_math
from engine.sea.under_way.voyage import Voyage
from engine.sequence import leader_assignment, sequence, voyages
from engine.situation import variants
from engine.situation.variants import Variant
from engine.state import State
from engine.state.land import Siege
from engine.state.stacks import Band
from tests.engine import plays
from tests.engine.playing import new_year, play, put, tabletop
from tests.engine.sea.afloat import at, fleet, sea_table

FAR = "azteca-e"


def leaders(phase: Phase) -> Any:
    return leader_assignment.leaders(phase, "england")


def end_of_move(phase: Phase) -> Any:
    """The end of the move of the ships that the position has."""
    ships = [unit for unit in phase.state.units.values() if not unit.land]
    journey = attrition_math.begin(phase.state, Band.of(ships))
    voyage = Voyage("england", [unit.id for unit in ships], [], journey, last=phase.state.last_unit)
    return voyages._end(phase, voyage)


SETTLING = {
    "battles": sequence.battles_step, "siege": sequence.siege_step, "wintering": leaders,
    "movement": end_of_move,
}  # fmt: skip


@pytest.mark.rule("DIS-04", "DIS-12", "OVW-06", "WIN-09", "NAV-A2", "BAT-01")
@pytest.mark.parametrize("step", SETTLING)
def test_whoever_is_home_after_a_step_has_told_what_was_found(step: Any) -> None:
    """*When a carrying stack reaches an establishment the country gains the knowledge at once.*"""
    state = sea_table(step=step, known={"england": {"sea-canarias"}})
    (ship,) = fleet(state, "england", "wessex", "NWD")
    state.overseas.discoveries[str(ship)] = {FAR}
    plays.played(SETTLING[step], state)
    assert FAR in state.overseas.known["england"]
    assert not state.overseas.discoveries


@pytest.mark.rule("NAV-10", "RET-06", "BAT-01", "SIE-03")
@pytest.mark.parametrize("step", ["battles", "siege"])
def test_ships_leave_a_port_that_was_lost_in_the_step(step: Any) -> None:
    state = sea_table(step=step)
    (ship,) = fleet(state, "england", "wessex", "NWD")
    state.land.controllers["wessex"] = "france"
    plays.played(SETTLING[step], state)
    assert at(state, ship)[0] != "wessex"


@pytest.mark.rule("BAT-01", "OVW-03", "RND-02")
@pytest.mark.parametrize(("impulse", "then"), [(0, ("supply", 1)), (1, ("siege", 1))])
def test_in_the_battles_of_an_impulse_those_who_met_fight_and_the_next_begins(
    impulse: int, then: tuple[str, int]
) -> None:
    state = tabletop(step="battles", impulse=impulse, campaign="multiple")
    state.marks.moved.update(put(state, "france", "picardie", "A+"))
    put(state, "spain", "picardie", "LD")
    found = plays.played(sequence.battles_step, state)
    assert not state.marks.moved, "of the impulse that is over"
    assert any(entry.kind == "battle" for entry in found.phase.story)
    assert (state.sequence.step, state.sequence.impulse) == then


@pytest.mark.rule("DIS-10", "RET-18")
def test_exploration_detachments_driven_to_europe_are_gone_when_the_impulse_is_over() -> None:
    """1680: *LDE may not exist on the European map, they are only destroyed at the end of the
    movement*: in Nubia nothing is left of a retreat from the Sudan, and three are a detachment."""
    for many, left in ((2, []), (3, ["LD"])):
        state = tabletop(step="battles", known={"france": {"soudan-n"}, "spain": set()})
        for _ in range(many):
            put(state, "france", "nubie", "LDE")
        (far,) = put(state, "france", "soudan-n", "LDE")
        plays.played(sequence.battles_step, state)
        assert [unit.kind for unit in state.units.values() if unit.id != far] == left
        assert far in state.units, "overseas they stay"


STEPS: list[tuple[Any, Callable[[Phase], Any]]] = [
    ("siege", sequence.siege_step), ("end", sequence.end_step),
    ("wintering", sequence.wintering_step),
]  # fmt: skip


@pytest.mark.rule("OVW-06", "CLN-01", "RND-06", "WIN-01")
@pytest.mark.parametrize(("step", "procedure"), STEPS)
def test_what_was_done_in_a_step_of_a_round_is_open_again_in_the_next_round(
    step: Any, procedure: Callable[[Phase], Any]
) -> None:
    state = tabletop(step=step, next_box="W3", next_weather=[False, False, False])
    state.marks.done.add("done already")
    plays.played(procedure, state)
    assert not state.marks.done


@pytest.mark.rule("INI-01", "OVW-05")
def test_a_phase_begins_with_the_impulse_of_the_first_alliance() -> None:
    state = tabletop(step="start", impulse=1, box="", rounds=[])
    state.sequence.initiatives = {"france": 9, "spain": 12}
    play(sequence.start, state, dice={"start": 7})
    assert (state.sequence.step, state.sequence.impulse) == ("supply", 0)
    assert state.diplomacy.alliances[0].id == "spain"


@pytest.mark.rule("AFT-01", "NAV-10", "EUV-NAP-03")
def test_who_stands_beside_a_new_enemy_s_fortress_when_a_phase_begins_besieges_it() -> None:
    """3297: *if any side is now in a province with an enemy fortress, the fortress is considered
    besieged for all purpose*: also where it was an ally's, or became another's, between the turns.
    Ships may lie in no port that is not theirs."""
    state = sea_table(step="start", box="", rounds=[])
    state.sequence.initiatives = {"france": 9, "england": 12}
    put(state, "england", "caux", "LD")
    (ship,) = fleet(state, "england", "normandie", "NWD")
    play(sequence.start, state, ["kent"], dice={"start": 7, "england.attrition": 1})
    assert state.land.sieges == {"caux": Siege("england")}
    assert at(state, ship)[0] == "kent"


@pytest.mark.rule("EUV-TRU-13", "SUP-01")
def test_what_variants_do_before_an_impulse_they_do_once(monkeypatch: pytest.MonkeyPatch) -> None:
    began = []

    class Begins(Variant):
        id = "begins"

        async def before_impulse(self, phase: Phase) -> None:
            began.append(phase.state.sequence.impulse)

    monkeypatch.setattr(variants, "in_force", lambda _state: Begins())
    state = tabletop(step="supply")
    play(sequence.supply_step, state)
    play(sequence.supply_step, state)
    assert began == [0]


@pytest.mark.rule("NAT-31", "WIN-01")
def test_natives_whose_conquistador_is_gone_go_home_at_the_latest_in_wintering() -> None:
    state = tabletop(step="wintering", known={"spain": {"azteca-c"}})
    put(state, "spain", "azteca-c", "LD", leader="cortes")
    state.overseas.natives["azteca-c"] = "active"
    active_natives.join(state, "cortes", 6)
    state.remove_leader(state.leaders["cortes"], "killed")
    plays.played(sequence.wintering_step, state)
    assert not active_natives.recruits(state)


@pytest.mark.rule("WIN-08", "WIN-09")
def test_a_country_puts_its_leaders_once_in_a_wintering() -> None:
    """Begun again after a save too."""
    state = new_year()
    put(state, "france", "picardie", "A+", leader="tremoille")
    put(state, "france", "champagne", "LD")
    assert play(leader_assignment.leaders, state, ["done"], (), "france").asks
    assert not play(leader_assignment.leaders, state, (), (), "france").asks


@pytest.mark.rule("SUP-02", "SUP-04")
def test_in_the_supply_step_who_is_without_supply_rolls() -> None:
    """*Each phasing land stack which has no supply must roll for supply attrition* (222)."""
    state = tabletop(step="supply", owners={"andalucia": "spain"})
    put(state, "france", "andalucia", "LD")
    plays.played(sequence.supply_step, state, {}, {"france.supply": 1})
    assert state.sequence.step == "campaign"


@pytest.mark.rule("OVW-06", "SIE-01")
def test_in_the_siege_segment_sieges_go_on() -> None:
    state = tabletop(step="siege", sieges={"artois": Siege("france")}, owners={"artois": "spain"},
                     levels={"artois": 1}, campaign="active")  # fmt: skip
    put(state, "france", "artois", "A-")
    assert "siege-action" in plays.asked(plays.played(sequence.siege_step, state))
    assert state.sequence.step == "continuation"


@pytest.mark.rule("WIN-01")
def test_in_the_wintering_step_the_armies_winter() -> None:
    assert "The armies winter." in play(sequence.wintering_step, new_year()).told


@pytest.mark.rule("EUV-NAP-13", "ATT-17")
def test_what_variants_see_at_the_end_of_an_impulse_are_its_ways(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = []

    class Ends(Variant):
        id = "ends"

        def after_impulse(self, state: State) -> None:
            seen.append(dict(state.marks.entered))

    monkeypatch.setattr(variants, "in_force", lambda _state: Ends())
    state = tabletop(step="battles")
    (unit,) = put(state, "france", "picardie", "LD")
    state.marks.entered[unit] = ["caux", "picardie"]
    play(sequence.battles_step, state)
    assert seen == [{unit: ["caux", "picardie"]}]
    assert not state.marks.entered


@pytest.mark.rule("OVW-04", "OVW-A1")
@pytest.mark.parametrize(
    ("step", "procedure", "following"),
    [("campaign", "engine.rounds.campaign_choice.choose", "movement"),
     ("movement", "engine.sequence.movement.moves", "exploration"),
     ("exploration", "engine.expeditions.exploration.explorations", "battles"),
     ("continuation", "engine.rounds.rounds.continuation", "end"),
     ("cleanup", "engine.sequence.cleanup.cleanup", "over")],
)  # fmt: skip
def test_a_step_of_one_procedure_carries_it_out_and_leads_to_the_next(
    step: Any, procedure: str, following: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Each impulse consists in five steps: supply, choice of campaign, movements, exploration and
    battles* (43); the result of the continuation roll takes effect after the end of the round."""
    done = []

    async def stand_in(phase: Phase) -> None:
        done.append(phase.state.sequence.step)

    monkeypatch.setattr(procedure, stand_in)
    state = tabletop(step=step)
    play(sequence.STEPS[step], state)
    assert (done, state.sequence.step) == ([step], following)
