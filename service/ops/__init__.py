"""What the operator of the service needs: settings, health, logs, metrics, threads for long work and gunicorn's hooks.

Nothing here knows the game or Flask.
"""
