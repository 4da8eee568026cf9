#!/usr/bin/env python3
"""One training step of Redraw against PyTorch on this machine: SIREN 2-128x4-1, 256x256 gray, fp32, Adam.

The two take turns in one run, since shared machines drift; quote the ratio of the medians.

    bench/compare_torch.py PEER --redraw build/release/bin/redraw [--python /usr/bin/python3] [--threads 2]

PEER is a script that trains the same network in PyTorch (--mode step --net n2s --image camera@256 --threads N)
and prints "median_ms=..." ; its pictures are found through the environment variable PEER_DATA. --python may be a
command with arguments, for a peer in a container or with another allocator.
"""
import argparse
import json
import os
import re
import shlex
import statistics
import subprocess


def redraw_step(options):
    command = [options.redraw, "bench", "--json", "--only", "siren 2-128-128-128-128-1 256x256",
               "--seconds", str(options.seconds), "--threads", str(options.threads)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def torch_step(options):
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_CORETYPE"}
    command = shlex.split(options.python) + [options.peer, "--mode", "step", "--net", "n2s", "--image", "camera@256",
                                             "--threads", str(options.threads), "--reps", str(options.reps)]
    text = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    return float(re.search(r"median_ms=([0-9.]+)", text).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer")
    parser.add_argument("--redraw", required=True)
    parser.add_argument("--python", default="/usr/bin/python3")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3, help="of Redraw in a round")
    parser.add_argument("--reps", type=int, default=5, help="steps of PyTorch in a round")
    options = parser.parse_args()

    ours, ceilings, theirs = [], [], []
    for turn in range(options.rounds):
        measured = redraw_step(options)
        ours.append(measured["ms_per_step"])
        ceilings.append(measured["ceiling_percent"])
        theirs.append(torch_step(options))
        print(f"round {turn + 1}: redraw {ours[-1]:.1f} ms ({ceilings[-1]:.0f} % of the ceiling), "
              f"torch {theirs[-1]:.1f} ms", flush=True)
    mine, peer = statistics.median(ours), statistics.median(theirs)
    print(f"{measured['backend']}: {mine:.1f} ms, {statistics.median(ceilings):.0f} % of the multiply-add ceiling; "
          f"torch: {peer:.1f} ms; ratio {peer / mine:.2f}")


if __name__ == "__main__":
    main()
