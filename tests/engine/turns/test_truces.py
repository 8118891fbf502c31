"""Truces: how they are made, what they freeze, how they end (EUV-TRU)."""

from typing import Any

import pytest

from engine.fleets import ports
from engine.land.battle import retreat
from engine.land.ground import entering_provinces
from engine.land.supply import supply_lines
from engine.play.asks import BadAnswer, Option
from engine.play.phase import Phase
from engine.sequence import sequence
from engine.situation import friendly_minors
from engine.state import State, sides
from engine.state.land import Revolt, Siege
from engine.state.ledger import Truce, War
from engine.turns import declarations, events, income, minors, peace, provinces, truces, turn, wars
from engine.umpire import umpire
from tests.engine.playing import play, put
from tests.engine.turns.table import campaign


def whole(state: State, since: int = 1, early: bool = True) -> Truce:
    """Both sides of the first war under a truce."""
    war = state.ledger.wars[0]
    pairs = [(one, other) for one in war.aggressors for other in war.defenders]
    war.truces.append(Truce(pairs, since, early))
    wars.align(state)
    return war.truces[0]


@pytest.mark.rule("EUV-TRU-01")
def test_a_coalition_offers_a_truce_and_the_other_accepts() -> None:
    state = campaign("truce")
    offers = [option.answer for option in _choices(state, "france", early=True)]
    assert "truce" in offers
    plain = campaign()
    assert "truce" not in [option.answer for option in _choices(plain, "france", early=True)]
    answers = [("peace-offer", "truce"), ("peace-answer", True)]
    played = play(peace.offers, state, answers, (), True)
    assert state.ledger.enemies("france") == []
    assert state.ledger.wars, "a truce is no peace"
    assert state.diplomacy.wars == []
    assert "France and Savoy make a truce with Spain" in played.told


@pytest.mark.rule("EUV-TRU-01", "EUV-TRU-17")
def test_a_truce_is_agreed_at_the_negotiations_too() -> None:
    """Before any war of the turn is declared; it then lasts *for a whole turn*."""
    state = campaign("truce", options={"wars_asked": True})
    play(turn.negotiations_step, state, [("peace-offer", "truce"), ("peace-answer", True)])
    assert [held.early for held in state.ledger.wars[0].truces] == [True]


def _choices(state: State, who: str, early: bool = False, leads: bool = True) -> list[Option]:
    war = state.ledger.wars[0]
    own, others = (
        (war.aggressors, war.defenders) if who in war.aggressors
        else (war.defenders, war.aggressors)
    )  # fmt: skip
    return peace.choices(state, war, own, others, who, leads, early)


@pytest.mark.rule("EUV-TRU-02")
def test_a_minor_is_offered_a_truce_in_the_way_of_a_white_peace() -> None:
    state = campaign("truce")
    offers = [option.answer for option in _choices(state, "france")]
    assert {"truce:milan", "white-peace:milan"} <= set(offers)
    asked = []
    for terms in ("white-peace", "truce"):
        played = play(peace.is_accepted, state, [("minor-accepts", True)], (), "france", ["milan"],
                      terms)  # fmt: skip
        asked.append((played.asks[0].who, played.asks[0].name))
        minors.control(state, "savoy", "", "")
        alone = play(peace.is_accepted, state, [("minor-accepts", True)], (), "spain", ["savoy"],
                     terms)  # fmt: skip
        assert alone.asks[0].who == "spain", "whom nobody controls, who offers answers for"
        assert "rules of a white peace" in played.asks[0].question
    assert asked[0] == asked[1] == ("venice", "minor-accepts")


