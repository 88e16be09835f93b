"""What workers of the queue “laboratory” do."""

from __future__ import annotations

from django_tasks import task

from laboratory import services


@task(queue_name="laboratory")
def play(batch: int) -> bool:
    """Play a batch; gives whether it was counted."""
    return services.play_batch(batch)
