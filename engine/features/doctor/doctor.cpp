#include "engine/features/doctor/doctor.h"

#include "engine/arithmetic.h"
#include "engine/data/resolve.h"
#include "engine/features/doctor/findings.h"
#include "engine/network/presets.h"
#include "engine/network/schedule.h"
#include "engine/text/numbers.h"
#include "engine/training/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace redraw {
namespace {

// Thresholds for the diagnoses (doctor.h), measured on pictures of 48 pixels a side (a ring, waves,
// a photograph). The runs had 600 to 1,000 steps, learning rates from 1e-6 to 1, omegas from 1 to
// 1000, and all activations and encodings. "Explained" is 1 - squared error / variance of the
// picture: 1 if the network's picture is exact, 0 if it is one tone, the mean.

// Number of steps before a run is examined, from its start or its last change (a rollback, another
// rate). The siren and grid presets explain 0.9 of each test picture by step 42, and more than 0.95
// by step 94.
constexpr std::int64_t kFirstStep = 100;
// The explained part from which only divergence and the first layer's omega are still diagnosed. A
// grid network with 84 of 100 neurons dead, sines whose argument spreads over 12 radians, and
// spikes of 3 in ln loss all ended above 40 dB.
constexpr double kLearns = 0.8;
// The fraction of dead neurons from which a layer counts as dead. The grid preset reaches 0.47 and
// learns; far too high learning rates end at 0.9 to 1.
constexpr double kDead = 0.9;
constexpr double kSaturated = 0.5;  // fraction of saturated neurons in a failed layer; healthy: 0
// The standard deviation of a sine's argument over the picture, in radians, from which the sine
// turns too often. Presets stay below 5.4; failing networks have 10 to 2000.
constexpr double kTurns = 8;
// The first layer's omega may be diagnosed as too high or too low if it is at least this many times
// above or below the omega that the picture size suggests.
constexpr double kOmegaFactor = 3;
// The ratio of roughness to sharpness (PatchFindings) from which a network counts as noisy. Noisy
// networks have 0.65 to 0.95, healthy ones 0.15 to 0.35.
constexpr double kRough = 0.5;
constexpr double kBlurred = 0.6;           // blurred below this sharpness; healthy: above 0.9
constexpr std::int64_t kBlurredFor = 200;  // steps to wait, because networks begin blurred
// A learning rate is too high if ln loss changes by at least kJumps per step, rises in at least a
// fraction kRises of the steps, and PSNR gains less than kGetsSomewhere dB. At too high rates ln
// loss changes by 0.01 to 0.2 per step; on a plateau by less than 0.001.
constexpr double kJumps = 0.008, kRises = 0.3, kGetsSomewhere = 0.5;
// With minibatches, whose loss jumps anyway, a rate is too high only if PSNR is also at least this
// many dB below the best since the last change.
constexpr double kLost = 3;
// The largest fraction of the usual learning rate that may be too low. Most runs at a tenth of the
// usual rate still end well.
constexpr double kLowRate = 0.1;
// The largest fraction of steps with a rising loss in a steady fall, where only rounding makes it
// rise.
constexpr double kSteadily = 0.05;
constexpr double kFarEnough = 0.9;  // explained part at the end of the run that is good enough
// The standard deviation of the network's picture, relative to the target's, below which it is one
// tone. One tone has 0 to 0.07, noise 0.2 or more.
constexpr double kOneTone = 0.15;
constexpr double kNothing = 0.1;  // explained part below which nothing is learned
constexpr double kStands = 0.5;   // training stands still if PSNR moves less (dB) in half a run
constexpr double kFlat = 0.01;    // standard deviation below which the target has one tone

// Returns the usual learning rate: 0.1 for plain gradient descent, otherwise that of the grid or
// the siren preset.
double usual_rate(const Config& config) {
    if (config.optimizer.kind == Optimizer::sgd) return 0.1;
    return preset_config(config.network.encoding == Encoding::grid ? "grid" : "siren")
        .schedule.lr_max;
}

void set_rate(Config& config, double rate) {
    config.schedule.lr_max = rate;
    config.schedule.lr_min = std::min(config.schedule.lr_min, rate);
}

constexpr int kRecent = 50;  // the newest 50 recorded steps count as recent
constexpr std::size_t kHalf = kRecent / 2;

// A summary of a run's recent losses.
struct LossHistory {
    double psnr = 0;         // dB, median of the later half of the recent steps
    double gain = 0;         // dB, `psnr` minus the median of their earlier half
    double below_best = 0;   // dB, the highest median of 25 recorded steps minus `psnr`
    double jumps = 0;        // mean |change of ln loss| between recent steps
    double rises = 0;        // fraction of the recent steps in which the loss rose
    double fall_a_step = 0;  // fall of ln loss per step, over the recent steps
    double movement = 0;     // dB, highest minus lowest PSNR in the later half of the run
};

double median_psnr(std::span<const Metric> metrics) {
    std::vector<float> values;
    for (const Metric& metric : metrics) values.push_back(metric.batch_psnr);
    return median(std::move(values));
}

double log_loss(const Metric& metric) {
    return std::log(std::max(double(metric.loss), 1e-30));  // an exact picture has loss 0
}

// Summarises metrics that are sorted by step. Precondition: at least kRecent + 1 metrics.
LossHistory loss_history(std::span<const Metric> metrics) {
    LossHistory history;
    const std::span<const Metric> recent = metrics.last(std::size_t(kRecent) + 1);
    history.psnr = median_psnr(recent.last(kHalf));
    history.gain = history.psnr - median_psnr(recent.first(kHalf));
    double best = history.psnr;
    for (std::size_t end = metrics.size() % kHalf + kHalf; end <= metrics.size(); end += kHalf)
        best = std::max(best, median_psnr(metrics.subspan(end - kHalf, kHalf)));
    history.below_best = best - history.psnr;

    for (std::size_t i = 1; i < recent.size(); ++i) {
        const double change = log_loss(recent[i]) - log_loss(recent[i - 1]);
        history.jumps += std::abs(change) / kRecent;
        history.rises += double(change > 0) / kRecent;
    }
    history.fall_a_step = (log_loss(recent.front()) - log_loss(recent.back())) /
                          double(recent.back().step - recent.front().step);

    float lowest = metrics.back().batch_psnr, highest = lowest;
    for (const Metric& metric : metrics) {
        if (metric.step < metrics.back().step / 2) continue;
        lowest = std::min(lowest, metric.batch_psnr);
        highest = std::max(highest, metric.batch_psnr);
    }
    history.movement = double(highest) - lowest;
    return history;
}

class Examination {
public:
    Examination(const Findings& findings, std::span<const Metric> metrics)
        : f_(findings),
          network_(findings.config.network),
          history_(loss_history(metrics)),
          explained_(explained_at(history_.psnr)) {}

