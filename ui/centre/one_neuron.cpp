#include "engine/features/neurons/neuron_study.h"
#include "ui/actions/keymap.h"
#include "ui/actions/neurons.h"
#include "ui/centre/centre.h"
#include "ui/centre/neuron_view.h"
#include "ui/centre/readout.h"

#include <numeric>

namespace redraw::ui {

namespace {

constexpr float kFacts = 248, kWidestFacts = 440, kBesideFacts = 24;
// Greatest share of the panel's height for the render of the network.
constexpr float kDrawingPart = 0.3f;

float draw_mute(Ui& ui, ImVec2 at, NeuronIndex index) {
    const float width = ui.px(64);
    ImGui::SetCursorScreenPos({at.x, at.y - ui.px(5)});
    if (toggle_chip(ui, "mute", "Mute", is_muted(ui, index), {width, ui.px(26)}))
        toggle_muted(ui, index);
    tooltip(ui, with_keys("Draws as if the neuron were not there: the next layer ignores its "
                          "output. The run itself is unchanged; {} undoes it.",
                          Action::undo));
    return at.x + width + ui.px(12);
}

void draw_header(Ui& ui, const Rect& area, NeuronIndex index, const std::string& under_mouse) {
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.fonts;
    const float y = area.y0 + ui.px(6);
    ImGui::SetCursorScreenPos({area.x0, y - ui.px(2)});
    if (text_button(ui, "all neurons", "‹ All neurons")) show_all_neurons(ui);
    tooltip(ui, "Back to all neurons (Esc, or click the picture).");
    float x = area.x0 + text_size(fonts.body, "‹ All neurons").x + ui.px(24);
    const float name = x;
    x += draw_text(ui, fonts.strong, {x, y}, p.text, neuron_name(index)) + ui.px(8);
    const int neurons = hidden_layers(ui)[std::size_t(index.layer)];
    x += draw_text(ui, fonts.body, {x, y}, p.muted, "of " + thousands(neurons)) + ui.px(24);
    read_out(ui, "neuron", {name, y, x - ui.px(24), y + fonts.body->FontSize},
             "This neuron's number in its layer. Layer 1 reads the network's input, every other "
             "layer the outputs of the layer before.");
    x += read_out(ui, "neurons moment", fonts.body, {x, y}, p.muted, neurons_moment(ui), kMoment) +
         ui.px(24);
    x = draw_edits(ui, {draw_mute(ui, {x, y}, index), y});
    const bool reads = !under_mouse.empty();
    draw_head_note(ui, area, x, reads ? under_mouse : "Arrow keys: next neuron or layer",
                   reads ? p.text : p.muted);
}

// Returns the neuron's output under the mouse: "output 0.412 at x 0.312, y −0.148".
std::string answer_under(const Ui& ui, const Rect& rect, const Grid& area, NeuronIndex index) {
    const auto& pictures = ui.status.result<NeuronPictures>();
    if (!pictures || pictures->chosen != index) return "";
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const double x = area.left + (mouse.x - rect.x0) / rect.width() * (area.right - area.left);
    const double y = area.top + (mouse.y - rect.y0) / rect.height() * (area.bottom - area.top);
    const auto sample = sample_at(pictures->large, pictures->large_grid, x, y);
    if (!sample) return "";
    return fmt::format("output {} at x {}, y {}", answer_text(*sample->values), answer_text(x),
                       answer_text(y));
}

// Draws a statistic of the neuron as name and value; returns the y of the next line.
float draw_fact(Ui& ui, const Rect& side, float y, const char* name, const std::string& value,
                const char* explained) {
    ImFont* font = ui.fonts.body;
    read_out(ui, name, {side.x0, y, side.x1, y + ui.px(20)}, explained);
    draw_text(ui, font, {side.x0, y}, ui.palette.muted, name);
    draw_text_before(ui, font, {side.x1, y}, ui.palette.text, value);
    return y + ui.px(22);
}

float draw_sentence(Ui& ui, const Rect& side, float y, const std::string& sentence) {
    if (sentence.empty()) return y;
    return y + ui.px(10) +
           draw_wrapped(ui.fonts.small, {side.x0, y + ui.px(2)}, side.width(),
                        ui.palette.accent_text, sentence);
}

// Paints the network's render of the part `shown` of the picture, so that the effect of an edit is
// visible. Returns the y below the render.
float draw_small_drawing(Ui& ui, const Rect& side, float y, const Grid& shown) {
    const auto ratio = float((shown.right - shown.left) / (shown.bottom - shown.top));
    const float height = std::min(side.width() / ratio, side.height() * kDrawingPart);
    const Rect rect{side.x0, y, std::floor(side.x0 + height * ratio), std::floor(y + height)};
    draw_drawing(ui, rect, shown);
    return rect.y1 + ui.px(10);
}

// Up to this number of weights, their values are printed below the bars.
constexpr std::size_t kFewWeights = 8;
constexpr std::size_t kMostWeights = 64;  // if there are more weights, only the largest are shown
constexpr float kBeyond = 1.25f;  // how far a weight can be dragged, relative to the longest bar

std::string weights_help() {
    return with_keys(
        "How strongly each input counts, and with which sign. Drag a bar to see what "
        "it does to the drawing. The run itself is unchanged; {} undoes it.",
        Action::undo);
}

// Returns the inputs whose weights are shown, ascending. Edited weights count as the largest.
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

// Draws one bar for each weight, up or down from a middle line. `hot`: the bar under the mouse; -1:
// none.
void draw_bars(Ui& ui, const Rect& plot, const NeuronPictures& pictures,
               const std::vector<int>& inputs, float limit, int hot) {
    const float middle = std::floor((plot.y0 + plot.y1) / 2);
    const float cell = plot.width() / float(inputs.size());
    const float width = std::clamp(cell * 0.5f, 1.0f, ui.px(24));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const float weight = pictures.weights[std::size_t(inputs[i])];
        if (!std::isfinite(weight)) continue;
        const float x0 = std::floor(plot.x0 + cell * (float(i) + 0.5f) - width / 2);
        const float y = middle - std::clamp(weight / limit, -1.0f, 1.0f) * plot.height() / 2;
        const bool edited = is_edited(ui, *pictures.chosen, inputs[i]);
        fill({x0, std::min(y, middle), std::ceil(x0 + width),
              std::max({y, middle, std::min(y, middle) + 1})},
             edited || int(i) == hot ? ui.palette.accent : ui.palette.second);
    }
    fill({plot.x0, middle, plot.x1, middle + ui.hair()}, ui.palette.line);
}

// Changes a weight while its bar is dragged. Returns the index of the bar under the mouse or being
// dragged; -1 if none.
int drag_bars(Ui& ui, const Rect& plot, const NeuronPictures& pictures,
              const std::vector<int>& inputs, float limit) {
    ImGui::SetCursorScreenPos(plot.min());
    ImGui::InvisibleButton("weights", plot.size());
    name_control(ui, "weights");
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int under = std::clamp(int((mouse.x - plot.x0) / plot.width() * float(inputs.size())), 0,
                                 int(inputs.size()) - 1);
    NeuronsState& state = ui.state.of<NeuronsState>();
    if (ImGui::IsItemActivated()) state.input = inputs[std::size_t(under)], state.limit = limit;
    if (!ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) {
        if (!ImGui::IsItemHovered()) return -1;
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
        return under;
    }
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    const float middle = (plot.y0 + plot.y1) / 2;
    const float value =
        std::clamp((middle - mouse.y) / (plot.height() / 2), -1.0f, 1.0f) * state.limit;
    if (ImGui::IsItemDeactivated() || ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2))
        if (ImGui::GetIO().MouseDragMaxDistanceSqr[0] >= 4)  // ignore clicks without movement
            set_weight(ui, *pictures.chosen, state.input, value, ImGui::IsItemDeactivated());
    const auto found = std::ranges::find(inputs, state.input);
    return found == inputs.end() ? -1 : int(found - inputs.begin());
}

