"""The end of an event: live ratings and norm forecasts on the way, the reports for rating, what is still missing."""
