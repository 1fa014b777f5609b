"""The command line: `stavka` and its commands, one file each."""
