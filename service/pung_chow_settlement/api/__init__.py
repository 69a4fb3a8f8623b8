"""The HTTP interface, a Flask application: one blueprint for each resource; `app.py` puts them together.

A request passes `hooks.py` (`before_request`), the view of its path, and `hooks.py` again (`after_request`). The
handlers in `errors.py` turn what a view or Flask raises into a response. A view's endpoint is the `operationId` of the
contract, which log and metrics name.
"""
