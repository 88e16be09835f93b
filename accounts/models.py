"""Who plays here."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST_NAME, validate_spelling

NAME_TAKEN = _("This name is taken. Choose another one.")


class PlayerManager(UserManager["User"]):
    """Finds users by name in any case, also when they log in."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.alias(lower_name=Lower("username")).get(lower_name=str(username).lower())


class User(AbstractUser):
    """A player with an account."""

    username = models.CharField(
        _("user name"),
        max_length=LONGEST_NAME,
        unique=True,
        validators=[validate_spelling],
        help_text=_("2 to 30 letters (a to z), digits, hyphens and underscores."),
        error_messages={"unique": NAME_TAKEN},
    )
    about = models.TextField(
        _("about you"),
        max_length=500,
        blank=True,
        help_text=_("Up to 500 characters. Everybody can read this on your player page."),
    )

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="username_in_any_case", violation_error_message=NAME_TAKEN)
        ]

    def get_absolute_url(self) -> str:
        return reverse("accounts:player", args=[self.username])


class ApiToken(models.Model):
    """Lets a program of the user's use the API. Only a digest is kept: whoever reads the table cannot use it."""

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60, help_text=_("What it is for, like “my spreadsheet”."))
    beginning = models.CharField(max_length=12, help_text=_("Its first characters, to tell tokens apart."))
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    last_used = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.beginning}…)"
