#include "ui/centre/why.h"

#include "engine/features/microscope/microscope.h"
#include "engine/features/studies/view_request.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/actions/why.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

// Layout units.
constexpr float kStepTab = 28, kStepBack = 26, kStoryTop = 62, kStoryNote = 20,
                kLeastStoryLine = 18, kStoryLine = 32;
constexpr float kLineName = 172, kBarNumber = 104;

// A line of text in one of the four steps: a name, and numbers or a formula.
struct StoryLine {
    std::string name;
    std::vector<std::string> values;     // one value, or one for each channel
    std::optional<NeuronIndex> to = {};  // a click on the name shows this neuron
    std::optional<int> input = {};       // a click on the name chooses the weight of this input
    float bar = -1;                      // length of a bar before the value, 0 to 1; negative: none
    bool below = false;                  // the bar stands for a value below 0
};
using StoryLines = std::vector<StoryLine>;

constexpr auto figure = [](double value) { return formula_number(value); };

std::string factors(double a, double b) {
    return figure(a) + " × " + figure(b);
}

// Names a unit of the network: "Layer 2, neuron 17", "x", "Wave 12", "Level 3, feature 1".
std::string unit_name(const NetworkSpec& network, NeuronIndex unit) {
    const int number = unit.neuron + 1, features = network.grid.features;
    if (unit.layer >= int(network.layers.size())) return fmt::format("Output {}", number);
    if (unit.layer >= 0) return fmt::format("Layer {}, neuron {}", unit.layer + 1, number);
    if (network.encoding == Encoding::fourier) return fmt::format("Wave {}", number);
    if (network.encoding == Encoding::none) return unit.neuron == 0 ? "x" : "y";
    return fmt::format("Level {}, feature {}", unit.neuron / features + 1,
                       unit.neuron % features + 1);
}

std::string link_name(const NetworkSpec& network, const MicroscopeUnit& unit, int input) {
    if (unit.index.layer >= 0) return unit_name(network, {unit.index.layer - 1, input});
    if (network.encoding == Encoding::fourier) return input == 0 ? "x" : "y";
    return std::array{"Upper left", "Upper right", "Lower left", "Lower right"}[std::size_t(input)];
}

// Returns the formula of a neuron's value: "sin(30 (0.41 x − 0.83 y + 0.12)) = 0.93".
std::string unit_formula(const NetworkSpec& network, const MicroscopeUnit& unit) {
    const std::string value = " = " + figure(unit.value);
    if (!unit.activation) return unit.inputs > 0 ? "sum = " + figure(unit.sum) : "place" + value;
    std::string terms[3];
    const auto term = [](float number, const char* name, bool first) {
        const char* sign = number < 0 ? first ? "−" : " − " : first ? "" : " + ";
        return sign + figure(std::abs(number)) + name;
    };
    const int reader = network.encoding == Encoding::none ? 0 : -1;  // the layer that reads x and y
    const bool two = unit.inputs == 2 && unit.index.layer == reader;
    for (const MicroscopeLink& link : unit.strongest)
        if (two) terms[link.input] = term(link.weight, link.input ? " y" : " x", !link.input);
    const std::string sum =
        two ? terms[0] + terms[1] + term(unit.bias, "", false) : figure(unit.sum);
    if (*unit.activation == Activation::sine)
        return "sin(" + shown_number(unit.omega) + (two ? " (" + sum + ")" : " × " + sum) + ")" +
               value;
    if (*unit.activation == Activation::relu) return "max(0, " + sum + ")" + value;
    return std::string(name_of(*unit.activation)) + "(" + sum + ")" + value;
}

StoryLines forward_lines(const NetworkSpec& network, const Microscope& story) {
    const MicroscopeUnit& unit = story.unit;
    StoryLines lines{{unit_name(network, unit.index), {unit_formula(network, unit)}}};
    for (const MicroscopeLink& link : unit.strongest) {
        lines.push_back({link_name(network, unit, link.input),
                         {factors(link.weight, link.value) + " = " + figure(link.product())}});
        if (unit.index.layer >= 0) lines.back().to = {unit.index.layer - 1, link.input};
    }
    if (const int others = unit.inputs - int(unit.strongest.size()); others > 0)
        lines.push_back({thousands(others) + " others", {figure(unit.rest)}});
    if (unit.activation || unit.index.layer >= 0)
        lines.insert(lines.end(), {{"Bias", {figure(unit.bias)}}, {"Total", {figure(unit.sum)}}});
    if (unit.next) lines.push_back({"Feeds most", {unit_name(network, *unit.next)}, unit.next});
    return lines;
}

