#!/usr/bin/env python3
"""Runs a test file of this folder: run.py test_FILE [CLASS[.TEST]...]. Exits with status 77 if all tests were skipped,
which ctest reports as skipped."""
import sys
import unittest

result = unittest.main(module=sys.argv[1], argv=sys.argv[1:], verbosity=2, exit=False).result
if not result.wasSuccessful():
    sys.exit(1)
sys.exit(77 if result.testsRun and len(result.skipped) == result.testsRun else 0)
