"""A Dask cluster that plays games: only with what `tercio[cluster]` installs.

A task that a worker had in hand when it was lost is given to another one by the scheduler; where
the scheduler gives up, the engine hands it out again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any, Final, TypeVar

from distributed import Client
from distributed.comm import get_address_host_port
from distributed.scheduler import KilledWorker

from engine.programs import parallel
from engine.programs.simulate import OtherEdition, Workers
from engine.programs.simulate_command import Refused

T = TypeVar("T")

PATIENCE: Final = 10.0  # seconds in which the scheduler is to answer
LOOK: Final = 1.0  # seconds between two looks whether the scheduler is still there


class Lost(Exception):
    """The scheduler is gone, with all that was handed out."""

    def __init__(self) -> None:
        super().__init__("its scheduler is gone")


class Cluster(Executor):
    """The workers of a client. Dask's own executor would wait for ever for a scheduler that is
    gone."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._pool = client.get_executor(pure=False)
        self._open: set[Future[Any]] = set()
        self._over = Event()
        Thread(target=self._watch, daemon=True).start()

    def submit(self, fn: Callable[..., T], /, *given: Any, **named: Any) -> Future[T]:
        if self._client.status == "closed":
            raise Lost
        future: Future[T] = self._pool.submit(fn, *given, **named)
        self._open.add(future)
        future.add_done_callback(self._open.discard)
        return future

    def _watch(self) -> None:
        """Tells those who wait when the client has given the scheduler up."""
        while not self._over.wait(LOOK):
            if self._client.status == "closed":
                for future in list(self._open):
                    with suppress(InvalidStateError):  # it came in the last moment
                        future.set_exception(Lost())

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = True) -> None:
        """Lets the workers go; what they have in hand counts for nothing."""
        self._over.set()
        if self._client.status != "closed":
            self._pool.shutdown(wait=False)
            self._client.close(timeout=2)


@contextmanager
def workers(address: str) -> Iterator[Workers]:
    """The workers of the cluster whose scheduler listens there: now so many, later perhaps more.

    Raises Refused where it cannot be reached, or its workers cannot play.
    """
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what counts is said here
    try:
        get_address_host_port(address)  # said before a client begins to wait
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Refused(f"--on {address}: no Dask scheduler answers there ({error})") from error
    pool = Cluster(client)
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
    except (Lost, KilledWorker, CancelledError, OSError) as error:
        raise Refused(
            f"--on {address}: the cluster was lost ({error}); "
            "with --out the same command goes on where it stood"
        ) from error
    finally:
        pool.shutdown()
