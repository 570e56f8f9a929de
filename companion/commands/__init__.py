"""The groups of the `companion` command, one module each."""
