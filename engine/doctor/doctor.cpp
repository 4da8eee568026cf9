#include "engine/doctor/doctor.h"

#include "engine/arithmetic.h"
#include "engine/data/resolve.h"
#include "engine/doctor/findings.h"
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

// Measured on pictures of 48 pixels (a ring, waves, a photograph), 600 to 1,000 steps, with rates
// from 1e-6 to 1, omegas from 1 to 1000, all activations and encodings. "Explained" is 1 - squared
// error / variance of the picture: 0 draws the mean.

// Presets explain 0.9 of any of them by step 42 and more than 0.95 by step 94.
constexpr std::int64_t kFirstStep = 100;
// Whatever strange thing a network does that explains so much, it learns: a grid with 84 dead
// neurons of 100, sines that turn 12 radians and spikes of 3 in ln loss all ended above 40 dB.
constexpr double kLearns = 0.8;
// The trained grid's preset reaches 0.47 and learns; rates far too high end at 0.9 to 1.
constexpr double kDead = 0.9;
constexpr double kSaturated = 0.5;  // healthy tanh and sigmoid have none at all
// Radians: presets stay below 5.4, what has lost its way is at 10 to 2000.
constexpr double kTurns = 8;
// A first omega within a factor of 3 of that chosen by size is a matter of taste.
constexpr double kOmegaFactor = 3;
constexpr double kRough = 0.5;    // of its own differences: 0.65 to 0.95, well-scaled: 0.15 to 0.35
constexpr double kBlurred = 0.6;  // of the picture's differences; well-scaled: above 0.9
constexpr std::int64_t kBlurredFor = 200;  // steps: a slow start is none
// Steps up and down by so much without getting anywhere: 0.01 to 0.2; on a plateau below 0.001.
constexpr double kJumps = 0.008, kRises = 0.3, kGetsSomewhere = 0.5;
constexpr double kLost = 3;  // dB: minibatches jump by themselves, so what they had must be lost
// The fraction of a preset's rate below which it is called low: a tenth still ends well.
constexpr double kLowRate = 0.1;
constexpr double kSteadily = 0.05;  // the part of steps that rise: none, but for rounding
constexpr double kFarEnough = 0.9;  // explained at the end, if it went on falling like now
constexpr double kOneTone = 0.15;   // deviation, of the picture's: 0 to 0.07, noise: 0.2 and more
constexpr double kNothing = 0.1;    // explained
constexpr double kStands = 0.5;     // dB in half a run
constexpr double kFlat = 0.01;      // a picture of one tone is drawn as one

// The rate that the presets use with this optimizer and encoding.
double usual_rate(const Config& config) {
    if (config.optimizer.kind == Optimizer::sgd) return 0.1;
    return preset_config(config.network.encoding == Encoding::grid ? "grid" : "siren")
        .schedule.lr_max;
}

void set_rate(Config& config, double rate) {
    config.schedule.lr_max = rate;
    config.schedule.lr_min = std::min(config.schedule.lr_min, rate);
}

constexpr int kRecent = 50;  // recorded steps
constexpr std::size_t kHalf = kRecent / 2;

// The recent losses of a run in a few numbers.
struct LossHistory {
    double psnr = 0;         // the median of the later half of the recent steps
    double gain = 0;         // dB, since the median of the earlier half
    double below_best = 0;   // dB, below the best such median there was
    double jumps = 0;        // the mean |change of ln loss| from one step to the next
    double rises = 0;        // the part of the recent steps that rose
    double fall_a_step = 0;  // of ln loss, over the recent steps
    double movement = 0;     // dB, between the extremes of the later half of the run
};

double median_psnr(std::span<const Metric> metrics) {
    std::vector<float> values;
    for (const Metric& metric : metrics) values.push_back(metric.batch_psnr);
    return median(std::move(values));
}

double log_loss(const Metric& metric) {
    return std::log(std::max(double(metric.loss), 1e-30));  // a perfect drawing has loss 0
}

