"""The Rest of the World: explorations, natives, conquistadors."""
