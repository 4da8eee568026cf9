// The nine looks: small, painterly renders of a run's picture, by networks that learn it beside the
// run and never change the run.
#pragma once

#include "engine/features/studies/study.h"
#include "engine/training/step_loop.h"

#include <array>
#include <cstddef>
#include <memory>

namespace redraw {

// A small, painterly render of the run's picture by another network.
struct Look {
    Config config{};                         // settings of a run that ends with this look
    std::shared_ptr<const Image> drawing{};  // null: not rendered yet
};
// Nine looks in rows of three: a column for each random seed, a row for each training stage. The
// earliest, most painterly stage comes first.
inline constexpr std::size_t kLookSeeds = 3, kLookMoments = 3;
struct NineLooks : std::array<Look, kLookSeeds * kLookMoments> {};

// Trains three networks from different random weights. Renders all three at each of three training
// stages; each network's renders form a column of looks. One owner, one thread.
class LookPainter {
public:
    // `request`: the run's configuration as requested. Throws Error.
    LookPainter(const Image& picture, const Config& request, const BackendOptions& options);
    // Trains a network, usually for at most 30 ms, and renders its look at the end of a stage.
    // Returns true when all nine are rendered. Throws Error if a network diverged.
    bool advance();
    std::shared_ptr<const NineLooks> newest() const { return newest_; }  // never null

private:
    std::array<StepLoop, kLookSeeds> loops_;
    NineLooks looks_;
    std::size_t drawn_ = 0;
    std::shared_ptr<const NineLooks> newest_;
};

// Paints the nine looks while they are wanted, in turn with the run's own training. If a network
// fails, reports it once and begins anew with the next request.
class LookStudy : public StudyOf<NineLooks> {
public:
    explicit LookStudy(const StudyTools& tools) : tools_(tools) {}
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    StudyTools tools_;
    bool begun_ = false;
    std::unique_ptr<LookPainter> painter_;
};

}  // namespace redraw
