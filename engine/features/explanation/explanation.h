// Explains a run in three short texts (RunExplanation::sentences): the detail that is learned, the
// state of the learning rate and the neurons, and the effect of one change of the settings. Owned
// by the session, on its thread.
#pragma once

#include "engine/drawing/drawn_psnr.h"
#include "engine/features/doctor/findings.h"
#include "engine/features/scan_line/scan_line.h"
#include "engine/features/studies/study.h"
#include "engine/training/step_loop.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace redraw {

// Three short texts about a run (features/explanation/explanation.h), and the change that the third
// one tested.
struct RunExplanation {
    std::int64_t step = 0;  // the explained step of the run
    std::vector<std::string> sentences{};
    std::string tested{};             // the tested change: "sine activations instead of tanh"
    double progress = 1;              // part of the test done, 0 to 1
    std::optional<Config> changed{};  // the run's settings with the change; absent if only steps
    bool helps = false;               // the test is finished, and the change made a closer drawing
    bool finished() const { return progress >= 1; }
};

// Says down to which size of detail the drawing has learned at least half of the picture's power,
// and how much of the finer detail is missing. `size`: size of the training picture, in pixels.
std::string explain_detail(const LearnedSpectrum& spectrum, PixelSize size);

// Returns the diagnosis (features/doctor/doctor.h); if there is none, names a layer with neurons
// that learn nothing; otherwise says whether the learning rate fell and the loss settled.
std::string explain_learning(const Findings& findings);

// One change of a run's settings that may bring the drawing closer to the picture.
struct Change {
    std::string what;              // phrase before "helped": "sine activations instead of tanh"
    Config config;                 // the run's settings with the change
    std::int64_t times_steps = 1;  // length of its training, in multiples of the run's
};
// Returns the change to test, the first that applies: the diagnosis's remedy, a learning rate that
// falls to 0, sines for another activation, more steps for a grid, a larger network.
// Absent: the drawing is hard to tell from the picture, or the network enlarges. `psnr`: PSNR of
// the drawing in dB; NaN: unknown.
std::optional<Change> change_to_test(const Findings& findings, const Config& request,
                                     const Image& target, double psnr);

// Returns the sentence on a tested change. `psnr`: PSNR of the copy with the run's settings after
// `steps` steps; `changed`: of the copy with the change after `times` as many. In dB; NaN:
// diverged.
std::string explain_change(const std::string& what, double psnr, double changed, std::int64_t steps,
                           std::int64_t times = 1);
bool change_helps(double psnr, double changed);  // it gains at least 0.3 dB

// Makes the first two texts once the spectrum is measured. Then, if there is a change to test,
// trains two copies of the network for a few seconds, one with the run's settings and one with the
// change. Both learn the same picture, for equally many steps unless the steps are the change.
// Measures the PSNR of each copy's drawing.
class ExplanationStudy : public StudyOf<RunExplanation> {
public:
    explicit ExplanationStudy(const StudyTools& tools) : options_(tools.options) {}
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Copy {
        Config config;
        StepLoop loop{};
        std::optional<DrawnPsnr> drawn{};
        double psnr = 0;  // NaN: diverged
    };
    void begin(Trainer& trainer);
    void test(Trainer& trainer);

    BackendOptions options_;
    bool begun_ = false;
    std::optional<SpectrumMeasure> spectrum_;
    RunExplanation now_;
    std::array<Copy, 2> copies_;          // one with the run's settings, one with the change
    std::size_t at_ = 0;                  // index of the copy that trains
    std::int64_t steps_ = 0, times_ = 1;  // arguments for explain_change()
};

}  // namespace redraw
