"""This file's place lets every test import `builders`, which lies beside it."""

from hypothesis import settings

# What an example costs depends on who else uses the machine; in CI hypothesis draws the same ones each time.
settings.register_profile("gm", settings(), deadline=None)
settings.load_profile("gm")