StoryLines error_lines(const Config& config, const Microscope& story) {
    const auto& outputs = story.layers.back();
    const auto &sums = outputs.sums, &values = outputs.values, &gradients = outputs.gradients;
    const bool one = sums.size() == 1;
    const Loss loss = config.optimizer.loss;
    StoryLines lines;
    const auto add = [&](const char* name, const auto& value) {
        lines.push_back({name, {}});
        for (std::size_t c = 0; c < sums.size(); ++c) lines.back().values.push_back(value(c));
    };
    add("Output, y", [&](std::size_t c) { return figure(sums[c]); });
    add(config.network.output == OutputMap::linear ? "Drawn, (y + 1) / 2" : "Drawn, sigmoid(y)",
        [&](std::size_t c) { return figure(values[c]); });
    add("Picture", [&](std::size_t c) { return figure(story.target[c]); });
    add("Error", [&](std::size_t c) {
        const std::string terms =
            formula_number(values[c], 4) + " − " + formula_number(story.target[c], 4) + " = ";
        return (one ? terms : "") + figure(values[c] - story.target[c]);
    });
    add(loss == Loss::mse  ? "Loss, error × error"
        : loss == Loss::l1 ? "Loss, size of error"
                           : "Loss, cross-entropy",
        [&](std::size_t c) { return figure(story.losses[c]); });
    if (!one) lines.push_back({"Mean loss", {figure(story.loss)}});
    add("Slope at y", [&](std::size_t c) { return figure(gradients[c]); });
    add("y should go", [&](std::size_t c) {
        return gradients[c] > 0 ? "down" : gradients[c] < 0 ? "up" : "nowhere";
    });
    return lines;
}

// Returns lines with the length of each layer's gradient, as bars in proportion to the longest.
StoryLines backward_lines(const NetworkSpec& network, const Microscope& story) {
    StoryLines lines;
    std::vector<double> lengths;
    for (const Microscope::Layer& layer : story.layers) {
        double sum = 0;
        for (const float gradient : layer.gradients) sum += double(gradient) * gradient;
        lengths.push_back(std::sqrt(sum));
    }
    for (int layer = int(lengths.size()) - 1; layer >= 0; --layer) {
        const auto& gradients = story.layers[std::size_t(layer)].gradients;
        const auto loudest = std::ranges::max_element(
            gradients, {}, [](float g) { return std::isnan(g) ? 0 : std::abs(g); });
        const double length = lengths[std::size_t(layer)];
        const double part = length / std::ranges::max(lengths);
        lines.push_back(
            {layer + 1 < int(lengths.size()) ? fmt::format("Layer {}", layer + 1) : "Outputs",
             {figure(length)},
             NeuronIndex{layer, int(loudest - gradients.begin())},
             {},
             part > 0 ? float(part) : 0});
    }
    const MicroscopeUnit& unit = story.unit;
    lines.push_back(
        {unit_name(network, unit.index),
         {(unit.activation ? figure(unit.back) + " × slope " + figure(unit.slope) + " = "
                           : "gradient ") +
          figure(unit.gradient)}});
    return lines;
}

