"""Statistics of matches: `recording` writes what is counted, `counting` asks the database, `figures` does the sums,
`plots` draws them."""
