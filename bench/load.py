"""A small load generator: keep-alive connections, one process, no library between us and the socket."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass
class Load:
    """What a stretch of load came to."""

    requests: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.requests / self.seconds


class Client(Protocol):
    """Somebody who asks, and asks something new when the answer is there."""

    def request(self) -> bytes: ...

    def take(self, answer: bytes) -> None: ...


class Repeating:
    """Asks the same over and over."""

    def __init__(self, request: bytes) -> None:
        self._request = request

    def request(self) -> bytes:
        return self._request

    def take(self, answer: bytes) -> None:
        pass


def asking(port: int, path: str, headers: Mapping[str, str] | None = None, body: str | None = None) -> bytes:
    """A request as bytes."""
    lines = {"Host": f"localhost:{port}", "Connection": "keep-alive", **(headers or {})}
    if body is not None:
        lines |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body.encode()))}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\n{head}\r\n{body or ''}".encode()


class _Connection:
    def __init__(self, port: int, client: Client) -> None:
        self.client = client
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.missing = 0
        self.buffer = b""

    def send(self) -> None:
        self.buffer = b""
        self.missing = -1
        self.socket.sendall(self.client.request())

    def answered(self) -> bool:
        """Read what has come; true when the whole answer is there."""
        data = self.socket.recv(262144)
        if not data:
            raise ConnectionError("the server closed a connection in the middle of an answer")
        self.buffer += data
        if self.missing >= 0:
            self.missing -= len(data)
            return self._whole()
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 302")):
            raise ConnectionError(head.split(b"\r\n", 1)[0].decode())
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        self.missing = int(length.split(b":")[1]) - len(body)
        return self._whole()

    def _whole(self) -> bool:
        if self.missing == 0:
            self.client.take(self.buffer)
        return self.missing == 0


def load(port: int, path: str, seconds: float, connections: int = 8, headers: Mapping[str, str] | None = None) -> Load:
    """Ask for one address over and over, on several connections at once."""
    return drive(port, [Repeating(asking(port, path, headers))] * connections, seconds)


def drive(port: int, askers: Sequence[Client], seconds: float) -> Load:
    """Let everybody ask on a connection of their own."""
    selector = selectors.DefaultSelector()
    clients = [_Connection(port, asker) for asker in askers]
    for client in clients:
        selector.register(client.socket, selectors.EVENT_READ, client)
        client.send()
    requests, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for key, _ in selector.select(timeout=1):
            if key.data.answered():
                requests += 1
                key.data.send()
    # What is under way is waited for, so that it burdens no other measurement, and is not counted.
    while clients:
        for key, _ in selector.select(timeout=1):
            if key.data.answered():
                selector.unregister(key.data.socket)
                key.data.socket.close()
                clients.remove(key.data)
    return Load(requests, spent)
