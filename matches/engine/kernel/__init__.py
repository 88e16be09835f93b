"""What every game shares: chance, decisions, events, and the game that asks and takes answers."""
