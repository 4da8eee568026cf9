#include "ui/centre/neuron_weights.h"

#include "engine/text/numbers.h"
#include "ui/actions/keymap.h"
#include "ui/actions/network_edits.h"
#include "ui/centre/neuron_answers.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace redraw::ui {
namespace {

constexpr std::size_t kFewWeights = 8;    // each has its value below it
constexpr std::size_t kMostWeights = 64;  // of more, those that count most
constexpr float kBeyond = 1.25f;          // a bar can be dragged that much longer than the longest

std::string weights_help(const Ui& ui) {
    return with_keys(ui,
                     "How much each of its inputs counts, and with which sign. Drag a bar to "
                     "change it and see what that does to the drawing; the run is left as it is, "
                     "and {} takes it back.",
                     Action::undo);
}

// The inputs whose weights are shown, in their order: what was changed stays in sight.
std::vector<int> shown_inputs(const Ui& ui, const NeuronPictures& pictures) {
    const auto& weights = pictures.weights;
    std::vector<int> inputs(weights.size());
    std::iota(inputs.begin(), inputs.end(), 0);
    if (weights.size() <= kMostWeights) return inputs;
    const auto rank = [&](int input) {
        const float size = std::abs(weights[std::size_t(input)]);
        return is_edited(ui, *pictures.chosen, input) ? 1e30f : std::isfinite(size) ? size : 0;
    };
    std::ranges::stable_sort(inputs, std::greater(), rank);
    inputs.resize(kMostWeights);
    std::ranges::sort(inputs);
    return inputs;
}

float limit_of(const std::vector<float>& weights) {
    float limit = 0;
    for (const float weight : weights)
        if (std::isfinite(weight)) limit = std::max(limit, std::abs(weight));
    return limit == 0 ? 1 : limit * kBeyond;
}

// Bars from a line in the middle up and down, one a weight; `hot`: under the mouse, or none.
void draw_bars(Ui& ui, const Rect& plot, const NeuronPictures& pictures,
               const std::vector<int>& inputs, float limit, int hot) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = std::floor((plot.y0 + plot.y1) / 2);
    const float cell = plot.width() / float(inputs.size());
    const float width = std::clamp(cell * 0.5f, 1.0f, ui.px(24));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const float weight = pictures.weights[std::size_t(inputs[i])];
        if (!std::isfinite(weight)) continue;
        const float x0 = std::floor(plot.x0 + cell * (float(i) + 0.5f) - width / 2);
        const float y = middle - std::clamp(weight / limit, -1.0f, 1.0f) * plot.height() / 2;
        const bool edited = is_edited(ui, *pictures.chosen, inputs[i]);
        list.AddRectFilled({x0, std::min(y, middle)},
                           {std::ceil(x0 + width), std::max({y, middle, std::min(y, middle) + 1})},
                           edited || int(i) == hot ? ui.palette.accent : ui.palette.second);
    }
    list.AddRectFilled({plot.x0, middle}, {plot.x1, middle + ui.hair()}, ui.palette.line);
}

// Takes the bar under the mouse and drags it. Returns which one that is, or none.
int drag_bars(Ui& ui, const Rect& plot, const NeuronPictures& pictures,
              const std::vector<int>& inputs, float limit) {
    ImGui::SetCursorScreenPos(plot.min());
    ImGui::InvisibleButton("weights", plot.size());
    name_control(ui, "weights");
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int under = std::clamp(int((mouse.x - plot.x0) / plot.width() * float(inputs.size())), 0,
                                 int(inputs.size()) - 1);
    WeightDrag& drag = ui.state.centre.weight_drag;
    if (ImGui::IsItemActivated()) drag = {{}, inputs[std::size_t(under)], limit};
    if (!ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) {
        if (!ImGui::IsItemHovered()) return -1;
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
        return under;
    }
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    const float middle = (plot.y0 + plot.y1) / 2;
    const float value =
        std::clamp((middle - mouse.y) / (plot.height() / 2), -1.0f, 1.0f) * drag.limit;
    if (ImGui::IsItemDeactivated() || ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2))
        if (ImGui::GetIO().MouseDragMaxDistanceSqr[0] >= 4)  // a click changes nothing
            set_weight(ui, *pictures.chosen, drag.input, value, ImGui::IsItemDeactivated());
    const auto found = std::ranges::find(inputs, drag.input);
    return found == inputs.end() ? -1 : int(found - inputs.begin());
}

std::string head_of(std::size_t all, std::size_t shown) {
    if (shown < all)
        return fmt::format("{} weights come in, the {} largest:", thousands(std::int64_t(all)),
                           shown);
    return fmt::format("{} weight{} in:", all, all == 1 ? " comes" : "s come");
}

}  // namespace

void draw_neuron_weights(Ui& ui, const Rect& side, const NeuronPictures& pictures) {
    const Palette& p = ui.palette;
    const auto& weights = pictures.weights;
    if (weights.empty()) return;
    const std::vector<int> inputs = shown_inputs(ui, pictures);
    const bool few = inputs.size() <= kFewWeights;
    read_out(ui, "weights head", ui.view.fonts.small, side.min(), p.muted,
             head_of(weights.size(), inputs.size()), weights_help(ui));
    const float foot = ui.px(18);
    const Rect plot{side.x0, side.y0 + ui.px(22), side.x1,
                    std::min(side.y0 + ui.px(142), side.y1 - foot)};
    if (plot.height() < ui.px(28)) return;
    const bool dragging = ui.state.centre.weight_drag.edits.has_value();
    const float limit = dragging ? ui.state.centre.weight_drag.limit : limit_of(weights);
    const int hot = drag_bars(ui, plot, pictures, inputs, limit);
    tooltip(ui, weights_help(ui));
    draw_bars(ui, plot, pictures, inputs, limit, hot);
    const bool first_layer = pictures.chosen->layer == 0 &&
                             ui.status.config.network.encoding == Encoding::none;  // x and y
    const auto label = [&](std::size_t i) {
        const float value = weights[std::size_t(inputs[i])];
        const std::string text = (first_layer ? (i == 0 ? "x " : "y ") : "") + answer_text(value);
        ImFont* font = ui.view.fonts.axis;
        const float width = text_size(font, text).x;
        const float x = plot.x0 + plot.width() * (float(i) + 0.5f) / float(inputs.size());
        draw_text(ui, font,
                  {std::clamp(x - width / 2, plot.x0, std::max(plot.x0, plot.x1 - width)),
                   plot.y1 + ui.px(4)},
                  p.muted, text);
    };
    read_out(ui, "weights values", {plot.x0, plot.y1, plot.x1, plot.y1 + foot}, weights_help(ui));
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (few || int(i) == hot) label(i);
}

}  // namespace redraw::ui
