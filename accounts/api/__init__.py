"""The API for accounts: tokens."""
