"""Runs every libFuzzer target, or the named ones, for a given time and prints how many inputs each tried.

    run_fuzzers.py REDRAW BUILD [--seconds 600] [--jobs 2] [TARGET...]
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LONGEST = {"run_file": 1 << 18, "iron_learn": 1 << 15}  # most bytes of an input for these targets; 4096 for others
# Chooses inputs evenly instead of by rarity: libFuzzer's bookkeeping for that would take longer
# than running an input.
MORE = {"run_file": ["-entropic=0"]}
# Records one frame for each allocation: full stacks took half of the time. Replay a finding for them.
SANITIZERS = "malloc_context_size=1:quarantine_size_mb=16"
MEMORY = 2048  # MB; a single allocation may have half of that


def fuzz(program, build, seconds):
    name = program.name.removeprefix("fuzz_")
    found, broken = build / "fuzz/found" / name, build / "fuzz/broken" / name
    for folder in (found, broken):
        folder.mkdir(parents=True, exist_ok=True)
    command = ["nice", "-n", "10", program, f"-max_total_time={seconds}", f"-max_len={LONGEST.get(name, 4096)}",
               "-timeout=60", f"-rss_limit_mb={MEMORY}", f"-malloc_limit_mb={MEMORY // 2}", "-print_final_stats=1", *MORE.get(name, ()),
               f"-artifact_prefix={broken}/", found, build / "fuzz/corpus" / name]
    dictionary = HERE / "dictionaries" / f"{name}.dict"
    if dictionary.exists():
        command.append(f"-dict={dictionary}")
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", env={"ASAN_OPTIONS": SANITIZERS, **os.environ})
    (broken / "log.txt").write_text(done.stdout)
    numbers = dict(re.findall(r"stat::(\w+):\s+(\d+)", done.stdout))
    return {"name": name, "executions": int(numbers.get("number_of_executed_units", 0)),
            "memory": int(numbers.get("peak_rss_mb", 0)), "slowest": int(numbers.get("slowest_unit_time_sec", 0)),
            "corpus": len(list(found.iterdir())), "status": done.returncode, "log": done.stdout}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("redraw", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("targets", nargs="*")
    options = parser.parse_intermixed_args()
    subprocess.run([sys.executable, "-B", HERE / "make_corpus.py", options.redraw, options.build / "fuzz/corpus"],
                   check=True)
    programs = [program for program in sorted((options.build / "bin").glob("fuzz_*"))
                if not options.targets or program.name.removeprefix("fuzz_") in options.targets]
    total, failed = 0, []
    print(f"{'target':<12} {'executions':>11} {'inputs kept':>11} {'peak MB':>8} {'slowest s':>9}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda program: fuzz(program, options.build, options.seconds), programs):
            print(f"{result['name']:<12} {result['executions']:>11,} {result['corpus']:>11,} "
                  f"{result['memory']:>8,} {result['slowest']:>9}", flush=True)
            total += result["executions"]
            if result["status"] != 0:
                failed.append(result["name"])
                print(result["log"][-4000:], flush=True)
    print(f"{'all':<12} {total:>11,}")
    if failed:
        sys.exit(f"Broken: {', '.join(failed)} (the inputs are in {options.build / 'fuzz/broken'})")


if __name__ == "__main__":
    main()
