// The nine looks: small drawings of a run's picture by nine kinds of networks, which learn it
// beside the run and never change the run.
#pragma once

#include "engine/features/studies/study.h"
#include "engine/training/step_loop.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace redraw {

struct Look {
    const char* name = "";                   // of its kind: "Few neurons"
    Config config{};                         // settings of a run that ends with this look
    std::shared_ptr<const Image> drawing{};  // as painted so far; null: not begun
    bool finished = false;
};
inline constexpr std::size_t kLooks = 9;
struct NineLooks : std::array<Look, kLooks> {};

// Returns the nine looks of a picture before they are painted. `request`: the run's configuration
// as requested, whose channels and seed they have. `surprise`: 0 for the usual ones; any other
// number gives new weights to all, and new sizes to three of them.
NineLooks nine_looks(const Config& request, PixelSize picture, std::uint64_t surprise = 0);

// Trains the networks of nine looks in turn, and draws each as it learns. One owner, one thread.
class LookPainter {
public:
    // Throws Error.
    LookPainter(const Image& picture, NineLooks looks, const BackendOptions& options);
    // Trains a network, usually for at most 30 ms, and draws it. Returns true when all nine are
    // finished. Throws Error if a network diverged.
    bool advance();
    std::shared_ptr<const NineLooks> newest() const { return newest_; }  // never null

private:
    std::array<StepLoop, kLooks> loops_;
    NineLooks looks_;
    std::size_t at_ = 0;  // index of the look that is painted next
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
    std::optional<std::uint64_t> begun_{};  // ViewRequest::looks of the looks that are painted
    std::unique_ptr<LookPainter> painter_;
};

}  // namespace redraw
