"""What can be changed."""
