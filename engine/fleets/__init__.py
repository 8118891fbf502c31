"""Ships and ports as they lie: fleets, voyages, ports, naval supply. It moves nothing."""
