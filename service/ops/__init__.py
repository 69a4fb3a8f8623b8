"""What the operator of the service needs: settings, health, logs, metrics, headers and gunicorn's hooks.

Nothing here knows the game. The API marks two things in the WSGI environ of a request, both optional:
`service.operation` (the operationId) and `service.ruleset` (a rulebook's id).
"""
