"""The map: from the state to cells, names, markers and layers."""
