"""War on land, a package a chapter: movement, battle, siege, supply."""
