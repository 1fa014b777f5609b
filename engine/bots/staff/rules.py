"""The rules of the staff's doctrine: what a designer sets for a plan, each with what it is for."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from engine.bots.rule import DoctrineRule
from engine.bots.staff.special_rules import (
    Enlist,
    HoldBack,
    Interdict,
    Intrude,
    Lead,
    MarchModes,
    Muster,
    Sustain,
    Sweep,
    Whole,
)
from engine.records.base import col


class Campaign(DoctrineRule, frozen=True, kw_only=True):
    """What battles are worth, and what danger costs."""

    key: ClassVar[str] = "campaign"
    title: ClassVar[str] = "Fight where it pays"
    help: ClassVar[str] = (
        "Every attack in reach is worked out from the combat results table; the battles of a turn are chosen together "
        "and units exchanged between them until nothing is gained.  All worths are in strength points."
    )
    goal: ClassVar[str] = "destroy the enemy where it pays"
    over: ClassVar[tuple[str, ...]] = ("least", "price", "haste", "token")

    kill: Annotated[float, col("Worth of a point destroyed", ge=0, le=10)] = 1.2
    thrift: Annotated[float, col("Cost of a step lost", "In strength points", ge=0, le=20)] = 2.5
    ground: Annotated[float, col("Worth of a cell taken", ge=0, le=20)] = 1.0
    place: Annotated[float, col("Worth of a place taken", ge=0, le=100)] = 14.0
    last: Annotated[float, col("On the last turn", "A place is worth so many times as much", ge=1, le=10)] = 3.0
    verge: Annotated[
        float, col("To win", "A place is worth so many times as much while places in reach win the game", ge=1, le=10)
    ] = 1.0
    price: Annotated[float, col("Price of a point committed", ge=0, le=1)] = 0.02
    least: Annotated[float, col("Least worth", "Battles worth less are not fought", ge=0, le=50)] = 0.5
    haste: Annotated[float, col("Haste", "Cost of a turn's march away from the goal of a unit", ge=0, le=20)] = 1.0
    fear: Annotated[float, col("Fear", "Weight of what a unit would lose to the enemy's next attack", ge=0, le=10)] = (
        0.3
    )
    final: Annotated[
        float, col("At the very end", "What kills and losses count when the enemy moves no more", ge=0, le=1)
    ] = 1.0
    lots: Annotated[
        float,
        col("Lots", "Choices that differ by about so many strength points are drawn by the seed", ge=0, le=10),
    ] = 0.0
    mass: Annotated[float, col("Mass", "Weight of standing beside friends", ge=0, le=10)] = 0.0
    token: Annotated[
        float,
        col("Price of a token", "Strength points that a token of supply spent on an attack counts for", ge=0, le=10),
    ] = 0.0
    fuel: Annotated[
        float, col("Price of fuel", "Turns' march that a drive must be worth for each token it costs", ge=0, le=5)
    ] = 0.0
    modifiers: Annotated[
        bool, col("Mind the dice", "Ratings, works and surprise count as the columns that they are worth")
    ] = False
    stakes: Annotated[
        bool, col("What is at stake", "Places count the more, the nearer a victory that asks for them is")
    ] = False
    shield: Annotated[
        float,
        col("Shield", "Worth of a unit destroyed that could go where it costs us a point", ge=0, le=50),
    ] = 0.0
    points: Annotated[
        float, col("Points for units", "Strength points for each that the loss of a unit gives", ge=0, le=20)
    ] = 0.0
    tempo: Annotated[
        float,
        col(
            "Tempo",
            "What a movement point of the way to its goal is worth to a unit, for each point of its attack",
            ge=0,
            le=1,
        ),
    ] = 0.0
    clear: Annotated[
        float,
        col(
            "Clear the way",
            "Worth of driving an enemy off, for each point of ours on whose way to a place he stands",
            ge=0,
            le=5,
        ),
    ] = 0.0
    ruin: Annotated[
        float, col("Ruin", "Weight of the strength that would be lost where all attackers are wiped out", ge=0, le=10)
    ] = 0.0
    cities: Annotated[
        Literal["parts", "take", "deny"],
        col(
            "Cities",
            "parts: every cell counts for itself; take: cities of several cells count for us only whole; deny: for him",
        ),
    ] = "parts"
    foresee: Annotated[
        bool, col("Foresee arrivals", "Enemies whom the schedule brings before we move again are reckoned with")
    ] = False
    returns: Annotated[
        int,
        col("Foresee replacements", "In so many last turns enemies whom he can rebuild are reckoned with", ge=0, le=99),
    ] = 0
    restores: Annotated[
        int,
        col(
            "Foresee steps regained",
            "In so many last turns weakened enemies are reckoned with as strong as a step back makes them",
            ge=0,
            le=99,
        ),
    ] = 0
    still: Annotated[
        bool, col("Count on all", "Units that move no more in a phase are counted on in the battles after it")
    ] = False
    toll: Annotated[
        float,
        col("Pay for places", "Share of a place's worth that steps are paid for rather than give it up", ge=0, le=1),
    ] = 0.0
    wear: Annotated[
        float,
        col(
            "Wear down",
            "Share of a place's worth that its defenders' losses count for in battles that do not empty it",
            ge=0,
            le=1,
        ),
    ] = 0.0
    dear: Annotated[
        bool, col("Dearly held", "Whoever holds a place is reckoned to lose steps rather than give it up")
    ] = False
    postures: Annotated[
        int, col("Formations tried", "The best of so many is taken: the usual, a bolder and a warier one", ge=1, le=3)
    ] = 3


class Drive(DoctrineRule, frozen=True, kw_only=True):
    """Sends units to the places that are to be taken, enough to each."""

    key: ClassVar[str] = "drive"
    title: ClassVar[str] = "Drive on the places to be taken"
    help: ClassVar[str] = (
        "Every place that the enemy holds asks for as much strength as its defence and the ground want; units are "
        "shared out, the nearest first, and march on the place they were given."
    )
    goal: ClassVar[str] = "take the places that count"

    odds: Annotated[float, col("Odds", "Attack to defence that is gathered for a place", gt=0, le=20)] = 4.0
    least: Annotated[float, col("At least", "Strength sent to a place however weakly held", ge=0, le=100)] = 12.0
    off: Annotated[
        float, col("Stand off", "Turns' march from its goal at which a unit waits before the last turn", ge=0, le=5)
    ] = 0.0
    named: Annotated[tuple[str, ...], col("Above all", "Places that units are sent to first", refers="place")] = ()
    favour: Annotated[float, col("How much", "Such a place counts as so many times nearer", ge=1, le=10)] = 2.0
    begins: Annotated[int, col("From turn", "Before it nobody is sent anywhere", ge=1, le=99)] = 1
    clear: Annotated[
        float, col("Stay out of zones", "Cost of ending in a zone that holds fast, in turns' march", ge=0, le=5)
    ] = 0.5
    corps: Annotated[bool, col("By corps", "Units of one formation that march alike are sent to one place")] = False
    far: Annotated[float, col("Far", "Turns' march beyond which distance counts no more", gt=0, le=99)] = 6.0
    around: Annotated[
        int, col("Around", "Enemies so many cells from a place count by half among its defenders", ge=0, le=9)
    ] = 0
    timely: Annotated[
        bool, col("In time", "No unit is sent to a place that it could not reach before the end of the game")
    ] = False
    slow: Annotated[
        float,
        col(
            "The slow first",
            "Turns' march within which who marches slowly is given a place before the fast",
            ge=0,
            le=9,
        ),
    ] = 0.0


class MopUp(DoctrineRule, frozen=True, kw_only=True):
    """Sends units after enemies who could walk into what was won."""

    key: ClassVar[str] = "mop-up"
    title: ClassVar[str] = "Clear our rear"
    help: ClassVar[str] = (
        "Enemies who could walk into an open place of ours next turn, passed by on the march or come round our flank, "
        "are goals like the places to be taken: as much strength as beats them is sent after each, the nearest first."
    )
    goal: ClassVar[str] = "leave no enemy at large in our rear"

    odds: Annotated[float, col("Odds", "Attack to defence that is sent after an enemy", gt=0, le=20)] = 3.0
    first: Annotated[int, col("From turn", ge=1, le=99)] = 1


class Hold(DoctrineRule, frozen=True, kw_only=True):
    """Holds places where holding has a price for the enemy."""

    key: ClassVar[str] = "hold"
    title: ClassVar[str] = "Hold what victory counts"
    help: ClassVar[str] = (
        "A garrison is worth what it adds to the chance that the place is still ours after the enemy's turn.  The "
        "enemy's attackers are shared out over all he could attack; an empty place falls to whoever can walk in."
    )
    goal: ClassVar[str] = "hold the places that count"

    early: Annotated[float, col("Worth on the first turn", ge=0, le=1)] = 0.3
    late: Annotated[float, col("Worth on the last turn", ge=0, le=1)] = 1.0
    last: Annotated[int, col("Last turns", "From so many turns before the end the late worth counts in full", ge=1)] = 2
    verge: Annotated[
        float,
        col("To lose", "Worth so many times as much while places in his reach would win it for him", ge=1, le=20),
    ] = 1.0
    stay: Annotated[
        bool, col("Garrisons stay", "Units that a threatened place needs attack only from it, and do not advance")
    ] = False
    share: Annotated[
        float, col("Enemy's choice", "How many of our stacks he is reckoned to attack, as a share of his groups", gt=0)
    ] = 0.3


class Guard(DoctrineRule, frozen=True, kw_only=True):
    """Leaves guards where raiders can truly arrive, the cheapest unit for each."""

    key: ClassVar[str] = "guard"
    title: ClassVar[str] = "Guard what was won"
    help: ClassVar[str] = (
        "Places that an enemy could walk into get a guard in the last turns: all guards are chosen together so that "
        "the least strength is tied down; certain units never guard before the end."
    )
    goal: ClassVar[str] = "leave no place open to raiders"
    under: ClassVar[tuple[str, ...]] = ("worth",)

    turns: Annotated[int, col("Last turns", "Guards are left in so many last turns", ge=0, le=99)] = 2
    never: Annotated[
        tuple[str, ...], col("Never", "Units with these flags guard only on the last turn", word="flag")
    ] = ("tank",)
    worth: Annotated[
        float, col("Worth of a place", "Strength points that are tied down for one at most", ge=0, le=1000)
    ] = 100.0
    stout: Annotated[
        float,
        col("Stout at the end", "On the last turn guards are chosen so much by whether they would hold", ge=0, le=1),
    ] = 0.0
    seizers: Annotated[
        bool, col("And who takes", "So is whoever takes an open place then, if the enemy still moves")
    ] = False


class FrontLine(DoctrineRule, frozen=True, kw_only=True):
    """Draws a line of posts with touching zones between the enemy and what must be held."""

    key: ClassVar[str] = "line"
    title: ClassVar[str] = "Hold a line"
    help: ClassVar[str] = (
        "The cheapest line that parts the enemy from our places, on good ground and out of his first reach, is covered "
        "with units whose zones of control touch."
    )
    goal: ClassVar[str] = "let nobody through"

    depth: Annotated[float, col("Depth", "0: before the enemy's nose, 1: at our places", ge=0, le=1)] = 0.5
    places: Annotated[int, col("Places", "How many places the line covers, the worthiest first", ge=1, le=99)] = 6
    until: Annotated[int, col("Until", "So many turns before the end it is given up", ge=0, le=99)] = 0
    stout: Annotated[
        float, col("Strength", "That each cell of the line should have; 0: one unit, or its zone", ge=0, le=99)
    ] = 0.0
    rally: Annotated[
        float, col("Rally", "Weight of a turn's march toward the gap in the line that a unit is to fill", ge=0, le=20)
    ] = 0.0
    front: Annotated[
        bool, col("Whole front", "The line parts the enemy from our whole hinterland, not from single places")
    ] = False
    keep: Annotated[float, col("Keep", "How much cheaper a cell is for the line that we hold already", ge=0, le=20)] = (
        0.0
    )
    regions: Annotated[
        tuple[str, ...],
        col("Regions", "The line covers these as well, so that it reaches across the map", refers="region"),
    ] = ()
    reserve: Annotated[
        float, col("Reserves", "Worth of a turn's march nearer to the line, for every unit", ge=0, le=20)
    ] = 0.0


class Bastion(DoctrineRule, frozen=True, kw_only=True):
    """Gathers round the places that can be held longest."""

    key: ClassVar[str] = "bastion"
    title: ClassVar[str] = "Gather round bastions"
    help: ClassVar[str] = (
        "Of our places those that the enemy reaches last are bastions; units gather in and round them, so many to each."
    )
    goal: ClassVar[str] = "gather where the campaign will be decided"

    places: Annotated[int, col("Places", ge=1, le=50)] = 4
    named: Annotated[
        tuple[str, ...],
        col("Which", "Those named twice get twice as many units; empty: those reached last", refers="place"),
    ] = ()
    crowd: Annotated[int, col("Units to a place", ge=1, le=50)] = 5
    near: Annotated[
        float, col("Within", "Only places that the enemy could reach in so many turns; 0: all", ge=0, le=99)
    ] = 0.0
    first: Annotated[int, col("From turn", ge=1, le=99)] = 1
    worth: Annotated[
        float, col("Worth of holding one", "As a share of what it is worth on the last turn", ge=0, le=1)
    ] = 0.0
    stout: Annotated[
        float,
        col("Stout units", "Turns' march that a unit of twice the usual defence counts nearer to one", ge=0, le=20),
    ] = 0.0


class Brace(DoctrineRule, frozen=True, kw_only=True):
    """Chooses posts together, by what is left after the enemy's best answer to all of them."""

    key: ClassVar[str] = "brace"
    title: ClassVar[str] = "Brace for the enemy's answer"
    help: ClassVar[str] = (
        "Once everybody has a post, single units are moved while the whole formation stands better after the enemy's "
        "best answer: zones that keep him off, sides of a city that are closed, boxes and lines come of it by "
        "themselves.  It takes longer the more units there are."
    )
    goal: ClassVar[str] = "stand together against the enemy's answer"
    under: ClassVar[tuple[str, ...]] = ("care",)

    options: Annotated[int, col("Posts tried", "Cells that are tried for each unit, twice as many", ge=1, le=99)] = 6
    care: Annotated[float, col("Care", "What his answer counts beside everything else", ge=0, le=10)] = 1.0
    turns: Annotated[int, col("Last turns", "It is done in so many last turns", ge=1, le=99)] = 99
    final: Annotated[
        bool,
        col(
            "Weigh battles",
            "On our last turn before the enemy's, battles are weighed by what they do to his answer; guards are not "
            "set apart",
        ),
    ] = False
    passes: Annotated[int, col("Passes", "How often all units are gone through", ge=1, le=9)] = 2
    spend: Annotated[
        float,
        col("At the end", "Before the enemy's last turn danger counts so much of what it usually does", ge=0, le=1),
    ] = 0.3


