"""The kinds of documents that `resolve` adjudicates, one module a family, imported when asked for.

A module declares its kinds as `Kind` (engine.resolving.kind): the fields of the document, an
example, and what to do with a document that was read. To add a kind, add its line here.
"""

from __future__ import annotations

from typing import Final

# Name of the kind: the module of this package that holds it, and its line for --list.
KINDS: Final[dict[str, tuple[str, str]]] = {
    "battle": ("battles", "a battle on land, from evasion to the fate of its leaders"),
    "naval-battle": ("naval_battle", "a battle at sea, from evasion to the fate of its leaders"),
    "undermine": (
        "sieges",
        "one undermining roll, its siegeworks, and the besieger's attrition check",
    ),
    "assault": ("sieges", "an assault on a fortress"),
    "attrition": ("attritions", "attrition of a land stack: supply, movement, siege, redeployment"),
    "start": ("track", "the first round of a Military phase"),
    "continuation": ("track", "the continuation roll: the next round and its weather"),
    "intercept": ("checks", "an attempt to intercept on land"),
    "evade": ("checks", "a test of evasion, on land or at sea"),
    "suppress": ("checks", "a fight against a revolt or rebellion"),
    "levies": ("levying", "exceptional levies: who may declare them and what recruits cost"),
    "eia-battle": (
        "eia_battles",
        "Empires in Arms: a land battle, and the odds of every pair of chits",
    ),
    "eia-blockade-test": ("eia_sea", "Empires in Arms: a test of a blockade"),
    "eia-blockade-break": ("eia_sea", "Empires in Arms: breaking a blockade, third fleets"),
    "eia-port-taken": ("eia_sea", "Empires in Arms: fleets and hulks in a port that falls"),
    "eia-hulk": ("eia_sea", "Empires in Arms: hulks of a battle and their way to a port"),
    "eia-hulk-build": ("eia_sea", "Empires in Arms: a ship built from a hulk"),
    "eia-naval-morale": ("eia_sea", "Empires in Arms: the morale of a naval stack"),
    "eia-naval-die": ("eia_sea", "Empires in Arms: a naval combat die and its modifiers"),
    "eia-naval-supply": ("eia_sea", "Empires in Arms: a naval supply path"),
    "eia-flee": ("eia_sea", "Empires in Arms: the Flee step, and what follows from it"),
    "eia-squadrons": ("eia_sea", "Empires in Arms: what a blockaded fleet announces"),
    "eia-landing": ("eia_sea", "Empires in Arms: where a landing counter may go"),
    "eia-strait": ("eia_sea", "Empires in Arms: Constantinople and the Dardanelles"),
    "eia-port-guns": ("eia_raids", "Empires in Arms: whether port guns fire"),
    "eia-port-raid": ("eia_raids", "Empires in Arms: a port raid"),
    "eia-stacking": ("eia_land", "Empires in Arms: the corps a leader may bring"),
    "eia-surplus": ("eia_land", "Empires in Arms: damage that falls on surplus corps"),
    "eia-leader-casualty": ("eia_land", "Empires in Arms: leader casualties"),
    "eia-prisoners": ("eia_land", "Empires in Arms: prisoners of a pursuit"),
    "eia-prisoner-drain": ("eia_land", "Empires in Arms: prisoners that die in captivity"),
    "eia-morale": ("eia_land", "Empires in Arms: a troop's morale and price"),
    "eia-force-march": ("eia_land", "Empires in Arms: force marching"),
    "eia-retreat": ("eia_land", "Empires in Arms: where a beaten force goes"),
    "eia-siege": ("eia_land", "Empires in Arms: a siege roll"),
    "eia-assault": ("eia_land", "Empires in Arms: who may assault a fortress"),
    "eia-la-salle": ("eia_land", "Empires in Arms: La Salle's Light Cavalry"),
    "eia-pillage": ("eia_cities", "Empires in Arms: pillaging or burning a city"),
    "eia-involuntary": ("eia_cities", "Empires in Arms: involuntary pillaging and burning"),
    "eia-recovery": ("eia_cities", "Empires in Arms: a city's recovery"),
    "eia-pillage-rules": ("eia_cities", "Empires in Arms: whether cities may be pillaged at all"),
    "eia-depot-supply": ("eia_cities", "Empires in Arms: the price of a depot's supply"),
    "eia-supply-source": ("eia_cities", "Empires in Arms: whether a city is a source of supply"),
    "eia-forcible-access": ("eia_cities", "Empires in Arms: forcible access"),
    "eia-access-changed": (
        "eia_cities",
        "Empires in Arms: neutral forces where territory changed hands",
    ),
    "eia-access-grant": (
        "eia_cities",
        "Empires in Arms: granting access under denied co-operation",
    ),
    "eia-cession": ("eia_cities", "Empires in Arms: whether something may be ceded"),
    "eia-capital": ("eia_cities", "Empires in Arms: the standing of Ofen"),
    "eia-enforced-peace": ("eia_politics", "Empires in Arms: when an enforced peace ends"),
    "eia-surrender": ("eia_politics", "Empires in Arms: forced unconditional surrender"),
    "eia-reparations": ("eia_politics", "Empires in Arms: reparations in instalments"),
    "eia-loan": ("eia_politics", "Empires in Arms: a corps on loan"),
    "eia-declare-war": (
        "eia_politics",
        "Empires in Arms: whether war may be declared, and its price",
    ),
    "eia-alliance": (
        "eia_politics",
        "Empires in Arms: what an alliance is worth; a call against an ally",
    ),
    "eia-exile-cost": ("eia_politics", "Empires in Arms: bringing a leader back from exile"),
    "eia-leader-improvement": ("eia_politics", "Empires in Arms: leader improvement"),
    "eia-ottoman": ("eia_politics", "Empires in Arms: the manpower a power collects"),
    "eia-dominance": ("eia_politics", "Empires in Arms: dominance and Spanish gold"),
    "eia-finland": ("eia_politics", "Empires in Arms: Finland"),
    "eia-conquest": ("eia_politics", "Empires in Arms: whether a minor is conquered"),
    "eia-minor-defence": ("eia_politics", "Empires in Arms: a minor that was not defended"),
    "eia-trade": ("eia_politics", "Empires in Arms: the trade that C.7 hits"),
    "eia-garrison": ("eia_politics", "Empires in Arms: garrisons of free states and minors"),
    "eia-in-force": ("eia_politics", "Empires in Arms: the rules and options in force"),
    "eia-victory": ("eia_politics", "Empires in Arms: who has won"),
    "eia-bids": ("eia_politics", "Empires in Arms: bids in order, and auctions of powers"),
    "eia-vote": ("eia_politics", "Empires in Arms: a vote on an unclear rule"),
}
