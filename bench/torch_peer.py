"""The PyTorch process of compare_torch.py, time_to_psnr.py and quality.py; peer.py starts it and sends it requests.

Reads JSON requests on standard input, one per line: `about` (names libraries), `step` (times steps), `fit` (trains to
PSNRs), `trace` (records every step). Answers with JSON lines on standard output. Needs only torch, so that it runs in
any Python, container or chroot with torch.
"""
import base64
import json
import math
import sys
import time

import torch

ACTIVATIONS = {"tanh": torch.tanh, "relu": torch.relu, "sigmoid": torch.sigmoid,
               "gelu": lambda x: torch.nn.functional.gelu(x)}


class Grid(torch.nn.Module):
    """The multi-resolution grid of instant-ngp (arXiv 2201.05989): a level is dense if its table holds it, else hashed.

    A level has only the cells that the picture covers. The points of a full batch never change, so their corners and
    weights are computed once."""

    def __init__(self, spec, points, longer):
        super().__init__()
        self.features, finest = spec["features"], spec["finest"] or longer
        growth = (finest / spec["base"]) ** (1 / max(1, spec["levels"] - 1))
        entries = 2 ** spec["table_bits"]
        self.tables = torch.nn.ParameterList()
        self.corners, self.weights = [], []
        place = (points + 1) / 2
        for level in range(spec["levels"]):
            cells = int(spec["base"] * growth ** level + 0.5)
            sides = [spec.get("width") or 1, spec.get("height") or 1]
            first = [cells * (max(sides) - side) // (2 * max(sides)) for side in sides]
            first_column, first_row = first
            columns, rows = (cells - 2 * before for before in first)
            low = torch.minimum((place * cells).floor().clamp(min=0), place.new_tensor(
                [first_column + columns - 1, first_row + rows - 1]))
            part, low = place * cells - low, low.long()
            corners = (columns + 1) * (rows + 1)
            dense = corners <= entries
            self.tables.append(torch.nn.Parameter(
                torch.empty(corners if dense else entries, self.features).uniform_(-1e-4, 1e-4)))
            corners, weights = [], []
            for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
                across, down = low[:, 0] + x, low[:, 1] + y
                corners.append((down - first_row) * (columns + 1) + across - first_column if dense else (across ^ (down * 2654435761)) % entries)
                weights.append((part[:, 0] if x else 1 - part[:, 0]) * (part[:, 1] if y else 1 - part[:, 1]))
            self.corners.append(torch.stack(corners, 1))
            self.weights.append(torch.stack(weights, 1))

    def forward(self):
        return torch.cat([torch.nn.functional.embedding_bag(corners, table, mode="sum", per_sample_weights=weights)
                          for table, corners, weights in zip(self.tables, self.corners, self.weights)], 1)


class Network(torch.nn.Module):
    """A network from coordinates to colours. Sine layers compute sin(omega (W x + b)), as in vsitzmann/siren."""

    def __init__(self, spec, channels, points=None, longer=0):  # points, longer: for a grid
        super().__init__()
        self.spec = spec
        self.grid = Grid(spec["grid"], points, longer) if spec.get("encoding") == "grid" else None
        inputs = spec["grid"]["levels"] * spec["grid"]["features"] if self.grid else 2
        sizes = [inputs, *spec["layers"], channels]
        self.layers = torch.nn.ModuleList(torch.nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))
        if spec["activation"] == "sine":
            for i, layer in enumerate(self.layers):
                inner = 0 < i < len(self.layers) - 1
                gain = spec.get("hidden_gain", 1) if inner else 1
                bound = 1 / 2 if i == 0 else gain * math.sqrt(6 / layer.in_features) / spec["hidden_omega"]
                torch.nn.init.uniform_(layer.weight, -bound, bound)

    def forward(self, x):
        if self.grid:
            x = self.grid()
        for i, layer in enumerate(self.layers[:-1]):
            x = layer(x)
            if self.spec["activation"] == "sine":
                x = torch.sin(self.spec["first_omega" if i == 0 else "hidden_omega"] * x)
            else:
                x = ACTIVATIONS[self.spec["activation"]](x)
        return self.layers[-1](x)

    def load(self, flat):
        """Sets the parameters of a network without a grid, given in the order of docs/file-format.md."""
        with torch.no_grad():
            for layer in self.layers:
                for tensor in (layer.weight, layer.bias):
                    tensor.copy_(flat[:tensor.numel()].reshape(tensor.shape))
                    flat = flat[tensor.numel():]
        assert flat.numel() == 0


