"""Reading what people and agents leave behind: connectors and the run that feeds memory."""
