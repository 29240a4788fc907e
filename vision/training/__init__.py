"""Training and export of the networks; never imported when a photo is read."""
