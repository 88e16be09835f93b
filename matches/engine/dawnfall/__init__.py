"""The rules of The Edge: Dawnfall."""
