#!/usr/bin/env python3
"""Cuts a picture of a gigapixel, learns the tiles with two workers, joins and draws them. Prints time, memory and
quality.

    large_tiles.py REDRAW [WIDTHxHEIGHT [FOLDER]]

The long form of test_tiles.py, for scripts/nightly. FOLDER is kept, and tiles in it that are learned are not learned
again.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
WORKERS = 2
MOST = 1.5e9  # bytes


def measured(*command):
    """Runs a command. Returns (standard output, seconds, processor seconds, bytes of memory at most)."""
    begun = time.monotonic()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{command[1]} ended with {process.returncode}")
    return out, time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    redraw = sys.argv[1]
    width, height = (int(side) for side in (sys.argv[2] if len(sys.argv) > 2 else "40000x25000").split("x"))
    temporary = None if len(sys.argv) > 3 else tempfile.TemporaryDirectory(prefix="redraw tiles ")
    folder = pathlib.Path(sys.argv[3] if temporary is None else temporary.name)
    picture, run = folder / "large.png", folder / "out" / "large.redraw"
    most = 0

    def say(what, numbers):
        nonlocal most
        _, seconds, processor, memory = numbers
        most = max(most, memory)
        print(f"{what}: {seconds:.1f} s, {processor:.1f} s of processors, {memory / 2**20:.0f} MiB", flush=True)

    if not run.exists():
        measured(sys.executable, SOURCE / "tests/support/large_picture.py", width, height, picture)
        say("cut", measured(redraw, "tiles", picture, "--to", folder / "out", "--epochs", "0.5"))
    picture.unlink(missing_ok=True)

    def learn(tile):
        return measured(redraw, "resume", tile, "--threads", "1", "--json")

    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as workers:
        learned = list(workers.map(learn, sorted((folder / "out").glob("tile-*.redraw"))))
    processor, memory = sum(made[2] for made in learned), max(made[3] for made in learned)
    print(f"learned {len(learned)} tiles: {time.monotonic() - begun:.0f} s, {processor:.0f} s of processors, "
          f"{memory / 2**20:.0f} MiB a worker at most", flush=True)
    most = max(most, WORKERS * memory)

    joined = measured(redraw, "tiles", run, "--join", "--json")
    say("join", joined)
    said = json.loads(joined[0])
    assert said["learned"] == len(learned), "every tile is joined"
    print(f"{said['psnr']:.2f} dB")
    for what, command in (
            ("info", ("info", run)), ("a thumbnail", ("thumbnail", run, "-o", folder / "small.png")),
            ("drawn at 1,500", ("export", run, "-o", folder / "drawn.png", "--size", "1500")),
            ("a detail of twice the size", ("export", run, "-o", folder / "detail.png", "--size", "1.5x",
                                            "--crop", f"{width // 2},{height // 2},1600,1200")),
            ("drawn at its own size", ("export", run, "-o", folder / "drawn.png"))):
        say(what, measured(redraw, *command))
    assert said["psnr"] >= 20, "it is close"
    assert most < MOST, "in little memory"


if __name__ == "__main__":
    main()
