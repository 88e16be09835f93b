import os
import signal
import sys
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections
from django.utils.crypto import get_random_string
from django.utils.module_loading import import_string

from edge_site.workers import log
from matches.live.hub import hub

#: So often an idle worker looks for work: a bot's answer feels immediate.
INTERVALS = {"bots": 0.1}
LONG_INTERVAL = 1.0
CHORES_SECONDS = 5.0
#: Experiments take what the site leaves over.
NICENESS = {"laboratory": 10}


class Command(BaseCommand):
    help = "Do the work of a queue, until stopped. The web server starts such processes by itself, see BOT_WORKERS."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("queue", choices=settings.QUEUES)
        parser.add_argument(
            "--beside-server",
            action="store_true",
            help="say on standard output which matches have changed, and end when standard input does",
        )

    def handle(self, *args: Any, queue: str, beside_server: bool, **options: Any) -> None:
        os.nice(NICENESS.get(queue, 0))
        if beside_server:
            hub.outlet = sys.stdout
            threading.Thread(target=_end_with_server, daemon=True).start()
        threading.Thread(target=_do_chores, args=(queue,), daemon=True).start()
        if settings.QUEUE_URL:
            _work_from_redis(queue)
        else:
            _work_from_database(queue)


def _work_from_database(queue: str) -> None:
    from django_tasks_db.management.commands.db_worker import Worker

    worker = Worker(
        queue_names=[queue],
        interval=INTERVALS.get(queue, LONG_INTERVAL),
        batch=False,
        backend_name="default",
        startup_delay=False,
        max_tasks=None,
        worker_id=get_random_string(32),
        excluded_queue_names=[],
    )
    worker.configure_signals()
    worker.run()


def _work_from_redis(queue: str) -> None:
    import django_rq
    from django_tasks_rq import Job

    # In this very process: to fork for each task would take longer than most bots think.
    django_rq.get_worker(queue, job_class=Job, worker_class="rq.SimpleWorker").work(logging_level="WARNING")


def _end_with_server() -> None:
    """The server holds the other end of standard input: it is closed when the server is gone, however it went."""
    while sys.stdin.readline():
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _do_chores(queue: str) -> None:
    """Now and every few seconds; a chore that fails is tried again, and keeps no other from being done."""
    chores = [import_string(path) for path in settings.CHORES.get(queue, [])]
    pause = threading.Event()
    while chores:
        for chore in chores:
            try:
                close_old_connections()
                chore()
            except Exception:
                log.exception("A chore of the queue %s failed.", queue)
        pause.wait(CHORES_SECONDS)
