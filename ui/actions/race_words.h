// Texts about the runs beside the open one: who leads and who has won a race, whose runs are called
// A to D, and how much closer a compared run is. Pure functions.
#pragma once

#include "engine/session/status.h"
#include "ui/state/context.h"

namespace redraw::ui {

bool is_race(const Status& status);
// "B", or the compared run's name.
std::string companion_name(const Companion& other, std::size_t at);
// The label of its drawing: "B · Grid · 35.1 dB · 2nd", or the compared run's name and decibels.
std::string companion_label(const Status& status, std::size_t at);
std::string race_label(const Status& status);   // on this run's; empty: no race
std::string standing(const Status& status);     // "A leads by 3.1 dB", "B won: 40 dB after 3.4 s"
std::string race_detail(const Status& status);  // "after 0:12 of training each"; muted, beside it

// The colour of its curve and number; counted from 0, without the open run.
ImU32 companion_colour(const Ui& ui, std::size_t companion);
// The index of the leading run, 0 being A; absent before any is measured.
std::optional<std::size_t> leader_of(const Status& status);

}  // namespace redraw::ui
