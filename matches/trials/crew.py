"""Many games at once: work spread over the machine's processors, with the same outcome on any number of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")


def spread(work: Callable[[Job], Done], jobs: Sequence[Job], processes: int = 0) -> list[Done]:
    """Do all jobs, in order of the list; 0 processes means as many as there are processors."""
    crew = min(processes or os.cpu_count() or 1, len(jobs))
    if crew <= 1:
        return [work(job) for job in jobs]
    # Spawned, not forked: a fork would copy open database connections and locks of whoever asked.
    with ProcessPoolExecutor(crew, mp_context=get_context("spawn")) as pool:
        return list(pool.map(work, jobs, chunksize=max(1, len(jobs) // (crew * 8))))
