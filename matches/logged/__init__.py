"""Matches played at a real table: the form, its entries, and the tracker."""
