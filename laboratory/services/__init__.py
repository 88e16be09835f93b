"""Everything that changes an experiment, one function a deed."""

from laboratory.services.keeping import delete, experiment_to_see, set_visibility, take_down
from laboratory.services.running import cancel, play_batch, requeue_lost
from laboratory.services.starting import start

__all__ = [
    "cancel",
    "delete",
    "experiment_to_see",
    "play_batch",
    "requeue_lost",
    "set_visibility",
    "start",
    "take_down",
]
