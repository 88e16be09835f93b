"""The API for decks: read, build, check, bring in and give out."""
