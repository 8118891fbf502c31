"""Every variant is known to the rules here, as in a game that is set up with one."""

import pytest

from engine import variants


@pytest.fixture(autouse=True, scope="session")
def variants_are_set_up() -> None:
    variants.set_up()
