#include "ui/centre/neuron_view.h"

#include "engine/arithmetic.h"
#include "engine/drawing/caption.h"
#include "engine/features/neurons/neuron_study.h"
#include "ui/actions/keymap.h"
#include "ui/actions/neurons.h"
#include "ui/actions/timelapse_moves.h"

#include <cstring>
#include <limits>

namespace redraw::ui {
namespace {

// Smallest range of a colour scale, so that rounding errors stay invisible.
constexpr float kLeastReach = 0.01f;
// A neuron is constant if its outputs vary by at most this, relative to its largest output.
constexpr float kConstant = 1e-3f;
// A neuron is saturated if at least this share of its outputs is at the ends of their range.
constexpr float kSaturated = 0.95f;

void draw_part(const Rect& rect, const Grid& area, const Texture& texture, const NeuronAtlas& atlas,
               int index) {
    const Grid& drawn = texture.grid;
    const double left = std::max(area.left, drawn.left), top = std::max(area.top, drawn.top);
    const double right = std::min(area.right, drawn.right);
    const double bottom = std::min(area.bottom, drawn.bottom);
    if (!(left < right && top < bottom)) return;
    const auto part = [](double at, double from, double to) {
        return float((at - from) / (to - from));
    };
    const Rect place = atlas.place(
        index, {part(left, drawn.left, drawn.right), part(top, drawn.top, drawn.bottom),
                part(right, drawn.left, drawn.right), part(bottom, drawn.top, drawn.bottom)});
    const auto on_screen = [&](double x, double y) {
        return ImVec2{std::round(rect.x0 + part(x, area.left, area.right) * rect.width()),
                      std::round(rect.y0 + part(y, area.top, area.bottom) * rect.height())};
    };
    ImGui::GetWindowDrawList()->AddImage(texture.id, on_screen(left, top), on_screen(right, bottom),
                                         place.min(), place.max());
}

// Converts a point of the screen rectangle `rect`, which shows the part `area` of the picture, to
// pixels of the pane to which zoom and pan refer.
ImVec2 in_pane(const Ui& ui, const Rect& rect, const Grid& area, ImVec2 at) {
    const Rect shown = rect_of(area, ui.placement(), ui.target_grid());
    return {shown.x0 + (at.x - rect.x0) / rect.width() * shown.width(),
            shown.y0 + (at.y - rect.y0) / rect.height() * shown.height()};
}

}  // namespace

AnswerScale own_scale(Activation activation, std::span<const float> answers) {
    const float middle = activation == Activation::sigmoid ? 0.5f : 0;
    const float most = std::max(kLeastReach, reach(answers, middle));
    return {middle - most, middle + most, activation == Activation::relu ? 0 : middle - most};
}

ImU32 answer_colour(float part) {
    const auto [red, green, blue] = neuron_colour(part);
    return IM_COL32(red, green, blue, 255);
}

NeuronAtlas neuron_atlas(int neurons, int width, int height) {
    const double square = std::sqrt(double(neurons) * height / std::max(1, width));
    const int columns = std::clamp(int(std::ceil(square)), 1, std::max(1, neurons));
    return {columns, std::max(1, divide_up(neurons, columns)), width, height};
}

Rect NeuronAtlas::place(int index, const Rect& part) const {
    const auto across = [&](float at, int cell, int cells, int pixels) {
        const float inside =
            std::clamp(at * float(pixels), 0.5f, std::max(0.5f, float(pixels) - 0.5f));
        return (float(cell * pixels) + inside) / float(cells * pixels);
    };
    const int column = index % columns, row = index / columns;
    return {across(part.x0, column, columns, width), across(part.y0, row, rows, height),
            across(part.x1, column, columns, width), across(part.y1, row, rows, height)};
}

std::vector<std::uint8_t> atlas_pixels(const Image& answers, const AnswerScale& scale) {
    const NeuronAtlas atlas = neuron_atlas(answers.channels, answers.width, answers.height);
    std::array<ImU32, 257> colours;
    for (std::size_t i = 0; i < 256; ++i) colours[i] = answer_colour(float(i) / 255);
    colours[256] = IM_COL32_BLACK;  // NaN is black
    const std::size_t stride = std::size_t(atlas.columns) * std::size_t(atlas.width) * 4;
    std::vector<std::uint8_t> rgba(stride * std::size_t(atlas.rows) * std::size_t(atlas.height), 0);
    const float factor = 255 / (scale.high - scale.low);
    const float* in = answers.values.data();
    for (int y = 0; y < answers.height; ++y)
        for (int x = 0; x < answers.width; ++x)
            for (int n = 0; n < answers.channels; ++n, ++in) {
                const float level = (*in - scale.low) * factor;
                const std::size_t colour = level >= 0  ? std::size_t(std::min(255.0f, level + 0.5f))
                                           : level < 0 ? 0
                                                       : 256;
                std::memcpy(rgba.data() +
                                std::size_t(n / atlas.columns * atlas.height + y) * stride +
                                std::size_t(n % atlas.columns * atlas.width + x) * 4,
                            &colours[colour], 4);
            }
    return rgba;
}

NeuronFacts facts_of(Activation activation, std::span<const float> answers, std::size_t stride) {
    NeuronFacts facts{std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest()};
    const float low = activation == Activation::sigmoid ? 0.01f : -0.99f;
    double sum = 0;
    std::size_t count = 0, ends = 0;
    for (std::size_t i = 0; i < answers.size(); i += stride) {
        const float answer = answers[i];
        if (!std::isfinite(answer)) {
            facts.finite = false;
            continue;
        }
        facts.least = std::min(facts.least, answer);
        facts.most = std::max(facts.most, answer);
        ends += answer <= low || answer >= 0.99f;
        sum += answer;
        ++count;
    }
    if (count == 0) return {0, 0, 0, 0, facts.finite};
    facts.mean = float(sum / double(count));
    facts.at_ends = float(double(ends) / double(count));
    return facts;
}

std::string verdict(Activation activation, const NeuronFacts& facts) {
    if (!facts.finite) return "Some outputs are not numbers: the network has diverged.";
    if (activation == Activation::relu && facts.most <= 0)
        return "Dead here: its output is 0 everywhere, so it learns nothing.";
    const float size = std::max({std::abs(facts.least), std::abs(facts.most), 1e-6f});
    if (facts.most - facts.least <= kConstant * size)
        return "Constant here: its output is " + answer_text(facts.mean) +
               " everywhere, so it adds no shape.";
    const bool can_saturate = activation == Activation::tanh || activation == Activation::sigmoid;
    if (can_saturate && facts.at_ends >= kSaturated)
        return fmt::format("Saturated here: {:.0f} % of its outputs are at the ends of its range.",
                           std::floor(facts.at_ends * 100));
    return "";
}

std::string sum_text(int count, int all) {
    return thousands(count) + " of " + thousands(all) + " neurons";
}

std::string answer_text(double value) {
    const double size = std::abs(value);
    const std::string text = fmt::format("{:.{}f}", size, size >= 100 ? 0 : size >= 10 ? 1 : 3);
    const bool nothing = text.find_first_not_of("0.") == std::string::npos;
    return (value < 0 && !nothing ? "−" : "") + text;
}

Grid shown_area(Ui& ui, const Rect& room) {
    const Grid picture = ui.target_grid();
    const auto zoom = float(fit_zoom(room.size(), ui.target_size()));
    ui.state.centre.pane = {std::max(1.0f, std::floor(zoom * float(picture.width))),
                            std::max(1.0f, std::floor(zoom * float(picture.height)))};
    return visible_region(ui.state.centre.canvas, ui.state.centre.pane, picture).value_or(picture);
}

std::string neurons_moment(const Ui& ui) {
    // The pictures may belong to an older step than the newest or the requested one.
    const auto& pictures = ui.status.result<NeuronPictures>();
    return shown_moment(ui, pictures ? pictures->step : shown_step(ui));
}

float draw_edits(Ui& ui, ImVec2 at) {
    NeuronsState& now = ui.state.of<NeuronsState>();
    // Draws a note and the button that undoes it. Returns true if the button was pressed.
    const auto state = [&](const char* name, const std::string& text, const char* explained,
                           const char* label, const std::string& help) {
        ImFont* font = ui.fonts.body;
        at.x += read_out(ui, name, font, at, ui.palette.accent_text, text, explained) + ui.px(12);
        ImGui::SetCursorScreenPos({at.x, at.y - ui.px(2)});
        const bool pressed = text_button(ui, label, label);
        tooltip(ui, help);
        at.x += text_size(font, label).x + ui.px(24);
        return pressed;
    };
    if (now.sum && !now.large && ui.state.centre.edits &&
        state("sum", sum_text(*now.sum, hidden_layers(ui).back()) + " added up",
              "Only these neurons of the last layer draw, here and in exports.", "Show all neurons",
              "Ends the adding up: all neurons draw again."))
        now.sum.reset();
    const std::string own = edits_text(own_edits(ui));
    if (!own.empty() &&
        state("edits", own,
              "Neuron edits apply to the view and to exports. The run itself is unchanged.",
              "Undo neuron edits",
              with_keys("Removes all neuron edits. {} undoes one.", Action::undo)))
        change_network(ui.state.settings, {});
    return at.x;
}

void draw_head_note(Ui& ui, const Rect& area, float from, const std::string& text, ImU32 colour) {
    ImFont* font = ui.fonts.small;
    const std::string fitting = shortened(font, text, area.x1 - from);
    read_out(ui, "neurons note", font,
             {area.x1 - text_size(font, fitting).x, area.y0 + ui.px(6) + 1}, colour, fitting,
             "The value under the mouse, or a hint.");
}

void draw_answers(Ui& ui, const Rect& rect, const Grid& area, NeuronIndex index) {
    const auto layer = std::size_t(index.layer);
    if (layer >= ui.view.neurons.layers.size() || !ui.view.neurons.layers[layer].there()) return;
    const Texture& texture = ui.view.neurons.layers[layer];
    draw_part(rect, area, texture,
              neuron_atlas(hidden_layers(ui)[layer], texture.grid.width, texture.grid.height),
              index.neuron);
}

void draw_large_answers(Ui& ui, const Rect& rect, const Grid& area, NeuronIndex index) {
    const auto& pictures = ui.status.result<NeuronPictures>();
    const Texture& texture = ui.view.neurons.large;
    if (!pictures || pictures->chosen != index || !texture.there()) return;
    draw_part(rect, area, texture, neuron_atlas(1, texture.width, texture.height), 0);
}

void draw_drawing(Ui& ui, const Rect& rect, const Grid& area) {
    fill(rect, ui.palette.well, ui.px(4));
    for (const Texture* drawing : {&ui.view.backdrop, &ui.view.drawing})
        if (drawing->there())
            draw_part(rect, area, *drawing, neuron_atlas(1, drawing->width, drawing->height), 0);
}

void zoom_over(Ui& ui, const Rect& rect, const Grid& area) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!ImGui::IsItemHovered() || io.MouseWheel == 0) return;
    ui.state.centre.canvas =
        zoom_about(ui.state.centre.canvas, ui.state.centre.pane, ui.target_size(),
                   in_pane(ui, rect, area, io.MousePos), std::pow(1.25, io.MouseWheel));
}

