"""The gunicorn worker: a loop that reads and answers. A connection costs a buffer, never a thread.

The way of a request: `worker` accepts, `connection` reads and sends, `request` tells when it is whole, `answer` asks
the application. Threads only compute: they are given what is whole and large, and see no socket.

Not served, and refused at the start where it is set: TLS, HTTP/2, the PROXY protocol. gunicorn's hooks around a request
and its access log are not called.
"""

from service.ops.worker.worker import LoopWorker

__all__ = ["LoopWorker"]
