"""Settings of the production web server; docs/architecture.md says why it is this one."""

import os

PORT = os.environ.get("PORT", "8000")
bind = os.environ.get("BIND", f"127.0.0.1:{PORT}")
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
threads = int(os.environ.get("WEB_THREADS", "4"))
preload_app = True
keepalive = 15
accesslog = None
errorlog = "-"
loglevel = "warning"


def when_ready(server: object) -> None:
    """Tell whoever started the site where to look."""
    address = f"http://localhost:{PORT}/" if bind.startswith("127.") else f"http://{bind}/"
    print(f"Edge Table is at {address} (Ctrl+C stops it)", flush=True)  # noqa: T201
