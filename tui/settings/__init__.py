"""What a player brings: settings, keys and files of his own."""
