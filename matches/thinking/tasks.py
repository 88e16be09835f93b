"""What the workers of the queue "bots" do."""

from __future__ import annotations

from django_tasks import task


@task(queue_name="bots")
def think(key: str, version: int) -> None:
    """Let the bots of a match decide, if it still stands at this version."""
    # The services call this task, and answering calls the services.
    from matches.thinking.answering import answer

    answer(key, version)
