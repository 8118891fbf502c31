"""What the steady program thinks of each question it knows, by the Ask's name.

It marches to relieve and to besiege where the march is in supply and no battle on it hopeless
(engine.programs.steady_on_land), takes a campaign by what its stacks want to do, and judges
battles, interceptions, retreats and assaults by their exact odds. A judgement answers None where
the default will do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.facts import board
from engine.games.game import Game
from engine.land.battle.evasion import ROLL, SHELTER, STAND
from engine.land.movement.interception import NEVER, Intercept
from engine.land.movement.march_ask import March
from engine.land.supply import supply_lines
from engine.play.asks import Ask, Raw
from engine.programs import steady_at_sea, steady_on_land, steady_overseas
from engine.rounds import campaign_choice, rounds, treasuries
from engine.sea.battle.retreat import EVADE
from engine.sea.interception.interception import Intercept as NavalIntercept
from engine.sequence import voyages as sea
from engine.state import State, forces, sides
from engine.state.countries import Country

STORM_FROM: Final = 0.5
"""The least chance of an assault that is tried."""

INTERCEPT_FROM: Final = 3
"""The fewest faces of ten with which an interception is tried."""


# Money and campaigns.


def _purse(state: State, country: Country) -> int:
    """The ducats that are left when the campaigns and levies of the turn so far are paid."""
    return country.treasury - treasuries.ducats_owed(state, country.id)


def _campaign(game: Game, ask: Ask[Any]) -> Raw:
    """The cheapest campaign that lets the stacks do what is worth doing, at a bearable price."""
    state, country = game.state, game.state.countries[ask.about["country"]]
    offers = campaign_choice.choices(state, country)
    left = 1 + sum(float(share) * count for count, share in rounds.chances(state).left.items())
    bearable = max(20, 2 * _purse(state, country) / left)
    wanted = _wanted(state, country.id)
    for campaign in wanted:
        able = [
            (offer.ducats, key)
            for key, offer in offers.items()
            if offer.campaign == campaign and key in ask.offers()
        ]
        if able and (min(able)[0] <= 0 or min(able)[0] <= min(_purse(state, country), bearable)):
            return min(able)[1]
    return ask.offers()[0] if "none" not in ask.offers() else "none"


def _wanted(state: State, country: str) -> list[str]:
    """The campaigns a country would like, the best first."""
    alliance = sides.alliance_of(state, country)
    if not any(alliance in war for war in state.diplomacy.wars):
        return ["passive"] if steady_overseas.has_explorers(state, country) else []
    need, afloat = steady_on_land.need(state, country), steady_at_sea.need(state, country)
    small, large = max(need.small, afloat.small), max(need.large, afloat.large)
    many = max(need.small + need.large, afloat.small + afloat.large) > 1
    wanted = ["multiple"] if large and many else []
    wanted += ["major"] if large or small > 1 else []
    wanted += ["active", "active_no_logistic"] if small else []
    return [*wanted, "passive"]


# Marches.


def _next_move(game: Game, ask: Ask[Any]) -> Raw:
    """The stack whose march is worth most, the lone leaders last."""
    state, alliance = game.state, sides.phasing_alliance(game.state)
    best, first = 0.0, "done"
    goals = steady_on_land.aims(state, alliance) if ask.about["places"] else ()
    for place in ask.about["places"]:
        march = steady_on_land.march_of(state, alliance, place)
        worth = (
            steady_on_land.plan(march, goals).worth if march else _deserted(state, alliance, place)
        )
        if march and not worth:
            worth = steady_overseas.HOME * bool(steady_overseas.homeward(march))
        if worth > best:
            best, first = worth, place
    ready = sea.movers(state, alliance)
    for key in ask.offers():
        if stack := ready.get(key):
            worth = steady_overseas.worth_sailing(state, stack)
            worth = worth or steady_at_sea.worth_sailing(state, stack)
            if worth > best:
                best, first = worth, key
    return first


def _deserted(state: State, alliance: str, place: str) -> float:
    """What it is worth to send leaders on who stand without troops."""
    here = sides.stack(state, place, alliance)
    return 0.5 if here.leaders and not here.units else 0


def _march(game: Game, ask: Ask[Any]) -> Raw:
    """The plan of the stack; after something has happened on the way, the rest of it."""
    assert isinstance(ask, March)
    if any(ask.spent.values()) or any(ask.led.values()):
        return ask.default
    if not ask.alone:
        return list(steady_on_land.plan(ask).path) or steady_overseas.homeward(ask)
    stay = sides.stack(game.state, ask.place, ask.alliance).thirds
    goals = {path[-1]: path for path in ask.offers() if path}
    strengths = {goal: sides.stack(game.state, goal, ask.alliance).thirds for goal in goals}
    best = max(goals, key=lambda goal: (strengths[goal], goal), default="")
    return goals[best] if best and strengths[best] > stay else []


def _mover(game: Game, ask: Ask[Any]) -> Raw:
    """The whole stack, or what may go of it."""
    if not all(game.state.units[number].land for number in ask.about["units"]):
        return steady_at_sea.mover(game, ask)
    if ask.default is not None:
        return None
    return max(ask.offers(), key=lambda keys: (_size(game.state, keys), len(keys), keys))


def _size(state: State, keys: list[str]) -> int:
    return sum(state.units[int(key)].thirds for key in keys if key.isdecimal())


# Battles.


def _intercept(game: Game, ask: Ask[Any]) -> Raw:
    """The stack with the best chance of a good battle; none leaves a siege for a doubtful one."""
    if isinstance(ask, NavalIntercept):
        return steady_at_sea.intercept(game, ask)
    assert isinstance(ask, Intercept)
    state, best, answer = game.state, 0.0, []
    foe = forces.strength(state.units_by_id(ask.mover.units))
    for offer in ask.offers():
        units = [int(key) for key in offer if key.isdecimal()]
        posts = [post for post in ask.posts if {*post.units} & {*units}]
        own = _size(state, offer)
        if len(posts) != 1 or not own or 4 * own < 5 * foe:
            continue
        post = posts[0]
        tenths = ask.odds(post)
        if tenths < INTERCEPT_FROM or (
            post.place in state.land.sieges and post.place != ask.target
        ):
            continue
        good = 1.0
        if foe:
            chiefs = [key for key in offer if key in post.leaders]
            ours = steady_on_land.force(state, units, chiefs, post.place, ask.target)
            theirs = steady_on_land.force(state, ask.mover.units, ask.mover.leaders)
            good = -steady_on_land.score(state, ask.target, theirs, ours, True)
        if good * tenths > best and good > 2 * steady_on_land.HOPELESS:
            best, answer = good * tenths, offer
    if not answer and [NEVER] in ask.offers():
        return [NEVER]
    return answer


def _evade(game: Game, ask: Ask[Any]) -> Raw:
    """Avoids a battle that looks lost: into a fortress that holds all, else away."""
    looks = steady_on_land.battle_value(ask.about["odds"], 1)
    if looks >= -steady_on_land.HOPELESS:
        return STAND
    offers = ask.offers()
    if EVADE in offers:
        return EVADE
    state, place = game.state, ask.about["place"]
    size = forces.strength(state.units_by_id(ask.about["units"]))
    if SHELTER in offers and size <= 3 * sides.fortress_level(state, place):
        return SHELTER
    if ROLL in offers:
        return ROLL
    return SHELTER if SHELTER in offers and looks < -0.5 else STAND


def _retreat_attempt(game: Game, ask: Ask[Any]) -> Raw:
    """Breaks off where to fight on looks lost and to break off better."""
    weighed, side = ask.about["odds"], ask.about["side"]
    stay = steady_on_land.battle_value(weighed["stay"], side)
    return stay < -0.4 and steady_on_land.battle_value(weighed["attempt"], side) > stay


def _sortie(game: Game, ask: Ask[Any]) -> Raw:
    """Comes out where the relievers and the besieged together are the stronger."""
    state, place = game.state, ask.about["place"]
    alliance = sides.alliance_of(state, state.units[ask.about["units"][0]].country)
    own = sum(state.units[number].thirds for number in ask.about["units"])
    own += sides.stack(state, place, alliance).thirds
    return own >= forces.strength(sides.enemy_units(state, place, alliance))


# Sieges.


def _siege_action(game: Game, ask: Ask[Any]) -> Raw:
    """Storms where the assault is likely, else undermines, else goes where it is supplied."""
    offers = ask.offers()
    if "revolt" in offers:
        return "revolt"
    storm = ask.about["odds"]["assault"]
    if storm["falls"] >= STORM_FROM + 0.1 * ("undermine" in offers):
        return "assault"
    return "undermine" if "undermine" in offers else "redeploy"


def _breach(game: Game, ask: Ask[Any]) -> Raw:
    """War honour while it is to be had, unless a breach is as good as the city."""
    offers = ask.offers()
    falls = ask.about["odds"]["falls"]
    if "war-honour" in offers:
        return "war-honour"
    return "assault" if "assault" in offers and falls >= STORM_FROM else None


def _pillage(game: Game, ask: Ask[Any]) -> Raw:
    """Pillages, enemies first."""
    alliance = sides.alliance_of(game.state, _country(game.state, ask))
    return min(
        ask.about["places"], key=lambda place: sides.controlled_by(game.state, place, alliance)
    )


def _country(state: State, ask: Ask[Any]) -> str:
    return next(
        (state.units[number].country for number in ask.about["units"] if number in state.units),
        ask.who,
    )


# Where to.


def _refuge(game: Game, ask: Ask[Any]) -> Raw:
    """The place among the options where troops are safest: in supply, with friends and walls."""
    state = game.state
    units = [number for number in ask.about.get("units", ()) if number in state.units]
    alliance = sides.alliance_of(state, _country(state, ask) if units else ask.who)
    offers = [offer for offer in ask.offers() if offer in board.provinces()]
    if not offers:
        return None
    return max(offers, key=lambda place: (_safety(state, place, alliance, units), place))


def _safety(state: State, place: str, alliance: str, units: list[int]) -> int:
    troops = state.units_by_id(units)
    friends = sides.stack(state, place, alliance)
    safe = friends.thirds + 2 * sides.fortress_level(state, place)
    if troops and not forces.within_stacking([*friends.units, *troops]):
        safe -= 40
    if troops and supply_lines.trace_line(state, troops, place, alliance) is None:
        safe -= 40
    for border in board.land_neighbours(place):
        safe -= 2 * bool(sides.enemy_units(state, border.other, alliance))
    return safe


def _place_leader(game: Game, ask: Ask[Any]) -> Raw:
    """The leader takes the largest of his country's stacks."""
    state, country = game.state, ask.about["country"]
    alliance = sides.alliance_of(state, country)
    return max(
        ask.offers(),
        key=lambda goal: (sides.stack(state, goal.split(" ")[0], alliance).thirds, goal),
    )


