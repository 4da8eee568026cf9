#!/usr/bin/env python3
"""Compiles the OpenGL backend's kernels by AMD's compilers, without a GPU, and fails if one spills registers.

Prints a table: vector registers for each kernel, kind of GPU and compiler (ACO, and LLVM, which Mesa's OpenGL uses on
Debian 12). Where a tool is missing, prints SKIP and its name.
    registers.py FOLDER     FOLDER receives what is built"""
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[3]
KERNELS = ("gather", "forward", "deltas", "fused_forward_64", "fused_deltas_64", "fused_forward_128", "fused_deltas_128",
           "weights", "columns", "output", "tables", "update", "finish", "rgba", "mean")  # gl/program.h
UNIFORMS = "12"  # the binding of the uniform block, above the bindings of the buffers
# A GPU for each generation, by its names in versions of Mesa; compiles for the first name that this Mesa knows.
GENERATIONS = {"gfx9": ("vega10",), "gfx10": ("navi10",), "gfx10.3": ("navi21",), "gfx11": ("navi31", "gfx1100")}


def missing():
    if not shutil.which("glslangValidator"):
        return "glslangValidator is not installed (glslang-tools)"
    if not pathlib.Path("/usr/include/vulkan/vulkan.h").exists():
        return "Vulkan's headers are not installed (libvulkan-dev)"
    if not glob.glob("/usr/share/vulkan/icd.d/radeon_icd*.json"):
        return "AMD's Vulkan driver is not installed (mesa-vulkan-drivers)"
    return None


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, **options)


def build(folder):
    """Builds registers.cpp and each kernel as SPIR-V; returns their paths."""
    program = folder / "registers"
    (folder / "gl").mkdir(parents=True, exist_ok=True)
    run("cmake", f"-DFOLDER={SOURCE / 'gl'}", "-DKINDS=comp,glsl", "-DNAMESPACE=redraw::gl::kernel_files",
        f"-DOUTPUT={folder / 'gl' / 'kernel_files.h'}", "-P", SOURCE / "cmake" / "Embed.cmake")
    run(os.environ.get("CXX", "c++"), "-std=c++20", "-O1", f"-I{folder}", f"-I{SOURCE}", SOURCE / "gl" / "kernels.cpp",
        pathlib.Path(__file__).with_name("registers.cpp"), "-o", program, "-lvulkan")
    run(program, "sources", folder)
    files = []
    for number, name in enumerate(KERNELS):
        files.append(folder / f"{name}.spv")
        run("glslangValidator", "-S", "comp", "-V", "-R", "--aml", "--amb", "--sub", UNIFORMS,
            folder / f"{number}.comp", "-o", files[-1], stdout=subprocess.DEVNULL)
    return program, files


def compile_for(program, files, names, compiler):
    """Returns the statistics of each kernel by its name; None if this Mesa knows no GPU of these names."""
    for name in names:
        environment = dict(os.environ, RADV_FORCE_FAMILY=name, RADV_DEBUG=compiler, MESA_SHADER_CACHE_DISABLE="1",
                           VK_ICD_FILENAMES=":".join(glob.glob("/usr/share/vulkan/icd.d/radeon_icd*.json")))
        process = subprocess.run([program, "compile", UNIFORMS, *files], env=environment, capture_output=True, text=True,
                                 timeout=300)
        if process.returncode == 0:
            lines = [re.fullmatch(r"\S*?(\w+)\.spv (.*)", line) for line in process.stdout.splitlines()]
            return {line[1]: {key: int(value) for key, value in re.findall(r"([^;=]+)=(\d+);", line[2])} for line in lines if line}
    print(process.stdout + process.stderr, file=sys.stderr)
    return None


def main():
    if reason := missing():
        print(f"SKIP: {reason}")
        return False
    program, files = build(pathlib.Path(sys.argv[1]))
    columns, failures = {}, []
    for generation, names in GENERATIONS.items():
        for compiler, words in (("", "ACO"), ("llvm", "LLVM")):
            title = f"{generation} {words}"
            kernels = compile_for(program, files, names, compiler)
            if kernels is None:
                failures.append(f"{title}: not compiled")
                continue
            assert set(kernels) == set(KERNELS), kernels
            spilled = {name: found["Spilled VGPRs"] + found["Spilled SGPRs"] for name, found in kernels.items()}
            columns[title] = {name: f"{found['VGPRs']}" + (f" + {spilled[name]}" if spilled[name] else "")
                              for name, found in kernels.items()}
            failures += [f"{title}: {name} spills {count} registers" for name, count in spilled.items() if count]
    rows = [["kernel", *columns], ["---"] * (len(columns) + 1)]
    rows += [[name, *(column[name] for column in columns.values())] for name in KERNELS]
    print("Vector registers, + spilled:\n", *("| " + " | ".join(row) + " |" for row in rows), sep="\n")
    print("", *failures, sep="\n")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
