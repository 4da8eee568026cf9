#!/usr/bin/env python3
"""Measures training steps of `redraw-bench`'s network in PyTorch on the GPU; prints JSON lines.

    bench/gpu_torch.py [--layers 128,128,128,128,128,128] [--size 200] [--seconds 2] [--draw-size 3840x2160]

Measures three modes (eager with a fused Adam; the whole step in a CUDA graph; forward and loss by torch.compile, then
the graph) in three precisions (fp32, TF32 products, bf16 autocast). A step uses the full batch and copies nothing to
the host; the clock stops when the device is done. Exit status 77: no PyTorch, or no device for it.
"""
import argparse
import json
import statistics
import sys
import time

try:
    import torch
    from torch_peer import Network
except ImportError as error:
    print(f"PyTorch is not there: {error}", file=sys.stderr)
    sys.exit(77)

BURST = 20  # steps between two readings of the clock


class Step:
    """One optimizer step on a picture of smooth waves, like the picture of `redraw-bench`."""

    def __init__(self, layers, size, precision, compiled):
        torch.manual_seed(1)
        spec = {"layers": layers, "activation": "sine", "first_omega": max(30, 0.3 * size), "hidden_omega": 30}
        self.network = Network(spec, 1).cuda()
        axis = (2 * torch.arange(size, device="cuda") + 1 - size) / size
        y, x = torch.meshgrid(axis, axis, indexing="ij")
        self.points = torch.stack((x.reshape(-1), y.reshape(-1)), 1)
        self.target = 0.5 + 0.4 * torch.sin(0.01 * torch.arange(size * size, device="cuda")).reshape(-1, 1)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=1e-4, betas=(0.9, 0.99), fused=True,
                                          capturable=True)
        self.bf16 = precision == "bf16"
        torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
        self.loss_of = torch.compile(self.loss) if compiled else self.loss

    def forward(self, points):
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=self.bf16):
            return self.network(points)

    def loss(self):
        value = (self.forward(self.points).float() + 1) / 2
        return torch.nn.functional.mse_loss(value, self.target)

    def __call__(self):
        self.optimizer.zero_grad(set_to_none=True)
        self.loss_of().backward()
        self.optimizer.step()


def captured(step):
    """Returns the step as a CUDA graph, captured as PyTorch's documentation captures a whole iteration."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            step()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    step.optimizer.zero_grad(set_to_none=True)
    with torch.cuda.graph(graph):
        step.loss_of().backward()
        step.optimizer.step()
    return graph.replay


def milliseconds(work, seconds, burst):
    for _ in range(3):
        work()
    torch.cuda.synchronize()
    times, start = [], time.perf_counter()
    while len(times) < 3 or time.perf_counter() - start < seconds:
        begun = time.perf_counter()
        for _ in range(burst):
            work()
        torch.cuda.synchronize()
        times.append(1e3 * (time.perf_counter() - begun) / burst)
    return statistics.median(times)


def drawings_per_second(step, width, height, seconds):
    x = torch.linspace(-1, 1, width, device="cuda")
    y = torch.linspace(-1, 1, height, device="cuda")
    grid = torch.meshgrid(y, x, indexing="ij")
    parts = torch.stack((grid[1].reshape(-1), grid[0].reshape(-1)), 1).split(1 << 20)

    def draw():
        with torch.inference_mode():
            return [step.forward(part) for part in parts]
    return 1e3 / milliseconds(draw, seconds, 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", default="128,128,128,128,128,128")
    parser.add_argument("--size", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--draw-size", default="3840x2160")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print("PyTorch sees no CUDA device", file=sys.stderr)
        return 77
    layers = [int(width) for width in options.layers.split(",")]
    width, height = map(int, options.draw_size.split("x"))
    # The mode that takes longest to prepare comes last, so that a time limit cuts the least.
    for mode in ("eager", "graph", "compile+graph"):
        for precision in ("fp32", "tf32", "bf16"):
            line = {"event": "torch", "mode": mode, "precision": precision, "torch": torch.__version__}
            try:
                step = Step(layers, options.size, precision, mode == "compile+graph")
                work = step if mode == "eager" else captured(step)
                line["ms_per_step"] = milliseconds(work, options.seconds, BURST)
                line["steps_per_second"] = 1e3 / line["ms_per_step"]
                if mode == "eager":
                    line["draws_per_second"] = drawings_per_second(step, width, height, options.seconds / 2)
            except Exception as error:  # continues with the other modes
                line["error"] = str(error).splitlines()[0] if str(error) else type(error).__name__
            print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
