"""The site for the production server.

Pages are synchronous Django in a pool of threads; the streams of live updates stand beside them on the event loop
of the same process. `make bench ONLY=server` measures why: docs/architecture.md has the figures.
"""

import os
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from edge_site.wsgi import application as pages
from matches.live.stream import PATH, stream  # needs the apps that the pages have loaded

THREADS = int(os.environ.get("WEB_THREADS", "4"))

_pages = WSGIMiddleware(cast(WSGIApp, pages), workers=THREADS)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """A page, or a stream of live updates."""
    if scope["type"] == "http" and PATH.match(scope["path"]):
        await stream(scope, receive, send)
    else:
        await _pages(scope, receive, send)  # type: ignore[arg-type]
