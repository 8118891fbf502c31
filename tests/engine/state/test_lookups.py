"""What look-ups keep is what they would find anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import scenarios
from engine.games.game import Game
from engine.sequence import next_moves
from engine.state import State, sides
from engine.state.diplomacy import Alliance
from engine.state.land import Revolt, Siege
from engine.state.overseas import Establishment
from tests.engine import phases
from tests.engine.playing import lead, put, tabletop

HERE = "artois"


@pytest.mark.parametrize(
    ("scenario", "each"),
    [
        ("artois", 1), ("lepanto-1571", 1), ("cornwall-1642", 1), ("hungary-1526", 5),
        ("conquistadors-1519", 5),
    ],
)  # fmt: skip
def test_kept_answers_are_those_found_anew_in_random_games(scenario: str, each: int) -> None:
    looked = 0

    def hold(game: Game) -> None:
        nonlocal looked
        if len(game.records) % each == 0:
            answers = game.state._answers
            kept = answers.kept()
            assert kept == answers.fresh(game.state)
            looked += len(kept)

    phases.played(scenarios.read(scenario), 3, "random", hold)
    assert looked


def _ally(state: State) -> Alliance:
    return state.diplomacy.alliances[0]


CHANGES: tuple[Callable[[State], object], ...] = (
    lambda state: _ally(state).members.append("venice"),
    lambda state: _ally(state).members.extend(["venice"]),
    lambda state: _ally(state).members.insert(0, "venice"),
    lambda state: _ally(state).members.remove("france"),
    lambda state: _ally(state).members.pop(),
    lambda state: _ally(state).members.clear(),
    lambda state: _ally(state).members.__setitem__(0, "venice"),
    lambda state: _ally(state).members.__delitem__(0),
    lambda state: _ally(state).members.__iadd__(["venice"]),
    lambda state: setattr(_ally(state), "members", ["venice"]),
    lambda state: state.diplomacy.alliances.append(Alliance("venice", ["venice"], 0)),
    lambda state: state.diplomacy.alliances.sort(key=lambda each: each.id),
    lambda state: state.diplomacy.alliances.reverse(),
    lambda state: setattr(state.diplomacy, "wars", []),
    lambda state: state.land.controllers.__setitem__(HERE, "spain"),
    lambda state: state.land.controllers.update({HERE: "spain"}),
    lambda state: state.land.controllers.update(artois="spain"),
    lambda state: state.land.controllers.setdefault(HERE, "spain"),
    lambda state: state.land.controllers.__ior__({HERE: "spain"}),
    lambda state: state.land.owners.__delitem__("kent"),
    lambda state: state.land.owners.pop("kent"),
    lambda state: state.land.owners.popitem(),
    lambda state: state.land.owners.clear(),
    lambda state: setattr(state.land, "levels", {HERE: 3}),
    lambda state: state.land.revolts.setdefault(HERE, []).append(Revolt("revolt", "+")),
    lambda state: state.overseas.establishments.__setitem__("gabon-n", []),
    lambda state: setattr(state.overseas.establishments["azteca-e"][0], "stage", 2),
    lambda state: state.overseas.natives.__setitem__("gabon-n", "active"),
    lambda state: state.sea.presidios.__setitem__("kent", ("france", 1)),
)


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_what_look_ups_read_forgets_all_answers(
    change: Callable[[State], object],
) -> None:
    state = tabletop()
    state.land.owners["kent"] = "england"
    state.overseas.establishments["azteca-e"] = [Establishment("spain", "fort", stage=1)]
    sides.alliance_of(state, "france")
    assert state._answers.kept()
    change(state)
    assert not state._answers.kept()


def test_what_has_come_to_be_watched_later_is_watched_too() -> None:
    state = tabletop()
    state.diplomacy.alliances = [Alliance("france", ["france"], 0)]
    state.diplomacy.alliances += [Alliance("venice", ["venice"], 0)]
    assert sides.alliance_of(state, "milan") == "milan"
    state.diplomacy.alliances[1].members.append("milan")
    assert sides.alliance_of(state, "milan") == "venice"


def test_whoever_comes_and_goes_is_seen_at_once() -> None:
    state = tabletop()
    (unit,) = put(state, "france", HERE, "LD")
    assert sides.stack(state, HERE, "france").units == (state.units[unit],)
    state.put(state.units[unit], "kent")
    assert not sides.stack(state, HERE, "france").units
    assert sides.stack(state, "kent", "france").units
    state.put(state.units[unit], "kent", "inside")
    assert not sides.stack(state, "kent", "france").units
    state.remove(state.units[unit])
    assert not sides.stack(state, "kent", "france", "inside").units


@pytest.mark.parametrize("troops", [False, True])
def test_who_is_imagined_elsewhere_stands_there_in_that_table_alone(troops: bool) -> None:
    state = tabletop()
    lead(state, "france", HERE, "conde")
    units = put(state, "france", HERE, "LD") if troops else []
    before, known = sides.stack(state, HERE, "france"), state.to_plain()
    table = state.with_moved(units, ["conde"], "kent")
    gone, there = (sides.stack(table, place, "france") for place in (HERE, "kent"))
    assert (gone.units, gone.leaders) == ((), ())
    assert (there.unit_ids, there.leader_ids) == (units, ["conde"])
    assert [unit.place for unit in table.troops_of("france")] == ["kent"] * troops
    assert table.places_of_troops(["france"]) == ({"kent"} if troops else set())
    assert sides.stack(state, HERE, "france") == before
    assert state.to_plain() == known


def test_a_siege_begun_or_lifted_is_seen_at_once_there() -> None:
    state = tabletop()
    put(state, "france", HERE, "LD", position="inside")
    look = next_moves._there
    assert look(state, HERE, "france").units
    state.land.sieges[HERE] = Siege("spain")
    assert not look(state, HERE, "france").units
    del state.land.sieges[HERE]
    assert look(state, HERE, "france").units
