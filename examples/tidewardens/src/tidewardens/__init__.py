"""The Tidewardens: a fifth class for Obsidia, with the sea it lives by."""
