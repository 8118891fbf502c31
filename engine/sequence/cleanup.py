"""The clean-up of the phase: what its campaigns cost in the end (CLN, OVW-09)."""

from __future__ import annotations

from engine.facts import countries
from engine.grammar import counted
from engine.overseas import active_natives, forts
from engine.play.phase import Phase
from engine.rounds.treasuries import campaign_cost, payer


async def cleanup(phase: Phase) -> None:
    """Takes the cost of campaigns and of exceptional levies from the treasuries (CLN-A1, LEV-12).

    The ticks stay, for the accounts of the turn; what lifted sieges had achieved in it is
    forgotten. Natives are calm again, those who followed a conquistador go home (NAT-31),
    and forts under construction are finished (CLN-02).
    """
    state = phase.state
    active_natives.calm(phase)
    forts.finish(phase)
    for key in [key for key in state.notes if key.startswith(("siege.", "routed."))]:
        del state.notes[key]
    for name in sorted(state.countries):
        country = state.countries[name]
        cost, levies = campaign_cost(country), country.recruited_cost
        if not country.ticks and not levies:
            continue
        treasury = payer(state, name)
        treasury.treasury -= cost + levies
        text = f"{countries.possessive(name)} campaigns cost "
        text += counted(cost, "ducat") if cost or levies else "nothing"
        if levies:
            text += f", {countries.its(name)} exceptional levies {levies}"
        if cost or levies:
            whose = countries.with_article(treasury.id)
            text += f"; the treasury of {whose} holds {treasury.treasury}"
        phase.tell(
            "cost",
            f"{text}.",
            who=treasury.id,
            sheet={"campaigns": list(country.ticks), "cost": cost, "levies": levies},
        )
