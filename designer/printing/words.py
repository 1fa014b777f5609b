"""What the data say of spots, units and phases, in the words of a printed page."""

from __future__ import annotations

from designer.paint.faces import AIR, face_values
from designer.printing.material import Material
from designer.printing.roster import Pool, RosterEntry, SetupLine, Where
from engine.counters import Counter
from engine.records.counters import Unit
from engine.records.play import Phase
from engine.scenario.sentences import arm_words, listed

_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def number(value: int) -> str:
    """A small number in words."""
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def plural(count: int, word: str) -> str:
    """A number with its noun."""
    return f"{number(count)} {word}" if count == 1 else f"{number(count)} {nouns(word)}"


def nouns(word: str) -> str:
    """A noun in the plural."""
    if word.endswith(("s", "infantry", "cavalry", "artillery")):
        return word
    if word.endswith("x"):
        return f"{word}es"
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def sentence(text: str) -> str:
    """Words with a capital at the start and a full stop."""
    made = text[:1].upper() + text[1:]
    return made if not made or made.endswith((".", "!", "?")) else f"{made}."


def untold(title: str, text: str) -> tuple[str, str]:
    """A title with its text, without the title where the text begins with the same words."""
    return ("" if text.lower().startswith(title.lower()) else title), text


def kind_of(unit: Unit) -> str:
    """What a unit is: `mechanised corps`."""
    arm = arm_words(unit)
    if unit.symbol in ("leader", "marker", "supply"):
        return arm
    return f"{arm} {'unit' if unit.symbol in AIR else unit.size}".strip()


def entry_words(entry: RosterEntry) -> str:
    """A unit, or blind draws, in a running sentence."""
    if entry.pool:
        return plural(entry.quantity, f"untried {kind_of(entry.unit)}")
    return entry.unit.name if entry.quantity == 1 else f"{entry.quantity} {entry.unit.name}"


def strengths(counter: Counter, material: Material) -> list[str]:
    """The printed numbers of every face."""
    return [face_values(counter.unit, face, material.scenario.rows) for face in counter.faces]


def spot(where: Where, material: Material) -> str:
    """A spot in full: `Minsk, hex 1109`."""
    if where.number:
        return f"{where.title}, {material.cell_word} {where.number}"
    return where.title


def cells(where: Where, material: Material, most: int = 16) -> str:
    """The numbers of a region's cells, or how many there are, as a sentence."""
    word = nouns(material.cell_word) if len(where.cells) != 1 else material.cell_word
    if len(where.cells) > most:
        return f"{len(where.cells)} {word} in all."
    return sentence(f"{word} {', '.join(where.cells)}")


def conditions(line: SetupLine, material: Material) -> str:
    """What the owner must observe when placing the units of a line, or nothing."""
    row, said = line.placement, []
    word = material.cell_word
    if line.choose:
        said.append(f"choose {number(line.choose)} of these")
    if row.region is not None:
        said.append(f"in any {word} of the zone")
    if row.exactly:
        said.append(f"exactly {number(row.exactly)} in every {word}")
    elif row.per_cell and row.region is not None:
        said.append(f"at most {number(row.per_cell)} to a {word}")
    if row.apart:
        said.append(f"no two in neighbouring {nouns(word)}")
    if row.face:
        said.append("reduced side up")
    return sentence(", ".join(said)) if said else ""


def pool_text(pool: Pool) -> str:
    """How a pool is drawn from."""
    model = pool.members[0]
    what = f"The {plural(pool.size, kind_of(model))} are" if pool.size > 1 else f"The {kind_of(model)} is"
    parts = [f"{what} drawn blind: mix the counters face down"]
    draws = []
    if pool.for_setup:
        draws.append(f"{number(pool.for_setup)} for the set-up")
    if pool.for_arrivals:
        draws.append(f"{number(pool.for_arrivals)} as they arrive")
    if draws:
        parts.append(f"draw {listed(draws)}")
    left = pool.size - pool.for_setup - pool.for_arrivals
    if left > 0:
        parts.append(f"leave {number(left)} aside unseen")
    return f"{listed(parts)}. Nobody looks at one before the rules turn it over."


def turns_of(phase: Phase) -> str:
    """On which turns a phase takes place, if not on all."""
    first, last = phase.first_turn, phase.last_turn
    if first is not None and first == last:
        return f"turn {first} only"
    if first is not None and first > 1 and last is not None:
        return f"turns {first} to {last}"
    if first is not None and first > 1:
        return f"from turn {first}"
    return f"until turn {last}" if last is not None else ""
