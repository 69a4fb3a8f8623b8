"""gunicorn's settings, from the environment (see service.ops.settings for names and defaults).

Two cores, keep-alive clients, millisecond requests: threads answer most, one process for each core, code loaded once.
"""

import sys

from service.ops import hooks, logs, settings, worker

logs.secure_descriptors()
try:
    _settings = settings.from_environment()
except ValueError as wrong:
    sys.exit(str(wrong))

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.workers
threads = _settings.threads
worker_class = worker.FairThreadWorker
preload_app = True
control_socket_disable = True

keepalive = _settings.keepalive
graceful_timeout = _settings.graceful_timeout
limit_request_line = _settings.max_request_line
limit_request_fields = _settings.max_headers
limit_request_field_size = _settings.max_header

logger_class = logs.JsonLogger
loglevel = _settings.log_level
accesslog = None  # service.ops.logs writes the line of a request

when_ready = hooks.when_ready
pre_fork = hooks.pre_fork
post_fork = hooks.post_fork