    // Returns the first condition found. Checks causes before their effects.
    std::optional<Diagnosis> diagnose() const {
        if (auto found = first_omega()) return found;
        if (explained_ >= kLearns) return std::nullopt;
        if (auto found = idle_layer()) return found;
        if (auto found = turning_sines()) return found;
        if (auto found = high_rate()) return found;
        if (auto found = low_rate()) return found;
        return one_tone();
    }

private:
    double explained_at(double psnr) const {
        return 1 - std::pow(10, -psnr / 10) / (f_.target_deviation * f_.target_deviation);
    }
    double lr_max() const { return f_.config.schedule.lr_max; }

    Diagnosis say(Condition condition, std::string sentence, Remedy remedy) const {
        return {condition, std::move(sentence), std::move(remedy), f_.step};
    }

    std::optional<Diagnosis> first_omega() const {
        if (!f_.patches) return std::nullopt;
        const double chosen = automatic_first_omega(network_.output, f_.size),
                     omega = network_.first_omega;
        Config better = f_.config;
        better.network.first_omega = chosen;
        const std::string label = "Restart with frequency " + short_number(chosen);
        const PatchFindings& patches = *f_.patches;
        if (omega >= kOmegaFactor * chosen && patches.roughness >= kRough * patches.sharpness)
            return say(Condition::first_omega_high,
                       "A first frequency of " + short_number(omega) +
                           " is too high for this size: it draws noise between the pixels.",
                       {better, label, true});
        if (omega * kOmegaFactor <= chosen && f_.step >= kBlurredFor &&
            patches.sharpness < kBlurred)
            return say(Condition::first_omega_low,
                       "A first frequency of " + short_number(omega) +
                           " is too low for this size: the drawing stays blurred.",
                       {better, label, true});
        return std::nullopt;
    }