void pan_over(Ui& ui, const Rect& rect, const Grid& area) {
    if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3)) return;
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 to = in_pane(ui, rect, area, io.MousePos);
    const ImVec2 from =
        in_pane(ui, rect, area, {io.MousePos.x - io.MouseDelta.x, io.MousePos.y - io.MouseDelta.y});
    ui.state.centre.canvas = pan(ui.state.centre.canvas, ui.state.centre.pane, ui.target_size(),
                                 {to.x - from.x, to.y - from.y});
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

float draw_answer_legend(Ui& ui, ImVec2 at, const AnswerScale& scale, bool of_its_layer) {
    const Palette& p = ui.palette;
    ImFont* font = ui.fonts.small;
    const float width = ui.px(96), height = ui.px(8), gap = ui.px(8);
    const auto end = [](float value) {
        return value == std::floor(value)
                   ? (value < 0 ? "−" : "") + fmt::format("{:.0f}", std::abs(value))
                   : answer_text(value);
    };
    const std::string low = of_its_layer && scale.least < 0 ? "−maximum" : end(scale.least);
    const std::string high = of_its_layer ? "layer maximum" : end(scale.high);
    const float y = at.y + std::floor((font->FontSize - height) / 2) + 1;
    float x = at.x;
    x += draw_text(ui, font, {x, at.y}, p.muted, low) + gap;
    const float first = (scale.least - scale.low) / (scale.high - scale.low);
    constexpr int kPieces = 32;
    for (int i = 0; i < kPieces; ++i)
        fill({std::floor(x + width * float(i) / kPieces), y,
              std::floor(x + width * float(i + 1) / kPieces), y + height},
             answer_colour(first + (1 - first) * (float(i) + 0.5f) / kPieces));
    x += width + gap;
    x += draw_text(ui, font, {x, at.y}, p.muted, high);
    read_out(ui, "answers", {at.x, at.y, x, at.y + font->FontSize},
             "Colour scale of the outputs: dark blue lowest, light amber highest.");
    return x;
}

}  // namespace redraw::ui
