#include "ui/settings/encoding_rows.h"

#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"
#include "engine/text/numbers.h"
#include "ui/kit/fields.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace redraw::ui {
namespace {

// Shares of what the picture's size chooses (resolve.h): a first omega of 0.3, 0.2 and 0.12 of the
// longer side, a sigma of 0.05, 0.033 and 0.02, finest cells of 1, 1.33 and 2 pixels. What they are
// worth on the pixels and between them: docs/quality.md.
struct Smoothness {
    const char* name;
    double first_omega, sigma, finest;
};
constexpr Smoothness kSmoothness[] = {
    {"Crisp", 1, 1, 1}, {"Balanced", 2.0 / 3, 2.0 / 3, 0.75}, {"Smooth", 0.4, 0.4, 0.5}};

// The edited network with the parameter of its encoding set for a smoothness. A share of 1 leaves
// it automatic, so that it follows the size.
NetworkSpec with_smoothness(const Ui& ui, const Smoothness& wanted) {
    const Settings& settings = ui.state.settings;
    const PixelSize picture = ui.picture_size();
    NetworkSpec network = settings.edited.network, by_size = pixel_known(settings, ui.status);
    by_size.first_omega = by_size.fourier.sigma = by_size.grid.finest = 0;
    choose_by_size(by_size,
                   training_size(settings.edited.data.train_size, picture.width, picture.height),
                   ui.status.target->channels);
    const auto share_of = [](double chosen, double share) {
        return share == 1 ? 0 : std::max(1.0, std::round(share * chosen * 100) / 100);
    };
    if (network.encoding == Encoding::fourier)
        network.fourier.sigma = share_of(by_size.fourier.sigma, wanted.sigma);
    else if (network.encoding == Encoding::grid)
        network.grid.finest = int(share_of(by_size.grid.finest, wanted.finest));
    else
        network.first_omega = share_of(by_size.first_omega, wanted.first_omega);
    return network;
}

bool draw_fourier(Ui& ui, FourierSpec& fourier) {
    const FourierSpec plain = default_config(ui).network.fourier;
    const bool changed = count_row(ui, Setting::fourier_count, fourier.count, plain.count);
    return changed |
           number_row(ui, Setting::fourier_sigma, fourier.sigma, plain.sigma,
                      automatic_text(ui, fourier.sigma, ui.status.config.network.fourier.sigma));
}

// Draws the row for the cells of one grid level along the longer side.
bool cells_row(Ui& ui, Setting setting, int& cells, int chosen) {
    double edited = cells;
    if (!number_row(ui, setting, edited, 0, automatic_text(ui, edited, chosen))) return false;
    cells = int(std::clamp(edited, 0.0, 1e6));
    return true;
}

// Draws the row for a limit on the parameters, which sizes tables and layers.
bool draw_parameters(Ui& ui, NetworkSpec& network) {
    if (network.encoding == Encoding::window) return false;
    std::string shown = network.parameters > 0 ? "" : "Auto";
    if (ui.has_run() && !shown.empty())
        shown += ": " + thousands(std::int64_t(
                            parameter_count(ui.status.config.network, ui.status.target->channels)));
    double most = network.parameters;
    if (!number_row(ui, Setting::parameters, most, 0, shown)) return false;
    network.parameters = int(std::clamp(most, 0.0, 64e6));
    return true;
}

bool draw_grid(Ui& ui, GridSpec& grid) {
    const GridSpec plain = default_config(ui).network.grid;
    const GridSpec& chosen = ui.status.config.network.grid;
    bool changed = cells_row(ui, Setting::grid_finest, grid.finest, chosen.finest);
    changed |= count_row(ui, Setting::grid_levels, grid.levels, plain.levels);
    changed |= cells_row(ui, Setting::grid_base, grid.base, chosen.base);
    changed |= count_row(ui, Setting::grid_features, grid.features, plain.features);
    return changed;
}

}  // namespace

std::string automatic_text(const Ui& ui, double edited, double chosen) {
    if (edited != 0) return "";
    return ui.has_run() && chosen > 0 ? "Auto: " + shown_number(chosen) : "Auto";
}

bool draw_smoothness_row(Ui& ui) {
    NetworkSpec& network = ui.state.settings.edited.network;
    const bool has_number =
        network.encoding == Encoding::fourier || network.encoding == Encoding::grid ||
        (network.encoding == Encoding::none && network.activation == Activation::sine);
    if (!ui.has_run() || !has_number) return false;
    const NetworkSpec before = network;
    const Smoothness* now = std::find_if(
        std::begin(kSmoothness), std::end(kSmoothness),
        [&](const Smoothness& smoothness) { return with_smoothness(ui, smoothness) == before; });
    if (setting_row(ui, Setting::smoothness)) network = with_smoothness(ui, kSmoothness[0]);
    const std::string shown = now == std::end(kSmoothness) ? "Custom" : now->name;
    if (begin_choice(ui, "##smoothness", shown, field_width(ui))) {
        for (const Smoothness& smoothness : kSmoothness)
            if (choice(ui, smoothness.name, &smoothness == now))
                network = with_smoothness(ui, smoothness);
        ImGui::EndCombo();
    }
    return network != before;
}

bool draw_encoding_rows(Ui& ui) {
    NetworkSpec& network = ui.state.settings.edited.network;
    bool changed = draw_parameters(ui, network);
    changed |=
        choice_row(ui, Setting::encoding, network.encoding, default_config(ui).network.encoding);
    if (changed && network.encoding == Encoding::window)
        ui.state.settings.edited =
            with_preset(ui.state.settings.edited, "enlarge", ui.picture_size());
    if (network.encoding == Encoding::fourier) changed |= draw_fourier(ui, network.fourier);
    if (network.encoding == Encoding::grid) changed |= draw_grid(ui, network.grid);
    return changed;
}

}  // namespace redraw::ui
