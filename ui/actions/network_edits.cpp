#include "ui/actions/network_edits.h"

#include "engine/text/numbers.h"

#include <algorithm>
#include <utility>

namespace redraw::ui {
namespace {

// A step more; what was taken back before is gone.
void add_step(EditHistory& history, NetworkEdits edits) {
    history.steps.resize(history.position + 1);
    if (edits == history.steps.back()) return;
    history.steps.push_back(std::move(edits));
    ++history.position;
}

std::string counted(std::size_t count, const char* what) {
    return thousands(std::int64_t(count)) + " " + what + (count == 1 ? "" : "s");
}

bool move_by(Ui& ui, int step) {
    EditHistory& history = ui.state.centre.edits;
    const auto to = std::ptrdiff_t(history.position) + step;
    if (to < 0 || to >= std::ssize(history.steps)) return false;
    history.position = std::size_t(to);
    history.dragged.reset();
    return true;
}

}  // namespace

const NetworkEdits& edits_now(const Ui& ui) {
    const EditHistory& history = ui.state.centre.edits;
    return history.dragged ? *history.dragged : history.steps[history.position];
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
    add_step(ui.state.centre.edits, std::move(edits));
}

void set_weight(Ui& ui, NeuronIndex of, int input, float value, bool final) {
    EditHistory& history = ui.state.centre.edits;
    NetworkEdits edits = edits_now(ui);
    std::erase_if(edits.weights,
                  [&](const WeightEdit& edit) { return edit.of == of && edit.input == input; });
    edits.weights.push_back({of, input, value});
    history.dragged.reset();
    if (final)
        add_step(history, std::move(edits));
    else
        history.dragged = std::move(edits);
}

void drop_edits(Ui& ui) {
    ui.state.centre.edits.dragged.reset();
    add_step(ui.state.centre.edits, {});
}

bool undo_network_edit(Ui& ui) {
    return move_by(ui, -1);
}

bool redo_network_edit(Ui& ui) {
    return move_by(ui, +1);
}

std::string edits_text(const NetworkEdits& edits) {
    std::string text;
    if (!edits.muted.empty()) text = counted(edits.muted.size(), "neuron") + " muted";
    if (!edits.weights.empty())
        text += (text.empty() ? "" : ", ") + counted(edits.weights.size(), "weight") + " changed";
    return text;
}

}  // namespace redraw::ui