std::string head_of(std::size_t all, std::size_t shown) {
    if (shown < all)
        return fmt::format("The {1} largest of {0} weights:", thousands(std::int64_t(all)), shown);
    return fmt::format("{} input weight{}:", all, all == 1 ? "" : "s");
}

void draw_neuron_weights(Ui& ui, const Rect& side, const NeuronPictures& pictures) {
    const Palette& p = ui.palette;
    const auto& weights = pictures.weights;
    if (weights.empty()) return;
    const std::vector<int> inputs = shown_inputs(ui, pictures);
    const bool few = inputs.size() <= kFewWeights;
    read_out(ui, "weights head", ui.fonts.small, side.min(), p.muted,
             head_of(weights.size(), inputs.size()), weights_help());
    const float foot = ui.px(18);
    const Rect plot{side.x0, side.y0 + ui.px(22), side.x1,
                    std::min(side.y0 + ui.px(142), side.y1 - foot)};
    if (plot.height() < ui.px(28)) return;
    const NeuronsState& state = ui.state.of<NeuronsState>();
    const float limit = state.dragging ? state.limit : limit_of(weights);
    const int hot = drag_bars(ui, plot, pictures, inputs, limit);
    tooltip(ui, weights_help());
    draw_bars(ui, plot, pictures, inputs, limit, hot);
    // The first layer's inputs are x and y if the network reads the coordinates themselves.
    const bool first_layer =
        pictures.chosen->layer == 0 && ui.status.config.network.encoding == Encoding::none;
    const auto label = [&](std::size_t i) {
        const float value = weights[std::size_t(inputs[i])];
        const std::string text = (first_layer ? (i == 0 ? "x " : "y ") : "") + answer_text(value);
        ImFont* font = ui.fonts.axis;
        const float width = text_size(font, text).x;
        const float x = plot.x0 + plot.width() * (float(i) + 0.5f) / float(inputs.size());
        draw_text(ui, font,
                  {std::clamp(x - width / 2, plot.x0, std::max(plot.x0, plot.x1 - width)),
                   plot.y1 + ui.px(4)},
                  p.muted, text);
    };
    read_out(ui, "weights values", {plot.x0, plot.y1, plot.x1, plot.y1 + foot}, weights_help());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (few || int(i) == hot) label(i);
}

