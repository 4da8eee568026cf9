"""Common parts of the comparisons with PyTorch: starts the peer and redraw, and defines the networks that both train.

A peer is NAME=COMMAND, where COMMAND starts a Python that has torch. COMMAND may have arguments:
    plain=/usr/bin/python3
    tuned=chroot DIR env LD_PRELOAD=libjemalloc.so.2 python3      (DIR needs a mounted /proc, from which torch reads
                                                                  the CPU's features)
"""
import json
import os
import pathlib
import shlex
import subprocess

SINE = {"layers": [128] * 4, "activation": "sine", "output": "linear", "first_omega": 76.8, "hidden_omega": 30}
ADAM = {"kind": "adam", "beta1": 0.9, "beta2": 0.99, "epsilon": 1e-8}

# The networks whose steps are compared, by name.
NETWORKS = {
    "gray": {"network": SINE, "size": 256, "channels": 1},
    "rgb": {"network": SINE, "size": 256, "channels": 3},
    "tanh": {"network": {**SINE, "activation": "tanh"}, "size": 256, "channels": 1},
    "relu": {"network": {**SINE, "activation": "relu"}, "size": 256, "channels": 1},
    "wide64": {"network": {**SINE, "layers": [64] * 4}, "size": 256, "channels": 1},
    "wide256": {"network": {**SINE, "layers": [256] * 3}, "size": 256, "channels": 1},
    "tanh_preset": {"network": {**SINE, "layers": [128, 128, 256, 128, 64, 64, 64], "activation": "tanh",
                                "output": "sigmoid"},
                    "optimizer": {"kind": "sgd", "momentum": 0}, "size": 200, "channels": 1},
}


def describe(case):
    network = case["network"]
    shape = "-".join(map(str, [2, *network["layers"], case["channels"]]))
    return f"{network['activation']} {shape}, {case['size']} x {case['size']}"


class Peer:
    """A PyTorch process with a fixed number of threads; a context manager."""

    def __init__(self, name, command, threads):
        self.name, self.threads = name, threads
        source = (pathlib.Path(__file__).parent / "torch_peer.py").read_text()
        # OpenBLAS ignores torch.set_num_threads(). A core type forced by the environment may slow it down.
        environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OPENBLAS_NUM_THREADS": str(threads)}
        environment.pop("OPENBLAS_CORETYPE", None)
        self.process = subprocess.Popen([*shlex.split(command), "-c", source], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, env=environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def send(self, **request):
        self.process.stdin.write(json.dumps({**request, "threads": self.threads}) + "\n")
        self.process.stdin.flush()

    def receive(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"The peer {self.name} ended with status {self.process.wait()}.")
        return json.loads(line)

    def ask(self, **request):
        self.send(**request)
        return self.receive()


def parse_peers(texts):
    peers = {}
    for text in texts or []:
        name, separator, command = text.partition("=")
        if not separator or not name or not command:
            raise SystemExit(f"--peer {text}: say NAME=COMMAND.")
        peers[name] = command
    return peers


def say_who(peers):
    """Prints the version and the libraries of each peer, one per line."""
    for name, command in peers.items():
        with Peer(name, command, 1) as peer:
            about = peer.ask(do="about")
        print(f"{name}: torch {about['torch']}, {about['capability']}, {', '.join(about['libraries'])}", flush=True)


def redraw_json(redraw, *arguments):
    """Runs redraw and returns the JSON objects that it printed. If it fails, exits with its error message."""
    process = subprocess.run([redraw, *map(str, arguments), "--json"], capture_output=True, text=True)
    if process.returncode:
        raise SystemExit(process.stderr.strip())
    return [json.loads(line) for line in process.stdout.splitlines()]


def bench_beside(redraw):
    """Returns the path of redraw-bench, which is built beside redraw."""
    return pathlib.Path(redraw).with_name("redraw-bench")


def offered_precisions(redraw, wanted):
    """Returns the precisions of `wanted` that redraw supports on this machine. Prints why it refuses the others."""
    offered = []
    for precision in wanted:
        process = subprocess.run([bench_beside(redraw), "--json", "--layers", "128", "--train-size", "16", "--seconds", "0.1",
                                  "--precision", precision], capture_output=True, text=True)
        if process.returncode:
            print(f"{precision}: {process.stderr.strip()}", flush=True)
        else:
            offered.append(precision)
    return offered


def markdown_row(cells):
    return "| " + " | ".join(map(str, cells)) + " |"


def markdown_head(cells):
    return markdown_row(cells) + "\n" + "|---" * len(cells) + "|"
