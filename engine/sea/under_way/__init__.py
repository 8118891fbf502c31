"""Who sails and what they carry: voyages, troops aboard, attrition, actions (NAV, CMB, ATS).

It imports corsairs. `attrition_math` has what modifies a roll (ATS-06 to ATS-26), `attrition` what
it costs (ATS-27 to ATS-31), read in facts/tables/attrition. What its way from port adds to
attrition (ATS-21) is in fleets/distance_from_port. Who goes aboard is in boarding, what ships carry
in carried_troops (CMB); how troops go on when they have landed in engine/sequence. A *voyage* is a
naval move, its *cargo* the troops aboard, its *journey* the zones so far; an *announcement* is a
naval action that is still to be carried out.
"""
