#include "ui/actions/race.h"

#include "engine/data/batch_by_size.h"
#include "engine/session/status.h"
#include "engine/text/words.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/differences.h"

#include <algorithm>
#include <cmath>

namespace redraw::ui {
namespace {

// Returns the network of a race of activations. It is small and sees the coordinates themselves, so
// that the activation makes the difference, soon on any machine. In 1,000 steps a photograph of
// 444 x 296 pixels reached 28.6 dB with sine, 20.7 with ReLU and 18.1 with tanh.
Config small_network(const Config& asked, PixelSize picture) {
    constexpr int kBatch = 4096, kSteps = 1000;
    Config config = with_preset(asked, "siren", picture);
    config.network.layers = {64, 64, 64};
    config.network.pixel = PixelModel::point;
    config.network.first_omega = 30;
    const PixelSize size = training_size(config.data.train_size, picture.width, picture.height);
    const int pixels = size.width * size.height;
    set_batch(config, pixels > kBatch ? BatchMode::stratified : BatchMode::full,
              pixels > kBatch ? kBatch : 0);
    const double epochs = kSteps / std::ceil(double(pixels) / kBatch);
    config.schedule = {.lr_max = 5e-3, .epochs = epochs, .warmup_epochs = epochs / 20};
    config.by_size = {};
    return config;
}

// Joins words: "A", "A and C", "A, B and C".
std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

// Returns a text about which network leads by PSNR, or won by it at the end, unless a finish line
// decides. A network that reached the finish line first may be behind.
std::string lead(const Status& status, const std::vector<Racer>& racers) {
    std::vector<std::string> names, first;
    double best = -1e9, next = -1e9;
    bool known = true, over = !status.finish_line;
    for (std::size_t i = 0; i < racers.size(); ++i) {
        names.push_back(letter_of(i));
        known &= !std::isnan(racers[i].psnr) || !racers[i].goes_on;
        over &= !racers[i].goes_on;
        if (std::isnan(racers[i].psnr)) continue;  // ended before the first step
        // Rounds to 0.1 dB, as the window displays it.
        const double psnr = std::nearbyint(double(racers[i].psnr) * 10) / 10;
        if (psnr > best) {
            next = best;
            best = psnr;
            first = {names.back()};
        } else if (psnr == best) {
            first.push_back(names.back());
        } else {
            next = std::max(next, psnr);
        }
    }
    if (!known || first.empty()) return listed(names) + " are starting";
    if (first.size() > 1) return listed(first) + " are tied";
    const std::string leads = first[0] + (over ? " won" : " leads");
    // An exact reconstruction has infinite PSNR, so its lead is not a number of decibels.
    return std::isfinite(best - next) && next > -1e9
               ? fmt::format("{} by {:.1f} dB", leads, best - next)
               : leads;
}

std::string times(const Status& status, const std::vector<Racer>& racers) {
    std::vector<std::string> done, took;
    double least = status.seconds;
    for (std::size_t i = 0; i < racers.size(); ++i) {
        least = std::min(least, racers[i].seconds);
        if (racers[i].goes_on) continue;
        done.push_back(letter_of(i));
        took.push_back(letter_of(i) + (took.empty() ? " took " : " ") +
                       time_span(std::ceil(racers[i].seconds)));
    }
    if (done.empty()) return "after " + duration(least) + " of training each";
    if (racers.size() > 2)  // the times of more than two networks would not fit
        return done.size() == racers.size()
                   ? "all are done"
                   : listed(done) + (done.size() == 1 ? " is" : " are") + " done";
    return took.front() + (took.size() > 1 ? ", " + took.back() : "");
}

}  // namespace

std::string racer_label(const Status& status, std::size_t racer) {
    const std::vector<Racer> racers = racers_of(status);
    const Racer& now = racers[racer];
    std::string text = letter_of(racer) + " · " + racer_name(status, racer);
    if (std::isnan(now.psnr)) return text;
    text += " · " + racer_closeness(status, racer, now.psnr) + " · " +
            place_text(places_of(racers)[racer]);
    return now.finished ? text + ", " + race_time(*now.finished) : text;
}

std::string measured_where(const Status& status, [[maybe_unused]] std::size_t racer) {
    if (status.taught.decided_between(racer)) return "between the pixels";
    return at_learned_size(status);
}

std::string racer_closeness(const Status& status, std::size_t racer, double psnr) {
    const std::string where = measured_where(status, racer);
    return decibels(psnr) + (where.empty() ? "" : " " + where);
}

std::string race_standing(const Status& status) {
    const std::vector<Racer> racers = racers_of(status);
    const auto winner = winner_of(racers);
    if (!status.finish_line || !winner) return lead(status, racers);
    return fmt::format("{} won: {} dB after {}", letter_of(*winner),
                       shown_number(*status.finish_line), race_time(*racers[*winner].finished));
}

std::string race_detail(const Status& status) {
    const std::vector<Racer> racers = racers_of(status);
    std::string text = times(status, racers);
    if (!status.finish_line) return text;
    if (winner_of(racers)) return lead(status, racers) + ", " + text;
    return fmt::format("{}, first to {} dB wins", text, shown_number(*status.finish_line));
}

Closeness closeness_of_leader(const Status& status) {
    const auto leader = leader_of(status);
    if (!leader) return {};
    return {letter_of(*leader) + " · " + decibels(racers_of(status)[*leader].psnr),
            measured_where(status, *leader)};
}

std::optional<std::size_t> leader_of(const Status& status) {
    const std::vector<int> places = places_of(racers_of(status));
    const auto first = std::ranges::find(places, 1);
    if (first == places.end()) return std::nullopt;
    return std::size_t(first - places.begin());
}

std::vector<Config> ready_race(ReadyRace race, const Config& asked, PixelSize picture) {
    Config config = race == ReadyRace::activations ? small_network(asked, picture) : asked;
    Schedule& schedule = config.schedule;
    // Ends after so many steps, not after a time in which a slow machine draws nothing.
    if (schedule.seconds > 0) config = with_finish(config, kLikeness, picture);
    schedule.warmup_epochs = std::min(schedule.warmup_epochs, schedule.epochs / 10);
    config.by_size.lr_max = false;  // keeps the maximum rate of all networks equal
    if (race == ReadyRace::rates && schedule.lr_min >= schedule.lr_max) schedule.lr_min = 0;
    std::vector<Config> runs(race == ReadyRace::activations ? 3 : 2, config);
    if (race == ReadyRace::activations) {
        runs[0].network.activation = Activation::sine;
        runs[1].network.activation = Activation::relu;
        runs[2].network.activation = Activation::tanh;
    } else if (race == ReadyRace::rates) {
        runs[1].schedule.lr_min = config.schedule.lr_max;
    } else {
        ++runs[1].seed;
    }
    return runs;
}

void save_race_page(Ui& ui) {
    ui.requests.ask(
        command::ExportPage{.path = export_folder(ui) / (export_name(ui) + "-race.html"),
                            .race = true,
                            .names = racer_names(ui.status),
                            .unused_name = true});
}

}  // namespace redraw::ui
