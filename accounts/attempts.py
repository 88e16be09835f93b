"""Counts attempts in the cache, so that passwords cannot be guessed and mailboxes cannot be flooded."""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import ngettext


@dataclass(frozen=True)
class Limit:
    """So many attempts of one kind in so many seconds, counted from the first one."""

    kind: str
    most: int
    seconds: int

    def take(self, *who: str) -> int:
        """Count an attempt. Return 0 if it is allowed, otherwise the seconds to wait for the next one."""
        count_key, end_key = self._keys(who)
        now = time.time()
        cache.add(end_key, now + self.seconds, self.seconds)
        cache.add(count_key, 0, self.seconds)
        try:
            count = cache.incr(count_key)
        except ValueError:  # ran out between the two lines above
            return 0
        if count <= self.most:
            return 0
        return max(1, math.ceil(float(cache.get(end_key, now)) - now))

    def forget(self, *who: str) -> None:
        """Start anew, after an attempt that was right."""
        cache.delete_many(self._keys(who))

    def _keys(self, who: tuple[str, ...]) -> tuple[str, str]:
        # Hashed, as what people type into a name field may be too long or too odd for a cache key.
        digest = hashlib.sha256("\n".join(who).lower().encode()).hexdigest()
        return f"attempts:{self.kind}:{digest}", f"attempts-end:{self.kind}:{digest}"


LOG_IN = Limit("log-in", most=10, seconds=15 * 60)
RESET_PASSWORD = Limit("reset-password", most=5, seconds=60 * 60)


def client_address(request: HttpRequest) -> str:
    """Return the visitor's address, as seen by the outermost of the site's own proxies (setting PROXIES)."""
    forwarded = request.headers.get("X-Forwarded-For", "").split(",")
    if 0 < settings.PROXIES <= len(forwarded):
        return forwarded[-settings.PROXIES].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def how_long(seconds: int) -> str:
    """Say a waiting time in words."""
    if seconds < 60:
        return ngettext("%d second", "%d seconds", seconds) % seconds
    minutes = math.ceil(seconds / 60)
    return ngettext("%d minute", "%d minutes", minutes) % minutes
