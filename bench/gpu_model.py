#!/usr/bin/env python3
"""Predicts the speed of the fused CUDA kernels from their compiled code; no GPU is needed.

    nvcc -cubin -arch=sm_90 -std=c++20 -O2 -DNDEBUG -DREDRAW_CUDA_OLDEST=75 -I. -x cu cuda/fused_bf16x3.cu -o fused.cubin
    bench/gpu_model.py fused.cubin [--cuobjdump PATH] [--layers 128,128,128,128,128,128] [--pixels 40000]
                       [--processors 132] [--clock 1.98e9]

The model runs one warp alone, in order: an instruction issues when its scoreboards are free, then stalls as its control
bits say. LATENCY holds assumed latencies of instructions without a fixed one. Two warps share a scheduler. They take
the larger of two times: that in which both can issue (1 clock an instruction, 6.4 an HMMA: mma.sync on Hopper), and
that of one warp alone. Besides the product loops, the model finds two blocks of every layer by their number of stores:
activations forward (12) and deltas backward (8), a band of pixels each. REST is the rest of a step. `scripts/gpu-check`
measures what this predicts. cuobjdump comes with CUDA's toolkit or from PyPI (nvidia-cuda-cuobjdump)."""
import argparse
import re
import statistics
import subprocess

LATENCY = {"LDSM": 33, "LDS": 30, "LDC": 38, "S2UR": 22, "S2R": 22, "LDG": 300, "STG": 12, "STS": 12, "SHFL": 24, "MUFU": 22,
           "F2F": 22, "IMAD": 5, "I2F": 22, "F2I": 22, "ULDC": 1}
TENSOR = 6.4  # clocks that a scheduler needs for an HMMA.16816
REST, UPDATE = 53e3, 21e-6  # per step: partial sums through L2, loss and barriers in clocks; update and launches in s
STORES = {"activations": 12, "deltas": 8}
BAND = 16  # pixels, or neurons of a layer, in a band


class Instruction:
    def __init__(self, address, text, code):
        control = code >> 41
        self.address, self.text = address, text
        self.stall, self.write, self.read = control & 15, control >> 5 & 7, control >> 8 & 7
        self.waits = [i for i in range(6) if control >> 11 >> i & 1]
        self.name = re.sub(r"^@!?U?P\w+\s+", "", text).split()[0].split(".")[0]


def kernels(sass):
    """Parses the output of cuobjdump. Returns {mangled name of a kernel: [Instruction]}."""
    found = {}
    for part in re.split(r"\n\s+Function : ", sass)[1:]:
        lines = re.findall(r"^\s+/\*([0-9a-f]{4,5})\*/\s+(.*?)\s*;?\s*/\* 0x[0-9a-f]{16} \*/\s*\n\s+/\* 0x([0-9a-f]{16}) \*/", part, re.M)
        found[part.split("\n", 1)[0].strip()] = [Instruction(int(a, 16), text, int(code, 16)) for a, text, code in lines]
    return found


def clocks(body, rounds=3):
    """Returns the mean clocks that one warp needs for a loop's body, over `rounds` rounds."""
    time, free = 0, [0] * 6
    for _ in range(rounds):
        for instruction in body:
            time = max([time, *(free[i] for i in instruction.waits)])
            if instruction.write < 6:
                free[instruction.write] = max(free[instruction.write], time + LATENCY.get(instruction.name, 20))
            if instruction.read < 6:
                free[instruction.read] = max(free[instruction.read], time + 12)
            time += max(1, instruction.stall)
    return time / rounds


def product_loops(instructions):
    """Yields the innermost loops with tensor products: (products, matrix loads, clocks)."""
    ends = []
    for at in instructions:
        target = re.search(r"BRA(?:\.\w+)* .*?0x([0-9a-f]+)$", at.text)
        if target and int(target.group(1), 16) < at.address:
            ends.append((int(target.group(1), 16), at.address))
    for begin, end in ends:
        if any(begin <= other_begin and other_end <= end and (other_begin, other_end) != (begin, end) for other_begin, other_end in ends):
            continue
        body = [at for at in instructions if begin <= at.address <= end]
        products = sum(at.name == "HMMA" for at in body)
        if products:
            yield products, sum(at.name == "LDSM" for at in body), clocks(body)


