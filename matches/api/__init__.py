"""The API for matches: open, join, look, choose, talk, replay and prove. A program can play through it."""
