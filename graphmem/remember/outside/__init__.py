"""Extraction by engines outside the process: the shape they answer in, their text read, their quotes found."""
