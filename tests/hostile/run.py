#!/usr/bin/env python3
"""Bad inputs and faults, made by script and given to the real programs; a table of what was expected and seen.

    run.py REDRAW [REDRAW_STUDIO] [--only NUMBER|TOPIC]... [--full] [--shared FOLDER] [--list]

Cases 1 to 118 are those this project set out to survive, from 119 on follow more of our own. Exit status 1: a case
failed; 77: every case was skipped, each with its reason. --full takes the long forms: every byte, every call."""

import argparse
import contextlib
import importlib
import os
import pathlib
import sys
import textwrap
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE.parent / "support"), str(HERE.parent / "gui")]
sys.dont_write_bytecode = True

from case import CASES, SOURCE, Failed, Skipped, Testbed  # noqa: E402

TOPICS = tuple(sorted(path.stem.removeprefix("cases_") for path in HERE.glob("cases_*.py")))
WIDTHS = (4, 42, 46, 66)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("redraw")
    parser.add_argument("studio", nargs="?")
    parser.add_argument("--only", action="append", help="a number, a topic, or several with commas")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--shared", type=pathlib.Path, default=os.environ.get("REDRAW_SHARED_DATA"),
                        help="the folder with prepared data, default: ../shared beside the checkout")
    return parser.parse_args()


def chosen(only):
    wanted = {word for words in only or () for word in words.split(",")}
    unknown = wanted - set(TOPICS) - {str(case.number) for case in CASES}
    if unknown:
        sys.exit(f"run.py: there is no case or topic {', '.join(sorted(unknown))}")
    return sorted((case for case in CASES if not wanted or wanted & {case.topic, str(case.number)}),
                  key=lambda case: case.number)


def outcome(case, bed):
    """("ok" | "FAILED" | "skipped", what was seen)."""
    try:
        return "ok", case.run(bed) or "as expected"
    except Skipped as reason:
        return "skipped", str(reason)
    except (Failed, SystemExit) as failure:  # the window's tests end with SystemExit
        return "FAILED", str(failure)
    except Exception:
        return "FAILED", traceback.format_exc(limit=-3)


def columns(*texts):
    """The texts beside each other, each wrapped to its column."""
    wrapped = [textwrap.wrap(ascii(text)[1:-1] if not text.isprintable() else text, width) or [""]
               for text, width in zip(texts, WIDTHS)]
    for line in range(max(map(len, wrapped))):
        yield "  ".join((cell[line] if line < len(cell) else "").ljust(width) for cell, width in zip(wrapped, WIDTHS))


def show(row, result):
    first, *others = columns(*row)
    print(first, result, sep="  ")
    for line in others:
        print(line.rstrip())
    sys.stdout.flush()


def main():
    given = arguments()
    for topic in TOPICS:
        importlib.import_module(f"cases_{topic}")
    cases = chosen(given.only)
    if given.list:
        for case in cases:
            show((str(case.number), case.what, case.expected, ""), case.topic)
        return 0
    shared = given.shared or SOURCE.parent / "shared"
    shared = shared / "data" / "hostile" if (shared / "data" / "hostile").is_dir() else shared / "hostile"
    studio = given.studio and str(pathlib.Path(given.studio).resolve())
    counts = {"ok": 0, "FAILED": 0, "skipped": 0}
    show(("no.", "what", "expected", "seen"), "")
    begun = time.monotonic()
    for case in cases:
        started = time.monotonic()
        with contextlib.closing(Testbed(str(pathlib.Path(given.redraw).resolve()), studio, shared, given.full)) as bed:
            result, seen = outcome(case, bed)
        counts[result] += 1
        show((str(case.number), case.what, case.expected, seen.replace(str(bed.folder), "...")),
             result + f" {time.monotonic() - started:.1f} s")
    print(f"{len(cases)} cases: {counts['ok']} ok, {counts['FAILED']} failed, {counts['skipped']} skipped; "
          f"{time.monotonic() - begun:.0f} s")
    if counts["FAILED"]:
        return 1
    return 77 if cases and counts["skipped"] == len(cases) else 0


if __name__ == "__main__":
    sys.exit(main())
