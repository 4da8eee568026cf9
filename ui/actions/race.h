// Texts about a race, in which several networks learn the same picture: which one leads or won.
// Also the ready-made races on offer. Pure functions; `status` is that of a race.
#pragma once

#include "engine/network/config.h"
#include "ui/state/advice.h"
#include "ui/state/context.h"

namespace redraw::ui {

// Returns the label painted on a run's render: "B · Grid · 35.1 dB · 2nd". `racer`: 0 is A, the
// open run.
std::string racer_label(const Status& status, std::size_t racer);
// Returns where the racer's PSNR is measured: "at 64 × 64", "between the pixels", or empty.
std::string measured_where(const Status& status, std::size_t racer);
std::string racer_closeness(const Status& status, std::size_t racer, double psnr);  // with that
std::string race_standing(const Status& status);  // "A leads by 3.1 dB", "B won: 40 dB after 3.4 s"
std::string race_detail(const Status& status);    // "after 0:12 of training each"
// Returns the leader's letter and PSNR, and where it is measured; "" before any PSNR is measured.
Closeness closeness_of_leader(const Status& status);
// Returns the index of the run that leads, 0 for A (the open run); absent before any PSNR is
// measured.
std::optional<std::size_t> leader_of(const Status& status);
void save_race_page(Ui& ui);  // saves a race of two networks as a web page

// Ready-made races, whose networks differ in only one setting.
enum class ReadyRace { activations, rates, seeds };
// Returns the configurations of a ready-made race, first that of network A. `asked`: the
// configuration from which all of them are derived.
std::vector<Config> ready_race(ReadyRace race, const Config& asked, PixelSize picture);

}  // namespace redraw::ui

template <>
inline constexpr auto redraw::kNames<redraw::ui::ReadyRace> = redraw::names<redraw::ui::ReadyRace>(
    {{redraw::ui::ReadyRace::activations, "Sine / ReLU / tanh, all else equal"},
     {redraw::ui::ReadyRace::rates, "Cosine annealing / constant rate"},
     {redraw::ui::ReadyRace::seeds, "One seed / another"}});
