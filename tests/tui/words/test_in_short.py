"""What happened since a power last decided, in short."""

from pathlib import Path

from textual.pilot import Pilot

from engine.chronicle import Entry
from engine.programs import bots
from engine.state.forces import toll
from tests.engine.playing import put
from tests.engine.sea.afloat import fleet, sea_table
from tests.tui.small_game import drive, shown, terminal  # noqa: F401 - used by every test here
from tui.application.app import Tercio
from tui.lines.game import PlainTable
from tui.settings.files import Local
from tui.table.tutorial import begin
from tui.words.in_short import recap


def entry(kind: str, text: str, place: str = "", who: str = "spain", **sheet: object) -> Entry:
    return Entry("S3", "spain", kind, text, place, who, dict(sheet) or None)


MOVES = [
    entry("move", "", place) for place in ("flandre", "picardie", "flandre")
]  # fmt: skip
BATTLE = entry("battle", "Battle of Picardie: Spain wins, losing 1 LD.", "picardie")
LOSSES = [
    entry("losses", "", country="france", thirds=5, cause="the battle"),
    entry("losses", "", country="papacy", thirds=3, afloat=3, cause="the battle"),
    entry("losses", "", country="france", thirds=1, cause="attrition"),
]
SIEGES = [
    entry("fall", "The fortress of Artois is lost.", "artois"),
    *(
        entry("siege", f"The fortress of {name} is besieged.", name.casefold())
        for name in ("Caux", "Armor", "Berry")
    ),
]


def test_what_else_happened_in_a_siege_that_is_told_is_no_other_siege() -> None:
    one = [entry("siege", f"Artois is undermined {number}.", "artois") for number in range(6)]
    assert recap([*one, *SIEGES[:1]], "france") == (
        "Artois is undermined 5. The fortress of Artois is lost."
    )


def test_the_moves_battles_sieges_and_losses_of_an_impulse_in_short() -> None:
    assert recap([*MOVES, BATTLE, *SIEGES, *LOSSES], "france") == (
        "Spain moves to Flandre and Picardie. Battle of Picardie: Spain wins, losing 1 LD. "
        "The fortress of Artois is lost. The fortress of Berry is besieged. 2 more sieges. "
        "Lost: France 2 LD, the Papacy 1 LD and 1 ND."
    )


def test_a_country_does_not_move_to_itself() -> None:
    moves = [entry("move", "", place, "algeria") for place in ("algerie", "oran") * 3]
    assert recap(moves, "france") == "Algeria moves to the province of Algeria and Oran."


def test_losses_of_several_countries_in_one_line_are_counted() -> None:
    state = sea_table()
    ships = fleet(state, "england", "sea-manche", "NWD", "NTD")
    units = [state.units[number] for number in ships]
    units += [state.units[number] for number in put(state, "france", "caux", "LD")]
    scuttled = entry("losses", "", **toll(units, "scuttling"))
    assert recap([*MOVES, scuttled, *LOSSES], "france").endswith(
        "Lost: England 2 ND, France 3 LD, the Papacy 1 LD and 1 ND."
    )


def test_many_moves_are_counted() -> None:
    moves = [entry("move", "", place) for place in ("flandre", "artois", "caux", "berry", "maine")]
    told = recap([*moves, entry("campaign", "")], "france")
    assert told == "Spain makes 5 moves, the last to Maine."


def test_the_moves_of_a_minor_are_its_own() -> None:
    moves = [entry("move", "", place, country="habsburg") for place in ("flandre", "artois")]
    assert recap([*moves, *MOVES, BATTLE], "france").startswith(
        "Habsburg moves to Flandre and Artois. Spain moves to Flandre and Picardie."
    )


def test_the_own_impulse_and_what_is_read_at_a_glance_are_not_told_again() -> None:
    news = [*MOVES, BATTLE, *LOSSES]
    assert recap(news, "france")
    assert recap(news, "spain") == ""
    assert recap(news[:5], "france") == ""


def test_who_comes_back_after_a_program_reads_it_on_the_screen_and_in_lines(tmp_path: Path) -> None:
    kept = begin(tmp_path)
    game = kept.game
    while game.ask is not None and (game.ask.name != "siege-action"):
        game.answer(bots.steady_player(game, game.ask) if game.ask.name != "campaign" else "major")
    app = Tercio(Local(tmp_path), kept)
    app.seated = True
    seen: list[str] = []

    async def play(pilot: Pilot[int]) -> None:
        seen.append(shown(pilot))

    drive(app, (120, 40), play)
    said: list[str] = []
    lines = iter(["q"])
    PlainTable(kept, lambda _: next(lines), said.append).play()
    assert any(each.startswith("In short: Spain moves to ") for each in said)
    assert "Lost: " in seen[0]
