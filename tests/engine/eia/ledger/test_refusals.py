"""What the ledger does not write down, in its words, beside what it does: the same entry with the
one fact that makes it right. What the house rules leave open the base rules say (EIA-SET-03)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.eia import months, tables
from engine.eia.ledger import club_night
from engine.eia.ledger.entries_setup import FLOATING
from engine.eia.ledger.records import Alliance, Corps, Exile, Fleet, Land, Loan, Peace
from tests.engine.eia.nights import Club, power

FLEETS = {
    "I": Fleet("france", 10), "II": Fleet("france", 4),
    "Home": Fleet("britain", 8),
}  # fmt: skip
SAID_AT_SEA = min(FLOATING)
FOUGHT = {"attacker": "britain", "defender": "france"}


def club(**fields: Any) -> Club:
    """A club night with parts of its ledger as they are given."""
    found = Club()
    for name, value in fields.items():
        assert hasattr(found.ledger, name), name
        setattr(found.ledger, name, value)
    return found


def told(sentence: str) -> str:
    """A sentence as people read it, whatever its case and its full stop."""
    return sentence.removesuffix(".").lower().replace("britain", "great britain")


def afloat() -> Club:
    return club(fleets={
        name: Fleet(each.power, each.ships) for name, each in FLEETS.items()
    })  # fmt: skip


# Ships.


@pytest.mark.rule("EIA-SET-03", "EIA-HULK-02")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"winner": "britain"}, ""),
        ({"attacker": "france", "defender": "france"}, "A battle takes two powers."),
        ({"winner": "spain"}, "spain wasn't in the battle."),
        ({"winner": "france", "prizes": {"I": 1}}, ""),
        ({"prizes": {"I": 1}}, "Nobody won, so nobody took a ship (EIA-SET-03)"),
        ({"winner": "france", "prizes": {"Home": 1}}, "Home is not a fleet of france"),
        ({"winner": "france", "prizes": {"Nowhere": 1}}, "Nowhere is not a fleet of france"),
        ({"defender_fleets": {"I": 10}}, ""),
        ({"defender_fleets": {"I": 11}}, "I has 10 ships, not 11."),
        ({"attacker_fleets": {"Home": 8}}, ""),
        ({"attacker_fleets": {"Home": 9}}, "Home has 8 ships, not 9."),
        ({"attacker_fleets": {"I": 1}}, "I is not a fleet of britain in the ledger."),
        ({"defender_fleets": {"III": 1}}, "III is not a fleet of france in the ledger."),
    ],
)
def test_a_battle_at_sea_is_of_two_powers_with_ships_enough(
    fields: Mapping[str, Any], said: str
) -> None:
    night = afloat()
    values = {**FOUGHT, **fields}
    if said:
        assert told(said) in night.refuses("sea-battle", **values).lower()
    else:
        night.enter("sea-battle", **values)


@pytest.mark.rule("EIA-HULK-02")
@pytest.mark.parametrize(
    ("fields", "left", "line", "reminded"),
    [
        ({"winner": "britain", "defender_fleets": {"I": 3}}, {"I": 7, "II": 4, "Home": 8},
         "britain wins. Lost: britain 0 ships and france 3 ships.", True),
        ({"defender_fleets": {"I": 3}}, {"I": 7, "II": 4, "Home": 8},
         "nobody wins. Lost: britain 0 ships and france 3 ships.", False),
        ({"winner": "britain"}, {"I": 10, "II": 4, "Home": 8},
         "britain wins. Lost: britain 0 ships and france 0 ships.", False),
        ({"winner": "britain", "defender_fleets": {"I": 2, "II": 4}, "attacker_fleets": {"Home": 1},
          "prizes": {"Home": 2}}, {"I": 8, "Home": 9},
         "britain wins. Lost: britain 1 ship and france 6 ships.", True),
        ({"winner": "britain", "defender_fleets": {"I": 2}, "defender_lost": 5},
         {"I": 8, "II": 4, "Home": 8},
         "britain wins. Lost: britain 0 ships and france 5 ships.", True),
        ({"winner": "britain", "attacker_fleets": {"Home": 1}}, {"I": 10, "II": 4, "Home": 7},
         "britain wins. Lost: britain 1 ship and france 0 ships.", True),
    ],
)  # fmt: skip
def test_a_battle_at_sea_takes_the_ships_and_leaves_hulks_to_its_winner(
    fields: Mapping[str, Any], left: Mapping[str, int], line: str, reminded: bool
) -> None:
    """*Hulks of a fleet battle go to the winner*: reminded where somebody won and ships sank."""
    night = afloat()
    night.enter("sea-battle", **FOUGHT, **fields)
    assert {name: fleet.ships for name, fleet in night.ledger.fleets.items()} == left
    assert any(told(line) in entry.text.lower() for entry in night.game.story)
    assert bool(night.told("EIA-HULK-02")) == reminded


@pytest.mark.rule("EIA-SET-03", "EIA-HULK-02")
def test_points_of_a_battle_at_sea_are_written_down_and_told() -> None:
    night = afloat()
    night.enter("sea-battle", **FOUGHT, winner="france", attacker_points="-1.5", defender_points=1)
    assert power(night, "britain").political_halves == -3
    assert power(night, "france").political_halves == 2
    (line,) = [e.text for e in night.game.story if e.text.startswith("Political points")]
    assert "-1.5" in line
    assert "+1" in line
    night.enter("sea-battle", **FOUGHT)
    assert power(night, "france").political_halves == 2
    assert sum(e.text.startswith("Political points") for e in night.game.story) == 1


@pytest.mark.rule("EIA-SET-03")
def test_only_a_fleet_that_would_change_hands_is_asked_about() -> None:
    night = afloat()
    night.game.answer({"do": "fleet", "fleet": "I", "power": "france", "ships": 9})
    night.game.answer({"do": "fleet", "fleet": "IV", "power": "france", "ships": 9})
    said = night.doubts("fleet", fleet="I", power="britain", ships=9)
    assert told("fleet of france; britain would get it.") in said.lower()


# Powers, leaders and loans.


@pytest.mark.rule("EIA-SET-03", "EIA-UMP-03")
@pytest.mark.parametrize(
    ("entry", "fields", "said"),
    [
        ("track", {"victory": {"france": 1}}, ""),
        ("track", {"points": {"turkey": 1}}, "not played in this campaign"),
        ("track", {"victory": {"spain": 1}}, "out of the game"),
        ("track", {"victory": {"spain": 0}}, ""),
        ("track", {"victory": {"spain": -1}}, ""),
        ("track", {"points": {"spain": 1}}, ""),
        ("status", {"power": "france"}, ""),
        ("status", {"power": "spain", "victory": 1}, "It is out of the game"),
        ("status", {"power": "spain", "victory": 0}, ""),
        ("status", {"power": "turkey"}, "not played in this campaign"),
    ],
)
def test_who_is_out_collects_no_victory_points(
    entry: str, fields: Mapping[str, Any], said: str
) -> None:
    """*The dropped power collects no more VP*; he may lose some, and points of policy."""
    night = club()
    night.ledger.powers["spain"].out = True
    del night.ledger.powers["turkey"]
    if said:
        assert said in night.refuses(entry, **fields)
    else:
        night.enter(entry, **fields)


@pytest.mark.rule("EIA-TRM-12", "EIA-TRM-13")
def test_only_an_exile_whose_ratings_are_known_returns() -> None:
    night = club(exiles={"Ney": Exile("france", "C", 0)})
    night.ledger.powers["france"].zone = "neutral"
    assert "Davout is not in exile" in night.refuses("return", leader="Davout")
    assert "ratings of Ney are not written down" in night.refuses("return", leader="Ney")
    said = {"strategic": 3, "tactical": 4, "maximum": 2, "points_left": 9}
    night.enter("return", leader="Ney", **said)
    assert "Ney" not in night.ledger.exiles
    assert power(night, "france").political_halves == -8, "(3 + 4 + 2) / 3 + 1 for a C"


@pytest.mark.rule("EIA-ERR-33", "EIA-ERR-34", "EIA-ERR-35")
def test_a_promotion_is_kept_in_the_roster_and_given_once() -> None:
    night = Club()
    assert "The rank of Ney is not written down" in night.refuses("promote", leader="Ney")
    night.enter("leader", leader="Ney", power="france", rank="C", strategic=3, tactical=4,
                maximum=2)  # fmt: skip
    night.enter("promote", leader="Ney")
    assert night.ledger.leaders["Ney"].rank == "B"
    assert night.ledger.promoted == {"Ney": "B"}
    night.refuses("promote", leader="Ney")
    assert night.ledger.leaders["Ney"].rank == "B"


@pytest.mark.rule("EIA-TRM-03", "EIA-TRM-04", "EIA-TRM-05", "EIA-TRM-06")
@pytest.mark.parametrize(
    ("fields", "there", "returning", "points"),
    [
        ({}, True, False, 0),
        ({"lost": {"infantry": 2}}, True, False, 0),
        ({"returns": True}, True, True, 0),
        ({"returns": True, "because_of_losses": True}, True, True, -2),
        ({"because_of_losses": True}, True, False, 0),
    ],
)
def test_a_corps_on_loan_returns_at_the_next_reinforcement(
    fields: Mapping[str, Any], there: bool, returning: bool, points: int
) -> None:
    night = club(loans={"IV": Loan("austria", "france", 0, 0)})
    assert "V is not on loan" in night.refuses("loan-back", corps="V")
    before = power(night, "france").political_halves
    night.enter("loan-back", corps="IV", **fields)
    assert night.ledger.loans["IV"].returning == returning
    assert night.ledger.loans["IV"].lost == fields.get("lost", {})
    assert power(night, "france").political_halves - before == points
    lines = night.to("army reinforcement")
    assert ("IV" not in night.ledger.loans) == returning
    assert any("IV returns to Austria" in line for line in lines) == returning


@pytest.mark.rule("EIA-SET-03", "EIA-NAV-15")
def test_a_corps_is_written_down_changed_and_taken_off() -> None:
    """Whose, its nation, its type: as said, else as its factors say."""
    night = Club()
    written = {"corps": "I", "power": "france", "factors": {"infantry": 9, "cavalry": 0}}
    night.enter("corps", **written)
    (found,) = night.ledger.corps.values()
    kind = found.type
    assert found == Corps("france", "france", kind, {"infantry": 9})
    other = next(each for each in tables.nations() if each != "france")
    assert "No morale of atlantis" in night.refuses("corps", **written, nation="atlantis")
    night.enter("corps", **written, nation=other, type="cavalry")
    (found,) = night.ledger.corps.values()
    assert found == Corps("france", other, "cavalry", {"infantry": 9})
    assert "is not written down" in night.refuses("corps", **{**written, "corps": "II"}, gone=True)
    night.enter("corps", **written, gone=True)
    assert night.ledger.corps == {}


@pytest.mark.rule("EIA-SET-03", "EIA-ERR-26", "EIA-PRIS-04", "EIA-WIN-05", "EIA-OE-01")
@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        (("break-alliance", {"breaker": "france", "other": "spain"}),
         ("break-alliance", {"breaker": "france", "other": "austria"}), "They are not allies."),
        (("order", {"phase": SAID_AT_SEA, "after": FLOATING[SAID_AT_SEA]}),
         ("order", {"phase": SAID_AT_SEA, "after": "spain"}), "comes after another power"),
        (("war-on-minor", {"power": "france", "minor": "Prussia"}),
         ("war-on-minor", {"power": "france", "minor": "Saxony"}), "is a major power"),
        (("war-on-minor", {"power": "france", "minor": "Saxony", "controller": "france"}),
         ("war-on-minor", {"power": "france", "minor": "Saxony", "controller": "prussia"}),
         "controls it itself"),
        (("prisoners", {"holder": "france", "nation": "austria", "troop": "zouaves", "number": 1}),
         ("prisoners", {"holder": "france", "nation": "austria", "troop": "infantry", "number": 1,
                        "money": 3, "manpower": 1}),
         "zouaves is not a kind of troop"),
        (("yields", {"land": "Saxony", "manpower": 2, "home": "prussia"}),
         ("yields", {"land": "Saxony", "manpower": 2}), "is a minor, not a home province"),
        (("yields", {"land": "Anjou", "manpower": 2, "home": "france", "ottoman": True}),
         ("yields", {"land": "Anjou", "manpower": 2, "home": "france"}),
         "cannot join the Ottoman Empire"),
        (("collect", {"manpower": 3}), ("collect", {"power": "spain", "manpower": 3}),
         "A figure belongs to one power"),
    ],
)  # fmt: skip
def test_what_is_refused_and_the_same_with_one_fact_changed(
    wrong: tuple[str, dict[str, Any]], right: tuple[str, dict[str, Any]], said: str
) -> None:
    night = club(
        alliances=[Alliance(["austria", "france"])],
        lands={"Castile": Land("spain", 4)},
    )
    assert told(said) in night.refuses(wrong[0], **{**wrong[1], "sure": True}).lower()
    night.enter(right[0], **right[1])


@pytest.mark.rule("EIA-WIN-05")
def test_all_collect_whose_provinces_are_known_and_nobody_where_none_is() -> None:
    night = Club()
    assert "Nobody has said what any province yields" in night.refuses("collect", sure=True)
    night.enter("yields", land="Castile", manpower=4, home="spain")
    night.enter("yields", land="Anjou", manpower=3, home="france")
    before = {name: each.manpower for name, each in night.ledger.powers.items()}
    night.enter("collect")
    won = {name: each.manpower - before[name] for name, each in night.ledger.powers.items()}
    assert {name: more for name, more in won.items() if more} == {"spain": 4, "france": 3}


@pytest.mark.rule("EIA-ERR-26")
@pytest.mark.parametrize(
    ("granted", "asks"),
    [([["prussia", "austria"]], True), ([["austria", "prussia"]], False), ([], False)],
)
def test_access_that_was_granted_is_forced_only_when_confirmed(
    granted: list[list[str]], asks: bool
) -> None:
    night = club(access=granted)
    night.at("land movement", of="austria")
    fields = {"power": "austria", "controller": "prussia"}
    if asks:
        assert "has granted" in night.doubts("forcible-access", **fields).lower()
    else:
        night.game.answer({"do": "forcible-access", **fields})


# What an entry ends besides.


@pytest.mark.rule("EIA-ALL-07", "EIA-ERR-31", "EIA-TRM-07")
@pytest.mark.parametrize("why", ["breach", "sphere"])
def test_a_declaration_of_war_ends_alliance_and_peace_with_that_power_alone(why: str) -> None:
    """*The victor may at once declare war on the loser in spite of enforced peace*; breach of an
    alliance opens the war on an ally."""
    night = Club()
    far = night.ledger.month + 9
    night.ledger.alliances = [Alliance(["austria", "france"]), Alliance(["france", "prussia"])]
    night.ledger.peaces = [
        Peace("france", "austria", far, months.POLITICAL, unconditional=True, sphere=True),
        Peace("france", "russia", far, months.POLITICAL),
    ]
    if why == "breach":
        del night.ledger.peaces[0]
    else:
        del night.ledger.alliances[0]
    on = "austria" if why == "sphere" else "spain"
    assert "EIA" in night.refuses("war", power="france", on=on, because=why, sure=True)
    night.ledger.rights = [["france", "austria", why]]
    night.enter("war", power="france", on="austria", because=why)
    assert night.ledger.wars == [["austria", "france"]]
    assert [each.powers for each in night.ledger.alliances] == [["france", "prussia"]]
    assert [each.loser for each in night.ledger.peaces] == ["russia"]


@pytest.mark.rule("EIA-CAV-02")
@pytest.mark.parametrize(
    ("troop", "like"),
    [("cavalry", "medium_cavalry"), ("medium_cavalry", "medium_cavalry"),
     ("heavy_cavalry", "heavy_cavalry")],
)  # fmt: skip
def test_printed_cavalry_costs_what_medium_costs(troop: str, like: str) -> None:
    """*Medium cavalry: morale 4, 15 money and 2 MP; printed cavalry counts as medium.*"""
    assert tables.price(troop) == tables.price(like) is not None
    assert tables.price("cavalry") == (15, 2)
    assert (tables.price(troop) == (15, 2)) == (like == "medium_cavalry")
    assert tables.price("infantry") is None


@pytest.mark.rule("EIA-WIN-03")
def test_a_month_follows_the_last_step_and_begins_with_the_first() -> None:
    night = Club()
    month = night.ledger.month
    night.ledger.step = len(tables.steps()) - 1
    night.ledger.fled = ["spain"]
    club_night.advance(night.ledger)
    assert (night.ledger.month, night.ledger.step, night.ledger.fled) == (month + 1, 0, [])
    before = Club()
    before.ledger.step = len(tables.steps()) - 2
    club_night.advance(before.ledger)
    assert (before.ledger.month, before.ledger.step) == (month, len(tables.steps()) - 1)
    before.ledger.ended = True
    club_night.advance(before.ledger)
    assert (before.ledger.month, before.ledger.step) == (month, len(tables.steps()) - 1)


@pytest.mark.rule("EIA-PEACE-02", "EIA-TRM-08", "EIA-TRM-11")
@pytest.mark.parametrize(("sphere", "denied"), [(False, False), (True, False), (True, True)])
def test_the_terms_of_a_peace_end_with_it(sphere: bool, denied: bool) -> None:
    night = Club()
    end = night.ledger.month + 1
    peace = Peace("france", "austria", end, months.POLITICAL, sphere=sphere, denied=denied)
    night.ledger.peaces = [peace]
    while night.ledger.month <= end and not night.ledger.ended:
        night.on()
    lines = "\n".join(entry.text for entry in night.game.story)
    assert night.ledger.peaces == []
    assert ("The sphere of influence of France over Austria ends with it" in lines) == sphere
    assert ("The denial of co-operation of France over Austria ends with it" in lines) == denied