StoryLines update_lines(const Config& config, const Microscope& story) {
    const MicroscopeUnit& unit = story.unit;
    const std::string into = "to " + unit_name(config.network, unit.index);
    if (!story.update) return {{"Nothing that learns", {into}}};
    const MicroscopeUpdate& update = *story.update;
    const bool adam = config.optimizer.kind == Optimizer::adam;
    const double momentum = config.optimizer.momentum;
    const bool whole = update.knows_moments && update.gradient;
    // A click chooses the next of the (at most six) strongest weights.
    auto next = std::ranges::find(unit.strongest, update.link.input, &MicroscopeLink::input);
    if (++next == unit.strongest.end()) next = unit.strongest.begin();
    StoryLines lines{{link_name(config.network, unit, update.link.input), {into}, {}, next->input}};
    const auto add = [&](const std::string& name, const std::string& value) {
        lines.push_back({name, {value}});
    };
    add("This pixel's gradient", figure(update.pixel_gradient));
    add(fmt::format("Mean of {} pixels, g", thousands(update.pixels)),
        update.gradient ? figure(*update.gradient) : "too many to add up here");
    if (whole && adam) {
        add("Average of g, m", factors(update.beta1, update.first_before) + " + " +
                                   factors(1 - update.beta1, *update.gradient) + " = " +
                                   figure(update.first));
        constexpr double kSettled = 0.995;  // from here on, Adam's bias correction is invisible
        if (update.known1 < kSettled)
            add("m, corrected", figure(update.first) + " / " + figure(update.known1) + " = " +
                                    figure(update.first / update.known1));
        add("Typical size of g, s", figure(std::sqrt(update.second / update.known2)));
    } else if (whole && momentum > 0) {
        add("Momentum, m", factors(momentum, update.first_before) + " + " +
                               figure(*update.gradient) + " = " + figure(update.first));
    }
    add("Learning rate", figure(update.rate));
    if (whole)
        add(adam           ? "Change, −rate × m / s"
            : momentum > 0 ? "Change, −rate × m"
                           : "Change, −rate × g",
            figure(double(update.after) - double(update.before)));
    constexpr int kDigits = 5;  // enough to show a small change of a weight
    add(unit.index.layer < 0 ? "Value" : "Weight",
        formula_number(update.before, kDigits) +
            (whole ? " → " + formula_number(update.after, kDigits) : ""));
    return lines;
}

// Returns the note shown below a step's lines; empty: no note.
std::string note_of_step(LearningStep step, const Config& config, const Microscope& story) {
    if (step != LearningStep::update || !story.update)
        return config.network.pixel == PixelModel::area
                   ? "Training uses two random points in each pixel. Shown: the pixel's centre."
                   : "";
    if (!story.update->knows_moments)
        return "A moment keeps no memory of the optimizer. Go back to now for the whole step.";
    return story.update->rate == 0 ? "The rate has come down to 0: nothing changes any more." : "";
}

void draw_steps(Ui& ui, const Rect& room) {
    using enum LearningStep;
    const float width = std::min(ui.px(104), std::floor(room.width() / 4) - ui.px(6));
    ImGui::SetCursorScreenPos(room.min());
    choose_chip(
        ui, ui.state.of<WhyState>().step,
        {{forward, "Forward", "How the value is computed, neuron by neuron."},
         {error, "Error", "How far the value is from the picture's."},
         {backward, "Backward", "How the loss reacts to each layer: the gradients, back to front."},
         {update, "Update", "What the next step makes of one weight."}},
        {width, ui.px(kStepTab)});
}

// Draws a text in the largest font that fits.
void draw_as_large(Ui& ui, const Rect& cell, ImU32 colour, const std::string& text) {
    ImFont* font = ui.fonts.number;
    for (ImFont* smaller : {ui.fonts.menu, ui.fonts.small})
        if (text_size(font, text).x > cell.width() || 1.2f * font->FontSize > cell.height())
            font = smaller;
    draw_text(ui, font, {cell.x0, cell.top_of(font->FontSize)}, colour,
              shortened(font, text, cell.width()));
}

// Draws a line's name and values. The name is a button if a click shows another neuron or weight.
void draw_story_line(Ui& ui, const Rect& row, const StoryLine& line, ImU32 colour) {
    const float name = std::min(ui.px(kLineName), row.width() / 2), gap = ui.px(12);
    ImFont* font = ui.fonts.menu;
    if (line.to || line.input) {
        const MicroscopeView now = why_view(ui);
        ImGui::SetCursorScreenPos({row.x0, row.y0 + 1});
        if (toggle_chip(ui, line.name.c_str(), shortened(ui.fonts.body, line.name, name - gap),
                        false, {name, row.height() - 3}))
            look_at(ui,
                    {now.column, now.row,
                     line.to ? line.to : ui.status.result<Microscope>()->unit.index, line.input});
        explain_when_asked(
            ui, line.to ? "Click to look at it. Up and Down go to the next layers, Esc back to "
                          "the loudest neuron."
                        : "Click for the next of the strongest weights.");
    } else {
        read_out(ui, line.name, row, "");
        draw_text(ui, font, {row.x0, row.top_of(font->FontSize)}, ui.palette.muted,
                  shortened(font, line.name, name));
    }
    Rect cell{row.x0 + name + gap, row.y0, row.x1, row.y1};
    if (line.bar >= 0) {
        const float height = std::min(ui.px(14), row.height() - 4), y = row.top_of(height);
        fill(box(cell.x0, y, line.bar * (cell.width() - ui.px(kBarNumber)), height),
             line.below ? ui.palette.accent : ui.palette.second, ui.px(2));
        cell.x0 = cell.x1 - ui.px(kBarNumber) + gap;
    }
    const float width = cell.width() / float(line.values.size());
    for (std::size_t i = 0; i < line.values.size(); ++i)
        draw_as_large(ui, box(cell.x0 + float(i) * width, row.y0, width - ui.px(4), row.height()),
                      colour, line.values[i]);
}

