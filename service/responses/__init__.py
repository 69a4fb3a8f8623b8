"""From the domain's results to answers: plain data and CSV. Nothing here reads a request or knows HTTP."""