@pytest.mark.rule("EUV-TRU-03", "EUV-TRU-04")
def test_a_member_makes_a_separate_truce_and_its_allies_get_a_reason_for_war() -> None:
    state = campaign("truce")
    offers = [option.answer for option in _choices(state, "venice", leads=False)]
    assert {"separate-white-peace", "separate-truce"} <= set(offers)
    answers = [
        ("peace-offer", "none"), ("peace-offer", "none"), ("peace-offer", "separate-truce"),
        ("peace-answer", True),
    ]  # fmt: skip
    play(peace.offers, state, answers, (), False)
    assert state.ledger.enemies("venice") == [] == state.ledger.enemies("milan")
    assert state.ledger.enemies("france") == ["spain"]
    assert sides.alliance_of(state, "venice") != sides.alliance_of(state, "spain")
    assert sides.alliance_of(state, "spain") == "league", "whose first member it is"
    held = wars.reason(state, "spain", "venice")
    assert held is not None
    assert len(state.ledger.casus_belli) == 1, "one for Venice and its Milan"
    other = campaign("truce")
    war = other.ledger.wars[0]
    play(peace.conclude, other, (), (), war, ["venice", "milan"], ["france", "savoy"],
         "white-peace")  # fmt: skip
    also = wars.reason(other, "spain", "venice")
    assert also is not None
    assert also.until == held.until
    assert (war.aggressors, war.defenders) == (["france", "savoy"], ["spain"])
    assert other.ledger.wars == [war], "the others' war goes on"


@pytest.mark.rule("EUV-TRU-05", "EUV-TRU-06", "EUV-TRU-07")
def test_conquests_are_kept_other_land_is_left_and_sieges_end() -> None:
    state = campaign("truce", owners={"artois": "spain", "hainaut": "spain", "flandre": "spain"})
    state.land.controllers["flandre"] = "france"
    garrison = put(state, "france", "flandre", "LD")[0]
    besieger = put(state, "france", "hainaut", "A+")[0]
    passing = put(state, "france", "artois", "LD")[0]
    home = put(state, "spain", "hainaut", "LD", position="inside")[0]
    state.land.sieges["hainaut"] = Siege("france")
    war = state.ledger.wars[0]
    play(truces.agree_truce, state, (), (), war, war.aggressors, war.defenders, False, False)
    assert state.land.controllers["flandre"] == "france"
    assert state.units[garrison].place == "flandre"
    assert state.land.sieges == {}
    for unit in (besieger, passing):
        assert sides.controlled_by(state, state.units[unit].place, "france")
    assert state.units[home].place == "hainaut"


@pytest.mark.rule("EUV-TRU-08")
def test_enemy_land_held_pays_nobody_during_a_truce() -> None:
    state = campaign("truce", owners={"hainaut": "spain"})
    state.land.controllers["hainaut"] = "france"
    assert income.receiver(state, "hainaut") == "france"
    whole(state)
    assert income.receiver(state, "hainaut") == ""
    state.land.controllers.clear()
    assert income.receiver(state, "hainaut") == "spain"


def civil(*roles: Any) -> State:
    """A civil war in England with a rebellion of Parliament's in the King's Cornwall."""
    state = campaign(
        "truce",
        alliances={"royalists": ["royalists"], "parliament": ["parliament"]},
        war=(("royalists", "parliament"),),
        owners={"cornwall": "royalists", "wessex": "royalists"},
        campaign="active",
    )
    for country, role in zip(state.countries.values(), roles or ("civil", "civil"), strict=True):
        country.role = role
    state.ledger.wars.clear()
    wars.adopt(state)
    state.land.revolts["cornwall"] = [Revolt("revolt", "+", "parliament")]
    return state


@pytest.mark.rule("EUV-TRU-09", "EUV-TRU-10")
@pytest.mark.parametrize(
    ("king", "other", "is_civil"),
    [("civil", "civil", True), ("full", "civil", False), ("civil", "foreign", False)],
)
def test_a_war_is_civil_where_parties_of_a_civil_war_stand_on_both_sides(
    king: str, other: str, is_civil: bool
) -> None:
    """If a truce is made in a civil war, all revolts stay as they are."""
    state = civil(king, other)
    assert [war.civil for war in state.ledger.wars] == [is_civil]
    whole(state)
    assert truces.revolts_frozen(state, "cornwall") is is_civil


@pytest.mark.rule("EUV-TRU-09")
def test_revolts_stay_as_they_are_in_a_civil_war_under_truce() -> None:
    from engine.sequence import siege_segment

    state = civil()
    put(state, "royalists", "cornwall", "LD")
    stack = sides.stack(state, "cornwall", "royalists")
    assert siege_segment._fights(state, stack)
    whole(state)
    assert not siege_segment._fights(state, stack)
    for spread in ("cornwall", "wessex"):
        with pytest.raises(BadAnswer, match="EUV-TRU-09"):
            umpire.apply(state, {"do": "revolt", "place": spread, "markers": "-"})
    state.ledger.wars[0].truces.clear()
    umpire.apply(state, {"do": "revolt", "place": "cornwall", "markers": "-"})


