"""Live updates: who looks at a match hears at once that something has changed, never what.

    announce("k3y", "game")      # after the change is stored, from any thread

The page then asks for its own new state, so nothing that a seat may not know goes this way.
"""

from matches.live.hub import announce

__all__ = ["announce"]
