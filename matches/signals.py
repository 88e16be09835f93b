"""What matches do when something happens elsewhere."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils.translation import gettext as _

from accounts.models import User
from decks.signals import guest_handed_over
from matches.models import ChatLine, LoggedSeat, Match, Seat, Standing
from matches.stats.recording import record


@receiver(guest_handed_over, dispatch_uid="matches.keep_matches_of_guest")
def keep_matches_of_guest(guest: str, user: User, **kwargs: Any) -> None:
    """What somebody played as a guest is theirs after signing up or logging in."""
    over = list(Match.objects.filter(status=Match.Status.OVER, seats__guest=guest, seats__user=None).distinct())
    Seat.objects.filter(guest=guest, user=None).update(user=user, guest="", name=user.username)
    Match.objects.filter(guest=guest, owner=None).update(owner=user, guest="")
    ChatLine.objects.filter(guest=guest, user=None).update(user=user, guest="")
    for match in over:
        # It stands on their page from now on, but rates nobody: one could choose whether to sign up by the result.
        record(match)


@receiver(pre_delete, sender=User, dispatch_uid="matches.forget_name_of_user")
def forget_name_of_user(instance: User, **kwargs: Any) -> None:
    """A deleted account leaves no name in the log, at the tables and in the history of others."""
    nobody = _("A player")
    Standing.objects.filter(user=instance).update(name=nobody)
    LoggedSeat.objects.filter(user=instance).update(name=nobody, confirmed=None)
    seats = Seat.objects.filter(user=instance).exclude(match__setup=None).values_list("match", "number")
    for match, number in list(seats):
        setup: Any = Match.objects.values_list("setup", flat=True).get(pk=match)
        setup["seats"][number]["name"] = nobody
        # A new version: the games at hand in all processes know the old name.
        Match.objects.filter(pk=match).update(setup=setup, version=F("version") + 1)
    Seat.objects.filter(user=instance).update(name=nobody)