@pytest.mark.rule("EUV-TRU-10")
def test_under_truce_only_rebel_units_cost_income() -> None:
    state = civil()
    assert income.receiver(state, "cornwall") == ""
    whole(state)
    assert income.receiver(state, "cornwall") == "royalists"
    put(state, "royalists", "cornwall", "LD")
    assert income.receiver(state, "cornwall") == "royalists", "its own troops are no rebels"
    put(state, "parliament", "cornwall", "NWD", position="port")
    assert income.receiver(state, "cornwall") == "royalists", "nor do ships hold a territory"
    put(state, "parliament", "cornwall", "LD")
    assert income.receiver(state, "cornwall") == ""


@pytest.mark.rule("EUV-TRU-11")
def test_minors_in_a_truce_count_as_neutral_though_their_units_stay() -> None:
    state = campaign("truce", owners={"lombardia": "milan"})
    unit = put(state, "milan", "lombardia", "LD")[0]
    assert not friendly_minors.inactive(state, "milan")
    whole(state)
    assert friendly_minors.inactive(state, "milan")
    assert state.units[unit].place == "lombardia"


@pytest.mark.rule("EUV-TRU-12")
def test_minors_of_a_coalition_stay_with_their_controller() -> None:
    state = campaign("truce")
    ruling = {"do": "minor", "minor": "milan", "patron": "france", "box": "MA"}
    whole(state)
    with pytest.raises(BadAnswer, match="EUV-TRU-12"):
        umpire.apply(state, ruling)
    assert state.countries["milan"].patron == "venice"
    state.ledger.wars.clear()
    umpire.apply(state, ruling)
    assert state.countries["milan"].patron == "france"


@pytest.mark.rule("EUV-TRU-13")
def test_either_side_ends_it_at_the_start_of_its_impulse_for_nothing() -> None:
    for impulse, who in ((0, "france"), (1, "spain")):
        state = campaign("truce", step="supply", box="S3")
        whole(state)
        state.sequence.step, state.sequence.impulse = "supply", impulse
        assert state.diplomacy.alliances[impulse].members[0] == who
        before = state.countries[who].stability
        played = play(sequence.supply_step, state, [("end-truce", True)])
        assert played.asks[0].who == who
        assert state.diplomacy.wars == [("france", "league")]
        assert state.ledger.enemies("spain") == ["france", "savoy"]
        assert state.countries[who].stability == before


@pytest.mark.rule("EUV-TRU-13", "EUV-TRU-16")
def test_it_goes_on_as_long_as_nobody_ends_it() -> None:
    state = campaign("truce", step="supply", box="S3", turn=60, period="VII")
    truce = whole(state, since=1)
    state.sequence.step = "supply"
    play(sequence.supply_step, state, [("end-truce", False)])
    assert state.ledger.wars[0].truces == [truce]
    assert state.diplomacy.wars == []


@pytest.mark.rule("EUV-TRU-14")
def test_a_minor_of_nobodys_ends_no_truce_but_by_an_event() -> None:
    state = campaign(
        "truce",
        alliances={"france": ["france"], "milan": ["milan"]},
        war=(("france", "milan"),),
    )
    state.countries["milan"].minor = True
    whole(state)
    state.sequence.step, state.sequence.impulse = "supply", 1
    assert state.diplomacy.alliances[1].id == "milan"
    assert play(truces.ask_to_end, state).asks == []
    key = f"{events.BREAK}milan"
    assert key in [event.key for event in events.possible(state)]
    state.sequence.step = "over"
    play(events.events, state, [("events", [key])])
    assert state.ledger.enemies("milan") == ["france"]


