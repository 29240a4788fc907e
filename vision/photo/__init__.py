"""A picture file as an upright array, and what can be said about it before any network runs."""
