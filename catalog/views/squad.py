from django.http import HttpRequest, HttpResponse


def squad(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Soon."""
    return HttpResponse("soon")
