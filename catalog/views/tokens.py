from django.http import HttpRequest, HttpResponse


def tokens(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Soon."""
    return HttpResponse("soon")