class Poise(DoctrineRule, frozen=True, kw_only=True):
    """Keeps units within a turn's blow of the places that are to be won back."""

    key: ClassVar[str] = "poise"
    title: ClassVar[str] = "Stand ready to strike back"
    help: ClassVar[str] = (
        "Units end their turn where they can come up to a place that the enemy holds before they next fight, the "
        "more the later it is: on the last turn every place within reach is attacked."
    )
    goal: ClassVar[str] = "be ready to strike back"

    first: Annotated[int, col("Last turns", "It counts in full so many turns before the end", ge=1, le=99)] = 2
    early: Annotated[float, col("Before that", "It counts so much of that", ge=0, le=1)] = 0.2


class Pocket(DoctrineRule, frozen=True, kw_only=True):
    """Closes the ways out of enemy units."""

    key: ClassVar[str] = "pocket"
    title: ClassVar[str] = "Close pockets"
    help: ClassVar[str] = "Cells round enemy units that no zone of ours covers yet draw units whose zones close them."
    goal: ClassVar[str] = "cut the enemy off"


class MobileReserve(DoctrineRule, frozen=True, kw_only=True):
    """Keeps fast and brittle units alive and within reach of many places until the end."""

    key: ClassVar[str] = "reserves"
    title: ClassVar[str] = "Keep a mobile reserve"
    help: ClassVar[str] = (
        "Units with one of these flags stay out of the enemy's reach, within a turn's march of as many places as "
        "they can be, until the last turns; then they raid."
    )
    goal: ClassVar[str] = "keep a mobile reserve for the end"

    flags: Annotated[tuple[str, ...], col("Flags", "Which units are the reserve", word="flag")] = ("mech",)
    most: Annotated[int, col("At most", "So many units, the weakest that qualify", ge=1, le=99)] = 99
    first: Annotated[int, col("From turn", ge=1, le=99)] = 1
    release: Annotated[int, col("Released", "So many turns before the end they are free", ge=0, le=99)] = 0
    fear: Annotated[float, col("Fear", "Weight of danger for them", ge=0, le=10)] = 1.5


