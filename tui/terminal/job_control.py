"""Stepping aside for the shell that started the application: ctrl+z there, fg back."""

from __future__ import annotations

import os
import signal
from typing import Any


def shell_waits() -> bool:
    """Whether a shell that moves jobs to the background started this: its jobs are groups of their
    own in its session. In a terminal of its own, and from a cron, nobody would bring it back."""
    return hasattr(os, "getpgrp") and os.getpgrp() != os.getsid(0)


def step_aside(driver: Any) -> None:
    """Gives the terminal back as it was, then stops all that the shell started together with this,
    `make` above it too: the shell notices no job of which only a part stands still. The driver
    takes the terminal again when it goes on."""
    driver.suspend_application_mode()
    driver._must_signal_resume = True
    os.killpg(os.getpgrp(), signal.SIGSTOP)
