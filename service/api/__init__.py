"""The HTTP interface, a Flask application: one blueprint for each resource; `app.py` puts them together.

A request passes `hooks.py` (`before_request`), the view of its path, and `hooks.py` again (`after_request`). Whatever a
view or Flask raises is answered by the handlers in `errors.py`.
"""
