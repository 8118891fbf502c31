"""Umpire's rulings: what the players set right by agreement."""
