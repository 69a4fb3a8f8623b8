"""What the operator of the service needs: settings, health, logs, metrics, headers and gunicorn's hooks.

Nothing here knows the game. The application marks two things in the WSGI environ of a request, both optional:
`service.operation` (the operationId) and `service.ruleset` (the id of the rulebook that was read, or `mixed`).
"""
