#include "ui/actions/reference.h"

#include "engine/features/race/companion.h"
#include "engine/features/studies/original_psnr.h"
#include "engine/session/status.h"
#include "engine/text/words.h"
#include "ui/actions/race.h"

#include <iterator>

namespace redraw::ui {
namespace {

// Returns "Original" with its size if the pane shows the opened picture at more pixels than are
// learned; otherwise "Picture".
std::string picture_label(const Ui& ui) {
    const auto& picture = ui.status.picture;
    if (!picture || ui.state.preferences.training_pixels ||
        picture->pixel_count() <= ui.status.target->pixel_count())
        return "Picture";
    return fmt::format("Original, {} × {}", picture->width, picture->height);
}

std::string bicubic_label(const Status& status) {
    if (const auto& half = status.result<OriginalPsnr>(); half && half->own_half)
        return "Bicubic from half size, " + decibels(half->bicubic) + "; Lanczos " +
               decibels(half->lanczos);
    return fmt::format("Bicubic, from {} × {} pixels", status.target->width, status.target->height);
}

// Joins words: "A", "A and C", "A, B and C".
std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

std::string label_of(const Status& status, std::size_t racer) {
    const std::vector<Racer> racers = racers_of(status);
    const Racer& now = racers[racer];
    std::string text = letter_of(racer) + " · " + racer_name(status, racer);
    if (std::isnan(now.psnr)) return text;
    text += " · " + closeness(status, now.psnr) + " · " + place_text(places_of(racers)[racer]);
    return now.finished ? text + ", " + race_time(*now.finished) : text;
}

// Returns a text about which network leads by PSNR. A network that reached the finish line first
// may be behind.
std::string lead(const std::vector<Racer>& racers) {
    std::vector<std::string> names, first;
    double best = -1e9, next = -1e9;
    bool known = true;
    for (std::size_t i = 0; i < racers.size(); ++i) {
        names.push_back(letter_of(i));
        known &= !std::isnan(racers[i].psnr);
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
    if (!known) return listed(names) + " are starting";
    if (first.size() > 1) return listed(first) + " are tied";
    // An exact reconstruction has infinite PSNR, so its lead is not a number of decibels.
    return std::isfinite(best - next) ? fmt::format("{} leads by {:.1f} dB", first[0], best - next)
                                      : first[0] + " leads";
}

std::string compared(const Status& status) {
    const Companion& other = *status.companions.front();
    if (std::isnan(other.psnr) || other.step <= 0 || std::isnan(status.psnr) || status.step <= 0)
        return "";
    if (const Image& target = *status.target;
        other.learned.width > 0 && other.learned != PixelSize{target.width, target.height})
        return "learned at another size";
    const double more = double(other.psnr) - double(status.psnr);
    const double shown = std::round(std::abs(more) * 10) / 10;
    if (!(shown > 0) || !std::isfinite(more)) return "as close as this run";
    return fmt::format("{:.1f} dB {}", shown, more < 0 ? "behind" : "ahead");
}

std::string times(const Status& status, const std::vector<Racer>& racers) {
    std::vector<std::string> done, after;
    double least = status.seconds;
    for (std::size_t i = 0; i < racers.size(); ++i) {
        least = std::min(least, racers[i].seconds);
        if (racers[i].goes_on) continue;
        done.push_back(letter_of(i));
        after.push_back(duration(racers[i].seconds));
    }
    if (done.empty()) return "after " + duration(least) + " of training each";
    if (racers.size() > 2)  // the times of more than two networks would not fit
        return done.size() == racers.size()
                   ? "all are done"
                   : listed(done) + (done.size() == 1 ? " is" : " are") + " done";
    if (done.size() == racers.size()) return "done after " + listed(after);
    return listed(done) + (done.size() == 1 ? " was" : " were") + " done after " + listed(after);
}

}  // namespace

bool has_reference(const Ui& ui, Reference reference) {
    const auto companion = companion_of(reference);
    return !companion || *companion < ui.status.companions.size();
}

Reference shown_reference(const Ui& ui) {
    return has_reference(ui, ui.state.centre.reference) ? ui.state.centre.reference
                                                        : Reference::picture;
}

void choose_next_reference(Ui& ui) {
    const auto at = std::find(kReferences.begin(), kReferences.end(), shown_reference(ui));
    for (std::size_t i = 1; i <= kReferences.size(); ++i) {
        const Reference next =
            kReferences[(std::size_t(at - kReferences.begin()) + i) % kReferences.size()];
        if (!has_reference(ui, next)) continue;
        ui.state.centre.reference = next;
        return;
    }
}

ReferenceView reference_view(const Ui& ui, Reference reference) {
    const View& v = ui.view;
    if (const auto at = companion_of(reference)) {
        const std::string name = companion_name(*ui.status.companions[*at], *at);
        return {name,
                companion_label(ui.status, *at),
                name,
                {&v.companions[*at], &v.companions_closer[*at]}};
    }
    if (reference == Reference::bicubic)
        return {"Bicubic",
                bicubic_label(ui.status),
                "bicubic interpolation",
                {&v.target, &v.bicubic}};
    return {"Picture", picture_label(ui), "the picture", {&v.target, nullptr}};
}

void follow_companion(Ui& ui) {
    UiState& s = ui.state;
    const auto& companions = ui.status.companions;
    const std::filesystem::path now = companions.empty() ? "" : companions.front()->path;
    if (now == s.curves.companion) return;
    s.curves.companion = now;
    if (now.empty()) {
        if (companion_of(s.centre.reference)) s.centre.reference = Reference::picture;
        return;
    }
    s.centre.reference = Reference::companion;
    // The curves of a lesson's race are aligned by epochs, those of other races by training time.
    s.curves.companion_by_time = companions.front()->racing && ui.status.taught.runs.empty();
    if (s.centre.mode != ViewMode::wipe) s.centre.mode = ViewMode::side_by_side;
}

bool is_race(const Status& status) {
    return !status.companions.empty() && status.companions.front()->racing;
}

ImU32 companion_colour(const Ui& ui, std::size_t companion) {
    const ImU32 colours[] = {ui.palette.text, ui.palette.third, ui.palette.fourth};
    return colours[companion % std::size(colours)];
}

std::optional<std::size_t> leader_of(const Status& status) {
    const std::vector<int> places = places_of(racers_of(status));
    const auto first = std::ranges::find(places, 1);
    if (first == places.end()) return std::nullopt;
    return std::size_t(first - places.begin());
}

std::string companion_name(const Companion& other, std::size_t at) {
    if (other.racing) return letter_of(at + 1);
    return other.name.empty() ? "Other run" : other.name;
}

std::string companion_label(const Status& status, std::size_t at) {
    const Companion& other = *status.companions[at];
    if (other.racing) return label_of(status, at + 1);
    const std::string name = companion_name(other, at);
    if (other.step <= 0 || std::isnan(other.psnr)) return name;
    const std::string size = at_learned_size(status, other.learned);
    return name + ", " + decibels(other.psnr) + (size.empty() ? "" : " " + size);
}

std::string race_label(const Status& status) {
    return is_race(status) ? label_of(status, 0) : "";
}

std::string standing(const Status& status) {
    if (!is_race(status)) return compared(status);
    const std::vector<Racer> racers = racers_of(status);
    const auto winner = winner_of(racers);
    if (!status.finish_line || !winner) return lead(racers);
    return fmt::format("{} won: {} dB after {}", letter_of(*winner),
                       shown_number(*status.finish_line), race_time(*racers[*winner].finished));
}

std::string race_detail(const Status& status) {
    if (!is_race(status)) return standing(status);
    const std::vector<Racer> racers = racers_of(status);
    std::string text = times(status, racers);
    if (!status.finish_line) return text;
    if (winner_of(racers)) return lead(racers) + ", " + text;
    return fmt::format("{}, first to {} dB wins", text, shown_number(*status.finish_line));
}

}  // namespace redraw::ui
