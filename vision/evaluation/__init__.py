"""Measuring on photos whose cards are known, and measuring time."""
