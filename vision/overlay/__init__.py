"""The verdict drawn on the photo."""
