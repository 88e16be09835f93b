"""Accounts in the admin site."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.forms import AdminLogInForm
from accounts.models import User

admin.site.login_form = AdminLogInForm


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """Django's page for users, with the words from the player page."""

    list_display = ["username", "email", "date_joined", "last_login", "is_active", "is_staff"]
    list_filter = ["is_active", "is_staff", "is_superuser", "groups", "date_joined"]
    search_fields = ["username", "email", "about"]
    date_hierarchy = "date_joined"
    ordering = ["-date_joined"]
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Player"), {"fields": ("email", "about")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Important dates"), {"fields": ("last_login", "date_joined")}),
    )