@pytest.mark.rule("EUV-TRU-15")
def test_its_controllers_declaration_of_war_breaks_it_between_the_two_alone() -> None:
    state = campaign(
        "truce", "second-declaration",
        alliances={"france": ["france"], "spain": ["spain"], "milan": ["milan"],
                   "venice": ["venice"]},
        minors={"milan": "venice"},
        war=(("france", "milan"), ("spain", "milan")),
    )  # fmt: skip
    for war in state.ledger.wars:
        war.truces.append(Truce([(war.aggressors[0], "milan")], 1))
    wars.align(state)
    assert state.ledger.enemies("milan") == []
    play(
        declarations.declare,
        state,
        [("call-allies", []), ("call-allies", [])],
        (),
        "venice",
        "france",
    )
    assert state.ledger.enemies("milan") == ["france"]
    assert truces.truce_between(state, "spain", "milan") is not None
    assert [len(war.truces) for war in state.ledger.wars[:2]] == [0, 1]


@pytest.mark.rule("EUV-TRU-17", "EUV-TRU-18")
def test_a_war_under_truce_the_whole_turn_costs_no_stability_and_grows_no_longer() -> None:
    def weary(since: int, early: bool) -> tuple[int, int]:
        state = campaign("truce", turn=3)
        state.ledger.wars[0].age = 4
        if since:
            whole(state, since, early)
        peace.war_weariness(Phase(state))
        return state.countries["france"].stability, state.ledger.wars[0].age

    assert weary(0, False) == (-2, 5)
    assert weary(2, False) == (0, 4)
    assert weary(3, True) == (0, 4)
    assert weary(3, False) == (-2, 5), "agreed after the negotiations: not the whole turn"
    state = campaign("truce", turn=3)
    for country, stability in (("france", -3), ("spain", -2)):
        state.countries[country].stability = stability
    state.ledger.wars[0].age = 4
    peace.war_weariness(Phase(state))
    assert [state.countries[each].stability for each in ("france", "spain")] == [-3, -3]


@pytest.mark.rule("EUV-TRU-17")
def test_a_truce_of_the_negotiations_covers_its_turn_one_of_the_peace_phase_the_next() -> None:
    for early in (True, False):
        state = campaign("truce", turn=3)
        answers = [("peace-offer", "truce"), ("peace-answer", True)]
        rest = [] if early else [("peace-offer", "none"), ("peace-offer", "none")]
        play(peace.offers, state, [*answers, *rest], (), early)
        truce = state.ledger.wars[0].truces[0]
        assert truce.covers(3) is early
        assert truce.covers(4)


def test_the_ledger_reads_back_with_its_truces() -> None:
    state = campaign("truce")
    whole(state)
    state.ledger.step = "peace"
    again = State.from_plain(state.to_plain())
    assert again.ledger == state.ledger
    assert turn.STEPS.keys() >= {again.ledger.step}


@pytest.mark.rule("EUV-TRU-04")
def test_of_a_truce_of_one_alone_those_whom_it_leaves_get_the_reason_for_war() -> None:
    """Of Venice's, whose minor stays in the war: Spain, and no enemy of theirs."""
    state = campaign("truce")
    war = state.ledger.wars[0]
    play(truces.agree_truce, state, (), (), war, ["venice"], ["france", "savoy"], True, False)
    held = [(each.holder, each.against) for each in state.ledger.casus_belli]
    assert held == [("spain", "venice")]
    state = campaign("truce")
    war = state.ledger.wars[0]
    play(truces.agree_truce, state, (), (), war, ["france"], ["spain", "venice"], True, False)
    assert state.ledger.casus_belli == [], "Savoy is a minor"


@pytest.mark.rule("EUV-TRU-13")
@pytest.mark.parametrize(("one", "other"), [("france", "spain"), ("spain", "france")])
def test_who_is_in_play_no_more_fights_no_more_when_a_truce_ends(one: str, other: str) -> None:
    for gone, fights in (("", True), (one, False), (other, False)):
        state = campaign("truce", alliances={"france": ["france"], "spain": ["spain"]},
                         war=(("france", "spain"),))  # fmt: skip
        whole(state)
        if gone:
            del state.countries[gone]
        truces.resume(state, one, other)
        assert bool(state.diplomacy.wars) is fights


