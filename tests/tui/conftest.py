"""The tests of the screen wait for what is left to do, not for a while."""

from collections.abc import Iterator

import pytest

from tests.tui.idling import idle


@pytest.fixture(autouse=True, scope="session")
def nobody_dozes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.app.wait_for_idle", idle)
        patch.setattr("textual.pilot.wait_for_idle", idle)
        yield
