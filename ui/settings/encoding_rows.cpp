#include "ui/settings/encoding_rows.h"

#include "engine/data/batch_by_size.h"
#include "engine/network/presets.h"
#include "engine/text/numbers.h"
#include "ui/kit/fields.h"

#include <algorithm>

namespace redraw {
namespace {

bool draw_sigma(Ui& ui, FourierSpec& fourier) {
    return number_row(ui, Setting::fourier_sigma, fourier.sigma, FourierSpec{}.sigma,
                      automatic_text(ui, fourier.sigma, ui.status.config.network.fourier.sigma));
}

bool draw_fourier(Ui& ui, FourierSpec& fourier) {
    const bool changed = count_row(ui, Setting::fourier_count, fourier.count, FourierSpec{}.count);
    return draw_sigma(ui, fourier) || changed;
}

bool draw_finest(Ui& ui, GridSpec& grid) {
    double finest = grid.finest;
    if (!number_row(ui, Setting::grid_finest, finest, GridSpec{}.finest,
                    automatic_text(ui, finest, ui.status.config.network.grid.finest)))
        return false;
    grid.finest = int(std::clamp(finest, 0.0, 1e6));
    return true;
}

bool draw_grid(Ui& ui, GridSpec& grid) {
    const GridSpec plain;
    bool changed = draw_finest(ui, grid);
    changed |= count_row(ui, Setting::grid_levels, grid.levels, plain.levels);
    changed |= count_row(ui, Setting::grid_base, grid.base, plain.base);
    changed |= count_row(ui, Setting::grid_features, grid.features, plain.features);
    return changed;
}

}  // namespace

std::string automatic_text(const Ui& ui, double edited, double chosen) {
    if (edited != 0) return "";
    return ui.has_run() && chosen > 0 ? "Auto: " + number(chosen) : "Auto";
}

bool draw_encoding_rows(Ui& ui) {
    NetworkSpec& network = ui.state.settings.edited.network;
    bool changed = choice_row(ui, Setting::encoding, network.encoding,
                              preset_config(ui.state.settings.edited.preset).network.encoding);
    if (changed && network.encoding == Encoding::window)
        ui.state.settings.edited =
            with_preset(ui.state.settings.edited, "enlarge", ui.picture_size());
    if (network.encoding == Encoding::fourier) changed |= draw_fourier(ui, network.fourier);
    if (network.encoding == Encoding::grid) changed |= draw_grid(ui, network.grid);
    return changed;
}

}  // namespace redraw