class Training:
    """One network with its picture and optimizer, full batch, mean squared error of values in [0, 1]."""

    def __init__(self, request):
        torch.manual_seed(request.get("seed", 1))
        width, height, channels = request["width"], request["height"], request["channels"]
        network, optimizer = request["network"], request["optimizer"]
        self.sigmoid = network["output"] == "sigmoid"
        self.bf16 = request["bf16"]
        longer = max(width, height)
        x = (2 * torch.arange(width) + 1 - width) / longer
        y = (2 * torch.arange(height) + 1 - height) / longer
        grid = torch.meshgrid(y, x, indexing="ij")
        self.points = torch.stack((grid[1].reshape(-1), grid[0].reshape(-1)), 1)
        self.network = Network(network, channels, self.points, longer)
        if "pixels" in request:
            self.target = floats(request["pixels"]).reshape(-1, channels)
        else:
            self.target = 0.5 + 0.4 * torch.sin(0.01 * torch.arange(width * height * channels)).reshape(-1, channels)
        if "parameters" in request:
            self.network.load(floats(request["parameters"]))
        if optimizer["kind"] == "adam":
            self.optimizer = torch.optim.Adam(self.network.parameters(), lr=1e-4, eps=optimizer["epsilon"],
                                              betas=(optimizer["beta1"], optimizer["beta2"]))
        else:
            self.optimizer = torch.optim.SGD(self.network.parameters(), lr=1e-4, momentum=optimizer["momentum"])

    def step(self, rate=1e-4):
        """Returns the mean squared error before this step's update."""
        self.optimizer.param_groups[0]["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.bf16):
            output = self.network(self.points)
        output = output.float()
        value = torch.sigmoid(output) if self.sigmoid else (output + 1) / 2
        loss = torch.nn.functional.mse_loss(value, self.target)
        loss.backward()
        self.optimizer.step()
        return loss.item()


def floats(text):
    return torch.frombuffer(bytearray(base64.b64decode(text)), dtype=torch.float32).clone()


def learning_rate(schedule, epoch):
    """Returns the learning rate by the formula of engine/network/schedule.h, without restarts."""
    length = max(1, schedule["epochs"] + schedule["epoch_offset"])
    low, high = schedule["lr_min"], schedule["lr_max"]
    rate = low + (high - low) * 0.5 * (1 + math.cos(math.pi * min(1, epoch / length)))
    return rate * min(1, (epoch + 1) / schedule["warmup_epochs"]) if schedule["warmup_epochs"] else rate


def about():
    config = torch.__config__.show()
    used = [line.split(":")[1].strip() for line in config.splitlines() if "CPU capability" in line]
    with open("/proc/self/maps") as maps:
        names = {line.split("/")[-1].strip() for line in maps if "/" in line}
    libraries = sorted(n for n in names if any(word in n for word in ("blas", "jemalloc", "tcmalloc", "dnnl", "mkl")))
    return {"torch": torch.__version__, "capability": used[0] if used else "unknown", "libraries": libraries}


def time_steps(training, seconds):
    training.step()  # a warm-up, which is not counted
    wall, cpu = [], []
    start = time.perf_counter()
    while len(wall) < 3 or time.perf_counter() - start < seconds:
        wall_start, cpu_start = time.perf_counter(), time.process_time()  # CPU time of all threads
        training.step()
        wall.append(1e3 * (time.perf_counter() - wall_start))
        cpu.append(1e3 * (time.process_time() - cpu_start))
    return {"ms": wall, "cpu_ms": cpu}


def fit(request):
    """Trains, and reports when a step's own forward pass reaches each PSNR. Times count from the first step."""
    training = Training(request)
    levels, schedule = sorted(request["levels"]), request["schedule"]
    start = time.perf_counter()
    step, best = 0, 0
    while levels and step < schedule["epochs"]:
        psnr = -10 * math.log10(max(training.step(learning_rate(schedule, step)), 1e-20))
        step += 1
        seconds = time.perf_counter() - start
        best = max(best, psnr)
        while levels and psnr >= levels[0]:
            answer({"event": "reached", "level": levels.pop(0), "step": step, "seconds": seconds})
        if seconds > request["budget"]:
            break
    return {"event": "done", "steps": step, "seconds": time.perf_counter() - start, "best": best}


def trace(request):
    """Trains for `budget` seconds. Returns rows [step, seconds since the first began, PSNR of its forward pass]."""
    training, schedule = Training(request), request["schedule"]
    rows, start = [], time.perf_counter()
    while len(rows) < schedule["epochs"] and (not rows or rows[-1][1] < request["budget"]):
        error = training.step(learning_rate(schedule, len(rows)))
        rows.append([len(rows) + 1, time.perf_counter() - start, -10 * math.log10(max(error, 1e-20))])
    return {"event": "done", "rows": rows}


def answer(result):
    print(json.dumps(result), flush=True)


def main():
    trainings = {}  # the last one of `step`, by request, so that the same request finds it warmed up
    for line in sys.stdin:
        request = json.loads(line)
        torch.set_num_threads(request["threads"])
        if request["do"] == "about":
            torch.mm(torch.ones(64, 64), torch.ones(64, 64))  # loads the library of matrix products
            answer(about())
        elif request["do"] == "step":
            if line not in trainings:
                trainings.clear()
                trainings[line] = Training(request)
            answer(time_steps(trainings[line], request["seconds"]))
        elif request["do"] == "fit":
            answer(fit(request))
        elif request["do"] == "trace":
            answer(trace(request))


if __name__ == "__main__":
    main()
