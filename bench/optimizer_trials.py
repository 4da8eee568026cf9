#!/usr/bin/env python3
"""Compares optimizers and pixel samplings for the `siren` preset's network in PyTorch, by steps, not by time.

Each variant trains on every picture with the same initial weights and the same cosine schedule, some at another rate.
The table has the mean PSNR in dB after a quarter, half and all of the passes over the pixels, then the final PSNRs.
    Muon      hidden matrices by orthogonalised momentum (Jordan 2024; scaled to Adam's step by 0.2 sqrt(width), Liu et
              al., arXiv 2502.16982), the rest by Adam
    SOAP      the same with Adam in the eigenbasis of Shampoo (arXiv 2409.11321), basis every 10 steps, for the matrices
    sampling  a quarter of the pixels a step, four steps a pass: uniform, or half of them by their recent error

    bench/optimizer_trials.py --redraw build/release/bin/redraw PICTURE... [--size 96] [--passes 200]
(the Python that runs it needs torch)"""
import argparse
import math
import pathlib
import statistics
import tempfile

import torch

import peer as peers
import torch_peer
from run_target import read_run


class Muon(torch.optim.Optimizer):
    def __init__(self, parameters, lr):
        super().__init__(parameters, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for weights in group["params"]:
                momentum = self.state[weights].setdefault("momentum", torch.zeros_like(weights))
                momentum.mul_(0.95).add_(weights.grad)
                direction = orthogonal(weights.grad + 0.95 * momentum)
                weights.add_(direction, alpha=-group["lr"] * 0.2 * math.sqrt(max(weights.shape)))


def orthogonal(matrix):
    """Returns the matrix with singular values near 1, by Newton-Schulz iteration with the usual quintic."""
    x = matrix / (matrix.norm() + 1e-30)
    for _ in range(5):
        square = x @ x.T
        x = 3.4445 * x + (-4.7750 * square + 2.0315 * square @ square) @ x
    return x


class Soap(torch.optim.Optimizer):
    def __init__(self, parameters, lr, beta1=0.9, beta2=0.99, every=10):
        super().__init__(parameters, {"lr": lr})
        self.beta1, self.beta2, self.every, self.steps = beta1, beta2, every, 0

    @torch.no_grad()
    def step(self):
        self.steps += 1
        for group in self.param_groups:
            for weights in group["params"]:
                self.update(weights, self.state[weights], group["lr"])

    def update(self, weights, state, rate):
        gradient = weights.grad
        if not state:
            rows, columns = gradient.shape
            state.update(left=torch.zeros(rows, rows), right=torch.zeros(columns, columns),
                         first=torch.zeros_like(weights), second=torch.zeros_like(weights))
        state["left"].lerp_(gradient @ gradient.T, 0.05)
        state["right"].lerp_(gradient.T @ gradient, 0.05)
        if self.steps % self.every == 1:
            for side in ("left", "right"):
                scale = state[side].diagonal().mean() + 1e-30
                state[side + " basis"] = torch.linalg.eigh(state[side] / scale + 1e-8 * torch.eye(len(state[side])))[1]
        left, right = state["left basis"], state["right basis"]
        state["first"].lerp_(gradient, 1 - self.beta1)
        rotated = left.T @ gradient @ right
        state["second"].lerp_(rotated * rotated, 1 - self.beta2)
        first = left.T @ state["first"] @ right / (1 - self.beta1 ** self.steps)
        second = (state["second"] / (1 - self.beta2 ** self.steps)).sqrt() + 1e-8
        weights.sub_(left @ (first / second) @ right.T, alpha=rate)


def matrices(network):
    return [layer.weight for layer in network.layers[1:-1]]


def rest(network):
    return [p for layer in network.layers for p in layer.parameters() if not any(p is m for m in matrices(network))]


def adam(parameters, **settings):
    return torch.optim.Adam(parameters, **{"lr": 1e-3, "betas": (0.9, 0.99), **settings})


def split(kind, share=1):
    return lambda network: [(kind(matrices(network), 1e-3), share), (adam(rest(network)), 1)]


# Variants by name: a function of the network that returns optimizers with factors on the learning rate; the sampling.
VARIANTS = {
    "Adam, beta2 0.99 (the preset)": (lambda n: [(adam(n.parameters()), 1)], "full"),
    "AMSGrad": (lambda n: [(adam(n.parameters(), amsgrad=True), 1)], "full"),
    "NAdam": (lambda n: [(torch.optim.NAdam(n.parameters(), betas=(0.9, 0.99)), 1)], "full"),
    "RAdam": (lambda n: [(torch.optim.RAdam(n.parameters(), betas=(0.9, 0.99)), 1)], "full"),
    "Muon, the same rate": (split(Muon), "full"),
    "Muon, rate x 2.5": (split(Muon, 2.5), "full"),
    "SOAP": (split(Soap), "full"),
    "a quarter of the pixels, uniform, rate / 2": (lambda n: [(adam(n.parameters()), 0.5)], "uniform"),
    "a quarter of the pixels, half by error, rate / 2": (lambda n: [(adam(n.parameters()), 0.5)], "error"),
}


class Sampler:
    def __init__(self, kind, training):
        self.kind, self.training = kind, training
        self.pixels = len(training.target)
        self.per_pass = 1 if kind == "full" else 4
        self.queue = torch.empty(0, dtype=torch.long)

    def next(self, step):
        if self.kind == "full":
            return slice(None)
        count = self.pixels // 4
        if len(self.queue) < count:
            self.queue = torch.randperm(self.pixels)
        uniform, self.queue = self.queue[:count], self.queue[count:]
        if self.kind == "uniform":
            return uniform
        if step % 20 == 0:  # this forward pass is not counted
            with torch.no_grad():
                values = drawing(self.training.network(self.training.points))
                self.error = ((values - self.training.target) ** 2).mean(1) + 1e-12
        return torch.cat((uniform[::2], torch.multinomial(self.error, count - len(uniform[::2]), replacement=True)))


def drawing(output):
    return (output + 1) / 2


def train(target, variant, passes, marks):
    """Trains one variant. Returns the PSNR of the whole picture in dB after each number of passes in `marks`."""
    torch.manual_seed(1)
    training = torch_peer.Training({**target, "bf16": False})
    make, kind = variant
    optimizers, sampler, seen = make(training.network), Sampler(kind, training), []
    schedule = {**target["schedule"], "epochs": passes}
    for step in range(passes * sampler.per_pass):
        epoch = step / sampler.per_pass
        chosen = sampler.next(step)
        training.network.zero_grad()
        error = drawing(training.network(training.points[chosen])) - training.target[chosen]
        (error ** 2).mean().backward()
        for optimizer, share in optimizers:
            optimizer.param_groups[0]["lr"] = share * torch_peer.learning_rate(schedule, epoch)
            optimizer.step()
        if (step + 1) % sampler.per_pass == 0 and (step + 1) // sampler.per_pass in marks:
            with torch.no_grad():
                whole = drawing(training.network(training.points)) - training.target
            seen.append(-10 * math.log10(max((whole ** 2).mean().item(), 1e-20)))
    return seen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", nargs="+", type=pathlib.Path)
    parser.add_argument("--redraw", required=True)
    parser.add_argument("--size", type=int, default=96, help="the longer side")
    parser.add_argument("--passes", type=int, default=200)
    options = parser.parse_args()

    targets = []
    with tempfile.TemporaryDirectory(prefix="redraw-trials-") as folder:
        run = pathlib.Path(folder) / "trial.redraw"
        for picture in options.pictures:
            peers.redraw_json(options.redraw, "fit", picture, "-o", run, "--force", "--preset", "siren", "--train-size",
                              options.size, "--epochs", 1)
            targets.append(read_run(options.redraw, run))
    marks = [options.passes // 4, options.passes // 2, options.passes]
    print(peers.markdown_head([f"at {options.size}", *(f"mean @{mark}" for mark in marks),
                               *(picture.stem for picture in options.pictures)]), flush=True)
    for name, variant in VARIANTS.items():
        seen = [train(target, variant, options.passes, marks) for target in targets]
        means = [f"{statistics.mean(values):.1f}" for values in zip(*seen)]
        print(peers.markdown_row([name, *means, *(f"{one[-1]:.1f}" for one in seen)]), flush=True)


if __name__ == "__main__":
    main()
