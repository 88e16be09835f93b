"""Pages of the laboratory."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalog.pages import HTMX_HEADERS, wants_fragment
from decks.refusals import Refusal
from decks.views.finding import first_system
from decks.visitors import visitor_of
from laboratory import downloads, services
from laboratory.forms import ExperimentForm, limits
from laboratory.models import Experiment
from laboratory.refusals import AccountNeeded, NoSuchExperiment, NotYourExperiment
from laboratory.showing import Progress, page_of

ROWS_A_PAGE = 20
SHARED_AT_A_GLANCE = 10
View = Callable[..., HttpResponse]


def experiment_page(view: View) -> View:
    """Make a view of (request, key) a page of an experiment: what one may not know of is not found."""

    @never_cache
    @wraps(view)
    def door(request: HttpRequest, key: str) -> HttpResponse:
        try:
            return view(request, key)
        except NoSuchExperiment as refused:
            raise Http404(refused.sentence()) from refused
        except Refusal as refused:
            messages.error(request, refused.sentence())
            return redirect("laboratory:experiment", key)

    return door


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """One's own experiments, and what others share."""
    visitor = visitor_of(request)
    own = Experiment.objects.owned_by(visitor).for_lists()
    context = {
        "page": Paginator(own, ROWS_A_PAGE).get_page(request.GET.get("page")),
        "shared": Experiment.objects.public().for_lists()[:SHARED_AT_A_GLANCE],
        "is_guest": visitor.user is None,
    }
    return render(request, "laboratory/index.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Set up an experiment. A wrong form comes back with every word that was typed and what is wrong with it."""
    visitor, said, status = visitor_of(request), "", 200
    sent = request.POST if request.method == "POST" else None
    form = ExperimentForm(sent, first_system(), visitor, request.GET.dict())
    if sent is not None:
        status = 400
        if form.is_valid():
            try:
                return redirect(form.start())
            except Refusal as refused:
                said, status = refused.sentence(), 409
    context = {
        "form": form, "limits": limits(), "said": said,
        "guest_words": "" if visitor.user else AccountNeeded().sentence(), "here": request.get_full_path(),
    }  # fmt: skip
    return render(request, "laboratory/new.html", context, status=status)


@require_safe
@experiment_page
def experiment(request: HttpRequest, key: str) -> HttpResponse:
    """How far it is, and what has come out so far; to htmx that asks again only how far it is."""
    visitor = visitor_of(request)
    row = services.experiment_to_see(visitor, key)
    context: dict[str, Any] = {"experiment": row, "progress": Progress(row), "is_mine": row.is_owned_by(visitor)}
    if wants_fragment(request):
        response = render(request, "laboratory/_progress.html", context)
        if not row.is_running:
            # The figures have come: the whole page is asked for anew.
            response.headers["HX-Refresh"] = "true"
    else:
        context |= {
            "results": page_of(row, request.GET.get("sort", "")),
            "visibilities": Experiment.Visibility.choices,
            "link": request.build_absolute_uri(row.get_absolute_url()),
            "system": first_system(),
            "shown_decks": {each.pk for each in row.contenders.all() if _is_shown(each.deck_row, visitor)},
            "is_staff": visitor.is_staff,
        }
        response = render(request, "laboratory/experiment.html", context)
    patch_vary_headers(response, ["Cookie", *HTMX_HEADERS])
    return response


def _is_shown(deck: Any, visitor: Any) -> bool:
    """Whether the page leads to the deck: not to one that its owner keeps to themselves."""
    return deck is not None and (deck.is_public or visitor.owns(deck))


@require_POST
@experiment_page
def cancel(request: HttpRequest, key: str) -> HttpResponse:
    """Call off the games that are left."""
    services.cancel(visitor_of(request), key)
    messages.success(request, _("The experiment is cancelled; what was played until now is kept."))
    return redirect("laboratory:experiment", key)


@require_POST
@experiment_page
def share(request: HttpRequest, key: str) -> HttpResponse:
    """Say who may see it."""
    row = services.set_visibility(visitor_of(request), key, request.POST.get("visibility", ""))
    sentences = {
        "private": _("Only you can see this experiment now."),
        "unlisted": _("Everybody with the link can see this experiment now."),
        "public": _("This experiment is public now."),
    }
    messages.success(request, sentences[row.visibility])
    return redirect(f"{row.get_absolute_url()}#share")


@require_POST
@experiment_page
def take_down(request: HttpRequest, key: str) -> HttpResponse:
    """Let staff make somebody's experiment private again."""
    services.take_down(visitor_of(request), key)
    messages.success(request, _("The experiment is private again; its owner keeps it."))
    return redirect("laboratory:index")


@require_http_methods(["GET", "HEAD", "POST"])
@experiment_page
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Ask, and delete."""
    visitor = visitor_of(request)
    row = services.experiment_to_see(visitor, key)
    if not row.is_owned_by(visitor):
        raise NotYourExperiment
    if request.method == "POST":
        services.delete(visitor, key)
        messages.success(request, _("The experiment is deleted."))
        return redirect("laboratory:index")
    return render(request, "laboratory/delete.html", {"experiment": row})


@require_safe
@experiment_page
def as_json(request: HttpRequest, key: str) -> HttpResponse:
    """Everything, as a file for programs."""
    row = services.experiment_to_see(visitor_of(request), key)
    return _file(JsonResponse(downloads.as_json(row), json_dumps_params={"indent": 1}), f"experiment-{key}.json")


@require_safe
@experiment_page
def as_csv(request: HttpRequest, key: str) -> HttpResponse:
    """What cards did, as a table for spreadsheets."""
    row = services.experiment_to_see(visitor_of(request), key)
    return _file(HttpResponse(downloads.as_csv(row), content_type="text/csv; charset=utf-8"), f"experiment-{key}.csv")


def _file(response: HttpResponse, name: str) -> HttpResponse:
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
