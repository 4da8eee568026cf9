#include "ui/actions/neurons.h"

#include "engine/features/neurons/neuron_study.h"
#include "engine/features/neurons/neuron_sum.h"

namespace redraw::ui {
namespace {

constexpr float kLargest = 112, kSmallest = 36, kStep = 4;  // a tile's longer side, layout units
constexpr int kAnyColumns = 1 << 20;
constexpr float kBetween = 4, kCaption = 26, kBelow = 12;

NeuronLayout with_side(const std::vector<int>& layers, float width, float aspect, float side,
                       float unit, int most_columns) {
    NeuronLayout layout;
    layout.layers = layers;
    layout.gap = std::floor(kBetween * unit);
    layout.caption = std::floor(kCaption * unit);
    layout.tile_width = std::max(2.0f, std::floor(side * unit * std::min(1.0f, aspect)));
    layout.tile_height = std::max(2.0f, std::floor(side * unit / std::max(1.0f, aspect)));
    layout.columns =
        std::clamp(int((width + layout.gap) / (layout.tile_width + layout.gap)), 1, most_columns);
    for (const int neurons : layers) {
        layout.tops.push_back(layout.height);
        const int rows = (neurons + layout.columns - 1) / layout.columns;
        layout.height += layout.caption + float(rows) * (layout.tile_height + layout.gap) +
                         std::floor(kBelow * unit);
    }
    layout.height -= layers.empty() ? 0 : std::floor(kBelow * unit) + layout.gap;
    return layout;
}

}  // namespace

float NeuronLayout::tile_x(int neuron) const {
    return float(neuron % columns) * (tile_width + gap);
}

float NeuronLayout::tile_y(NeuronIndex index) const {
    return tops[std::size_t(index.layer)] + caption +
           float(index.neuron / columns) * (tile_height + gap);
}

std::optional<NeuronIndex> NeuronLayout::at(float x, float y) const {
    if (x < 0 || y < 0) return std::nullopt;
    const auto below = std::upper_bound(tops.begin(), tops.end(), y);
    if (below == tops.begin()) return std::nullopt;
    const int layer = int(below - tops.begin()) - 1;
    const float inside = y - tops[std::size_t(layer)] - caption;
    if (inside < 0) return std::nullopt;
    const int column = int(x / (tile_width + gap)), row = int(inside / (tile_height + gap));
    const int neuron = row * columns + column;
    if (column >= columns || neuron >= layers[std::size_t(layer)]) return std::nullopt;
    return NeuronIndex{layer, neuron};
}

NeuronLayout lay_out_neurons(const std::vector<int>& layers, float width, float height,
                             float aspect, float unit) {
    NeuronLayout layout;
    float side = kLargest;
    for (; side >= kSmallest; side -= kStep) {
        layout = with_side(layers, width, aspect, side, unit, kAnyColumns);
        if (layout.height <= height) break;
    }
    // Prefer full rows if they need no more height: 32 neurons as 16 and 16, not 17 and 15.
    const int widest = layers.empty() ? 1 : *std::max_element(layers.begin(), layers.end());
    const int rows = (widest + layout.columns - 1) / layout.columns;
    const NeuronLayout even = with_side(layers, width, aspect, std::max(side, kSmallest), unit,
                                        (widest + rows - 1) / rows);
    return even.height <= layout.height ? even : layout;
}

NeuronIndex next_neuron(const std::vector<int>& layers, NeuronIndex index, int across) {
    index.neuron += across;
    if (index.neuron < 0) {
        if (index.layer == 0) return {0, 0};
        --index.layer;
        index.neuron = layers[std::size_t(index.layer)] - 1;
    } else if (index.neuron >= layers[std::size_t(index.layer)]) {
        if (index.layer + 1 == int(layers.size())) return {index.layer, index.neuron - 1};
        index = {index.layer + 1, 0};
    }
    return index;
}

NeuronIndex next_layer(const std::vector<int>& layers, NeuronIndex index, int down) {
    index.layer = std::clamp(index.layer + down, 0, int(layers.size()) - 1);
    index.neuron = std::min(index.neuron, layers[std::size_t(index.layer)] - 1);
    return index;
}

const std::vector<int>& hidden_layers(const Ui& ui) {
    return ui.status.config.network.layers;
}

std::string neuron_name(NeuronIndex index) {
    return fmt::format("Layer {}, neuron {}", index.layer + 1, index.neuron + 1);
}

void show_neurons(Ui& ui) {
    if (ui.state.centre.mode == ViewMode::neurons) show_all_neurons(ui);
    ui.state.centre.mode = ViewMode::neurons;
}

void show_neuron(Ui& ui, NeuronIndex index) {
    auto& state = ui.state.of<NeuronsState>();
    state.large = state.last = index;
}

void show_all_neurons(Ui& ui) {
    ui.state.of<NeuronsState>().large.reset();
    ui.state.of<NeuronsState>().follow = true;
}

bool neuron_key(Ui& ui, const KeyPress& press) {
    NeuronsState& s = ui.state.of<NeuronsState>();
    const Key key = press.key;
    if (press.ctrl || press.shift || hidden_layers(ui).empty()) return false;
    const auto& layers = hidden_layers(ui);
    if (!s.large) {
        if (key == Key::enter)
            show_neuron(ui, s.last.value_or(NeuronIndex{}));
        else if (key == Key::up || key == Key::down)
            s.scroll += ui.px(key == Key::up ? -80 : 80);
        else
            return false;
        return true;
    }
    const int by = key == Key::left || key == Key::up ? -1 : +1;
    if (key == Key::left || key == Key::right)
        show_neuron(ui, next_neuron(layers, *s.large, by));
    else if (key == Key::up || key == Key::down)
        show_neuron(ui, next_layer(layers, *s.large, by));
    else if (key == Key::escape || key == Key::enter)
        show_all_neurons(ui);
    else
        return false;
    return true;
}

const NetworkEdits& own_edits(const Ui& ui) {
    return ui.state.of<NeuronsState>().dragging ? ui.edits()
                                                : ui.state.settings.history.present().network;
}

bool is_muted(const Ui& ui, NeuronIndex index) {
    return std::ranges::find(ui.edits().muted, index) != ui.edits().muted.end();
}

bool is_edited(const Ui& ui, NeuronIndex of, int input) {
    return std::ranges::any_of(ui.edits().weights, [&](const WeightEdit& edit) {
        return edit.of == of && edit.input == input;
    });
}

void toggle_muted(Ui& ui, NeuronIndex index) {
    NetworkEdits edits = own_edits(ui);
    const bool own = std::erase(edits.muted, index) > 0;
    if (!own && is_muted(ui, index)) return;  // muted by add_up()
    if (!own) edits.muted.push_back(index);
    change_network(ui.state.settings, std::move(edits));
}

void set_weight(Ui& ui, NeuronIndex of, int input, float value, bool final) {
    NetworkEdits edits = own_edits(ui);
    std::erase_if(edits.weights,
                  [&](const WeightEdit& edit) { return edit.of == of && edit.input == input; });
    edits.weights.push_back({of, input, value});
    ui.state.of<NeuronsState>().dragging = !final;
    ui.state.centre.edits.reset();
    if (final)
        change_network(ui.state.settings, std::move(edits));
    else
        ui.state.centre.edits = std::move(edits);
}

void add_up(Ui& ui, int count) {
    NeuronsState& state = ui.state.of<NeuronsState>();
    const int all = hidden_layers(ui).back();
    // Scrolls to the last layer; drawing limits this value to the end of the list.
    if (!state.sum) state.scroll = 1e9f;
    state.sum = count < all ? std::optional(std::max(0, count)) : std::nullopt;
    follow_neurons(ui);
}

void follow_neurons(Ui& ui) {
    NeuronsState& state = ui.state.of<NeuronsState>();
    auto& shown = ui.state.centre.edits;
    if (state.run != ui.status.run_serial) state = {.run = ui.status.run_serial};
    state.dragging &= ui.state.centre.mode == ViewMode::neurons && state.large.has_value();
    if (state.dragging) return;
    shown.reset();
    const auto& pictures = ui.status.result<NeuronPictures>();
    const auto& layers = hidden_layers(ui);
    const bool listed = ui.state.centre.mode == ViewMode::neurons && !state.large;
    if (!listed || !state.sum || !pictures || int(pictures->loudest.size()) != layers.back())
        return;
    const NetworkEdits& own = own_edits(ui);
    NetworkEdits edits = adding_up(ui.status.config.network, pictures->loudest, *state.sum);
    for (const NeuronIndex& index : own.muted)
        if (std::ranges::find(edits.muted, index) == edits.muted.end())
            edits.muted.push_back(index);
    edits.weights = own.weights;
    shown = std::move(edits);
}

}  // namespace redraw::ui
