"""One's own tokens. A token cannot make or revoke tokens: whoever finds one must not be able to keep a way in."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from accounts.models import ApiToken
from accounts.tokens import TooManyTokensError, make_token


class ApiTokenSerializer(serializers.ModelSerializer):
    """A token as its owner sees it in the list."""

    class Meta:
        model = ApiToken
        fields = ["id", "name", "beginning", "created", "last_used"]
        read_only_fields = ["id", "beginning", "created", "last_used"]


class NewApiTokenSerializer(ApiTokenSerializer):
    """A token on the day it is made."""

    token = serializers.CharField(read_only=True, help_text="The token itself. It is shown this once only.")

    class Meta(ApiTokenSerializer.Meta):
        fields = [*ApiTokenSerializer.Meta.fields, "token"]


class TokenThrottle(UserRateThrottle):
    """Nobody needs many tokens a minute."""

    scope = "tokens"


class TokenView(APIView):
    """Base of both: for users who are logged in on the site."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [IsAuthenticated]
    throttle_classes = [TokenThrottle]

    def tokens(self) -> QuerySet[ApiToken]:
        """The user's own."""
        return ApiToken.objects.filter(user=self.request.user.pk)


class Tokens(TokenView):
    """Your tokens for the API. Log in on the site to make one; send it as `Authorization: Bearer ...`."""

    @extend_schema(operation_id="access_tokens_list", tags=["access tokens"], responses=ApiTokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(ApiTokenSerializer(self.tokens(), many=True).data)

    @extend_schema(
        operation_id="access_tokens_create",
        tags=["access tokens"],
        request=ApiTokenSerializer,
        responses={201: NewApiTokenSerializer},
    )
    def post(self, request: Request) -> Response:
        form = ApiTokenSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        user: Any = request.user
        try:
            token, text = make_token(user, form.validated_data["name"])
        except TooManyTokensError as error:
            raise ValidationError({"detail": error.sentence()}) from error
        answer = {**ApiTokenSerializer(token).data, "token": text}
        return Response(answer, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class Token(TokenView):
    """One of your tokens."""

    @extend_schema(
        operation_id="access_tokens_revoke",
        tags=["access tokens"],
        responses={204: OpenApiResponse(description="It is revoked.")},
    )
    def delete(self, request: Request, pk: int) -> Response:
        if not self.tokens().filter(pk=pk).delete()[0]:
            raise NotFound(_("You have no such token."))
        return Response(status=status.HTTP_204_NO_CONTENT)
