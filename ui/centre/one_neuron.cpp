#include "ui/centre/one_neuron.h"

#include "engine/text/numbers.h"
#include "ui/centre/neuron_view.h"
#include "ui/centre/readout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw::ui {
namespace {

constexpr float kFacts = 248, kWidestFacts = 440, kBesideFacts = 24;
constexpr int kMostBins = 31;
constexpr std::size_t kFewWeights = 8;  // each has a bar of its own

void draw_header(Ui& ui, const Rect& area, NeuronIndex index, const std::string& under_mouse) {
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    const float y = area.y0 + ui.px(6);
    ImGui::SetCursorScreenPos({area.x0, y - ui.px(2)});
    if (text_button(ui, "all neurons", "‹ All neurons")) show_all_neurons(ui);
    tooltip(ui, "Back to all of them (Esc, or a click on the picture).");
    float x = area.x0 + text_size(fonts.body, "‹ All neurons").x + ui.px(24);
    x += draw_text(ui, fonts.strong, {x, y}, p.text, neuron_name(index)) + ui.px(8);
    const int neurons = hidden_layers(ui)[std::size_t(index.layer)];
    x += draw_text(ui, fonts.body, {x, y}, p.muted, "of " + thousands(neurons)) + ui.px(24);
    x += draw_text(ui, fonts.body, {x, y}, p.muted, neurons_moment(ui)) + ui.px(24);
    const bool reads = !under_mouse.empty();
    draw_head_note(ui, area, x, reads ? under_mouse : "Arrow keys: the next one, or the next layer",
                   reads ? p.text : p.muted);
}

// "answer 0.412 at x 0.312 y −0.148"
std::string answer_under(const Ui& ui, const Rect& rect, const Grid& area, NeuronIndex index) {
    const auto& pictures = ui.status.neurons;
    if (!pictures || pictures->chosen != index) return "";
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const double x = area.left + (mouse.x - rect.x0) / rect.width() * (area.right - area.left);
    const double y = area.top + (mouse.y - rect.y0) / rect.height() * (area.bottom - area.top);
    const auto sample = sample_at(pictures->large, pictures->large_grid, x, y);
    if (!sample) return "";
    return fmt::format("answer {} at x {}, y {}", answer_text(*sample->values), answer_text(x),
                       answer_text(y));
}

// Returns the next line.
float draw_fact(Ui& ui, const Rect& side, float y, const char* name, const std::string& value,
                const char* explained) {
    ImFont* font = ui.view.fonts.body;
    ImGui::SetCursorScreenPos({side.x0, y});
    ImGui::Dummy({side.width(), ui.px(20)});
    tooltip(ui, explained);
    draw_text(ui, font, {side.x0, y}, ui.palette.muted, name);
    draw_text(ui, font, {side.x1 - text_size(font, value).x, y}, ui.palette.text, value);
    return y + ui.px(22);
}

float draw_sentence(Ui& ui, const Rect& side, float y, const std::string& sentence) {
    if (sentence.empty()) return y;
    ImFont* font = ui.view.fonts.small;
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, {side.x0, std::floor(y + ui.px(2))},
                                        ui.palette.accent_text, sentence.data(),
                                        sentence.data() + sentence.size(), side.width());
    const ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, side.width(), sentence.data(),
                                            sentence.data() + sentence.size());
    return y + size.y + ui.px(10);
}

// Bars from a line in the middle up and down, one a weight.
void draw_weight_bars(Ui& ui, const Rect& plot, const std::vector<float>& weights, float limit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = std::floor((plot.y0 + plot.y1) / 2);
    const float cell = plot.width() / float(weights.size());
    const float width = std::min(cell * 0.4f, ui.px(24));
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (!std::isfinite(weights[i])) continue;
        const float x0 = plot.x0 + cell * (float(i) + 0.5f) - width / 2;
        const float y = middle - weights[i] / limit * plot.height() / 2;
        list.AddRectFilled({std::floor(x0), std::min(y, middle)},
                           {std::floor(x0 + width), std::max({y, middle, std::min(y, middle) + 1})},
                           ui.palette.second);
    }
    list.AddRectFilled({plot.x0, middle}, {plot.x1, middle + ui.hair()}, ui.palette.line);
}

void draw_histogram(Ui& ui, const Rect& plot, const std::vector<float>& weights, float limit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    // An odd number, so that weights around zero share one.
    const int bins = std::min(kMostBins, 2 * int(std::sqrt(double(weights.size()))) + 1);
    const auto counts = histogram(weights, limit, bins);
    const int most = std::max(1, *std::max_element(counts.begin(), counts.end()));
    const float cell = plot.width() / float(bins), hair = ui.hair();
    for (int bin = 0; bin < bins; ++bin) {
        const float height = plot.height() * float(counts[std::size_t(bin)]) / float(most);
        list.AddRectFilled({std::floor(plot.x0 + cell * float(bin)), plot.y1 - height},
                           {std::floor(plot.x0 + cell * float(bin + 1)) - hair, plot.y1},
                           ui.palette.second);
    }
    const float zero = std::floor((plot.x0 + plot.x1) / 2);
    list.AddRectFilled({zero, plot.y0}, {zero + hair, plot.y1}, with_alpha(ui.palette.muted, 0.6f));
    list.AddRectFilled({plot.x0, plot.y1}, {plot.x1, plot.y1 + hair}, ui.palette.line);
}

