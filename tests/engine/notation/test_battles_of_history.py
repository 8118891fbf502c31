"""Ten battles that everybody knows, each typed as one line, and what comes of them, exactly."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot

from engine.notation import fight

BATTLES = {
    "pavia-1525": "spanish 2A+ 2LD no leader tercios v french 3A+ no leader, plain, 1525",
    "mohacs-1526": "turkish 3A+ soliman v hungarian A+ LD lajos, plain, 1526",
    "lepanto-1571": "spanish F+[10 NGD 2 VGD] F+[8 NGD] don juan v turkish F+[10 NGD] F+[10 NGD]"
    " ali pasha, 1571",
    "maastricht-1579": "assault of Maastricht 3, breach, spanish 3A+ parma v dutch LD, 1579",
    "gravelines-1588": "english F+[7 NWD] 3 NWD drake wind v spanish F+[8 NWD 2 NTD] medina"
    " sidonia, 1588",
    "nieuwpoort-1600": "dutch A+ LD maurice v spanish A+ LD no leader tercios, plain, 1600",
    "lutzen-1632": "swedish A+ 2LD gustavus adolphus v austrian A+ 2LD wallenstein, plain, 1632",
    "rocroi-1643": "french A+ 2LD enghien v spanish A+ 2LD no leader tercios, plain, 1643",
    "blenheim-1704": "english 2A+ LD marlborough v french 2A+ 2LD no leader, plain, 1704",
    "poltava-1709": "russian 3A+ peter the great v swedish A+ LD charles xii, plain, 1709",
}


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_of_history_in_one_line(name: str, snapshot: Snapshot) -> None:
    out = io.StringIO()
    assert fight.main([BATTLES[name]], out, io.StringIO()) == 0
    snapshot.snapshot_dir = Path(__file__).parent / "battles"
    snapshot.assert_match(f"{BATTLES[name]}\n\n{out.getvalue()}", f"{name}.txt")


@pytest.mark.parametrize(
    ("called", "leader"),
    [
        ("napoleon", "bonaparte"),
        ("Suleiman the Magnificent", "suleyman"),
        ("peter the great", "piotr-i"),
        ("duke of parma", "farnese"),
        ("Charles XII", "carl-xii"),
        ("prince eugene", "prinz-eugen"),
    ],
)
def test_a_leader_is_known_by_his_other_names(called: str, leader: str) -> None:
    from engine.notation.documents import document_meant

    country = {"piotr-i": "russian"}.get(leader, "")
    document = document_meant(f"{country} A+ {called} v A+ no leader").document
    assert document["sides"][0]["leader"] == leader
