"""The site for the production server.

Pages are synchronous Django in a pool of threads; live updates, once there are some, stand beside them in the
same process. `make bench ONLY=server` measures why: docs/architecture.md has the figures.
"""

import os

from a2wsgi import WSGIMiddleware

from edge_site.wsgi import application as pages

THREADS = int(os.environ.get("WEB_THREADS", "4"))

application = WSGIMiddleware(pages, workers=THREADS)
