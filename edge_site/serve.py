"""Serves the site: `python -m edge_site.serve`."""

import os
import socket

import uvicorn

from edge_site.workers import Workers
from matches.live.hub import hub


class Server(uvicorn.Server):
    """A server that says where to look once it answers, and goes although pages still listen to it.

    Beside it run the workers of the queues; they go with it.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.workers = Workers()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.workers.start()
            print(f"Edge Table is at http://localhost:{self.config.port}/ (Ctrl+C stops it)", flush=True)  # noqa: T201

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        hub.close()
        await super().shutdown(sockets)
        await self.workers.stop()


def main() -> None:
    """Serve with the settings of the environment, see docs/configuration.md."""
    config = uvicorn.Config(
        "edge_site.asgi:application",
        host=os.environ.get("HOST", "127.0.0.1"),
        port=int(os.environ.get("PORT", "8000")),
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
    )
    Server(config).run()


if __name__ == "__main__":
    main()
