"""Serialize the domain's results to plain data and CSV. Knows neither requests nor HTTP."""
