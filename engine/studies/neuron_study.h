// Draws every hidden neuron over the picture, small, or the chosen one large: coarse at once, finer
// when there is time. While the network trains, draws a coarse set twice a second.
#pragma once

#include "engine/drawing/neuron_forward.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/studies/results.h"
#include "engine/studies/study.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// The pictures of neurons being drawn, some points and one layer at a time, so that a large network
// can be left in the middle. Session thread.
class NeuronDrawing {
public:
    // Every hidden neuron, or only one of them: then the layers behind it are not needed.
    NeuronDrawing(std::shared_ptr<const NeuronForward> forward, const Grid& grid,
                  std::optional<NeuronIndex> only);

    // A little more; true when all is drawn.
    bool advance();

    const Grid& grid() const { return grid_; }
    // One a hidden layer with a channel a neuron; or one with one channel.
    std::vector<Image>& pictures() { return pictures_; }

private:
    void keep(Image& picture, const float* answers) const;

    std::shared_ptr<const NeuronForward> forward_;
    Grid grid_;
    std::optional<NeuronIndex> only_;
    std::vector<Image> pictures_;
    std::vector<float> inputs_, answers_;  // rows of NeuronForward::kPoints
    std::size_t point_ = 0;                // the first of those on their way
    int layer_ = 0, neuron_ = 0;           // where they are
};

// The grid of small pictures of `area` with about `pixels` pixels, no longer than `longest`.
Grid small_grid(const Grid& area, double pixels, int longest);

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
