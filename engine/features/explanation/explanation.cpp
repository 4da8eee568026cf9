#include "engine/features/explanation/explanation.h"

#include "engine/data/resolve.h"
#include "engine/device/devices.h"
#include "engine/network/schedule.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace redraw {
namespace {

constexpr double kIdle = 0.1;       // fraction of idle neurons from which a layer is mentioned
constexpr double kCooled = 0.05;    // a learning rate up to this part of its maximum has fallen
constexpr double kSettled = 0.03;   // mean relative change of the loss below which it has settled
constexpr double kAlike = 45;       // PSNR in dB from which no change is proposed
constexpr double kHelps = 0.3;      // gain in dB from which a change helps
constexpr double kTestSeconds = 2;  // planned training of each copy, at the run's own speed
constexpr std::int64_t kFewestSteps = 40;
constexpr double kLongestTest = 20;  // seconds; a test that would take longer is left out

// Returns the mean relative change between successive recorded losses, over the newest 50.
double change_of_loss(const std::vector<Metric>& metrics) {
    constexpr std::size_t kRecentSteps = 50;
    const std::size_t first = metrics.size() > kRecentSteps ? metrics.size() - kRecentSteps : 1;
    double sum = 0;
    for (std::size_t i = first; i < metrics.size(); ++i)
        sum += std::abs(std::log(std::max(1e-30f, metrics[i].loss)) -
                        std::log(std::max(1e-30f, metrics[i - 1].loss)));
    return metrics.size() > first ? std::expm1(sum / double(metrics.size() - first)) : 0;
}

bool is_constant(const Schedule& schedule) {
    return schedule.lr_min >= schedule.lr_max;
}

bool falls(const Schedule& schedule) {
    return learning_rate(schedule, schedule.epochs) <= kCooled * schedule.lr_max;
}

Schedule falling(Schedule schedule) {
    schedule.lr_min = 0;
    schedule.epoch_offset = schedule.restart_epochs = 0;
    return schedule;
}

// Returns a schedule of a test's epochs with the same part of the cosine.
Schedule for_test(const Schedule& schedule, double epochs) {
    Schedule shorter = shortened(schedule, epochs);
    if (schedule.epoch_offset > 0)
        shorter.epoch_offset = std::max<std::int64_t>(
            1, std::llround(double(schedule.epoch_offset) * epochs / schedule.epochs));
    return shorter;
}

}  // namespace

std::string explain_detail(const LearnedSpectrum& spectrum, PixelSize size) {
    const std::size_t bands = spectrum.learned.size();
    const auto lost = std::ranges::find_if(spectrum.learned, [](float part) { return part < 0.5; });
    const auto first = std::size_t(lost - spectrum.learned.begin());
    if (first == bands) return "Detail of every size is learned, down to single pixels.";
    double picture = 0, missing = 0;
    for (std::size_t b = first; b < bands; ++b) {
        picture += spectrum.picture[b];
        missing += spectrum.picture[b] * (1.0 - spectrum.learned[b]);
    }
    // The size in pixels of the coarsest detail in the band: half a wave at its lower edge.
    const double waves = std::pow(spectrum.finest, double(first) / double(bands));
    const double pixels = std::max(size.width, size.height) / (2 * waves);
    const std::string part = fmt::format("{:.0f} %", 100 * missing / std::max(picture, 1e-30));
    if (first == 0)
        return "Not even the coarsest shapes are learned: " + part +
               " of the picture's detail is missing.";
    return fmt::format(
        "Shapes larger than {} pixels are learned. {} of the finer detail is still missing.",
        short_number(std::max(1.0, std::round(pixels))), part);
}

std::string explain_learning(const Findings& findings) {
    if (const auto found = diagnose(findings)) return found->sentence;
    for (std::size_t i = 0; i < findings.layers.size(); ++i)
        if (findings.layers[i].idle >= kIdle)
            return fmt::format(
                "{:.0f} % of the neurons in layer {} give the same output everywhere: they learn "
                "nothing.",
                100 * findings.layers[i].idle, i + 1);
    const Schedule& schedule = findings.config.schedule;
    const double rate =
        learning_rate(schedule, double(findings.step) / double(findings.steps_per_epoch));
    const double change = change_of_loss(findings.metrics);
    const bool cooled = rate <= kCooled * schedule.lr_max, constant = is_constant(schedule);
    const std::string steps = short_number(std::round(1000 * change) / 10);
    return fmt::format("The learning rate {} {}. The loss {}.",
                       cooled     ? "has fallen to"
                       : constant ? "stays at"
                                  : "is now",
                       short_number(rate),
                       change < kSettled ? "has settled"
                                         : fmt::format("is not steady yet ({} % a step){}", steps,
                                                       cooled ? "" : ": let the rate fall"));
}

std::optional<Change> change_to_test(const Findings& findings, const Config& request,
                                     const Image& target, double psnr) {
    const NetworkSpec& network = findings.config.network;
    if (network.encoding == Encoding::window || psnr >= kAlike) return std::nullopt;
    if (const auto found = diagnose(findings); found && found->remedy)
        return Change{"to " + lower(found->remedy->label), resolve(found->remedy->config, target)};
    Config better = request;
    // Keeps the data, schedule and optimizer that were chosen for the run.
    better.data = findings.config.data;
    better.schedule = findings.config.schedule;
    better.optimizer = findings.config.optimizer;
    std::string what;
    std::int64_t times = 1;
    if (!falls(better.schedule)) {
        better.schedule = falling(better.schedule);
        what = "a rate that falls to 0";
    } else if (network.encoding != Encoding::grid && network.activation != Activation::sine) {
        better.network.activation = Activation::sine;
        what = "sine activations instead of " + lower(name_of(network.activation));
    } else if (network.encoding == Encoding::grid) {
        what = "twice the time";
        times = 2;
    } else {
        for (int& width : better.network.layers) width = std::min(2 * width, kWidestLayer);
        what = "twice as many neurons";
    }
    return Change{what, resolve(better, target), times};
}