void draw_weights(Ui& ui, const Rect& side, float y, const NeuronPictures& pictures) {
    const Palette& p = ui.palette;
    ImFont* font = ui.view.fonts.axis;
    const auto& weights = pictures.weights;
    const bool few = weights.size() <= kFewWeights;
    const std::string head =
        few ? fmt::format("{} weight{} in", weights.size(),
                          weights.size() == 1 ? " comes" : "s come")
            : thousands(std::int64_t(weights.size())) + " weights come in: how many of each size";
    y += ui.px(6);
    draw_text(ui, ui.view.fonts.small, {side.x0, y}, p.muted, head);
    const float foot = ui.px(18);
    const Rect plot{side.x0, y + ui.px(22), side.x1, std::min(y + ui.px(142), side.y1 - foot)};
    if (plot.height() < ui.px(28) || weights.empty()) return;
    float limit = 0;
    for (const float weight : weights)
        if (std::isfinite(weight)) limit = std::max(limit, std::abs(weight));
    if (limit == 0) limit = 1;
    ImGui::SetCursorScreenPos(plot.min());
    ImGui::Dummy(plot.size());
    tooltip(ui, few ? "How much each of its inputs counts, and with which sign."
                    : "How many of its weights are of each size. Those far from 0 are what it "
                      "listens to.");
    const auto label = [&](float x, float align, const std::string& text) {
        draw_text(ui, font, {x - align * text_size(font, text).x, plot.y1 + ui.px(4)}, p.muted,
                  text);
    };
    if (!few) {
        draw_histogram(ui, plot, weights, limit);
        label(plot.x0, 0, answer_text(-limit));
        label((plot.x0 + plot.x1) / 2, 0.5f, "0");
        label(plot.x1, 1, answer_text(limit));
        return;
    }
    draw_weight_bars(ui, plot, weights, limit);
    const bool first_layer = pictures.chosen->layer == 0;  // its inputs are the two coordinates
    for (std::size_t i = 0; i < weights.size(); ++i)
        label(plot.x0 + plot.width() * (float(i) + 0.5f) / float(weights.size()), 0.5f,
              (first_layer ? (i == 0 ? "x " : "y ") : "") + answer_text(weights[i]));
}

void draw_side(Ui& ui, const Rect& side, NeuronIndex index, bool whole) {
    const auto& pictures = ui.status.neurons;
    if (!pictures || pictures->chosen != index) return;
    const Activation activation = ui.status.config.network.activation;
    const NeuronFacts facts = facts_of(activation, pictures->large.values);
    float y = side.y0;
    draw_text(ui, ui.view.fonts.caption, {side.x0, y}, ui.palette.muted,
              whole ? "ITS ANSWER OVER THE PICTURE" : "ITS ANSWER OVER WHAT IS SHOWN");
    y += ui.px(24);
    draw_answer_legend(ui, {side.x0, y}, own_scale(activation, pictures->large.values), false);
    y += ui.px(26);
    y = draw_fact(ui, side, y, "Range", answer_text(facts.least) + " to " + answer_text(facts.most),
                  "Its lowest and its highest answer over what is shown.");
    y = draw_fact(ui, side, y, "Mean", answer_text(facts.mean),
                  "The mean of its answers over what is shown.");
    y = draw_fact(ui, side, y, "Bias", answer_text(pictures->bias),
                  "Added to what comes in, before the activation: it moves the pattern.");
    y = draw_sentence(ui, side, y, verdict(activation, facts));
    draw_weights(ui, side, y, *pictures);
}

}  // namespace

void draw_one_neuron(Ui& ui, const Rect& area) {
    const NeuronIndex index = *ui.state.centre.neuron;
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
    const bool hovered = ImGui::IsItemHovered() && !ImGui::IsItemActive();
    if (pressed && !(dragged && ImGui::IsMouseReleased(ImGuiMouseButton_Left)))
        show_all_neurons(ui);

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Grid now = shown_area(ui, room);
    list.AddRectFilled(rect.min(), rect.max(), ui.palette.well, ui.px(5));
    list.PushClipRect(rect.min(), rect.max(), true);
    draw_answers(ui, rect, now, index);  // until the large one is there
    draw_large_answers(ui, rect, now, index);
    list.PopClipRect();
    draw_header(ui, area, index, hovered ? answer_under(ui, rect, now, index) : "");
    const Grid picture = picture_grid(ui.status.target->width, ui.status.target->height);
    const float side = rect.x1 + ui.px(kBesideFacts);
    draw_side(ui, {side, room.y0, std::min(area.x1, side + ui.px(kWidestFacts)), room.y1}, index,
              now.right - now.left >= picture.right - picture.left &&
                  now.bottom - now.top >= picture.bottom - picture.top);
}

}  // namespace redraw::ui
