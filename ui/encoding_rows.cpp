// How the coordinates reach the network, and the numbers of that encoding.
#include "engine/network/presets.h"
#include "ui/choice_row.h"
#include "ui/format.h"
#include "ui/number_row.h"

#include <algorithm>

namespace redraw {
namespace {

bool draw_fourier(Ui& ui, FourierSpec& fourier) {
    const FourierSpec plain;
    bool changed = count_row(ui, Setting::fourier_count, fourier.count, plain.count);
    changed |=
        number_row(ui, Setting::fourier_sigma, fourier.sigma, plain.sigma,
                   automatic_text(ui, fourier.sigma, ui.status.config.network.fourier.sigma));
    return changed;
}

bool draw_grid(Ui& ui, GridSpec& grid) {
    const GridSpec plain;
    bool changed = count_row(ui, Setting::grid_levels, grid.levels, plain.levels);
    double finest = grid.finest;
    if (number_row(ui, Setting::grid_finest, finest, plain.finest,
                   automatic_text(ui, finest, ui.status.config.network.grid.finest))) {
        grid.finest = int(std::clamp(finest, 0.0, 1e6));
        changed = true;
    }
    if (ui.state.preferences.more_network) {
        changed |= count_row(ui, Setting::grid_base, grid.base, plain.base);
        changed |= count_row(ui, Setting::grid_features, grid.features, plain.features);
    }
    return changed;
}

}  // namespace

std::string automatic_text(const Ui& ui, double edited, double chosen) {
    if (edited != 0) return "";
    return ui.has_run() && chosen > 0 ? "Auto: " + number(chosen) : "Auto";
}

bool draw_encoding_rows(Ui& ui) {
    NetworkSpec& network = ui.state.settings.edited.network;
    // Most never need it: the presets choose one.
    if (network.encoding == Encoding::none && !ui.state.preferences.more_network) return false;
    bool changed = choice_row(ui, Setting::encoding, network.encoding,
                              preset_config(ui.state.settings.edited.preset).network.encoding);
    if (network.encoding == Encoding::fourier) changed |= draw_fourier(ui, network.fourier);
    if (network.encoding == Encoding::grid) changed |= draw_grid(ui, network.grid);
    return changed;
}

}  // namespace redraw