std::string explain_change(const std::string& what, double psnr, double changed, std::int64_t steps,
                           std::int64_t times) {
    const auto text = [](double of) { return std::isnan(of) ? "divergence" : decibels(of); };
    return fmt::format("{} {} in a short test ({} against {}, after {} steps{}).", capital(what),
                       change_helps(psnr, changed) ? "helped" : "did not help", text(changed),
                       text(psnr), steps * times,
                       times > 1 ? fmt::format(" instead of {}", steps) : "");
}

bool change_helps(double psnr, double changed) {
    return !std::isnan(changed) && !(changed - psnr < kHelps);
}

bool ExplanationStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (!view.explanation) {
        if (begun_) *this = ExplanationStudy(StudyTools{{}, {}, options_});
        return false;
    }
    if (training && !training->due()) return false;
    const ShareOfTime::Part part(training);
    const bool outdated = !training && now_.finished() && now_.step != trainer.step();
    if (!begun_ || outdated) {
        begun_ = true;
        now_ = {};
        now_.step = trainer.step();
        now_.progress = 0;
        spectrum_.reset();
    } else if (now_.sentences.empty()) {
        begin(trainer);
    } else if (!now_.finished()) {
        test(trainer);
    } else {
        return false;
    }
    newest_ = std::make_shared<const RunExplanation>(now_);
    return !training;
}

// Measures a part of the spectrum; once it is complete, writes the texts and plans the test of a
// change, if one is to be tested.
void ExplanationStudy::begin(Trainer& trainer) {
    if (!spectrum_) spectrum_.emplace(trainer);
    const auto spectrum = spectrum_->advance(trainer);
    if (!spectrum) return;
    const Image& target = trainer.dataset().target;
    const Findings findings = examine(trainer);
    now_.step = findings.step;
    const auto& measured = trainer.newest_measured();
    const double psnr = measured ? measured->psnr : std::numeric_limits<double>::quiet_NaN();
    const auto change = change_to_test(findings, trainer.run().request(), target, psnr);
    const double each = trainer.seconds() / double(std::max<std::int64_t>(1, trainer.step()));
    const std::int64_t steps = std::min(
        trainer.total_steps(), std::max(kFewestSteps, std::int64_t(kTestSeconds / (each + 1e-9))));
    std::string last;
    now_.progress = 1;
    if (!change && psnr >= kAlike) {
        last = fmt::format("Nothing has to change at {}: {}, {}.",
                           dimensions(target.width, target.height), decibels(psnr), likeness(psnr));
    } else if (!change) {
        last = "No other settings are tested for a network that enlarges.";
    } else if (each * double(steps * (1 + change->times_steps)) > kLongestTest) {
        last = "A step takes " + time_span(each) + ": too long to test other settings here.";
    } else {
        now_.progress = 0;
        now_.tested = change->what;
        last = "Testing " + change->what + ":";
        if (change->times_steps == 1) now_.changed = change->config;
        const double epochs = double(steps) / double(trainer.dataset().steps_per_epoch());
        copies_ = {Copy{trainer.config()}, Copy{change->config}};
        copies_[0].config.schedule = for_test(trainer.config().schedule, epochs);
        copies_[1].config.schedule =
            for_test(change->config.schedule, epochs * double(change->times_steps));
        steps_ = steps;
        times_ = change->times_steps;
        at_ = 0;
    }
    now_.sentences = {explain_detail(*spectrum, {target.width, target.height}),
                      explain_learning(findings), last};
}

// Does the next part of training or measuring the two copies.
void ExplanationStudy::test(Trainer& trainer) {
    Copy& copy = copies_[at_];
    StepLoop& loop = copy.loop;
    const Config& config = copy.config;
    if (!loop.backend) {
        const bool same = config.data == trainer.config().data &&
                          config.network.pixel == trainer.config().network.pixel;
        loop.dataset = same ? trainer.shared_dataset()
                            : std::make_shared<const Dataset>(
                                  make_dataset_of_target(Image(*trainer.target()), config));
        loop.backend = make_backend(options_, config.network, config.optimizer, trainer.channels(),
                                    loop.dataset);
        loop.load(untrained(config, loop.dataset->target));
        copy.drawn.emplace(loop.dataset->target, loop.dataset->grid);
    }
    const std::int64_t all = loop.total_steps(config.schedule);
    if (loop.step < all) {
        if (loop.advance(config, loop.burst()).diverged) {
            copy.psnr = std::numeric_limits<double>::quiet_NaN();
        } else {
            now_.progress = (double(at_) + 0.99 * double(loop.step) / double(all)) / 2;
            return;
        }
    } else if (copy.drawn->advance(*loop.backend)) {
        copy.psnr = copy.drawn->psnr();
    } else {
        return;
    }
    copy.drawn.reset();
    loop = {};  // frees the copy's memory before the next copy begins
    if (++at_ < copies_.size()) return;
    now_.progress = 1;
    now_.helps = change_helps(copies_[0].psnr, copies_[1].psnr);
    now_.sentences.back() =
        explain_change(now_.tested, copies_[0].psnr, copies_[1].psnr, steps_, times_);
}

}  // namespace redraw
