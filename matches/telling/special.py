"""Sentences for events that need more than names: dice with all their parts, prices, places, piles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.naming import Names
from matches.telling.words import DICE, PURPOSES, reason_words

Data = Mapping[str, Any]


def _attack_compared(data: Data, names: Names) -> str:
    told = {"model": names.model(data["model"]), "target": names.model(data["target"])}
    told |= {"attack": data["attack"], "defense": data["defense"]}
    if data["automatic"]:
        won = data["automatic"] == "won"
        return (_("%(target)s withstands without a roll.") if won else _("%(target)s fails without a roll.")) % told
    if data["hit"]:
        return _("Attack Power %(attack)s beats Defense Power %(defense)s: %(target)s is hit.") % told
    return _("Attack Power %(attack)s does not beat Defense Power %(defense)s: %(target)s withstands.") % told


def _die_rolled(data: Data, names: Names) -> str:
    told = {
        "who": names.model(data["model"]) if data["model"] >= 0 else names.seat(data["seat"]),
        "die": DICE[data["die"]],
        "purpose": PURPOSES.get(data["purpose"], ""),
        "face": data["face"],
        "bonus": f"{data['bonus']:+d}",
        "result": data["result"],
    }
    words = _("%(who)s rolls %(die)s %(purpose)s: %(face)s.")
    if data["reroll"]:
        words = _("%(who)s rolls %(die)s again %(purpose)s: %(face)s.")
    text = words % told
    if data["bonus"]:
        text = f"{text[:-1]} {_('(with %(bonus)s: %(result)s)') % told}."
    return f"{text} {_('The face bears a cogwheel.')}" if data["marked"] else text


def _hits_checked(data: Data, names: Names) -> str:
    told = {"result": data["result"], "hit": names.models(data["hit"]), "targets": names.models(data["targets"])}
    if data["hit"]:
        return _("Check for Hit %(result)s: %(hit)s is hit.") % told
    return _("Check for Hit %(result)s misses %(targets)s.") % told


def _model_killed(data: Data, names: Names) -> str:
    told = {
        "model": names.model(data["model"]),
        "killer": names.model(data["killer"]),
        "seat": names.seat(data["seat"]),
    }
    if data["killer"] >= 0:
        return _("%(killer)s kills %(model)s.") % told
    return _("%(model)s is killed; %(seat)s is credited.") % told if data["seat"] >= 0 else _("%(model)s dies.") % told


def _model_wounded(data: Data, names: Names) -> str:
    told = {"model": names.model(data["model"]), "count": data["count"]}
    return ngettext("%(model)s gets %(count)s Wound.", "%(model)s gets %(count)s Wounds.", data["count"]) % told


def _model_moved(data: Data, names: Names) -> str:
    route = [names.space(place) for place in data.get("route", ())][:-1]
    told = {
        "model": names.model(data["model"]),
        "start": names.space(data["start"]["space"]),
        "end": names.space(data["end"]["space"]),
        "route": ", ".join(route),
    }
    if told["start"] == told["end"] and not route:
        return _("%(model)s moves within %(end)s.") % told
    words = _("%(model)s moves from %(start)s over %(route)s to %(end)s.")
    return (words if route else _("%(model)s moves from %(start)s to %(end)s.")) % told


def _model_placed(data: Data, names: Names) -> str:
    told = {"model": names.model(data["model"]), "end": names.space(data["end"]["space"])}
    if not data["start"]:
        return _("%(model)s is set down at %(end)s.") % told
    return _("%(model)s is set from %(start)s to %(end)s.") % (told | {"start": names.space(data["start"]["space"])})


def _paid(data: Data, names: Names) -> str:
    parts = []
    if data["temporary"]:
        parts.append(_("%(count)s Temporary") % {"count": data["temporary"]})
    for purse, count in data["mix"].items():
        word, _colon, squad = purse.partition(":")
        if word == "crystals":
            parts.append(_("%(count)s from the Crystal Pool") % {"count": count})
        elif word == "endurance":
            parts.append(_("%(count)s Endurance of %(squad)s") % {"count": count, "squad": names.squad(int(squad))})
        elif word == "vp":
            words = ngettext("%(count)s Victory Point", "%(count)s Victory Points", count)
            parts.append(words % {"count": count})
        else:
            parts.append(f"{count} {purse.replace(':', ' ')}")
    told = {"seat": names.seat(data["seat"]), "what": data["what"], "with": ", ".join(parts)}
    return _("%(seat)s pays for %(what)s: %(with)s.") % told


def _half_played(data: Data, names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "name": data["name"], "of": data["of"]}
    if data["name"] == data["of"]:
        return _("%(seat)s plays “%(name)s”.") % told
    return _("%(seat)s plays “%(name)s” of the card %(of)s.") % told


def _half_used(data: Data, names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "name": data["name"], "squad": names.squad(data["squad"])}
    return _("%(seat)s uses “%(name)s” of %(squad)s.") % told


def _banner_used(data: Data, names: Names) -> str:
    file = names.factions.get(names.faction(data["seat"]))
    banners = [banner for banner in file.banners if banner.slug == data["banner"]] if file else []
    told = {"seat": names.seat(data["seat"]), "what": banners[0].options[data["option"]] if banners else ""}
    return _("%(seat)s uses the Banner: %(what)s") % told


def _cards_drawn(data: Data, names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "count": data["count"]}
    text = ngettext("%(seat)s draws %(count)s card", "%(seat)s draws %(count)s cards", data["count"]) % told
    cards = ", ".join(names.card(slug, data["seat"]) for slug in data.get("cards", ()))
    return f"{text}: {cards}." if cards else f"{text}."


def _cards_returned(data: Data, names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "count": data["count"]}
    words = ngettext(
        "%(seat)s shuffles %(count)s card of the hand back into the deck",
        "%(seat)s shuffles %(count)s cards of the hand back into the deck",
        data["count"],
    )
    text = words % told
    cards = ", ".join(names.card(slug, data["seat"]) for slug in data.get("cards", ()))
    return f"{text}: {cards}." if cards else f"{text}."


def _hand_shown(data: Data, names: Names) -> str:
    text = _("%(seat)s shows the hand to the ally") % {"seat": names.seat(data["seat"])}
    cards = ", ".join(names.card(slug, data["seat"]) for slug in data.get("cards", ()))
    return f"{text}: {cards}." if cards else f"{text}."


def _crystals_gained(data: Data, names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "count": data["count"]}
    text = ngettext("%(seat)s gains %(count)s Crystal", "%(seat)s gains %(count)s Crystals", data["count"]) % told
    return f"{text} {_('into the Depleted Pool')}." if data.get("depleted") else f"{text}."


def _crystal_taken(data: Data, names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "victim": names.seat(data["victim"])}
    return _("%(seat)s takes a Crystal from %(victim)s.") % told


def _crystals_handed_out(data: Data, names: Names) -> str:
    parts = (f"{names.seat(seat)} {count}" for seat, count in enumerate(data["crystals"]))
    return _("Crystals at the start: %(parts)s.") % {"parts": ", ".join(parts)}


def _first_player_rolled(data: Data, names: Names) -> str:
    parts = (f"{names.seat(int(seat))} {face}" for seat, face in data["faces"].items())
    return _("Rolled for the First Player: %(parts)s.") % {"parts": ", ".join(parts)}


def _roles_given(data: Data, names: Names) -> str:
    order = ", ".join(names.seat(seat) for seat in data["order"])
    told = {"seat": names.seat(data["countering"]), "order": order}
    return _("%(seat)s takes the first turn. Order of setup: %(order)s.") % told


def _initiative_compared(data: Data, names: Names) -> str:
    if data["first"] < 0:
        return _("Neither of the two can attack.")
    return _("%(model)s has the Initiative and attacks first.") % {"model": names.model(data["first"])}


def _marker_moved(data: Data, names: Names) -> str:
    slots = data["now"] - data["before"]
    told = {"seat": names.seat(0 if slots > 0 else 1), "count": abs(slots)}
    words = ngettext(
        "The Victory marker moves %(count)s slot towards %(seat)s.",
        "The Victory marker moves %(count)s slots towards %(seat)s.",
        abs(slots),
    )
    return words % told


def _mode_changed(data: Data, names: Names) -> str:
    facts = names.view["squads"][data["squad"]]
    file = names.factions.get(names.faction(facts["seat"]))
    printed = next((squad for squad in file.squads if squad.slug == facts["slug"]), None) if file else None
    known = printed is not None and data["mode"] < len(printed.modes)
    mode = printed.modes[data["mode"]].name if printed and known else str(data["mode"])
    return _("%(squad)s changes Mode to %(mode)s.") % {"squad": names.squad(data["squad"]), "mode": mode}


def _squad_deployed(data: Data, names: Names) -> str:
    places = ", ".join(dict.fromkeys(names.space(place["space"]) for place in data["places"].values()))
    told = {"seat": names.seat(data["seat"]), "squad": names.squad(data["squad"]), "places": places}
    return _("%(seat)s deploys %(squad)s at %(places)s.") % told


def _token_placed(data: Data, names: Names) -> str:
    who = names.model(data["model"]) if "model" in data else names.squad(data["squad"])
    return _("%(who)s gets %(token)s.") % {"who": who, "token": names.token(data["token"])}


def _token_removed(data: Data, names: Names) -> str:
    who = names.model(data["model"]) if "model" in data else names.squad(data["squad"])
    return _("%(who)s is rid of %(token)s.") % {"who": who, "token": names.token(data["token"])}


def _turn_declared(data: Data, names: Names) -> str:
    told = {"turn": data["turn"], "seat": names.seat(data["seat"])}
    if data["declared"] == "active":
        return _("Turn %(turn)s: an Active turn of %(seat)s.") % told
    return _("Turn %(turn)s: a Passive turn of %(seat)s.") % told


def _player_eliminated(data: Data, names: Names) -> str:
    told = {"seat": names.seat(data["seat"]), "reason": reason_words(data["reason"])}
    return _("%(seat)s is eliminated: %(reason)s.") % told


def _end_begun(data: Data, names: Names) -> str:
    return _("The end begins: %(reason)s. The turn is still played.") % {"reason": reason_words(data["reason"])}


def _match_ended(data: Data, names: Names) -> str:
    told = {"names": ", ".join(names.seat(seat) for seat in data["winners"]), "reason": reason_words(data["reason"])}
    if not data["winners"]:
        return _("The match is a draw: %(reason)s.") % told
    return _("%(names)s wins the match: %(reason)s.") % told


SPECIAL: Mapping[str, Callable[[Data, Names], str]] = {
    "attack_compared": _attack_compared,
    "banner_used": _banner_used,
    "cards_drawn": _cards_drawn,
    "cards_returned": _cards_returned,
    "crystal_taken": _crystal_taken,
    "crystals_gained": _crystals_gained,
    "crystals_handed_out": _crystals_handed_out,
    "die_rolled": _die_rolled,
    "end_begun": _end_begun,
    "first_player_rolled": _first_player_rolled,
    "half_played": _half_played,
    "half_used": _half_used,
    "hand_shown": _hand_shown,
    "hits_checked": _hits_checked,
    "initiative_compared": _initiative_compared,
    "marker_moved": _marker_moved,
    "match_ended": _match_ended,
    "mode_changed": _mode_changed,
    "model_killed": _model_killed,
    "model_moved": _model_moved,
    "model_placed": _model_placed,
    "model_wounded": _model_wounded,
    "paid": _paid,
    "player_eliminated": _player_eliminated,
    "roles_given": _roles_given,
    "squad_deployed": _squad_deployed,
    "token_placed": _token_placed,
    "token_removed": _token_removed,
    "turn_declared": _turn_declared,
}
