"""Serialize the domain's results to plain data and JSON. Knows neither requests nor HTTP."""
