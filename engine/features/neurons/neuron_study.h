// Pictures of the activations of hidden neurons.
#pragma once

#include "engine/features/neurons/neuron_drawing.h"
#include "engine/features/studies/study.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// The activations of hidden neurons over the picture, as pictures: small ones of all neurons, or a
// large one of the chosen neuron.
struct NeuronPictures {
    Grid grid;                  // grid of the small pictures
    std::vector<Image> layers;  // one image per hidden layer, with a channel per neuron
    std::int64_t step = 0;
    // The neurons of the last hidden layer, the loudest first (features/neurons/neuron_sum.h).
    // Muted neurons of that layer count as unmuted.
    std::vector<int> loudest;
    // The neuron shown large. `weights`, `bias`: its incoming weights and bias, not scaled by
    // omega.
    std::optional<NeuronIndex> chosen;
    Image large;  // picture of the chosen neuron, with one channel
    Grid large_grid;
    std::vector<float> weights;
    float bias = 0;
};

// Renders small pictures of all hidden neurons' activations over the picture, or a large one of the
// chosen neuron. Makes a coarse set of pictures at once, then a fine set. While the network trains,
// makes a coarse set every 0.4 seconds.
class NeuronStudy : public StudyOf<NeuronPictures> {
public:
    static constexpr int kLongestSmall = 96, kLongestLarge = 320;  // longer side in pixels

    NeuronStudy();
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Subject {  // region, step, neurons and edits that a set of neuron pictures shows
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

    // The network whose neurons are rendered.
    std::shared_ptr<const NeuronForward> forward_;
    std::int64_t forward_step_ = -1;
    NetworkEdits forward_edits_;
    std::vector<int> loudest_;
    // The rendering in progress, its subject and detail (detail_); drawn_: detail of the last
    // finished set of pictures.
    std::optional<NeuronDrawing> drawing_;
    Subject subject_;
    Detail detail_ = Detail::none, drawn_ = Detail::none;
    // During training: multiplications allowed for a coarse set of pictures, seconds spent on the
    // current set, and the time at which the last set was finished.
    double live_work_, live_seconds_ = 0;
    std::chrono::steady_clock::time_point live_at_{};
};

}  // namespace redraw