// Takes at least kRecent + 1 metrics, by step.
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

    // Causes come before their effects.
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
        const std::string label = "Start again with omega " + short_number(chosen);
        const PatchFindings& patches = *f_.patches;
        if (omega >= kOmegaFactor * chosen && patches.roughness >= kRough * patches.sharpness)
            return say(Condition::first_omega_high,
                       "A first omega of " + short_number(omega) +
                           " is too high for this size: it draws noise between the pixels it "
                           "learns.",
                       {better, label, true});
        if (omega * kOmegaFactor <= chosen && f_.step >= kBlurredFor &&
            patches.sharpness < kBlurred)
            return say(Condition::first_omega_low,
                       "A first omega of " + short_number(omega) +
                           " is too low for this size: the drawing stays blurred.",
                       {better, label, true});
        return std::nullopt;
    }

    // Dead neurons do not recover: the remedy is a new run.
    Remedy from_new_weights() const {
        Config better = f_.config;
        const double usual = usual_rate(better);
        // Plain gradient descent needs luck at any rate.
        if (lr_max() > usual && better.optimizer.kind == Optimizer::adam) {
            set_rate(better, usual);
            return {better, "Start again at " + short_number(usual), true};
        }
        better = preset_config("siren");
        better.data = f_.config.data;
        better.seed = f_.config.seed;
        return {better, "Start again with sines", true};
    }

    std::optional<Diagnosis> idle_layer() const {
        for (std::size_t i = 0; i < f_.layers.size(); ++i) {
            const bool bounded = network_.activation == Activation::tanh ||
                                 network_.activation == Activation::sigmoid;
            if (f_.layers[i].idle < (bounded ? kSaturated : kDead)) continue;
            const std::string layer = fmt::format("Layer {}", i + 1);
            return say(
                bounded ? Condition::saturated_layer : Condition::dead_layer,
                layer + (bounded
                             ? " is saturated: most of its neurons are at their end everywhere "
                               "and learn nothing more."
                             : " is dead: nearly all of its neurons answer 0 everywhere and learn "
                               "nothing more."),
                from_new_weights());
        }
        return std::nullopt;
    }

    // The first layer reads coordinates, which are meant to turn often.
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
        if (!scaled)
            return lower_rate("The hidden sines turn many times over and learn nothing", true);
        Config better = f_.config;
        better.network.hidden_omega = usual.hidden_omega;
        better.network.hidden_gain = usual.hidden_gain;
        return say(Condition::saturated_layer,
                   "The hidden sines turn many times over and learn nothing: the hidden omega or "
                   "gain is too high.",
                   {better, "Start again with omega " + short_number(usual.hidden_omega), true});
    }

    // `restarts`: no rate brings back what the weights have lost.
    Diagnosis lower_rate(const std::string& what, bool restarts) const {
        const double usual = usual_rate(f_.config), rate = lr_max() > usual ? usual : lr_max() / 4;
        Config better = f_.config;
        set_rate(better, rate);
        return say(
            Condition::rate_too_high,
            what + ": a rate of " + short_number(lr_max()) + " is too high here.",
            {better, (restarts ? "Start again at " : "Lower the rate to ") + short_number(rate),
             restarts});
    }

    std::optional<Diagnosis> high_rate() const {
        const bool full = f_.config.data.batch == BatchMode::full;
        const bool jumps = history_.jumps >= kJumps && history_.rises >= kRises;
        const bool lost = full || history_.below_best >= kLost;
        if (!jumps || !lost || history_.gain >= kGetsSomewhere) return std::nullopt;
        return lower_rate("The loss jumps up and down and does not fall", false);
    }

    // Falling as fast per unit of rate as now, which is more than it will.
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
        // Samples at other places every step, or minibatches, hide that it falls at all.
        const bool stands = explained_ < kNothing && history_.movement < kStands;
        if (!falls_slowly && !stands) return std::nullopt;
        Config better = f_.config;
        set_rate(better, usual);
        return say(Condition::rate_too_low,
                   "The loss falls, but so slowly that the schedule ends long before it is low: a "
                   "rate of " +
                       short_number(lr_max()) + " is too low.",
                   {better, "Raise the rate to " + short_number(usual), false});
    }

    std::optional<Diagnosis> one_tone() const {
        if (f_.drawing_deviation >= kOneTone * f_.target_deviation || explained_ >= kNothing ||
            history_.movement >= kStands)
            return std::nullopt;
        return say(Condition::one_tone,
                   "It draws a rectangle of one tone and has not moved for half of its steps.",
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
        return Diagnosis{Condition::diverged,
                         fmt::format("Training diverged at step {}: it went back to step {} and "
                                     "goes on at half the rate, {}.",
                                     event->failed_step, event->step, short_number(event->lr_max)),
                         std::nullopt, findings.step};
    }
    return std::nullopt;
}

// A remedy is given time to work: what was before it does not count.
std::int64_t last_change(const std::vector<Event>& events) {
    for (auto event = events.rbegin(); event != events.rend(); ++event)
        if (event->kind != EventKind::resumed && !only_marks(event->kind)) return event->step;
    return 0;
}

}  // namespace

std::optional<Diagnosis> diagnose(const Findings& findings) {
    if (auto diagnosis = went_back(findings)) return diagnosis;
    // The loss of a network of windows is almost all noise and shows nothing.
    if (findings.config.network.encoding == Encoding::window) return std::nullopt;
    if (findings.target_deviation < kFlat) return std::nullopt;
    // Warming up is slow by intent.
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
