"""Games without people: played by bots, counted, measured and recorded."""
