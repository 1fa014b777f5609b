"""Rules of the staff for what only some games have: leaders, divisions, overruns, modes, markers, sea, reserves."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.bots.rule import DoctrineRule
from engine.records.base import col


class HoldBack(DoctrineRule, frozen=True, kw_only=True):
    """Holds fast stacks back under reserve markers, and releases them where they decide something."""

    key: ClassVar[str] = "hold-back"
    title: ClassVar[str] = "Hold reserves back"
    help: ClassVar[str] = (
        "Where the rules let stacks be held in reserve, fast and strong ones behind the front that have nothing to do "
        "now are.  When they may be released, it is first thought out what they would do: attack, take a place, or "
        "bar the way to one; those that would do nothing stay in reserve."
    )
    goal: ClassVar[str] = "have something left when it is decided"
    over: ClassVar[tuple[str, ...]] = ("strong",)

    near: Annotated[int, col("Behind the front", "Cells from the enemy at least", ge=1, le=99)] = 3
    far: Annotated[int, col("Not farther than", "Cells from the enemy", ge=1, le=99)] = 12
    fast: Annotated[float, col("Fast", "Movement points at least", ge=0, le=99)] = 6.0
    strong: Annotated[float, col("Strong", "Attack strength of the stack at least", ge=0, le=99)] = 6.0


class Sweep(DoctrineRule, frozen=True, kw_only=True):
    """Overruns where that pays: to destroy, to disrupt, to open the way."""

    key: ClassVar[str] = "sweep"
    title: ClassVar[str] = "Overrun on the march"
    help: ClassVar[str] = "Stacks overrun enemies beside their way; an overrun that only disrupts still opens the way."
    goal: ClassVar[str] = "break through on the march"
    over: ClassVar[tuple[str, ...]] = ("least", "price")

    disrupt: Annotated[float, col("Worth of disrupting", "A unit, in strength points", ge=0, le=20)] = 1.5
    least: Annotated[float, col("Least worth", ge=0, le=50)] = 1.0
    together: Annotated[
        bool, col("Together", "Units that stand together may overrun together; each overrun is first tried in thought")
    ] = False
    price: Annotated[float, col("Price of a point committed", "A point that marches no further", ge=0, le=1)] = 0.0
    haste: Annotated[float, col("Haste", "Cost of a turn's march away from the goal of a unit", ge=0, le=20)] = 0.0
    weighed: Annotated[bool, col("Weigh the unknown", "Face-down defenders count with all they may be, by chance")] = (
        False
    )
    fresh: Annotated[bool, col("In order", "Disrupting counts only for units that are not disrupted yet")] = False


class Whole(DoctrineRule, frozen=True, kw_only=True):
    """Keeps together what is worth more together."""

    key: ClassVar[str] = "whole"
    title: ClassVar[str] = "Keep divisions whole"
    help: ClassVar[str] = (
        "Where the units of a formation are worth more in one cell by themselves, nobody else is sent there, they "
        "advance together or not at all, and those that were parted are moved as one wherever all of them can meet."
    )
    goal: ClassVar[str] = "keep divisions whole"
    weighs: ClassVar[bool] = False


class Lead(DoctrineRule, frozen=True, kw_only=True):
    """Keeps leaders and headquarters behind the front, with as many units in their reach as can be."""

    key: ClassVar[str] = "lead"
    title: ClassVar[str] = "Lead from behind the front"
    help: ClassVar[str] = "Units whose reach supplies or commands others stand where they serve most, out of danger."
    goal: ClassVar[str] = "keep the armies led and supplied"
    weighs: ClassVar[bool] = False

    fear: Annotated[float, col("Fear", "Weight of danger for them", ge=0, le=10)] = 3.0
    boost: Annotated[
        float, col("Join attacks", "Worth of a point that one adds to the attack of his stack", ge=0, le=20)
    ] = 0.0
    attackers: Annotated[
        float, col("Attackers", "Units that are to attack count so many times their strength", ge=0, le=10)
    ] = 1.0
    rear: Annotated[float, col("Rear", "Units that nobody can attack count so much of it", ge=0, le=1)] = 1.0
    led: Annotated[
        float, col("Stay led", "Worth of a post that some leader will serve, for every other unit", ge=0, le=20)
    ] = 0.0


class Sustain(DoctrineRule, frozen=True, kw_only=True):
    """Opens lines of supply that the enemy has cut."""

    key: ClassVar[str] = "sustain"
    title: ClassVar[str] = "Keep lines of supply open"
    help: ClassVar[str] = (
        "Where units are out of supply, the cells in enemy zones on their line are covered by the weakest units that "
        "get there, and enemies who cut it are worth more as targets.  Who is supplied attacks from where he stays so."
    )
    goal: ClassVar[str] = "keep the spearheads supplied"
    under: ClassVar[tuple[str, ...]] = ("keep", "relief")

    least: Annotated[float, col("Least strength", "Out of supply; below it nothing is done", ge=0, le=500)] = 8.0
    keep: Annotated[float, col("Stay supplied", "Cost of a post without a line, in turns' march", ge=0, le=20)] = 1.0
    posts: Annotated[int, col("Gaps", "At most so many cells are covered for a unit's line", ge=1, le=9)] = 3
    relief: Annotated[float, col("Relief", "Worth of a point of strength that is supplied again", ge=0, le=10)] = 0.1


class Interdict(DoctrineRule, frozen=True, kw_only=True):
    """Lays markers where they cost the enemy most."""

    key: ClassVar[str] = "interdict"
    title: ClassVar[str] = "Lay markers where they hurt"
    help: ClassVar[str] = (
        "Markers that hinder go on the enemy's ways between his units and the places in dispute, railways first; one "
        "that bars supply goes where it cuts off most strength, and is kept until that is enough."
    )
    goal: ClassVar[str] = "hinder the enemy's movement and supply"
    weighs: ClassVar[bool] = False

    least: Annotated[float, col("Least strength cut off", "For markers that bar supply", ge=0, le=500)] = 40.0


class Enlist(DoctrineRule, frozen=True, kw_only=True):
    """Buys units that cost points only when they are worth it."""

    key: ClassVar[str] = "enlist"
    title: ClassVar[str] = "Bring on units at a price"
    help: ClassVar[str] = "Units that give the enemy points are brought on while each costs no more than this."
    goal: ClassVar[str] = "have enough to hold"
    under: ClassVar[tuple[str, ...]] = ("price",)

    price: Annotated[float, col("At most", "Points to the enemy for one unit", ge=0, le=99)] = 1.0
    first: Annotated[int, col("From turn", ge=1, le=99)] = 2
    last: Annotated[int, col("To turn", ge=1, le=99)] = 99


class Intrude(DoctrineRule, frozen=True, kw_only=True):
    """Goes where its mere presence costs the enemy points."""

    key: ClassVar[str] = "intrude"
    title: ClassVar[str] = "Go where it costs him points"
    help: ClassVar[str] = (
        "Where the rules take points from the enemy for units in his own country, units within two marches of it are "
        "drawn there, the more points the more."
    )
    goal: ClassVar[str] = "make him pay for his open rear"

    first: Annotated[int, col("From turn", ge=1, le=99)] = 1


class MarchModes(DoctrineRule, frozen=True, kw_only=True):
    """Lets units march where they have a way to go, and turns them over to fight where the enemy is near."""

    key: ClassVar[str] = "modes"
    title: ClassVar[str] = "March far, fight near"
    help: ClassVar[str] = (
        "Where units have a side to fight on and one to march on, those farther from the enemy than this go over to "
        "march before anybody moves, and those nearer to fight.  Nearer to him whoever reaches an open place only on "
        "the march goes over to it as well, and with Press on whoever need not mind the few enemies about him."
    )
    goal: ClassVar[str] = "march fast, and stand ready to fight"
    weighs: ClassVar[bool] = False

    far: Annotated[int, col("Far", "Cells from the enemy beyond which units march", ge=1, le=99)] = 5
    farther: Annotated[int, col("Farther", "Beyond so many they march in the fastest mode", ge=1, le=99)] = 12
    press: Annotated[
        float,
        col(
            "Press on",
            "Our strength around a unit to the enemy's at which it marches past him to a place farther off; 0: never",
            ge=0,
            le=99,
        ),
    ] = 0.0


class Muster(DoctrineRule, frozen=True, kw_only=True):
    """Sets up for the first turn, each game a little differently."""

    key: ClassVar[str] = "muster"
    title: ClassVar[str] = "Set up for the first turn"
    help: ClassVar[str] = (
        "Where enemies stand already, units are set up for the best set of first battles; else strong units take good "
        "ground.  The seed decides between set-ups that are about equally good."
    )
    goal: ClassVar[str] = "begin well"
    sets_up: ClassVar[bool] = True
    over: ClassVar[tuple[str, ...]] = ("variety",)

    variety: Annotated[float, col("Variety", "0: always the same set-up", ge=0, le=1)] = 0.3
