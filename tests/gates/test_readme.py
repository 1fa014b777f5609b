"""The README's promises: two set-up commands of one line each, and every command of the program named."""

from __future__ import annotations

import re

from engine.cli.main import COMMANDS
from tests.gates.tree import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def set_up_commands() -> list[str]:
    section = README.split("## Set up", 1)[1].split("\n## ", 1)[0]
    blocks = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    return [line for block in blocks for line in block.strip().splitlines()]


def test_there_are_two_set_up_commands_of_one_line() -> None:
    start, test = set_up_commands()
    for command in (start, test):
        assert command.startswith("python3 -m venv .venv && ") and "\\" not in command
    assert start.endswith(" && .venv/bin/stavka")
    assert '".[test]"' in test and test.endswith("-m pytest -n 2")


def test_continuous_integration_runs_the_second_and_nothing_else() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    working = [line for line in lines if line and not line.startswith(("#", "set ", "cd "))]
    assert working == [set_up_commands()[1]]
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_every_command_is_named() -> None:
    for name in COMMANDS:
        assert f"`stavka {name}" in README, name
