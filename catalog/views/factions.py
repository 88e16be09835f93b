from django.http import HttpRequest, HttpResponse


def colours(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Soon."""
    return HttpResponse("soon")


def faction(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Soon."""
    return HttpResponse("soon")


def factions(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Soon."""
    return HttpResponse("soon")
