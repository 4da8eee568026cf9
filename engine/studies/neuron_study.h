// Draws every hidden neuron over the picture, small, or the chosen one large: coarse at once, finer
// when there is time. While the network trains, draws a coarse set twice a second.
#pragma once

#include "engine/studies/neuron_drawing.h"
#include "engine/studies/study.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace redraw {

class NeuronStudy : public StudyOf<std::shared_ptr<const NeuronPictures>> {
public:
    static constexpr int kLongestSmall = 96, kLongestLarge = 320;  // pixels, the longer side

    NeuronStudy();
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Subject {  // what is drawn
        Grid area;
        std::int64_t step = 0;
        bool past = false;
        std::optional<NeuronIndex> chosen;
        NetworkEdits edits;
        bool operator==(const Subject&) const = default;
    };
    enum class Detail { none, coarse, fine };

    bool begin(Trainer& trainer, const Subject& subject, Detail detail, bool live);
    void finish();
    bool read(Trainer& trainer, const Subject& subject);
    void pace_live();

    // Of the parameters at hand.
    std::shared_ptr<const NeuronForward> forward_;
    std::int64_t forward_step_ = -1;
    NetworkEdits forward_edits_;
    // Under way, and how far the last subject got.
    std::optional<NeuronDrawing> drawing_;
    Subject subject_;
    Detail detail_ = Detail::none, drawn_ = Detail::none;
    // While it learns: how much a coarse set may cost, and when the last one was there.
    double live_work_, live_seconds_ = 0;
    std::chrono::steady_clock::time_point live_at_{};
};

}  // namespace redraw
