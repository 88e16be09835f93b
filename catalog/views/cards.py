from django.http import HttpRequest, HttpResponse


def card(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Soon."""
    return HttpResponse("soon")
