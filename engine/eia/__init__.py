"""The Empires in Arms house rules: a wing of its own, sharing dice, reports, journal and saves.

It imports play and what lies below, and nothing of Europa Universalis. A *corps* and its *factors*
fight with a *chit*; a *hulk* is a ship to be built from; the *ledger* keeps a club's campaign.

Sections that lie in a module of another name: LIM, PIL, BRN, REC, INV in `cities`; LSLC, CAV in
`troops`, heavy cavalry committed as guard in battles/; RNF, STK in `stacking`; RAID, GUN in
`raid_battle`; BRK, NSUP in `blockade_and_supply`; NAV, NMOR, PORT in `naval`, what a club enters of
ships in ledger/entries_sea; ALL in `war`; TRM, FUS in `peace`, what a club enters of loans, exiles
and reparations in ledger/entries_powers; OE, DOM, FRE in `minors_and_dominance`; WIN, BID, UMP in
`victory`; PRIS in `prisoners`; POL in `cities` and `peace`; ERR with what it corrects (ERR-01 to
ERR-03, ERR-21 to ERR-31 in `access`).
"""
