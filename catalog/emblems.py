"""Which emblem of static/img/emblems.svg stands for what."""

#: Factions with an emblem of their own; every other one is home-brew.
FACTION_EMBLEMS = frozenset({"chapter", "demon", "faceless", "dvergar", "rhazack", "reborn", "darkness"})
HOME_BREW = "home-brew"


def emblem_name(faction: str) -> str:
    """Name the emblem of a faction, given its slug."""
    return faction if faction in FACTION_EMBLEMS else HOME_BREW
