"""Starts a test again in Debian's Python if this Python lacks numpy or Pillow; skips the test if both lack them."""
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