def straight_blocks(instructions):
    """Finds the blocks of STORES, which have no branches. Returns {name: (instructions, clocks)} of the commonest."""
    targets = {int(found.group(1), 16) for at in instructions if (found := re.search(r"BRA.*0x([0-9a-f]+)$", at.text))}
    blocks = [[]]
    for at in instructions:
        if at.address in targets:
            blocks.append([])
        blocks[-1].append(at)
        if at.name in ("BRA", "EXIT", "BSYNC", "BSSY", "WARPSYNC"):
            blocks.append([])
    found = {name: [] for name in STORES}
    for block in blocks:
        names = [at.name for at in block]
        for name, stores in STORES.items():
            if names.count("STS") == stores and len(block) >= 100 and "HMMA" not in names:
                found[name].append((len(block), clocks(block, 1)))
    return {name: statistics.mode(known) for name, known in found.items()}


def what(products, loads):
    """Returns a loop's kind and number of bands. A band has six products and two loads in bf16x3 forward, two and one
    backward, sixteen and six in the weight gradients of 128 x 128."""
    if products == 3 * loads:
        return "forward", products // 6
    if products == 2 * loads:
        return "backward", products // 2
    if 16 * loads == 6 * products:
        return "weight gradients", products // 16
    return "", 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cubin")
    parser.add_argument("--cuobjdump", default="cuobjdump")
    parser.add_argument("--layers", default="128,128,128,128,128,128")
    parser.add_argument("--pixels", type=int, default=40000)
    parser.add_argument("--processors", type=int, default=132)
    parser.add_argument("--clock", type=float, default=1.98e9)
    options = parser.parse_args()
    sass = subprocess.run([options.cuobjdump, "-sass", options.cubin], capture_output=True, text=True, check=True).stdout
    train = next(code for name, code in kernels(sass).items() if "train" in name and "ActivationE0" in name)
    table = {}
    print("| part of `train`, sine | bands | clocks of one warp | a band |\n|---|---|---|---|")
    for products, loads, time in sorted(product_loops(train)):
        name, bands = what(products, loads)
        if not name or (name, bands) in table and table[name, bands] <= time:
            continue
        table[name, bands] = time
    for (name, bands), time in sorted(table.items()):
        print(f"| {name} | {bands} | {time:.0f} | {time / bands:.0f} |")

    straight = straight_blocks(train)
    for name, (count, alone) in straight.items():
        print(f"| {name}, {count} instructions | 1 | {alone:.0f} | {alone:.0f} |")
    widths = [int(width) for width in options.layers.split(",")]
    if set(widths) != {128}:
        return print("The prediction is for layers of 128.")
    bands = options.pixels / BAND / options.processors  # of one multiprocessor, whose warps share each band
    tile = 7  # bands at a time, as cuda/fused_plan.cu chooses for 227 KB of shared memory
    inner, steps = len(widths) - 1, 128 // BAND

    def product(name, size, hmma):
        known = min((bands for other, bands in table if other == name), key=lambda bands: abs(bands - size))
        return max(2 * TENSOR * hmma, table[name, known] * size / known) / size

    total = bands * inner * steps * (product("forward", tile, 6 * tile) + product("backward", tile, 2 * tile))
    gradients = min((key for key in table if key[0] == "weight gradients"), key=lambda key: table[key] / key[1])
    total += bands * inner * product("weight gradients", gradients[1], 16 * gradients[1])
    total += bands * len(widths) * sum(max(2 * count, alone) for count, alone in straight.values()) + REST
    seconds = total / options.clock + UPDATE
    print(f"\n{total / 1e3:.0f} thousand clocks a processor and step, {seconds * 1e6:.0f} microseconds: "
          f"{1 / seconds:,.0f} epochs/s by the model. Not yet measured on a GPU.")


if __name__ == "__main__":
    main()