void draw_story(Ui& ui, const Rect& room, const Microscope& story) {
    const LearningStep step = ui.state.of<WhyState>().step;
    read_out(
        ui, "microscope pixel", ui.fonts.body, {room.x0, room.y0 + ui.px(kStepTab + 9)},
        ui.palette.muted,
        fmt::format("Pixel {}, {} at x {}, y {}    {}", story.column, story.row,
                    formula_number(story.x), formula_number(story.y), shown_moment(ui, story.step)),
        "The pixel, its place from −1 to 1, and the moment whose numbers these are.");
    Rect area{room.x0, room.y0 + ui.px(kStoryTop), room.x1, room.y1};
    if (const std::string note = note_of_step(step, ui.status.config, story); !note.empty()) {
        area.y1 -= ui.px(kStoryNote);
        read_out(ui, "microscope note", ui.fonts.small, {room.x0, area.y1 + ui.px(4)},
                 ui.palette.accent_text, shortened(ui.fonts.small, note, room.width()), "");
    }
    const Config& config = ui.status.config;
    const StoryLines lines = step == LearningStep::forward ? forward_lines(config.network, story)
                             : step == LearningStep::error ? error_lines(config, story)
                             : step == LearningStep::backward
                                 ? backward_lines(config.network, story)
                                 : update_lines(config, story);
    const float height = std::clamp(std::floor(area.height() / float(lines.size())),
                                    ui.px(kLeastStoryLine), ui.px(kStoryLine));
    const StoryLine& main = step == LearningStep::forward ? lines.front() : lines.back();
    float y = area.y0;
    for (const StoryLine& line : lines) {
        if (y + height > area.y1 + 1) break;
        draw_story_line(ui, {area.x0, y, area.x1, y + height}, line,
                        &line == &main ? ui.palette.accent_text : ui.palette.text);
        y += height;
    }
}

}  // namespace

void draw_one_step(Ui& ui, const Rect& area) {
    ImGui::SetCursorScreenPos(area.min());
    if (text_button(ui, "leave step", "‹ Why")) leave_one_step(ui);
    tooltip(ui, "Back to what is learned here (Esc).");
    const Rect room{area.x0, area.y0 + ui.px(kStepBack), area.x1, area.y1};
    draw_steps(ui, room);
    if (ui.status.result<Microscope>()) draw_story(ui, room, *ui.status.result<Microscope>());
}

void draw_strongest(Ui& ui) {
    const auto& story = ui.status.result<Microscope>();
    const NetworkSpec& network = ui.status.config.network;
    if (!story || story->unit.index.layer != int(network.layers.size())) return;
    const MicroscopeUnit& unit = story->unit;
    const bool colour = story->target.size() >= 3;
    const char* kChannels[] = {"red", "green", "blue", "opacity"};
    note(ui, fmt::format("Its {} is a sum. These neurons add or take most:",
                         colour ? kChannels[unit.index.neuron % 4] : "brightness"));
    float most = 0;
    for (const MicroscopeLink& link : unit.strongest)
        most = std::max(most, std::abs(link.product()));
    const float line = ui.px(kLeastStoryLine + 4);
    for (const MicroscopeLink& link : unit.strongest) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        draw_story_line(ui, box(at.x, at.y, width, line),
                        {link_name(network, unit, link.input),
                         {figure(link.product())},
                         NeuronIndex{unit.index.layer - 1, link.input},
                         {},
                         most > 0 ? std::abs(link.product()) / most : 0,
                         link.product() < 0},
                        ui.palette.text);
        ImGui::SetCursorScreenPos(at);
        ImGui::Dummy({width, line});
    }
    if (ui.state.of<WhyState>().view && ui.state.of<WhyState>().view->unit) {  // one was clicked
        ui.state.of<WhyState>().one_step = true;
        ui.state.of<WhyState>().step = LearningStep::forward;
    }
}

}  // namespace redraw::ui
