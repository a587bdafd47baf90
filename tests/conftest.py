"""This file's place lets every test import `builders`, which lies beside it."""
