#include "ui/actions/neuron_choice.h"

#include "ui/actions/neuron_layout.h"

#include <fmt/format.h>

namespace redraw::ui {

const std::vector<int>& hidden_layers(const Ui& ui) {
    return ui.status.config.network.layers;
}

std::string neuron_name(NeuronIndex index) {
    return fmt::format("Layer {}, neuron {}", index.layer + 1, index.neuron + 1);
}

void show_neuron(Ui& ui, NeuronIndex index) {
    ui.state.centre.neuron = ui.state.centre.neurons.last = index;
}

void show_all_neurons(Ui& ui) {
    ui.state.centre.neuron.reset();
    ui.state.centre.neurons.follow = true;
}

bool neuron_key(Ui& ui, Key key) {
    UiState& s = ui.state;
    if (s.centre.mode != ViewMode::neurons || !ui.has_run() || hidden_layers(ui).empty())
        return false;
    const auto& layers = hidden_layers(ui);
    if (!s.centre.neuron) {
        if (key == Key::enter)
            show_neuron(ui, s.centre.neurons.last.value_or(NeuronIndex{}));
        else if (key == Key::up || key == Key::down)
            s.centre.neurons.scroll += ui.px(key == Key::up ? -80 : 80);
        else
            return false;
        return true;
    }
    const int by = key == Key::left || key == Key::up ? -1 : +1;
    if (key == Key::left || key == Key::right)
        show_neuron(ui, next_neuron(layers, *s.centre.neuron, by));
    else if (key == Key::up || key == Key::down)
        show_neuron(ui, next_layer(layers, *s.centre.neuron, by));
    else if (key == Key::escape || key == Key::enter)
        show_all_neurons(ui);
    else
        return false;
    return true;
}

}  // namespace redraw::ui
