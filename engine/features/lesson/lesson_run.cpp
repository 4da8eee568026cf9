#include "engine/features/lesson/lesson_run.h"

#include "engine/data/dataset.h"
#include "engine/drawing/drawing.h"
#include "engine/image/quality.h"
#include "engine/training/new_run.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace redraw {
namespace {

// Returns the drawing's PSNR at twice the training size, or at the size of `picture` if that is
// smaller. NaN if the picture is not larger than the training size.
double psnr_between(Trainer& trainer, const Image& picture) {
    const Image& learned = trainer.dataset().target;
    const int side = std::max(learned.width, learned.height);
    const int larger = std::min(2 * side, std::max(picture.width, picture.height));
    if (larger <= side) return RunMeasures::kUnknown;
    Config config = trainer.config();
    config.data.train_size = {.longer_side = larger};
    const Image truth = make_target(picture, config);  // converted in the same way as for training
    const Image drawn =
        draw_rows(trainer.backend(), trainer.dataset().grid, {truth.width, truth.height}, 0,
                  truth.height, trainer.parameters());
    return psnr(drawn, truth);
}

// Returns the 32-bit FNV-1a hash (Fowler, Noll and Vo) of the parameters' bytes, lowest byte first.
std::uint32_t fingerprint(std::span<const float> parameters) {
    std::uint32_t hash = 2166136261u;
    for (const float parameter : parameters)
        for (int shift = 0; shift < 32; shift += 8)
            hash = (hash ^ (std::bit_cast<std::uint32_t>(parameter) >> shift & 0xff)) * 16777619u;
    return hash;
}

void train_to(Trainer& trainer, std::int64_t step,
              const std::function<bool(const Trainer&)>& go_on) {
    while (trainer.step() < step && go_on(trainer))
        trainer.advance(std::min(trainer.burst(), step - trainer.step()));
}

}  // namespace

RunMeasures measures_of(Trainer& trainer, const Image& picture) {
    const auto& events = trainer.run().events();
    RunMeasures measures;
    measures.psnr = trainer.measure().psnr;
    measures.between = psnr_between(trainer, picture);
    measures.rises = share_of_rises(trainer.metrics());
    measures.halvings = double(std::ranges::count(events, EventKind::rolled_back, &Event::kind));
    measures.weights = double(trainer.parameter_count());
    measures.pixels = double(trainer.dataset().target.pixel_count());
    measures.steps = double(trainer.step());
    measures.seconds = trainer.seconds();
    measures.fingerprint = fingerprint(trainer.parameters());
    return measures;
}

std::unique_ptr<Trainer> train_lesson_run(const LessonRun& run,
                                          const std::shared_ptr<const Image>& picture,
                                          const std::filesystem::path& folder,
                                          const BackendOptions& options,
                                          const std::function<bool(const Trainer&)>& go_on) {
    NewRun made = make_run(folder / (run.name + ".redraw"), picture, run.name, run.config);
    const std::filesystem::path path = made.run.path();
    auto trainer = std::make_unique<Trainer>(std::move(made.run), options, std::move(made.dataset));
    try {
        if (run.crash_at > 0) {
            const auto crash = std::llround(run.crash_at * double(trainer->total_steps()));
            train_to(*trainer, crash / 2, go_on);
            trainer->commit();
            train_to(*trainer, crash, go_on);
            trainer.reset();  // loses the training since the last save
            trainer = std::make_unique<Trainer>(RunFile::open(path), options);
        }
        train_to(*trainer, trainer->total_steps(), go_on);
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::diverged) throw;
        // The run stays at its last good step.
    }
    return trainer;
}

}  // namespace redraw
