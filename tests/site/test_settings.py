"""The site's configuration."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from edge_site.settings import BASE_DIR, env_flag, env_list

READS = re.compile(r"""(?:environ\.get|environ|env_flag|env_list)[(\[]\s*"([A-Z_]+)\"""")


def manage(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    return subprocess.run(
        [sys.executable, "manage.py", *args], cwd=BASE_DIR, env=clean | env, capture_output=True, text=True, check=False
    )


def test_every_variable_the_site_reads_is_documented():
    read = {
        name
        for file in (BASE_DIR / "edge_site").rglob("*.py")
        for name in READS.findall(file.read_text())
        if name != "DJANGO_SETTINGS_MODULE"
    }
    documented = set(re.findall(r"^\| `([A-Z_]+)`", (BASE_DIR / "docs/configuration.md").read_text(), re.MULTILINE))
    assert read == documented


def test_production_settings_pass_djangos_deployment_check(tmp_path: Path):
    done = manage(
        "check", "--deploy", "--fail-level", "WARNING", VAR_DIR=str(tmp_path), ALLOWED_HOSTS="edge.example", DEBUG="0"
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_the_secret_key_is_made_once_and_kept_for_its_owner_only(tmp_path: Path):
    show = ("shell", "-v", "0", "-c", "from django.conf import settings; print(settings.SECRET_KEY)")
    first, second = (manage(*show, VAR_DIR=str(tmp_path)).stdout for _ in range(2))
    assert len(first.strip()) >= 50
    assert first == second
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_no_migration_is_missing(db: None):
    from django.core.management import call_command

    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_a_flag_that_is_neither_yes_nor_no_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DEBUG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="DEBUG is 'maybe'; expected 1 or 0."):
        env_flag("DEBUG", False)
    monkeypatch.setenv("DEBUG", "Yes")
    assert env_flag("DEBUG", False) is True
    monkeypatch.setenv("DEBUG", "off")
    assert env_flag("DEBUG", True) is False


def test_a_list_is_split_at_commas(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, b.example,")
    assert env_list("ALLOWED_HOSTS", "") == ["a.example", "b.example"]


def test_pages_forbid_inline_script_strangers_and_frames(client: Client, dawnfall: object):
    headers = client.get("/dawnfall/factions/").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_language_can_be_switched_without_a_token(dawnfall: object):
    client = Client(enforce_csrf_checks=True)
    response = client.post("/i18n/setlang/", {"language": "en", "next": "/dawnfall/tokens/"})
    assert response.status_code == 302
    assert response.headers["Location"] == "/dawnfall/tokens/"
    assert client.cookies["django_language"].value == "en"
