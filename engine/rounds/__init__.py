"""The rounds track and what a round allows: weather, campaigns, exceptional levies.

It imports the situation and what lies below. The *box* is where the marker stands (S1, W2, End); a
*campaign* is what a country pays to move, active or passive: campaigns has what each costs and
allows, campaign_choice what a country may choose and pays now, in an extended one too. A *levy*
recruits conscripts at the end of a round: levies asks and raises them, levies_math has the limits.
"""
