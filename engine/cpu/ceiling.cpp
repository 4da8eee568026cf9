#include "engine/cpu/ceiling.h"

#include "engine/cpu/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace redraw::cpu {

namespace {

double seconds_of(ThreadPool& pool, const KernelSet& kernels, std::int64_t rounds,
                  double& operations) {
    std::vector<double> done(pool.threads());
    const auto start = std::chrono::steady_clock::now();
    pool.run(pool.threads(), 1e9, [&](int item, int) {
        float sink[kPanel];
        done[item] = kernels.multiply_add_burst(rounds, sink);
    });
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    operations = 0;
    for (double part : done) operations += part;
    return elapsed.count();
}

}  // namespace

double multiply_add_gflops(const KernelSet& kernels, int threads) {
    constexpr double kSeconds = 0.02;
    ThreadPool pool(threads);
    std::int64_t rounds = 100'000;
    double operations = 0;
    const double probe = seconds_of(pool, kernels, rounds, operations);
    rounds = std::int64_t(double(rounds) * std::clamp(kSeconds / probe, 0.01, 1000.0));
    const double seconds = seconds_of(pool, kernels, rounds, operations);
    return operations / seconds / 1e9;
}

}  // namespace redraw::cpu
