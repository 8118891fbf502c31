"""One situation in, one adjudication out: the documents that `resolve` answers, a module a family.

It imports the chapters whose rules it asks, and nothing of a game. A *document* names the facts of
a situation; a *kind* (engine.adjudicator.kind) is its fields, an example and what to do with it; an
*answer* has outcome, modifiers, reasons and the *sheet* that is drawn. A family is imported when it
is asked for: to add a kind, add its line here.
"""

from __future__ import annotations

from typing import Final

# Name of the kind: the module of this package that holds it, and its line for --list.
KINDS: Final[dict[str, tuple[str, str]]] = {
    "battle": ("battles", "a battle on land, from evasion to the fate of its leaders"),
    "naval-battle": ("naval_battle", "a battle at sea, from evasion to the fate of its leaders"),
    "undermine": (
        "undermining",
        "one undermining roll, its siegeworks, and the besieger's attrition check",
    ),
    "assault": ("assaults", "an assault on a fortress"),
    "attrition": ("attritions", "attrition on land (supply, march, siege …) or at sea"),
    "start": ("rounds_track", "the first round of a Military phase"),
    "continuation": ("rounds_track", "the continuation roll: the next round and its weather"),
    "intercept": ("checks", "an attempt to intercept, on land or at sea"),
    "evade": ("checks", "a test of evasion, on land or at sea"),
    "suppress": ("checks", "a fight against a revolt or rebellion"),
    "hunt": ("hunt", "a fight against a corsair at sea"),
    "escape-blockade": ("voyages", "a roll to enter or leave a blockaded port"),
    "presidio": ("voyages", "fire of a presidio, strait fort or siegeworks on ships"),
    "explore": ("explore", "an exploration by sea or by land"),
    "conquistador": ("conquistador", "natives won over by the conquistador table"),
    "activation": ("conquistador", "whether natives become active where a stack enters"),
    "levies": ("levies", "exceptional levies: who may declare them and what recruits cost"),
    "eia-battle": (
        "eia.battles",
        "Empires in Arms: a land battle, and the odds of every pair of chits",
    ),
    "eia-naval-battle": ("eia.fleets", "Empires in Arms: a battle of fleets, from the wind on"),
    "eia-blockade-test": ("eia.blockades", "Empires in Arms: a test of a blockade"),
    "eia-blockade-break": ("eia.blockades", "Empires in Arms: breaking a blockade, third fleets"),
    "eia-port-taken": ("eia.hulks", "Empires in Arms: fleets and hulks in a port that falls"),
    "eia-hulk": ("eia.hulks", "Empires in Arms: hulks of a battle and their way to a port"),
    "eia-hulk-build": ("eia.hulks", "Empires in Arms: a ship built from a hulk"),
    "eia-naval-morale": ("eia.sea", "Empires in Arms: the morale of a naval stack"),
    "eia-naval-die": ("eia.sea", "Empires in Arms: a naval combat die and its modifiers"),
    "eia-naval-supply": ("eia.sea", "Empires in Arms: a naval supply path"),
    "eia-flee": ("eia.sea", "Empires in Arms: the Flee step, and what follows from it"),
    "eia-squadrons": ("eia.sea", "Empires in Arms: what a blockaded fleet announces"),
    "eia-landing": ("eia.sea", "Empires in Arms: where a landing counter may go"),
    "eia-strait": ("eia.sea", "Empires in Arms: Constantinople and the Dardanelles"),
    "eia-port-guns": ("eia.raids", "Empires in Arms: whether port guns fire"),
    "eia-port-raid": ("eia.raids", "Empires in Arms: a port raid"),
    "eia-stacking": ("eia.land", "Empires in Arms: the corps a leader may bring"),
    "eia-surplus": ("eia.land", "Empires in Arms: damage that falls on surplus corps"),
    "eia-leader-casualty": ("eia.land", "Empires in Arms: leader casualties"),
    "eia-prisoners": ("eia.land", "Empires in Arms: prisoners of a pursuit"),
    "eia-prisoner-drain": ("eia.land", "Empires in Arms: prisoners that die in captivity"),
    "eia-morale": ("eia.land", "Empires in Arms: a troop's morale and price"),
    "eia-force-march": ("eia.land", "Empires in Arms: force marching"),
    "eia-retreat": ("eia.land", "Empires in Arms: where a beaten force goes"),
    "eia-siege": ("eia.land", "Empires in Arms: a siege roll"),
    "eia-assault": ("eia.land", "Empires in Arms: who may assault a fortress"),
    "eia-la-salle": ("eia.land", "Empires in Arms: La Salle's Light Cavalry"),
    "eia-pillage": ("eia.cities", "Empires in Arms: pillaging or burning a city"),
    "eia-involuntary": ("eia.cities", "Empires in Arms: involuntary pillaging and burning"),
    "eia-recovery": ("eia.cities", "Empires in Arms: a city's recovery"),
    "eia-pillage-rules": ("eia.cities", "Empires in Arms: whether cities may be pillaged at all"),
    "eia-depot-supply": ("eia.cities", "Empires in Arms: the price of a depot's supply"),
    "eia-supply-source": ("eia.cities", "Empires in Arms: whether a city is a source of supply"),
    "eia-forcible-access": ("eia.cities", "Empires in Arms: forcible access"),
    "eia-access-changed": (
        "eia.cities",
        "Empires in Arms: neutral forces where territory changed hands",
    ),
    "eia-access-grant": (
        "eia.cities",
        "Empires in Arms: granting access under denied co-operation",
    ),
    "eia-cession": ("eia.cities", "Empires in Arms: whether something may be ceded"),
    "eia-capital": ("eia.cities", "Empires in Arms: the standing of Ofen"),
    "eia-enforced-peace": ("eia.diplomacy", "Empires in Arms: when an enforced peace ends"),
    "eia-surrender": ("eia.diplomacy", "Empires in Arms: forced unconditional surrender"),
    "eia-reparations": ("eia.diplomacy", "Empires in Arms: reparations in instalments"),
    "eia-loan": ("eia.diplomacy", "Empires in Arms: a corps on loan"),
    "eia-declare-war": (
        "eia.diplomacy",
        "Empires in Arms: whether war may be declared, and its price",
    ),
    "eia-alliance": (
        "eia.diplomacy",
        "Empires in Arms: what an alliance is worth; a call against an ally",
    ),
    "eia-exile-cost": ("eia.powers", "Empires in Arms: bringing a leader back from exile"),
    "eia-leader-improvement": ("eia.powers", "Empires in Arms: leader improvement"),
    "eia-ottoman": ("eia.powers", "Empires in Arms: the manpower a power collects"),
    "eia-dominance": ("eia.powers", "Empires in Arms: dominance and Spanish gold"),
    "eia-finland": ("eia.powers", "Empires in Arms: Finland"),
    "eia-conquest": ("eia.powers", "Empires in Arms: whether a minor is conquered"),
    "eia-minor-defence": ("eia.powers", "Empires in Arms: a minor that was not defended"),
    "eia-trade": ("eia.powers", "Empires in Arms: the trade that C.7 hits"),
    "eia-garrison": ("eia.powers", "Empires in Arms: garrisons of free states and minors"),
    "eia-in-force": ("eia.powers", "Empires in Arms: the rules and options in force"),
    "eia-victory": ("eia.victory", "Empires in Arms: who has won"),
    "eia-bids": ("eia.victory", "Empires in Arms: bids in order, and auctions of powers"),
    "eia-vote": ("eia.victory", "Empires in Arms: a vote on an unclear rule"),
}
