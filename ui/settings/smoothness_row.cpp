#include "ui/settings/smoothness_row.h"

#include "engine/data/smoothness.h"
#include "engine/text/numbers.h"
#include "ui/kit/choice_row.h"
#include "ui/kit/fields.h"

#include <algorithm>

namespace redraw {
namespace {

// Of what is being edited; 0 while there is no picture.
int longer_side(const Ui& ui) {
    const PixelSize picture = ui.picture_size();
    if (picture.width < 1) return 0;
    const PixelSize size =
        training_size(ui.state.settings.edited.data.train_size, picture.width, picture.height);
    return std::max(size.width, size.height);
}

// "First omega 24"; "Finest cells auto".
std::string what_it_sets(const NetworkSpec& network) {
    const auto said = [](Setting setting, double value) {
        return std::string(text_of(setting).label) + " " + (value == 0 ? "auto" : number(value));
    };
    return network.encoding == Encoding::fourier
               ? said(Setting::fourier_sigma, network.fourier.sigma)
           : network.encoding == Encoding::grid ? said(Setting::grid_finest, network.grid.finest)
                                                : said(Setting::first_omega, network.first_omega);
}

}  // namespace

void draw_smoothness_row(Ui& ui) {
    Settings& settings = ui.state.settings;
    const NetworkSpec network = pixel_known(settings, ui.status);
    const int side = longer_side(ui);
    const bool there = side > 0 && has_smoothness(network);
    const auto now = there ? smoothness_of(network, side) : std::nullopt;
    auto wanted = now;
    if (setting_row(ui, Setting::smoothness)) wanted = Smoothness::crisp;
    const std::string shown = !there ? "–" : now ? title(name_of(*now)) : "Custom";
    ImGui::BeginDisabled(!there);
    if (begin_choice(ui, "##smoothness", shown, field_width(ui))) {
        for (const auto& [smoothness, name] : kNames<Smoothness>) {
            if (choice(ui, title(name), smoothness == now)) wanted = smoothness;
            tooltip(ui, what_it_sets(with_smoothness(network, smoothness, side)));
        }
        ImGui::EndCombo();
    } else if (!there) {
        tooltip(ui, side == 0 ? "How much is smooth depends on the picture: open one first."
                              : "Only sine layers, Fourier features and grids have a number for "
                                "it, and this network has none of them.");
    } else {
        tooltip(ui, what_it_sets(network) + ", under More settings.");
    }
    ImGui::EndDisabled();
    if (!there || wanted == now) return;
    const PixelModel pixel = settings.edited.network.pixel;
    settings.edited.network = with_smoothness(network, *wanted, side);
    settings.edited.network.pixel = pixel;
    commit(settings, ui.requests);
}

}  // namespace redraw
