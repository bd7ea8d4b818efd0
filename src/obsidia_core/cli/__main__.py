"""`python -m obsidia_core.cli`."""

from obsidia_core.cli import main

if __name__ == "__main__":
    main()
