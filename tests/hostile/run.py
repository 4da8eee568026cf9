#!/usr/bin/env python3
"""Runs the real programs with bad inputs and faults made by script; prints expected and observed results.

    run.py REDRAW [REDRAW_STUDIO] [--only NUMBER|TOPIC]... [--full] [--list]

Cases 1 to 118 come from the project's requirements; later ones were added by the project. Exit status 1: a case failed.
77: every case was skipped, each with its reason. --full runs the long forms, such as every byte or every call."""

import argparse
import contextlib
import importlib
import pathlib
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE.parent / "support"), str(HERE.parent / "gui")]
sys.dont_write_bytecode = True

from case import CASES, Failed, Skipped, Testbed  # noqa: E402

TOPICS = tuple(sorted(path.stem.removeprefix("cases_") for path in HERE.glob("cases_*.py")))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("redraw")
    parser.add_argument("studio", nargs="?")
    parser.add_argument("--only", action="append", help="a number, a topic, or several with commas")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--list", action="store_true")
    return parser.parse_args()


def chosen(only):
    wanted = {word for words in only or () for word in words.split(",")}
    unknown = wanted - set(TOPICS) - {str(case.number) for case in CASES}
    if unknown:
        sys.exit(f"run.py: there is no case or topic {', '.join(sorted(unknown))}")
    return sorted((case for case in CASES if not wanted or wanted & {case.topic, str(case.number)}),
                  key=lambda case: case.number)


def outcome(case, bed):
    """Runs a case. Returns ("ok" | "FAILED" | "skipped", what was seen)."""
    try:
        return "ok", case.run(bed) or "as expected"
    except Skipped as reason:
        return "skipped", str(reason)
    except (Failed, SystemExit) as failure:  # the window's tests end with SystemExit
        return "FAILED", str(failure)
    except Exception:
        return "FAILED", traceback.format_exc(limit=-3)


def main():
    given = arguments()
    for topic in TOPICS:
        importlib.import_module(f"cases_{topic}")
    cases = chosen(given.only)
    if given.list:
        for case in cases:
            print(f"{case.number:3} {case.topic}: {case.what}: {case.expected}")
        return 0
    studio = given.studio and str(pathlib.Path(given.studio).resolve())
    counts = {"ok": 0, "FAILED": 0, "skipped": 0}
    begun = time.monotonic()
    for case in cases:
        started = time.monotonic()
        with contextlib.closing(Testbed(str(pathlib.Path(given.redraw).resolve()), studio, given.full)) as bed:
            result, seen = outcome(case, bed)
        counts[result] += 1
        seen = seen.replace(str(bed.folder), "...")
        print(f"{case.number:3} {case.what}: {case.expected}\n    {result} {time.monotonic() - started:.1f} s: "
              f"{seen if seen.isprintable() else ascii(seen)}", flush=True)
    print(f"{len(cases)} cases: {counts['ok']} ok, {counts['FAILED']} failed, {counts['skipped']} skipped; "
          f"{time.monotonic() - begun:.0f} s")
    if counts["FAILED"]:
        return 1
    return 77 if cases and counts["skipped"] == len(cases) else 0


if __name__ == "__main__":
    sys.exit(main())