    // Proposes a new run, because dead or saturated neurons hardly recover.
    Remedy from_new_weights() const {
        Config better = f_.config;
        const double usual = usual_rate(better);
        // Lowers the learning rate only for Adam: plain gradient descent is unreliable at any rate.
        if (lr_max() > usual && better.optimizer.kind == Optimizer::adam) {
            set_rate(better, usual);
            return {better, "Restart at a rate of " + short_number(usual), true};
        }
        better = preset_config("siren");
        better.data = f_.config.data;
        better.seed = f_.config.seed;
        return {better, "Restart with sine activations", true};
    }

    std::optional<Diagnosis> idle_layer() const {
        for (std::size_t i = 0; i < f_.layers.size(); ++i) {
            const bool bounded = network_.activation == Activation::tanh ||
                                 network_.activation == Activation::sigmoid;
            if (f_.layers[i].idle < (bounded ? kSaturated : kDead)) continue;
            const std::string layer = fmt::format("Layer {}", i + 1);
            return say(bounded ? Condition::saturated_layer : Condition::dead_layer,
                       layer + (bounded ? " is saturated: most of its neurons are stuck at the "
                                          "ends of their range and no longer learn."
                                        : " is dead: nearly all of its neurons output 0 everywhere "
                                          "and no longer learn."),
                       from_new_weights());
        }
        return std::nullopt;
    }

    // True if the sines' argument varies too much over the picture (kTurns) in some layer. Skips a
    // first layer that reads coordinates, because its sines are meant to turn often.
    bool sines_turn() const {
        for (std::size_t i = network_.encoding == Encoding::none; i < f_.layers.size(); ++i)
            if (f_.layers[i].phase >= kTurns) return true;
        return false;
    }

    std::optional<Diagnosis> turning_sines() const {
        const NetworkSpec usual;
        const bool scaled = network_.hidden_omega > 2 * usual.hidden_omega ||
                            network_.hidden_gain > 2 * usual.hidden_gain;
        if (!sines_turn() || history_.gain >= kGetsSomewhere) return std::nullopt;
        if (!scaled) return lower_rate("The hidden sine layers oscillate too fast to learn", true);
        Config better = f_.config;
        better.network.hidden_omega = usual.hidden_omega;
        better.network.hidden_gain = usual.hidden_gain;
        return say(
            Condition::saturated_layer,
            "The hidden sine layers oscillate too fast to learn: their frequency or gain is too "
            "high.",
            {better, "Restart with hidden frequency " + short_number(usual.hidden_omega), true});
    }

    // `restarts`: the remedy starts a new run, because no learning rate repairs the weights.
    Diagnosis lower_rate(const std::string& what, bool restarts) const {
        const double usual = usual_rate(f_.config), rate = lr_max() > usual ? usual : lr_max() / 4;
        Config better = f_.config;
        set_rate(better, rate);
        return say(
            Condition::rate_too_high,
            what + ": a rate of " + short_number(lr_max()) + " is too high.",
            {better,
             (restarts ? "Restart at a rate of " : "Lower the rate to ") + short_number(rate),
             restarts});
    }

    std::optional<Diagnosis> high_rate() const {
        const bool full = f_.config.data.batch == BatchMode::full;
        const bool jumps = history_.jumps >= kJumps && history_.rises >= kRises;
        const bool lost = full || history_.below_best >= kLost;
        if (!jumps || !lost || history_.gain >= kGetsSomewhere) return std::nullopt;
        return lower_rate("The loss jumps up and down without falling", false);
    }

