"""`python -m obsidia_core` is the command `obsidia`."""

from obsidia_core.cli import main

if __name__ == "__main__":
    main()
