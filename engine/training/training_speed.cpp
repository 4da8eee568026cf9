#include "engine/training/training_speed.h"

#include "engine/arithmetic.h"
#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/network/random.h"
#include "engine/seconds.h"
#include "engine/training/step_loop.h"

#include <utility>
#include <vector>

namespace redraw {

double pixels_per_second(const Config& config, int channels, const BackendOptions& options) {
    constexpr int kSide = 512;
    constexpr double kSeconds = 0.25;
    Image noise = make_image(kSide, kSide, channels);
    for (std::size_t i = 0; i < noise.values.size(); ++i)
        noise.values[i] = random_unit(config.seed, 0, i);
    Config wanted = config;
    wanted.data.train_size = {.longer_side = 0};
    wanted = resolve(with_batch_by_size(wanted, {kSide, kSide}), noise);
    StepLoop loop =
        new_step_loop(options, wanted, make_dataset_of_target(std::move(noise), wanted));
    State state = untrained(wanted, loop.dataset->target);
    state.step = state.optimizer_step = loop.dataset->single_steps();  // measures the usual steps
    loop.load(state);
    const auto train = [&] {  // returns seconds per step
        const std::int64_t before = loop.step;
        const auto start = std::chrono::steady_clock::now();
        if (loop.advance(wanted, loop.burst()).diverged || loop.step == before)
            throw Error("The network cannot train: its loss is not a number.");
        return seconds_since(start) / double(loop.step - before);
    };
    train();  // warm-up: memory is touched for the first time
    train();
    const auto start = std::chrono::steady_clock::now();
    std::vector<double> steps;  // seconds per step; the median ignores a delayed one
    do steps.push_back(train());
    while (seconds_since(start) < kSeconds && loop.step < loop.total_steps(wanted.schedule));
    return loop.dataset->batch_pixels() / median(std::move(steps));
}

}  // namespace redraw
