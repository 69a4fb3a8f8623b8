"""Operation of the service: settings, readiness, logs, metrics, threads for long requests and gunicorn's hooks.

Nothing here imports the game or Flask.
"""
