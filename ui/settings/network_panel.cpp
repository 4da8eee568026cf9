#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"
#include "ui/actions/dialogs.h"
#include "ui/kit/fields.h"
#include "ui/kit/settings_text.h"
#include "ui/kit/widgets.h"
#include "ui/settings/settings_panels.h"

#include <iterator>

namespace redraw::ui {

namespace {

// A smoothness: factors on the frequency settings that choose_by_size() derives from the picture
// size (engine/data/resolve.h). With a linear output and within the limits there, the smoothnesses
// give a first omega of 0.3, 0.2 and 0.12 times the longer side in pixels, a sigma of 0.05, 0.033
// and 0.02 times that side, and a finest grid with cells of 1, 1.33 and 2 point pixels (two thirds
// of that with area pixels). bench/results/quality.md compares their quality on and between the
// pixels.
struct Smoothness {
    const char* name;
    double first_omega, sigma, finest;
};
constexpr Smoothness kSmoothness[] = {
    {"Crisp", 1, 1, 1}, {"Balanced", 2.0 / 3, 2.0 / 3, 0.75}, {"Smooth", 0.4, 0.4, 0.5}};

// Returns the edited network with its frequency setting (first omega, sigma or finest cells) set
// for a smoothness. A factor of 1 leaves the setting automatic, so that it follows the picture
// size.
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

// Returns the text of a field whose value is chosen automatically: "Auto", with the value in use.
// Empty if the user set a value (`edited` is not 0).
std::string automatic_text(const Ui& ui, double edited, double chosen) {
    if (edited != 0) return "";
    return ui.has_run() && chosen > 0 ? "Auto: " + shown_number(chosen) : "Auto";
}

bool draw_fourier(Ui& ui, FourierSpec& fourier) {
    const FourierSpec plain = default_config(ui).network.fourier;
    const bool changed = count_row(ui, Setting::fourier_count, fourier.count, plain.count);
    return changed |
           number_row(ui, Setting::fourier_sigma, fourier.sigma, plain.sigma,
                      automatic_text(ui, fourier.sigma, ui.status.config.network.fourier.sigma));
}

// Draws the settings row for the number of cells that a level of the grid encoding has along the
// picture's longer side.
bool cells_row(Ui& ui, Setting setting, int& cells, int chosen) {
    double edited = cells;
    if (!number_row(ui, setting, edited, 0, automatic_text(ui, edited, chosen))) return false;
    cells = int(std::clamp(edited, 0.0, 1e6));
    return true;
}

// Draws the settings row that limits the number of network parameters. The limit determines the
// sizes of the grid's tables and of the layers.
bool draw_parameters(Ui& ui, NetworkSpec& network) {
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

bool draw_smoothness_row(Ui& ui) {
    NetworkSpec& network = ui.state.settings.edited.network;
    if (!ui.has_run() || !applies(Setting::smoothness, ui.state.settings.edited)) return false;
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
    changed |= draw_fourier(ui, network.fourier);
    changed |= draw_grid(ui, network.grid);
    return changed;
}

// Returns the time limit in seconds after the user chose a built-in preset. The preset tanh renders
// only grey in the default time, so it gets more; the next preset gets the default time again. A
// time that the user chose stays. `of_next`: the limit of runs opened later.
double seconds_for(const Config& chosen, const Config& before, double of_next) {
    constexpr double kTanhSeconds = 600;
    const double usual = Preferences{}.seconds, seconds = chosen.schedule.seconds;
    if (chosen.preset == "tanh") return seconds == usual ? kTanhSeconds : seconds;
    const bool of_tanh = before.preset == "tanh" && seconds == kTanhSeconds && of_next == usual;
    return of_tanh ? usual : seconds;
}

void draw_preset(Ui& ui) {
    Settings& settings = ui.state.settings;
    Config& edited = settings.edited;
    Config plain = default_config(ui);
    // A preset sets no batch, so changing the batch does not count as an edit of the preset.
    set_batch(plain, edited.data.batch, edited.data.batch_size);
    const bool changed_since =
        edited.network != plain.network || edited.optimizer != plain.optimizer;
    const bool own = is_own_preset(ui, edited);
    std::optional<Config> wanted;
    if (setting_row(ui, Setting::preset))
        wanted = with_preset(edited, edited.preset, ui.picture_size());
    const std::string shown = preset_title(ui, edited) + (changed_since && !own ? ", edited" : "");
    bool manage = false;
    if (begin_choice(ui, "##preset", shown, field_width(ui))) {
        if (ImGui::IsWindowAppearing()) ui.requests.ask(PresetRequest{presets::Refresh{}});
        if (auto chosen = draw_preset_choices(ui, edited)) wanted = std::move(chosen);
        ImGui::Separator();
        manage = choice(ui, "Your presets…", false);
        tooltip(ui, "Save these settings under a name; rename, share or remove presets.");
        ImGui::EndCombo();
    }
    if (wanted) {
        if (!is_own_preset(ui, *wanted))
            wanted->schedule.seconds = seconds_for(*wanted, edited, ui.state.preferences.seconds);
        edited = *wanted;
        commit(settings, ui.requests);
    }
    if (manage) open_dialog(ui, Dialog::presets);
    for (const Preset& preset : kPresets)
        if (preset.name == edited.preset && !preset.warning.empty() && !changed_since)
            note(ui, std::string(preset.warning), ui.palette.accent_text);
}

// Layout units. kChip: width of a layer's field. kBetweenChips: gap between two of these fields.
// kBesideLabel: space for the label "Layers".
constexpr float kChip = 40, kBetweenChips = 4, kBesideLabel = 62;

bool draw_chip(Ui& ui, std::vector<int>& layers, int index) {
    ImGui::PushID(index);
    std::string taken;
    bool changed = false;
    const std::string shown = std::to_string(layers[index]);
    // Centres the text while the field is not being edited, because ImGui only aligns to the left.
    const float slack = (ui.px(kChip) - text_size(ui.fonts.body, shown).x) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {std::max(ui.px(3), slack), ImGui::GetStyle().FramePadding.y});
    if (text_field(ui, "##width", shown, ui.px(kChip), taken)) {
        const auto width = parse_number(taken);
        if (taken.empty() || (width && *width == 0)) {
            if (layers.size() > 1) layers.erase(layers.begin() + index);
            changed = true;
        } else if (width) {
            layers[index] = int(std::clamp(std::round(*width), -1e9, 1e9));
            changed = true;
        }
    }
    ImGui::PopStyleVar();
    tooltip(ui, "Neurons in this layer. Clear the field to remove the layer.");
    if (ImGui::BeginPopupContextItem("layer")) {
        if (ImGui::MenuItem("Remove this layer", nullptr, false, layers.size() > 1)) {
            layers.erase(layers.begin() + index);
            changed = true;
        }
        if (ImGui::MenuItem("Add a layer after this")) {
            layers.insert(layers.begin() + index, layers[index]);
            changed = true;
        }
        ImGui::EndPopup();
    }
    ImGui::PopID();
    return changed;
}

// Draws a small field for each hidden layer, with the number of its neurons. "+" adds a layer as
// wide as the last; clearing a field removes its layer.
void draw_layers_row(Ui& ui) {
    Settings& settings = ui.state.settings;
    std::vector<int>& layers = settings.edited.network.layers;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    bool changed = setting_row(ui, Setting::layers);
    if (changed) layers = default_config(ui).network.layers;

    const float step = ui.px(kChip + kBetweenChips), line = ui.px(30);
    const int a_line = int((ui.side_width() - ui.px(kBesideLabel + 24)) / step);
    const auto place = [&](int row, int column) {
        ImGui::SetCursorScreenPos(
            {at.x + ui.px(kBesideLabel) + float(column) * step, at.y + float(row) * line});
    };
    const int count = int(layers.size());
    for (int i = 0; i < count && i < int(layers.size()); ++i) {
        place(i / a_line, i % a_line);
        changed |= draw_chip(ui, layers, i);
    }
    place((count - 1) / a_line, (count - 1) % a_line + 1);
    if (button(ui, "##add", "", ButtonStyle::plain, {ui.px(24), ui.px(26)},
               {.icon = Icon::plus, .help = "Add a layer as wide as the last one."})) {
        layers.push_back(layers.back());
        changed = true;
    }
    const int lines = (count - 1) / a_line + 1;
    ImGui::SetCursorScreenPos({at.x, at.y + float(lines) * line + ui.px(4)});
    if (changed) commit(settings, ui.requests);
}

void draw_size_line(Ui& ui) {
    if (!ui.has_run()) return;
    const Image& target = *ui.status.target;
    NetworkSpec network = pixel_known(ui.state.settings, ui.status);
    choose_by_size(network, {target.width, target.height}, target.channels);
    const std::size_t count = parameter_count(network, target.channels);
    const double per_pixel = double(count) / double(target.pixel_count());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    read_out(ui, "size", ui.fonts.small, at, ui.palette.muted,
             fmt::format("{} weights, {:.2g} per pixel ({})", thousands(std::int64_t(count)),
                         per_pixel, bytes(4.0 * double(count))),
             "The weights of the network: how many, how many for each learned pixel, and their "
             "size at 32 bits each.");
    ImGui::Dummy({1, ui.px(16)});
}

bool draw_pixel_rows(Ui& ui, Config& e) {
    const Config plain = default_config(ui);
    bool changed = choice_row(ui, Setting::pixel, e.network.pixel, plain.network.pixel);
    if (e.network.pixel == PixelModel::area && e.optimizer.loss == Loss::bce)
        e.optimizer.loss = Loss::mse;
    return changed | number_row(ui, Setting::total_variation, e.optimizer.total_variation,
                                plain.optimizer.total_variation);
}

void draw_more(Ui& ui) {
    Settings& settings = ui.state.settings;
    Config& e = settings.edited;
    draw_preset(ui);
    const Config plain = default_config(ui);
    bool changed =
        choice_row(ui, Setting::activation, e.network.activation, plain.network.activation);
    changed |= draw_smoothness_row(ui);
    changed |= draw_encoding_rows(ui);
    changed |=
        number_row(ui, Setting::first_omega, e.network.first_omega, 0.0,
                   automatic_text(ui, e.network.first_omega, ui.status.config.network.first_omega));
    changed |=
        number_row(ui, Setting::hidden_omega, e.network.hidden_omega, plain.network.hidden_omega);
    changed |=
        number_row(ui, Setting::hidden_gain, e.network.hidden_gain, plain.network.hidden_gain);
    if (choice_row(ui, Setting::output, e.network.output, plain.network.output)) {
        if (e.network.output == OutputMap::linear && e.optimizer.loss == Loss::bce)
            e.optimizer.loss = Loss::mse;
        changed = true;
    }
    if (choice_row(ui, Setting::loss, e.optimizer.loss, plain.optimizer.loss)) {
        if (e.optimizer.loss == Loss::bce) {
            e.network.output = OutputMap::sigmoid;
            e.network.pixel = PixelModel::point;
        }
        changed = true;
    }
    changed |= draw_pixel_rows(ui, e);
    changed |= choice_row(ui, Setting::optimizer, e.optimizer.kind, plain.optimizer.kind);
    changed |= number_row(ui, Setting::beta1, e.optimizer.beta1, plain.optimizer.beta1);
    changed |= number_row(ui, Setting::beta2, e.optimizer.beta2, plain.optimizer.beta2);
    changed |= number_row(ui, Setting::momentum, e.optimizer.momentum, plain.optimizer.momentum);
    bool batch = choice_row(ui, Setting::batch, e.data.batch, BatchMode::full);
    if (batch) set_batch(e, e.data.batch, default_batch_size(e.data.batch));
    batch |=
        count_row(ui, Setting::batch_size, e.data.batch_size, default_batch_size(e.data.batch));
    if (batch) e.by_size.batch = false;
    changed |= batch;
    changed |= count_row(ui, Setting::seed, e.seed, plain.seed);
    if (changed) commit(settings, ui.requests);
}

}  // namespace

void draw_network_panel(Ui& ui) {
    section_head(ui, "NETWORK",
                 "The network that learns the picture. A change starts a new run; the old run is "
                 "kept.");
    bool& more = ui.state.preferences.more_network;
    more_button(ui, "more network", more);
    begin_settings(ui);
    draw_layers_row(ui);
    if (more) draw_more(ui);
    end_settings(ui);
    if (more) draw_size_line(ui);
}

}  // namespace redraw::ui
