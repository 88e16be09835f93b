"""Who is asking: sessions and users as Django keeps them, found with queries that are written once.

Every page of somebody who is logged in begins with these two.
"""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from accounts.prepared import Prepared

_sessions = Prepared(lambda key: Session.objects.filter(session_key=key))
_users = Prepared(lambda pk: User.objects.filter(pk=pk))


class SessionStore(db.SessionStore):
    """Sessions in the database."""

    def _get_session_from_db(self) -> Session | None:
        found = next((each for each in _sessions(self.session_key) if each.expire_date > timezone.now()), None)
        if found is None:
            self._session_key = None
        return found


class Backend(ModelBackend):
    """Users in the database, who log in with name and password."""

    def get_user(self, user_id: int) -> User | None:
        """The user of a session, unless the account is closed."""
        return next((user for user in _users(user_id) if self.user_can_authenticate(user)), None)
