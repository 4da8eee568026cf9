#!/usr/bin/env python3
"""Compares the time of a training step of Redraw and of PyTorch (the peer) on this machine.

Redraw and the peers take turns in every round, because the speed of shared machines drifts: quote the ratios of the
medians. Times are in milliseconds: wall-clock time and, in brackets, CPU time of all threads. A step is forward,
backward and update over all pixels. By default the peer runs in fp32 and in bf16 autocast.

    bench/compare_torch.py --redraw build/release/bin/redraw --peer plain=/usr/bin/python3 [--peer NAME=COMMAND ...]
                           [--networks gray,rgb,...] [--threads 1,2] [--precisions fp32,bf16x3,bf16]
"""
import argparse
import contextlib
import json
import statistics

import peer as peers


def redraw_steps(options, case, threads, precisions):
    """Measures Redraw in one round. Returns {precision: (ms, CPU ms, percent of the peak arithmetic speed)}."""
    network = case["network"]
    optimizer = case.get("optimizer", peers.ADAM)["kind"]
    *lines, _ = peers.redraw_json(
        peers.bench_beside(options.redraw), "--layers", ",".join(map(str, network["layers"])), "--activation",
        network["activation"], "--output", network["output"], "--optimizer", optimizer, "--train-size",
        f"{case['size']}x{case['size']}", "--channels", "color" if case["channels"] == 3 else "gray", "--threads",
        threads, "--precision", ",".join(precisions), "--seconds", options.seconds)
    return {precision: (line["ms_per_step"], line["cpu_ms_per_step"], line["ceiling_percent"])
            for precision, line in zip(precisions, lines)}


def torch_steps(options, case, peer, precision):
    answer = peer.ask(do="step", network=case["network"], optimizer=case.get("optimizer", peers.ADAM),
                      width=case["size"], height=case["size"], channels=case["channels"], bf16=precision == "bf16",
                      seconds=options.seconds)
    return statistics.median(answer["ms"]), statistics.median(answer["cpu_ms"])


def compare(options, case, threads, precisions, commands):
    """Returns {contender: (ms, CPU ms)}, medians of all rounds. Redraw's precisions come before the peers."""
    rounds = {}
    with contextlib.ExitStack() as stack:
        running = [stack.enter_context(peers.Peer(name, command, threads)) for name, command in commands.items()]
        for _ in range(options.rounds):
            for precision, seen in redraw_steps(options, case, threads, precisions).items():
                rounds.setdefault(f"redraw {precision}", []).append(seen[:2])
            for precision in options.peer_precisions.split(","):
                for peer in running:
                    rounds.setdefault(f"{peer.name} {precision}", []).append(
                        torch_steps(options, case, peer, precision))
    return {name: tuple(statistics.median(values) for values in zip(*seen)) for name, seen in rounds.items()}


def ratio(theirs, ours):
    return f"{theirs[0] / ours[0]:.1f} ({theirs[1] / ours[1]:.1f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--redraw", required=True)
    parser.add_argument("--peer", action="append", metavar="NAME=COMMAND", help="a Python that has torch")
    parser.add_argument("--networks", default=",".join(peers.NETWORKS))
    parser.add_argument("--threads", default="2")
    parser.add_argument("--precisions", default="fp32", help="ours: fp32,bf16x3,bf16")
    parser.add_argument("--peer-precisions", default="fp32,bf16")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1, help="of everybody in a round; at least 3 steps")
    parser.add_argument("--json", action="store_true", help="also one JSON object a measurement")
    options = parser.parse_args()

    names = options.networks.split(",")
    unknown = [name for name in names if name not in peers.NETWORKS]
    if unknown:
        parser.error(f"--networks: {unknown[0]} is not one of {', '.join(peers.NETWORKS)}")
    commands = peers.parse_peers(options.peer)
    precisions = peers.offered_precisions(options.redraw, options.precisions.split(","))
    if not precisions or not commands:
        parser.error("nothing to compare: name a --peer, and --precisions that this machine has")
    peers.say_who(commands)

    results = []
    for name in names:
        for threads in map(int, options.threads.split(",")):
            seen = compare(options, peers.NETWORKS[name], threads, precisions, commands)
            results.append((peers.describe(peers.NETWORKS[name]), threads, seen))
            if options.json:
                print(json.dumps({"network": name, "threads": threads, "ms": seen}), flush=True)

    contenders = list(results[0][2])
    ours, theirs = contenders[:len(precisions)], contenders[len(precisions):]
    print("\nMilliseconds a step (and of processor time)\n")
    print(peers.markdown_head(["network", "threads", *contenders]))
    for network, threads, seen in results:
        print(peers.markdown_row([network, threads, *(f"{wall:.1f} ({cpu:.1f})" for wall, cpu in seen.values())]))
    print("\nHow many times as fast as the peer (and how much less processor time)\n")
    print(peers.markdown_head(["network", "threads", *(f"{mine} / {other}" for mine in ours for other in theirs)]))
    for network, threads, seen in results:
        print(peers.markdown_row([network, threads, *(ratio(seen[other], seen[mine])
                                                      for mine in ours for other in theirs)]))


if __name__ == "__main__":
    main()
