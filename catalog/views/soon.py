"""Stand-ins until the search, rules and comparison pages exist; delete an import in __init__ when yours replaces it."""

from django.http import HttpRequest, HttpResponse


def squads(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Soon."""
    return HttpResponse("soon")


search = rules = squads
