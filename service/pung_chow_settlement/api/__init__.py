"""The HTTP interface, a Flask application: one blueprint for each resource; `app.py` puts them together.

A request passes `Offload` of the server, which may move it to a thread, and `Observed` in `hooks.py`, which counts and
logs it; then the check in `hooks.py` (`before_request`) and the view of its path. The handlers in `errors.py` turn what
a view or Flask raises into a response. A view's endpoint is the `operationId` of the contract, which log and metrics
name.
"""
