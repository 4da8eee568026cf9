#include "ui/actions/network_edits.h"

#include "engine/text/numbers.h"

#include <algorithm>
#include <utility>

namespace redraw::ui {
namespace {

std::string counted(std::size_t count, const char* what) {
    return thousands(std::int64_t(count)) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

const NetworkEdits& edits_now(const Ui& ui) {
    const auto& dragged = ui.state.centre.weight_drag.edits;
    return dragged ? *dragged : ui.state.settings.history.present().network;
}

bool is_muted(const Ui& ui, NeuronIndex index) {
    return std::ranges::find(edits_now(ui).muted, index) != edits_now(ui).muted.end();
}

bool is_edited(const Ui& ui, NeuronIndex of, int input) {
    return std::ranges::any_of(edits_now(ui).weights, [&](const WeightEdit& edit) {
        return edit.of == of && edit.input == input;
    });
}

void toggle_muted(Ui& ui, NeuronIndex index) {
    NetworkEdits edits = edits_now(ui);
    if (std::erase(edits.muted, index) == 0) edits.muted.push_back(index);
    change_network(ui.state.settings, std::move(edits));
}

void set_weight(Ui& ui, NeuronIndex of, int input, float value, bool final) {
    NetworkEdits edits = edits_now(ui);
    std::erase_if(edits.weights,
                  [&](const WeightEdit& edit) { return edit.of == of && edit.input == input; });
    edits.weights.push_back({of, input, value});
    ui.state.centre.weight_drag.edits.reset();
    if (final)
        change_network(ui.state.settings, std::move(edits));
    else
        ui.state.centre.weight_drag.edits = std::move(edits);
}

void drop_edits(Ui& ui) {
    ui.state.centre.weight_drag.edits.reset();
    change_network(ui.state.settings, {});
}

std::string edits_text(const NetworkEdits& edits) {
    std::string text;
    if (!edits.muted.empty()) text = counted(edits.muted.size(), "neuron") + " muted";
    if (!edits.weights.empty())
        text += (text.empty() ? "" : ", ") + counted(edits.weights.size(), "weight") + " changed";
    return text;
}

}  // namespace redraw::ui