class Raid(DoctrineRule, frozen=True, kw_only=True):
    """Keeps a few fast units away from the enemy and within reach of the places that he leaves open."""

    key: ClassVar[str] = "raid"
    title: ClassVar[str] = "Raid what he leaves open"
    help: ClassVar[str] = (
        "A few units with one of these flags keep away from the enemy's attackers, where they can walk into as many "
        "of his open places as can be; they take one in passing, and on the last turn whatever lies open.  He has to "
        "leave guards everywhere or to hunt them down."
    )
    goal: ClassVar[str] = "make him guard his whole rear"
    over: ClassVar[tuple[str, ...]] = ("least",)

    flags: Annotated[tuple[str, ...], col("Flags", "Which units may raid", word="flag")] = ("mech",)
    most: Annotated[int, col("At most", "So many units at a time", ge=1, le=99)] = 3
    first: Annotated[int, col("From turn", ge=1, le=99)] = 3
    fear: Annotated[float, col("Fear", "Weight of danger for them, in places", ge=0, le=10)] = 3.0
    guarded: Annotated[
        float, col("Guarded in time", "What a place counts that he can be back in before us", ge=0, le=1)
    ] = 0.4
    manned: Annotated[float, col("Guarded now", "What a place counts that he holds with a unit", ge=0, le=1)] = 0.15
    least: Annotated[float, col("Least worth", "What a raid must promise, in places", ge=0, le=10)] = 0.05