    // Extrapolates the explained part to the end of the run. Assumes that the loss keeps falling as
    // fast per unit of learning rate as now, which is optimistic.
    double explained_at_the_end() const {
        const double now = learning_rate(f_.config.schedule, double(f_.step) / f_.steps_per_epoch);
        constexpr int kSamples = 32;
        double rates = 0;
        for (int i = 0; i < kSamples; ++i) {
            const double step =
                double(f_.step) + (double(f_.total_steps - f_.step) * (i + 0.5)) / kSamples;
            rates += learning_rate(f_.config.schedule, step / double(f_.steps_per_epoch));
        }
        const double steps = double(f_.total_steps - f_.step) * rates / kSamples;
        const double fall = now > 0 ? history_.fall_a_step * steps / now : 0;
        return explained_at(history_.psnr + 10 / std::log(10.0) * fall);
    }

    std::optional<Diagnosis> low_rate() const {
        const double usual = usual_rate(f_.config);
        if (lr_max() > kLowRate * usual) return std::nullopt;
        const bool falls_slowly = history_.rises <= kSteadily && history_.fall_a_step > 0 &&
                                  explained_at_the_end() < kFarEnough;
        // Checks for a standstill too: with minibatches, or sample positions that change every
        // step, noise hides a slow fall.
        const bool stands = explained_ < kNothing && history_.movement < kStands;
        if (!falls_slowly && !stands) return std::nullopt;
        Config better = f_.config;
        set_rate(better, usual);
        return say(Condition::rate_too_low,
                   "The loss falls too slowly for the time left: a rate of " +
                       short_number(lr_max()) + " is too low.",
                   {better, "Raise the rate to " + short_number(usual), false});
    }

    std::optional<Diagnosis> one_tone() const {
        if (f_.drawing_deviation >= kOneTone * f_.target_deviation || explained_ >= kNothing ||
            history_.movement >= kStands)
            return std::nullopt;
        return say(
            Condition::one_tone,
            std::string("Stuck on one flat tone.") +
                (network_.activation == Activation::tanh ? " Tanh learns edges very slowly." : ""),
            from_new_weights());
    }

    const Findings& f_;
    const NetworkSpec& network_;
    LossHistory history_;
    double explained_;
};

std::optional<Diagnosis> went_back(const Findings& findings) {
    for (auto event = findings.events.rbegin(); event != findings.events.rend(); ++event) {
        if (event->kind == EventKind::resumed || only_marks(event->kind)) continue;
        if (event->kind != EventKind::rolled_back ||
            findings.step >= event->failed_step + kHalvingsWithin)
            break;
        return Diagnosis{
            Condition::diverged,
            fmt::format(
                "Training diverged at step {}. It continues from step {} at half the rate, {}.",
                event->failed_step, event->step, short_number(event->lr_max)),
            std::nullopt, findings.step};
    }
    return std::nullopt;
}

// Returns the step of the last change to the run, or 0. Metrics up to it are ignored, which gives a
// remedy time to work.
std::int64_t last_change(const std::vector<Event>& events) {
    for (auto event = events.rbegin(); event != events.rend(); ++event)
        if (event->kind != EventKind::resumed && !only_marks(event->kind)) return event->step;
    return 0;
}

}  // namespace

std::optional<Diagnosis> diagnose(const Findings& findings) {
    if (auto diagnosis = went_back(findings)) return diagnosis;
    // Skips networks that enlarge (window encoding), because their loss is mostly noise.
    if (findings.config.network.encoding == Encoding::window) return std::nullopt;
    if (findings.target_deviation < kFlat) return std::nullopt;
    // Waits for the end of the warm-up, which is slow by design.
    const double warm = findings.config.schedule.warmup_epochs * double(findings.steps_per_epoch);
    const std::int64_t changed = last_change(findings.events);
    std::span<const Metric> metrics = findings.metrics;
    while (!metrics.empty() && metrics.front().step <= changed) metrics = metrics.subspan(1);
    if (findings.step < changed + kFirstStep || double(findings.step) < warm + kRecent ||
        metrics.size() <= std::size_t(kRecent))
        return std::nullopt;
    return Examination(findings, metrics).diagnose();
}

}  // namespace redraw