@pytest.mark.rule("EUV-TRU-07")
@pytest.mark.parametrize("first", ["france", "savoy"])
def test_a_siege_goes_on_where_one_of_the_besiegers_has_made_no_truce(first: str) -> None:
    """Savoy keeps a truce with Spain, whose Artois France and Savoy besieged together; whoever came
    first, France goes on. Were it France's truce too, the siege would be over."""
    state = campaign("truce", owners={"artois": "spain"},
                     alliances={"france": ["france", "savoy"], "spain": ["spain"]},
                     war=(("france", "spain"),))  # fmt: skip
    for country in (first, {"france": "savoy", "savoy": "france"}[first]):
        put(state, country, "artois", "LD")
    state.land.sieges["artois"] = Siege("france", ["+"])
    (war,) = state.ledger.wars
    war.truces.append(Truce([("savoy", "spain")], 1))
    wars.align(state)
    assert state.land.sieges == {"artois": Siege("france", ["+"])}
    assert sides.alliance_of(state, "savoy") != "france"
    war.truces.append(Truce([("france", "spain")], 1))
    wars.align(state)
    assert state.land.sieges == {}


def test_who_stands_in_no_alliance_of_the_ledger_is_his_own() -> None:
    state = campaign(alliances={"france": ["france"], "spain": ["spain"]})
    assert wars.allies(state, "england") == ["england"]


@pytest.mark.rule("EUV-TRU-01", "EUV-TRU-02", "EUV-TRU-03")
@pytest.mark.parametrize(
    ("variant", "who", "leads", "early", "offered"),
    [
        ("truce", "france", True, False,
         "none white-peace truce cession surrender white-peace:milan truce:milan"),
        ("truce", "france", True, True, "none truce truce:milan"),
        ("truce", "spain", True, False,
         "none white-peace truce cession surrender white-peace:savoy truce:savoy"),
        ("truce", "venice", False, False, "none separate-white-peace separate-truce"),
        ("truce", "venice", False, True, "none separate-truce"),
        ("habsburg", "france", True, False, "none white-peace cession surrender white-peace:milan"),
        ("habsburg", "france", True, True, "none"),
        ("habsburg", "venice", False, False, "none separate-white-peace"),
    ],
)  # fmt: skip
def test_a_truce_is_offered_wherever_a_white_peace_is_and_in_the_negotiations_too(
    variant: str, who: str, leads: bool, early: bool, offered: str
) -> None:
    """*Enemy coalitions may agree on a truce instead of going on or making peace*; a minor among
    several is offered one as a white peace, and a member makes one for itself."""
    found = _choices(campaign(variant), who, early, leads)
    assert [option.answer for option in found] == offered.split()


@pytest.mark.rule("EUV-TRU-01", "EUV-TRU-03")
def test_alone_against_one_there_is_nobody_to_make_a_separate_truce_with() -> None:
    """A lone power leads its war; a lone enemy, minor or not, is all there is of its side."""
    for minors_ in ({}, {"spain": "england"}):
        state = campaign("truce", alliances={"france": ["france"], "spain": ["spain"]},
                         minors=minors_, war=(("france", "spain"),))  # fmt: skip
        found = [option.answer for option in _choices(state, "france")]
        assert found == ["none", "white-peace", "truce", "cession", "surrender"]
        assert [each.answer for each in _choices(state, "france", leads=False)] == ["none"]


@pytest.mark.rule("EUV-TRU-02", "EUV-TRU-03")
@pytest.mark.parametrize(
    ("theirs", "asked"),
    [(["spain", "venice", "milan"], "spain"), (["venice", "spain"], "venice"),
     (["milan", "venice"], "venice"), (["milan"], "venice")],
)  # fmt: skip
def test_of_those_who_are_offered_a_truce_the_leading_power_answers(
    theirs: list[str], asked: str
) -> None:
    """The first power of them; for minors who controls the first of them."""
    played = play(peace.is_accepted, campaign("truce"), [True], (), "france", theirs, "truce")
    assert [ask.who for ask in played.asks] == [asked]


@pytest.mark.rule("EUV-TRU-03", "EUV-TRU-04")
def test_those_who_leave_together_stay_together_behind_the_first_of_them() -> None:
    """The first leads what is left of the alliance: it speaks for it."""
    state = campaign("truce")
    war = state.ledger.wars[0]
    play(peace.conclude, state, (), (), war, ["venice", "milan"], ["france", "savoy"],
         "white-peace")  # fmt: skip
    assert wars.allies(state, "milan") == ["venice", "milan"]
    assert wars.allies(state, "spain") == ["spain"]


