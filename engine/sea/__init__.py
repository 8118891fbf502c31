"""The sea: fleets, ports, voyages, naval actions, interceptions, battles."""