class Screen(DoctrineRule, frozen=True, kw_only=True):
    """Closes the ways into country where the enemy would cost us points."""

    key: ClassVar[str] = "screen"
    title: ClassVar[str] = "Screen our own country"
    help: ClassVar[str] = (
        "Where the rules take points from us for enemies in our own country, the fewest cells that close it to the "
        "enemies near by are held, each by the weakest unit that can get there; who closes one does not advance."
    )
    goal: ClassVar[str] = "let nobody slip into our rear"
    under: ClassVar[tuple[str, ...]] = ("worth",)

    never: Annotated[tuple[str, ...], col("Never", "Units with these flags are not used for it", word="flag")] = (
        "tank",
    )
    depth: Annotated[int, col("Units to a cell", "Of the country itself; one is enough elsewhere", ge=1, le=5)] = 1
    worth: Annotated[
        float, col("Worth of a cell", "Strength points that are tied down for one at most", ge=0, le=1000)
    ] = 100.0
    stout: Annotated[float, col("Strength", "That a unit should have to hold such a cell", ge=0, le=50)] = 0.0
    firm: Annotated[
        float,
        col("Held firmly", "Odds that he may have at most against a cell of the country; 0: any", ge=0, le=20),
    ] = 0.0
    odds: Annotated[
        float, col("Hunt at", "Attack to defence sent against enemies who could slip in; 0: nobody", ge=0, le=20)
    ] = 4.0
    marches: Annotated[float, col("From within", "Turns' march from which units are sent after them", ge=0, le=9)] = 2.0


STAFF_RULES: dict[str, type[DoctrineRule]] = {
    kind.key: kind
    for kind in (
        Muster,
        Campaign,
        Drive,
        MopUp,
        Hold,
        Guard,
        FrontLine,
        Bastion,
        Brace,
        Poise,
        Pocket,
        MobileReserve,
        HoldBack,
        Raid,
        Sweep,
        Whole,
        Lead,
        Sustain,
        Interdict,
        Enlist,
        Intrude,
        Screen,
        MarchModes,
    )
}
"""Every rule of the staff by its key, in the order in which tables show them."""
