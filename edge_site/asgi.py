"""The site for the production server.

Pages are synchronous Django in a pool of threads; live updates, once there are some, stand beside them in the
same process. `make bench ONLY=server` measures why: docs/architecture.md has the figures.
"""

import os
from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from edge_site.wsgi import application as pages

THREADS = int(os.environ.get("WEB_THREADS", "4"))

application = WSGIMiddleware(cast(WSGIApp, pages), workers=THREADS)
