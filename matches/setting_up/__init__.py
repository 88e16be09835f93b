"""Before a match: decks that may sit down, optional rules, and the form that sets the table."""
