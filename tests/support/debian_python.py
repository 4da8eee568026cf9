"""Debian's numpy and Pillow are there for Debian's Python: a test that wants them goes on in that one, or is skipped."""
import importlib
import os
import sys

SYSTEM_PYTHON = "/usr/bin/python3"


def want(*modules):
    try:
        for module in modules:
            importlib.import_module(module)
    except ImportError as lacking:
        if sys.flags.ignore_environment or not os.path.exists(SYSTEM_PYTHON):
            print(f"skipped: {lacking}; Debian has python3-numpy and python3-pil")
            sys.exit(77)
        os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, "-E", "-B", *sys.argv])
