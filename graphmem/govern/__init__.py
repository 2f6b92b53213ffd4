"""Who may see what: pure functions over values."""
