#!/usr/bin/env python3
"""Cuts a picture of hundreds of megapixels, learns the tiles with two workers and draws them. Prints time, memory and
quality.

    large_tiles.py REDRAW [SIDE [FOLDER]]

The long form of test_tiles.py, for scripts/nightly. FOLDER is kept, and tiles in it that have a run are not learned
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
SETTINGS = ("--train-size", "original", "--channels", "color", "--epochs", "3", "--parameters", "3000k", "--threads", "1")
WORKERS = 2


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
    redraw, side = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 16384
    temporary = None if len(sys.argv) > 3 else tempfile.TemporaryDirectory(prefix="redraw tiles ")
    folder = pathlib.Path(sys.argv[3] if temporary is None else temporary.name)
    picture, join = folder / "large.png", folder / "out" / "large.redraw-tiles"
    most = 0

    def say(what, numbers):
        nonlocal most
        _, seconds, processor, memory = numbers
        most = max(most, memory)
        print(f"{what}: {seconds:.1f} s, {processor:.1f} s of processors, {memory / 2**20:.0f} MiB", flush=True)

    if not join.exists():
        measured(sys.executable, SOURCE / "tests/support/large_picture.py", side, side, picture)
        say("cut", measured(redraw, "tiles", picture, "--to", folder / "out", "--tile", "2112"))

    def learn(tile):
        run = folder / "out" / f"{tile.stem}.redraw"
        return None if run.exists() else measured(redraw, "fit", tile, "-o", run, *SETTINGS, "--json")

    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as workers:
        learned = [made for made in workers.map(learn, sorted((folder / "out" / "tiles").iterdir())) if made]
    if learned:
        processor, memory = sum(made[2] for made in learned), max(made[3] for made in learned)
        print(f"learned {len(learned)} tiles: {time.monotonic() - begun:.0f} s, {processor:.0f} s of processors, "
              f"{memory / 2**20:.0f} MiB a worker at most")
        most = max(most, WORKERS * memory)

    compared = measured(redraw, "compare", join, picture, "--json")
    said = json.loads(compared[0])
    print(f"{said['psnr']:.2f} dB; where tiles overlap {said['psnr_where_tiles_overlap']:.2f}, "
          f"elsewhere {said['psnr_elsewhere']:.2f}")
    say("compare", compared)
    say(f"drawn at {side}", measured(redraw, "export", join, "-o", folder / "drawn.png"))
    say("a detail of twice the size", measured(redraw, "export", join, "-o", folder / "detail.png", "--size", "2x",
                                               "--crop", f"{side // 2},{side // 2},1600,1200"))
    say("a thumbnail", measured(redraw, "thumbnail", join, "-o", folder / "small.png"))
    assert said["psnr"] >= 35, "it is close"
    # In a small picture, overlapping and other areas show different content.
    assert said["psnr_where_tiles_overlap"] > said["psnr_elsewhere"] - 0.1 or side < 16384, "there is no seam"
    assert most < 2 * 2**30, "in little memory"


if __name__ == "__main__":
    main()
