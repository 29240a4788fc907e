"""Rulings that can be kept: cases, the ruling on them, and the record that proves itself."""
