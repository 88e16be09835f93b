"""What the symbols of cards and squads say in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from catalog.fields import Printed
from catalog.models import Card, Half

DASH = "–"

UNITS: dict[str, Promise] = {
    "crystal": ngettext_lazy("Crystal", "Crystals", "number"),
    "charge": ngettext_lazy("charge", "charges", "number"),
    "dp": ngettext_lazy("Dark Point", "Dark Points", "number"),
    "wound": ngettext_lazy("Wound", "Wounds", "number"),
}
TAGS: dict[str, Promise] = {
    "leader": _("Leader"),
    "elite": _("Elite"),
    "cavalry": _("Cavalry"),
    "boss": _("Boss"),
}
BASES: dict[int, Promise] = {
    1: _("Base of 1 hex"),
    2: _("Base of 2 hexes"),
    3: _("Base of 3 hexes"),
    7: _("Base of 7 hexes: a whole Space"),
}


def printed(value: Printed) -> str:
    """Write a number as the card prints it."""
    return DASH if value is None else str(value)


def unit(value: Printed, currency: str) -> str:
    """Name what is paid, in the right number: Crystals, charge, Dark Point."""
    return str(UNITS[currency] % {"number": value if isinstance(value, int) else 2})


def amount(value: Printed, currency: str) -> str:
    """Say an amount: 2 Crystals, X charges, 1 Dark Point."""
    return f"{printed(value)} {unit(value, currency)}"


def cost_sentence(half: Half) -> str:
    """Say what playing a half costs and where it is paid from."""
    if half.cost is None:
        return gettext("Nothing is paid for it.")
    if half.cost == 0:
        return gettext("Costs %(price)s: nothing is paid.") % {"price": amount(0, half.currency)}
    price = amount(half.cost, half.currency)
    if half.cost == "X":
        return gettext("Costs %(price)s; the text says what X is.") % {"price": price}
    if half.currency == "charge":
        return gettext("Costs %(price)s, taken from this card.") % {"price": price}
    return gettext("Costs %(price)s.") % {"price": price}


def turn_sentence(half: Half) -> str:
    """Say in whose turns a half may be used; empty where it is on without being used."""
    if half.passive and not half.cost:
        return ""
    if half.passive and half.instant:
        return gettext("Instant: may be paid for in any player's Active turn.")
    if half.passive:
        return gettext("Paid for only in your own Active turn.")
    if half.instant:
        return gettext("Instant: may be used in any player's Active turn.")
    return gettext("Only in your own Active turn.")


def passive_sentence(half: Half) -> str:
    """Say how long a passive effect lasts."""
    if not half.passive:
        return ""
    if not half.cost:
        return gettext("Passive: works for as long as the card is attached.")
    return gettext("Passive: pay once; the effect then lasts for as long as the card stays attached.")


def attach_sentence(card: Card) -> str:
    """Say what attaching an Enhancement takes and brings; its terms, where it has some, say it themselves."""
    if card.attach_cost is None or card.attach_terms:
        return card.attach_terms
    charges = card.attach_charges or 0
    words = {"price": amount(card.attach_cost, card.attach_currency), "charges": amount(charges, "charge")}
    if card.attach_in_setup:
        return gettext("Attached during setup with %(charges)s on it, at no cost.") % words
    return gettext("Attach it to a Squad for %(price)s; it comes with %(charges)s.") % words


def band(card: Card) -> str:
    """Name who may use the lower half."""
    return card.squad.name if card.squad else gettext("Any squad")


def copies_words(number: int) -> str:
    """Say how many copies exist."""
    return ngettext("%(n)s copy", "%(n)s copies", number) % {"n": number}


def models_words(number: int) -> str:
    """Say how many models a squad has."""
    return ngettext("%(n)s model", "%(n)s models", number) % {"n": number}


def endurance_words(number: int) -> str:
    """Say how many Endurance tokens a squad has."""
    return ngettext("%(n)s Endurance token", "%(n)s Endurance tokens", number) % {"n": number}


def base_words(hexes: int | None) -> str:
    """Say how many hexes a base covers."""
    return str(BASES[hexes]) if hexes else gettext("Base size unknown")


def tag_words(tag: str) -> str:
    """Name a class of squads."""
    return str(TAGS[tag])


def initials(name: str) -> str:
    """Shorten a name to what fits on a token's disc."""
    words = name.replace("-", " ").split()
    return words[0][:2].upper() if len(words) == 1 else "".join(word[0] for word in words[:3]).upper()
