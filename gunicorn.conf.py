"""gunicorn's settings, from the environment (see service.ops.settings for names and defaults).

One process for each core, code loaded once; each answers what is small in its loop, the rest in threads.
"""

import os
import sys
import tempfile

from service.ops import settings

_settings = settings.from_environment()

# prometheus_client looks at this variable when it is first imported. A new directory at each start, an empty one; a
# reload, which runs this file again, keeps it. An operator may name the parent directory, say on a tmpfs.
if "prometheus_client" not in sys.modules:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(
        prefix="service-metrics-", dir=os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    )

from service.ops import hooks, logs, worker

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.workers
threads = _settings.threads
worker_class = worker.LoopWorker
preload_app = True
control_socket_disable = True

keepalive = _settings.keepalive
graceful_timeout = _settings.graceful_timeout
# Nothing here looks at a proxy's headers but for the scheme, and that of proxies alone which the operator names.
forwarded_allow_ips = ",".join(_settings.forwarded_allow_ips)
forwarder_headers = ""
header_map = "drop"
http_protocols = "h1"
limit_request_line = _settings.max_request_line
limit_request_fields = _settings.max_headers
limit_request_field_size = _settings.max_header

logger_class = logs.JsonLogger
loglevel = _settings.log_level
accesslog = None  # service.ops.logs writes the line of a request

when_ready = hooks.when_ready
post_fork = hooks.post_fork
child_exit = hooks.child_exit
on_exit = hooks.on_exit
