from django.http import HttpRequest, HttpResponse


def home(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Soon."""
    return HttpResponse("soon")
