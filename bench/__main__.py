"""`make bench [ONLY=prefix]`: measures on a fresh installation of its own and prints one JSON line a figure."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path


def main() -> None:
    """Run the benchmarks whose names begin with the given prefix."""
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    with tempfile.TemporaryDirectory(prefix="edge-table-bench-") as folder:
        os.environ.update(VAR_DIR=folder, DEBUG="0", HTTPS="0", ALLOWED_HOSTS="localhost,testserver")
        os.environ.update(DJANGO_SETTINGS_MODULE="edge_site.settings", BENCH_DATABASE=f"{folder}/edge_table.sqlite3")
        os.environ.pop("DATABASE_URL", None)
        _prepare(Path(folder) / "prepare.log")
        from bench import decks, engine, laboratory, search, table, web

        benchmarks = {
            "web.card_page": web.card_page,
            "search.growth": search.growth,
            "decks": decks.checks,
            "engine": engine.speed,
            "table": table.figures,
            "laboratory": laboratory.figures,
            "server": web.servers,
        }
        for name, benchmark in benchmarks.items():
            if name.startswith(only) or only.startswith(name):
                for figure in benchmark():
                    print(figure.line(), flush=True)  # noqa: T201


def _prepare(log: Path) -> None:
    import django
    from django.core.management import call_command

    django.setup()
    with log.open("w") as quiet:
        call_command("prepare_site", stdout=quiet)


if __name__ == "__main__":
    main()
