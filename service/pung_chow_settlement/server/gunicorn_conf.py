"""gunicorn's settings, from the environment (see pung_chow_settlement.server.settings for names and defaults).

gunicorn's own `gevent` worker: one process for each core, code loaded once. docs/architecture.md describes it.
"""

import sys
from tempfile import gettempdir

from pung_chow_settlement.server import descriptors, gunicorn_hooks, logs, settings

descriptors.secure_descriptors()
try:
    _settings = settings.from_environment()
    worker_connections = descriptors.connections_for(_settings.connections)
    worker_tmp_dir = gettempdir()
except (ValueError, OSError) as wrong:
    sys.exit(logs.critical(str(wrong)))

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.workers
worker_class = "gevent"
preload_app = True
control_socket_disable = True

keepalive = _settings.keepalive
graceful_timeout = _settings.graceful_timeout
# Nothing here looks at a proxy's headers, nor at the scheme.
forwarded_allow_ips = ""
forwarder_headers = ""
header_map = "drop"
http_protocols = "h1"
limit_request_line = _settings.max_request_line
limit_request_fields = _settings.max_headers
limit_request_field_size = _settings.max_header

logger_class = logs.JsonLogger
loglevel = _settings.log_level
accesslog = None  # pung_chow_settlement.server.logs writes the line of a request

when_ready = gunicorn_hooks.when_ready
pre_fork = gunicorn_hooks.pre_fork
post_fork = gunicorn_hooks.post_fork
post_request = gunicorn_hooks.post_request
worker_exit = gunicorn_hooks.worker_exit
on_exit = gunicorn_hooks.on_exit
