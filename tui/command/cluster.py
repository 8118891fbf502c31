"""A Dask cluster that plays games: only with what `tercio[cluster]` installs.

A task that a worker had in hand when it was lost is given to another one by the scheduler; where
the scheduler gives up, the engine hands it out again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager

from distributed import Client
from distributed.comm import get_address_host_port
from distributed.scheduler import KilledWorker

from engine.programs import parallel
from engine.programs.simulate import OtherEdition, Workers
from engine.programs.simulate_command import Refused


@contextmanager
def workers(address: str) -> Iterator[Workers]:
    """The workers of the cluster whose scheduler listens there: now so many, later perhaps more.

    Raises Refused where it cannot be reached, or its workers cannot play.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what counts is said here
    try:
        get_address_host_port(address)  # said before a client begins to wait
        client = Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Refused(f"--on {address}: no Dask scheduler answers there ({error})") from error
    pool = client.get_executor(pure=False)
    try:
        yield Workers(pool, lambda: sum(client.nthreads().values()), parallel.edition())
    except ModuleNotFoundError as error:
        raise Refused(
            f"--on {address}: its workers have no {error.name}; install Tercio there"
        ) from error
    except OtherEdition as error:
        raise Refused(
            f"--on {address}: its workers have another edition of Tercio; install this one there"
        ) from error
    except (KilledWorker, CancelledError, OSError) as error:
        raise Refused(
            f"--on {address}: the cluster was lost ({error}); "
            "with --out the same command goes on where it stood"
        ) from error
    finally:
        pool.shutdown(wait=False)
        client.close(timeout=2)
