"""The `stavka` command: opens the window, or runs one of its commands."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from engine import __version__
from engine.cli.common import db_option, say
from engine.cli.window import open_window
from engine.errors import Problem, ScenarioError, StavkaError

COMMANDS = {
    "list": "list:list_",
    "show": "show:show",
    "check": "check:check",
    "export": "export:export",
    "import": "import_:import_",
    "build-library": "build_library:build_library",
    "schema": "schema:schema",
    "arena": "arena:arena",
    "playtest": "playtest:playtest",
    "map-from-geography": "map_from_geography:map_from_geography",
    "print": "print_:print_",
    "shots": "shots:shots",
}
"""Every command with its module in this package and its name there; only the one that is asked for is imported."""

_SCREENFUL = 20


class Commands(click.Group):
    """A group whose commands are imported when they are used: the window needs none of them."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """The names of the commands, in order."""
        return sorted(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command of a name."""
        if name not in COMMANDS:
            return None
        module, _, function = COMMANDS[name].partition(":")
        found: click.Command = getattr(import_module(f"engine.cli.{module}"), function)
        return found


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="stavka %(version)s")
@db_option
@click.pass_context
def stavka(context: click.Context, db: str | None) -> None:
    """Design, play and print operational wargames on the Eastern Front of 1941.

    Without a command the window opens.
    """
    if context.invoked_subcommand is None:
        context.exit(open_window(db))


def main() -> None:
    """Run the command and leave with 0 (fine), 1 (problems or failure) or 2 (wrong usage)."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command with these arguments; the answer is the exit code."""
    try:
        code = stavka.main(arguments, prog_name="stavka", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.UsageError as error:
        error.show()
        return 2
    except click.ClickException as error:
        return _say(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        _silence_stdout()
        return 1
    except ScenarioError as error:
        return _say_all(error.problems)
    except StavkaError as error:
        return _say(str(error))


def _say(sentence: str) -> int:
    say(f"stavka: {sentence}", err=True)
    return 1


def _say_all(problems: list[Problem]) -> int:
    """Say what is wrong; past a screenful only how much more there is."""
    for problem in problems[:_SCREENFUL]:
        _say(str(problem))
    if len(problems) > _SCREENFUL:
        _say(f"There are {len(problems) - _SCREENFUL} more problems; `stavka check` lists all of a scenario or file.")
    return 1


def _silence_stdout() -> None:
    """Whoever read our output has gone; nothing may be said about it when Python closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
