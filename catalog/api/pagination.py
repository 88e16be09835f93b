"""Lists come in pages."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError as FormError
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from catalog.api.values import ValueField


class Pages(PageNumberPagination):
    """Fifty rows a page, up to two hundred on request."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        self._check(request, self.page_query_param, None)
        self._check(request, self.page_size_query_param, self.max_page_size)
        return super().paginate_queryset(queryset, request, view)

    def get_page_number(self, request: Request, paginator: Any) -> int:
        number = int(super().get_page_number(request, paginator))
        if number > paginator.num_pages:
            sentence = _("There is no page %(number)d; the last one is %(last)d.")
            raise NotFound(sentence % {"number": number, "last": paginator.num_pages})
        return number

    def _check(self, request: Request, name: str, most: int | None) -> None:
        """DRF takes what it likes and ignores the rest; we say so instead."""
        text = request.query_params.get(name)
        if text is None:
            return
        expected = _("a whole number from 1 on")
        if most is not None:
            expected = _("a whole number from 1 to %(most)d") % {"most": most}
        good = text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= 1
        if not good or (most is not None and int(text) > most):
            refused: FormError = ValueField(name=name).refusal(text, expected)
            raise ValidationError({name: refused.messages})
