"""A small load generator: keep-alive connections, one process, no library between us and the socket."""

from __future__ import annotations

import selectors
import socket
import time
from dataclasses import dataclass


@dataclass
class Load:
    """What a stretch of load came to."""

    requests: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.requests / self.seconds


class _Connection:
    def __init__(self, port: int, request: bytes) -> None:
        self.request = request
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.missing = 0
        self.buffer = b""

    def send(self) -> None:
        self.buffer = b""
        self.missing = -1
        self.socket.sendall(self.request)

    def answered(self) -> bool:
        """Read what has come; true when the whole answer is there."""
        data = self.socket.recv(262144)
        if not data:
            raise ConnectionError("the server closed a connection in the middle of an answer")
        if self.missing >= 0:
            self.missing -= len(data)
            return self.missing == 0
        self.buffer += data
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(b"HTTP/1.1 200"):
            raise ConnectionError(head.split(b"\r\n", 1)[0].decode())
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        self.missing = int(length.split(b":")[1]) - len(body)
        return self.missing == 0


def load(port: int, path: str, seconds: float, connections: int = 8) -> Load:
    """Ask for one address over and over, on several connections at once."""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: keep-alive\r\n\r\n".encode()
    selector = selectors.DefaultSelector()
    clients = [_Connection(port, request) for _ in range(connections)]
    for client in clients:
        selector.register(client.socket, selectors.EVENT_READ, client)
        client.send()
    requests, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for key, _ in selector.select(timeout=1):
            if key.data.answered():
                requests += 1
                key.data.send()
    for client in clients:
        client.socket.close()
    return Load(requests, spent)
