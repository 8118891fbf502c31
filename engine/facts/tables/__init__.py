"""The printed tables, one look-up each, a module a chapter.

It imports the sheets of engine.facts. `battles` has parameters, losses by size and their correction
(PAR, FIG, LOS-14, LOS-15), `attrition` the percentages and what remains (ATS-27, ARS, ATT),
`sieges` undermining, assaults and the bonus of artillery there (UND, ASL, SIE-28; what an army's
guns are worth is in `battles`), `shipping` what ships carry (CMB, SUP). A *look-up* reads its sheet
of engine/data/tables when it is first needed and raises FactsError for a key that the sheet does
not have. Dice are modified dice; where the printed range is open, anything beyond it reads as its
end. Losses and strengths are in *thirds*: three are a detachment, one an exploration detachment.
Countries are ids (`spain`), technologies names (`nao-galleon`); `technology` and
engine.facts.countries.country accept the printed codes as well.
"""

from engine.facts.tables.attrition import (
    Conquistador,
    Discovery,
    EuropeanAttrition,
    attrition_percent,
    conquistador,
    discovery,
    european_attrition,
    half_discovery,
    remainders,
)
from engine.facts.tables.battles import (
    ARMY_CLASSES,
    JANISSARY_ARTILLERY,
    REFORMED_ARTILLERY,
    TRANSPORTS,
    LandColumns,
    NavalColumns,
    army_size,
    artillery_value,
    artillery_values,
    combat_result,
    land_columns,
    loss_by_size,
    naval_columns,
    replacement_leader,
    replacement_leaders,
    replacement_line,
    retreat_losses,
    size_differential,
    small_stack_loss,
    small_stack_needs_die,
    wind,
)
from engine.facts.tables.calendar import (
    first_year,
    last_turn,
    last_year,
    period,
    period_of,
    turn_of,
)
from engine.facts.tables.interception_and_raids import (
    convoy_raid,
    interception,
    interception_value,
    presidio_fire,
    presidio_result,
    revolt_modifier,
    revolt_value,
)
from engine.facts.tables.prices import (
    land_price,
    land_prices,
    naval_line,
    naval_price,
    naval_prices,
    recruitment_limit,
)
from engine.facts.tables.reading import LOADERS, PERIODS, Scale
from engine.facts.tables.rounds_and_movement import (
    END,
    Campaign,
    boxes,
    campaign,
    campaigns,
    first_round,
    movement_cost,
    movement_costs,
    next_round,
    rounds_later,
    rounds_track,
)
from engine.facts.tables.shipping import (
    FleetCapacity,
    NavalSupply,
    blockade_size,
    fleet_capacity,
    naval_supply,
    sea_transport,
    ship_capacity,
)
from engine.facts.tables.sieges import (
    artillery_bonus,
    assault,
    fortress_cost,
    fortress_resistance,
    siege_terrain,
    undermining,
)
from engine.facts.tables.technologies import (
    LAND_TECHNOLOGIES,
    NAVAL_TECHNOLOGIES,
    technology,
    technology_goals,
    technology_rank,
    turkish_reforms,
)
