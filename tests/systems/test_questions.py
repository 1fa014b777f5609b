"""Each question that the engine puts to the rules is answered by one of them; else there is a rule that never works."""

from __future__ import annotations

from types import FunctionType

from engine.rules.mechanism import Mechanism
from engine.systems.catalogue import all_mechanisms


def test_every_question_to_the_rules_is_answered_by_one_of_them() -> None:
    questions = {name: one for name, one in vars(Mechanism).items() if isinstance(one, FunctionType) and name[0] != "_"}
    kinds = all_mechanisms().values()
    unanswered = {name for name, one in questions.items() if all(getattr(kind, name) is one for kind in kinds)}
    assert len(questions) > 80 and unanswered == set()
