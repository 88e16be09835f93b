"""Which drawing of static/img/emblems/ stands for which faction."""

#: Factions with an emblem of their own; every other one is home-brew.
FACTION_EMBLEMS = frozenset({"chapter", "demon", "faceless", "dvergar", "rhazack", "reborn", "darkness"})
HOME_BREW = "home-brew"


def emblem_file(faction: str) -> str:
    """The static file with the emblem of a faction, given its slug."""
    return f"img/emblems/{faction if faction in FACTION_EMBLEMS else HOME_BREW}.svg"