# Levies.


def _declare_levies(game: Game, ask: Ask[Any]) -> Raw:
    """Declares levies when the enemy is the stronger and there is money for troops."""
    state, name = game.state, ask.about["country"]
    country, alliance = state.countries[name], sides.alliance_of(state, name)
    own = enemy = 0
    for unit in state.units.values():
        other = sides.alliance_of(state, unit.country)
        own += unit.thirds * (other == alliance)
        enemy += unit.thirds * sides.at_war(state, alliance, other)
    return enemy > own and country.stability > 0 and _purse(state, country) >= 100


def _recruit(game: Game, ask: Ask[Any]) -> Raw:
    """The dearest that leaves money for the campaigns to come."""
    purse = _purse(game.state, game.state.countries[ask.about["country"]])
    affordable = [
        (ducats, option.answer)
        for option in getattr(ask, "options", ())
        if option.detail and (ducats := int(option.detail.split()[0])) <= purse - 40
    ]
    return max(affordable)[1] if affordable else "done"


JUDGEMENTS: dict[str, Callable[[Game, Ask[Any]], Raw | None]] = {
    "breach": _breach,
    "break-off": _retreat_attempt,
    "campaign": _campaign,
    "counter-intercept": _intercept,
    "declare-levies": _declare_levies,
    "evade": _evade,
    "evade-to": _refuge,
    "explore": steady_overseas.zone,
    "intercept": _intercept,
    "march": _march,
    "mover": _mover,
    "natives": steady_overseas.natives,
    "next-exploration": steady_overseas.province,
    "next-move": _next_move,
    "pillage": _pillage,
    "pillage-or-loss": _pillage,
    "place-leader": _place_leader,
    "recruit": _recruit,
    "recruit-place": _refuge,
    "redeploy-to": _refuge,
    "retreat-attempt": _retreat_attempt,
    "retreat-to": _refuge,
    "sail": steady_at_sea.voyage,
    "siege-action": _siege_action,
    "sortie": _sortie,
    "war-honour": _breach,
}
