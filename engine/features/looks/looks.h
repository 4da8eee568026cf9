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

// Trains the networks of the nine looks while they are wanted, in turn with the run's own training,
// and draws each as it learns. If a network fails, reports it once and begins anew with the next
// request.
class LookStudy : public StudyOf<NineLooks> {
public:
    explicit LookStudy(const StudyTools& tools) : tools_(tools) {}
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    void begin(Trainer& trainer, std::uint64_t surprise);
    void paint();  // trains one network, usually for at most 30 ms, and draws it

    StudyTools tools_;
    std::optional<std::uint64_t> begun_{};  // ViewRequest::looks of the looks that are painted
    bool finished_ = true;                  // all are painted, or a network failed
    NineLooks looks_;
    std::array<StepLoop, kLooks> loops_;
    std::size_t at_ = 0;  // index of the look that is painted next
};

}  // namespace redraw
