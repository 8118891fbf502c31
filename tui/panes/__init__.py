"""The panes of the game screen: map, stacks, rounds track, combat sheet, chronicle."""