void draw_side(Ui& ui, const Rect& side, NeuronIndex index, const Grid& shown, bool whole) {
    const auto& pictures = ui.status.result<NeuronPictures>();
    if (!pictures || pictures->chosen != index) return;
    const Activation activation = ui.status.config.network.activation;
    const NeuronFacts facts = facts_of(activation, pictures->large.values);
    float y = draw_small_drawing(ui, side, side.y0, shown);
    read_out(ui, "its answer", ui.fonts.caption, {side.x0, y}, ui.palette.muted,
             whole ? "OUTPUT ACROSS THE PICTURE" : "OUTPUT ACROSS THE VIEW",
             "What this neuron passes to the next layer, place by place.");
    y += ui.px(24);
    draw_answer_legend(ui, {side.x0, y}, own_scale(activation, pictures->large.values), false);
    y += ui.px(26);
    y = draw_fact(ui, side, y, "Range", answer_text(facts.least) + " to " + answer_text(facts.most),
                  "Its lowest and highest output in the view.");
    y = draw_fact(ui, side, y, "Mean", answer_text(facts.mean), "Its mean output in the view.");
    y = draw_fact(ui, side, y, "Bias", answer_text(pictures->bias),
                  "Added to the weighted inputs before the activation; shifts the pattern.");
    y = draw_sentence(ui, side, y, verdict(activation, facts));
    draw_neuron_weights(ui, {side.x0, y + ui.px(6), side.x1, side.y1}, *pictures);
}

}  // namespace

void draw_one_neuron(Ui& ui, const Rect& area) {
    const NeuronIndex index = *ui.state.of<NeuronsState>().large;
    const Rect room{area.x0, area.y0 + ui.px(kNeuronsHead), area.x1 - ui.px(kFacts + kBesideFacts),
                    area.y1};
    const Grid shown = shown_area(ui, room);
    const ImVec2 size = ui.state.centre.pane;
    const Rect rect{room.x0, room.y0, room.x0 + size.x, room.y0 + size.y};
    ImGui::SetCursorScreenPos(rect.min());
    const bool pressed = ImGui::InvisibleButton("one neuron", size);
    zoom_over(ui, rect, shown);
    pan_over(ui, rect, shown);
    const bool dragged = ImGui::GetIO().MouseDragMaxDistanceSqr[0] >= 9;
    focus_ring(ui, "one neuron");
    explain_when_asked(ui,
                       "The output of this neuron, place by place. The wheel zooms; click to go "
                       "back to all neurons.");
    const bool hovered = ImGui::IsItemHovered() && !ImGui::IsItemActive();
    if (pressed && !(dragged && ImGui::IsMouseReleased(ImGuiMouseButton_Left)))
        show_all_neurons(ui);

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Grid now = shown_area(ui, room);
    fill(rect, ui.palette.well, ui.px(5));
    list.PushClipRect(rect.min(), rect.max(), true);
    draw_answers(ui, rect, now, index);  // shown until the large picture arrives
    draw_large_answers(ui, rect, now, index);
    list.PopClipRect();
    draw_header(ui, area, index, hovered ? answer_under(ui, rect, now, index) : "");
    const Grid picture = ui.target_grid();
    const float side = rect.x1 + ui.px(kBesideFacts);
    draw_side(ui, {side, room.y0, std::min(area.x1, side + ui.px(kWidestFacts)), room.y1}, index,
              now,
              now.right - now.left >= picture.right - picture.left &&
                  now.bottom - now.top >= picture.bottom - picture.top);
}

}  // namespace redraw::ui
