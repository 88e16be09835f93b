"""The yardstick: a Django site with the middleware of `startproject` and one view with one query."""

import os
from typing import Any

import django
from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path

if not settings.configured:
    settings.configure(
        SECRET_KEY="bench",  # noqa: S106
        ALLOWED_HOSTS=["localhost"],
        ROOT_URLCONF=__name__,
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": os.environ["BENCH_DATABASE"],
                "CONN_MAX_AGE": None,
                # As the site has it, see edge_site/settings.py: the yardstick writes no slower.
                "OPTIONS": {
                    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
                    "transaction_mode": "IMMEDIATE",
                    "timeout": 20,
                },
            }
        },
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions",
                        "django.contrib.messages"],
        MIDDLEWARE=[
            "django.middleware.security.SecurityMiddleware",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
        ],
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
    )  # fmt: skip
    django.setup()


class Card(models.Model):
    slug = models.SlugField()
    name = models.CharField(max_length=80)

    class Meta:
        app_label = "bare"
        managed = False
        db_table = "catalog_card"

    def __str__(self) -> str:
        return self.name


class Note(models.Model):
    """A row to write; bench/table.py makes its table."""

    text = models.CharField(max_length=80)

    class Meta:
        app_label = "bare"
        managed = False
        db_table = "bare_note"

    def __str__(self) -> str:
        return self.text


TEMPLATE = engines["django"].from_string("<!doctype html><title>{{ card.name }}</title><h1>{{ card.name }}</h1>")


def card(request: HttpRequest, slug: str) -> HttpResponse:
    """One query, one small template."""
    return HttpResponse(TEMPLATE.render({"card": Card.objects.filter(slug=slug)[0]}, request))


def note(request: HttpRequest) -> HttpResponse:
    """One row written, one small template."""
    note = Note.objects.create(text=request.POST["text"])
    return HttpResponse(TEMPLATE.render({"card": {"name": note.pk}}, request))


urlpatterns = [path("card/<slug:slug>/", card), path("note/", note)]
application = get_wsgi_application()
asgi = get_asgi_application()
_pages = WSGIMiddleware(application, workers=4)


async def hybrid(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Pages in a pool of threads, as the site serves them, beside listeners that wait for news."""
    if scope["path"] == "/live/":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b":", "more_body": True})
        await receive()
        await receive()
    else:
        await _pages(scope, receive, send)
