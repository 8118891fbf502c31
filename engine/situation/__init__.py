"""What is known of the table: who commands, who knows what overseas, what a variant changes.

It imports combat and what lies below, and asks and rolls nothing but for the choice of a commander.
A *chart* is what a stack knows of the zones overseas; *marks* on a leader let him go there; a
*corps* is the janissaries or the timars; `variants` holds the points where a variant is asked.
"""
