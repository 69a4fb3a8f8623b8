"""The gunicorn worker: a loop that reads and answers; a connection costs a buffer, never a thread.

The way of a request: worker (accepts) -> connection (reads, sends) -> request (whole?) -> answer (asks the application).
Not served, and refused at the start where it is set: TLS, HTTP/2, the PROXY protocol. gunicorn's hooks around a request
and its access log are not called.
"""

from service.ops.worker.worker import LoopWorker

__all__ = ["LoopWorker"]
