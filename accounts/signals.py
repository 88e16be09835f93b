"""Where other apps hook into accounts."""

from django.dispatch import Signal

#: Sent when somebody who was a guest until now signs up or logs in, with `request` and `user`.
#:
#: It is sent inside the transaction that makes the account, and before the session gets its new key:
#: `request.session` still is the guest's session, so a receiver finds what the guest made under
#: `request.session.session_key` (None for a guest who made nothing) and hands it over to `user`:
#:
#:     @receiver(guest_became_user)
#:     def keep_decks(request, user, **kwargs):
#:         Deck.objects.filter(guest=request.session.session_key).update(owner=user, guest="")
#:
#: An exception in a receiver stops the sign-up, so nothing is lost half-way.
guest_became_user = Signal()
