"""Answers to requests that lead nowhere."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views import defaults


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A page for people, JSON for programs that ask the API."""
    if request.path.startswith("/api/"):
        detail = _("The API has no address %(path)s; /api/v1/ lists what there is.") % {"path": request.path}
        return JsonResponse({"detail": detail}, status=404)
    return defaults.page_not_found(request, exception)