@pytest.mark.rule("EUV-TRU-14")
def test_a_truce_that_an_event_breaks_is_war_again_in_the_phase() -> None:
    """A non-aligned minor does not break a truce, unless an event says so."""
    state = campaign("truce", alliances={"france": ["france"], "milan": ["milan"]},
                     minors={"milan": ""})  # fmt: skip
    state.ledger.wars = [War(["france"], ["milan"], 1)]
    whole(state)
    assert state.diplomacy.wars == []
    play(events.events, state, [("events", [f"{events.BREAK}milan"])])
    assert state.diplomacy.wars == [("france", "milan")]


@pytest.mark.rule("EUV-TRU-13")
def test_a_truce_is_over_when_nobody_is_left_in_it() -> None:
    """*Either side ends it*: where all of a side have left the war there is none to end it, and
    the truces of others last."""
    state = campaign("truce")
    war = state.ledger.wars[0]
    others = Truce([("france", "savoy")], 1)
    war.truces = [Truce([("france", "spain")], 1), others]
    wars.leave_truces(war, "spain")
    assert war.truces == [others]


@pytest.mark.rule("EUV-TRU-A1", "EUV-TRU-03", "EUV-TRU-06", "EUV-TERM-18", "EUV-TERM-19")
@pytest.mark.parametrize("ended", [False, True])
def test_allies_whom_a_truce_sets_apart_feed_and_admit_each_other(ended: bool) -> None:
    """*Friendly active minors: provides both access and supply. Friendly inactive minors: provides
    access, but not supply*; under a truce units leave *all the other areas* of enemies, not of
    friends."""
    state = campaign(
        "truce", alliances={"france": ["france", "savoy"], "spain": ["spain"]},
        war=(("france", "spain"),), box="S3",
    )  # fmt: skip
    (war,) = state.ledger.wars
    war.truces.append(Truce([("france", "spain")], 1))
    wars.align(state)
    phase = Phase(state)
    if ended:
        truces.end_truce(phase, war, war.truces[0], "spain")
    savoy = sides.alliance_of(state, "savoy")
    assert savoy != sides.alliance_of(state, "france"), "they play apart in this phase"
    guests = state.units_by_id(put(state, "savoy", "languedoc", "LD"))
    line = supply_lines.trace_line(state, guests, "languedoc", savoy)
    assert line is not None
    assert (line.source, line.weak) == ("languedoc", ())
    assert not entering_provinces.why_closed(state, "quercy", savoy)
    put(state, "france", "quercy", "LD")
    assert not entering_provinces.why_closed(state, "quercy", savoy)
    assert retreat.may_stand(state, "quercy", savoy)
    assert not provinces.must_leave(state, guests[0])
    assert entering_provinces.why_closed(state, "lombardia", savoy), "Milan is no friend"
    french = state.units_by_id(put(state, "france", "savoia", "LD"))
    found = supply_lines.trace_line(state, french, "savoia", "france")
    assert found is not None
    assert found.source == "savoia", "Savoy is at war and feeds its friends"
    # 802: "it is never possible to enter a port/arsenal controlled by another alliance".
    assert ports.harbour(state, "provence", "france")
    assert not ports.harbour(state, "provence", savoy)


@pytest.mark.rule("EUV-TRU-A1", "EUV-TERM-19")
def test_a_minor_whom_its_truce_makes_inactive_gives_its_friends_access_alone() -> None:
    """*All minors involved in it are treated as neutrals in terms of status of activity*, and a
    *friendly inactive minor provides access, but not supply*."""
    state = campaign(
        "truce", alliances={"france": ["france", "savoy"], "spain": ["spain"]},
        minors={"savoy": "france"}, war=(("france", "spain"),), box="S3",
    )  # fmt: skip
    state.ledger.wars[0].truces.append(Truce([("savoy", "spain")], 1))
    wars.align(state)
    put(state, "france", "savoia", "LD")
    assert not entering_provinces.why_closed(state, "savoia", "france")
    stack = sides.stack(state, "savoia", "france")
    line = supply_lines.line_of(state, stack)
    assert line is None or line.source != "savoia"
    assert "inactive" in supply_lines.why_no_line(state, stack)
    assert not provinces.must_leave(state, stack.units[0])
