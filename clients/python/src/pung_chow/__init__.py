"""Client of the Pung Chow settlement service; `pung_chow.types` has the contract's shapes as typed dictionaries."""

from importlib.metadata import version

from pung_chow.async_client import AsyncClient
from pung_chow.batches import BatchResult, FailedResult, RefusedResult, SettledResult, Shared
from pung_chow.calls import DeprecatedOperation
from pung_chow.client import Client
from pung_chow.problems import Problem, ProtocolError

__version__ = version("pung-chow-client")
"""The version of the contract that the types were made of."""
__all__ = [
    "AsyncClient",
    "BatchResult",
    "Client",
    "DeprecatedOperation",
    "FailedResult",
    "Problem",
    "ProtocolError",
    "RefusedResult",
    "SettledResult",
    "Shared",
    "__version__",
]
