#include "ui/centre/centre.h"

#include "engine/drawing/caption.h"
#include "engine/features/neurons/neuron_study.h"
#include "ui/actions/neurons.h"
#include "ui/centre/neuron_view.h"

namespace redraw::ui {
namespace {

// Describes a neuron, with its range of outputs if known: "Layer 2, neuron 17: −0.980 to 1.000".
std::string said_of(const Ui& ui, NeuronIndex index) {
    const auto& pictures = ui.status.result<NeuronPictures>();
    const auto layer = std::size_t(index.layer);
    if (!pictures || layer >= pictures->layers.size()) return neuron_name(index);
    const Image& answers = pictures->layers[layer];
    if (index.neuron >= answers.channels) return neuron_name(index);
    const auto facts = facts_of(ui.status.config.network.activation,
                                std::span(answers.values).subspan(std::size_t(index.neuron)),
                                std::size_t(answers.channels));
    return neuron_name(index) + ": " + answer_text(facts.least) + " to " + answer_text(facts.most);
}

void draw_header(Ui& ui, const Rect& area, std::optional<NeuronIndex> hovered, bool scrolls) {
    const Palette& p = ui.palette;
    const float y = area.y0 + ui.px(6);
    const Activation activation = ui.status.config.network.activation;
    float x = area.x0;
    x +=
        read_out(ui, "neurons moment", ui.fonts.body, {x, y}, p.text, neurons_moment(ui), kMoment) +
        ui.px(24);
    x = draw_answer_legend(ui, {x, y + 1}, answer_scale(activation, {}), !is_bounded(activation));
    x = draw_edits(ui, {x + ui.px(24), y});
    const std::string text = hovered ? said_of(ui, *hovered)
                             : scrolls
                                 ? "Click to enlarge, right click to mute. Ctrl + wheel zooms."
                                 : "Click to enlarge, right click to mute. The wheel zooms.";
    draw_head_note(ui, area, x, text, hovered ? p.text : p.muted);
}

void draw_caption(Ui& ui, ImVec2 at, int layer) {
    const Fonts& fonts = ui.fonts;
    const int neurons = hidden_layers(ui)[std::size_t(layer)];
    const std::string head = fmt::format("LAYER {}", layer + 1);
    at.x +=
        draw_text(ui, fonts.caption, {at.x, at.y + ui.px(4)}, ui.palette.muted, head) + ui.px(12);
    std::string text = counted(neurons, "neuron");
    const bool bounded = is_bounded(ui.status.config.network.activation);
    if (!bounded && std::size_t(layer) < ui.view.neurons.limits.size())
        text += " · largest output " + answer_text(ui.view.neurons.limits[std::size_t(layer)]);
    draw_text(ui, fonts.small, {at.x, at.y + ui.px(3)}, ui.palette.muted, text);
}

// Draws the list's own scroll bar: a thin thumb at the right edge.
void draw_scrollbar(Ui& ui, const Rect& list, float height) {
    float& scroll = ui.state.of<NeuronsState>().scroll;
    const float most = height - list.height();
    const float grab = std::max(ui.px(28), list.height() * list.height() / height);
    const float way = list.height() - grab;
    ImGui::SetCursorScreenPos({list.x1 - ui.px(10), list.y0});
    ImGui::InvisibleButton("neurons scroll", {ui.px(10), list.height()});
    if (ImGui::IsItemActive()) {
        const ImGuiIO& io = ImGui::GetIO();
        if (ImGui::IsItemActivated()) {
            const float at = list.y0 + scroll / most * way;
            if (io.MousePos.y < at || io.MousePos.y > at + grab)  // the thumb jumps to the click
                scroll = (io.MousePos.y - list.y0 - grab / 2) / way * most;
        } else {
            scroll += io.MouseDelta.y / way * most;
        }
        scroll = std::clamp(scroll, 0.0f, most);
    }
    const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
    const float y = list.y0 + scroll / most * way, r = ui.px(3);
    fill({list.x1 - 2 * r, y, list.x1, y + grab}, hot ? ui.palette.muted : ui.palette.line, r);
}

Rect tile_of(const Ui& ui, const Rect& list, const NeuronLayout& layout, NeuronIndex index) {
    const float x = list.x0 + layout.tile_x(index.neuron);
    const float y = list.y0 - std::floor(ui.state.of<NeuronsState>().scroll) + layout.tile_y(index);
    return {x, y, x + layout.tile_width, y + layout.tile_height};
}

void draw_tiles(Ui& ui, const Rect& rect, const NeuronLayout& layout, const Grid& area,
                std::optional<NeuronIndex> hovered) {
    const Palette& p = ui.palette;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = rect.y0 - std::floor(ui.state.of<NeuronsState>().scroll);
    list.PushClipRect(rect.min(), rect.max(), true);
    for (int layer = 0; layer < int(layout.layers.size()); ++layer) {
        const float y = top + layout.tops[std::size_t(layer)];
        if (y > rect.y1) break;
        if (y + layout.caption > rect.y0) draw_caption(ui, {rect.x0, y}, layer);
        // Draws only the visible rows, because a network can have more than 100,000 neurons.
        const float row_height = layout.tile_height + layout.gap, tiles = y + layout.caption;
        const int first_row = std::max(0, int((rect.y0 - tiles) / row_height));
        const int last_row = int(std::ceil((rect.y1 - tiles) / row_height));
        const int end = std::min(layout.layers[std::size_t(layer)], last_row * layout.columns);
        for (int neuron = first_row * layout.columns; neuron < end; ++neuron) {
            const NeuronIndex index{layer, neuron};
            const Rect tile = tile_of(ui, rect, layout, index);
            fill(tile, p.well);
            draw_answers(ui, tile, area, index);
            if (is_muted(ui, index)) {
                fill(tile, with_alpha(p.well, 0.7f));
                list.AddLine(tile.min(), tile.max(), p.accent, ui.px(1.5f));
            }
            if (index == hovered || index == ui.state.of<NeuronsState>().last)
                frame({tile.x0 - 1, tile.y0 - 1, tile.x1 + 1, tile.y1 + 1},
                      index == hovered ? p.accent : p.muted, 0, ui.px(1.5f));
        }
    }
    list.PopClipRect();
}

// Scrolls to the neuron that was shown large last.
void scroll_to_last(Ui& ui, const NeuronLayout& layout, float height) {
    const float top = layout.tile_y(ui.state.of<NeuronsState>().last.value_or(NeuronIndex{}));
    float& scroll = ui.state.of<NeuronsState>().scroll;
    const float most = std::max(0.0f, top - layout.caption);  // the list may be lower than a tile
    scroll = std::clamp(scroll, std::min(most, top + layout.tile_height - height), most);
    ui.state.of<NeuronsState>().follow = false;
}

constexpr float kSumRow = 36, kLeastSummed = 240;  // layout units: row height; least view height
constexpr float kSummedPart = 0.58f;  // most of the width for the drawing while neurons are added

void draw_sum_slider(Ui& ui, const Rect& row) {
    const int all = hidden_layers(ui).back(),
              before = ui.state.of<NeuronsState>().sum.value_or(all);
    const char* help =
        "Draws with the loudest neurons of the last layer only, from none to all. The loudest "
        "change the drawing most: weight times how much their output varies.";
    ImFont* font = ui.fonts.body;
    const float y = row.y1 - ui.px(24), room = ui.px(190);
    float x = row.x0 + ui.px(14);
    x += read_out(ui, "add up label", font, {row.x0, y}, ui.palette.muted, "Add up", help);
    const Rect track{x, y, std::min(x + ui.px(420), row.x1 - room), y + ui.px(20)};
    const float part = slider(ui, "add up", track, float(before) / float(all));
    const Arrows arrows = take_arrows(ui);
    const int count = std::clamp(
        int(std::lround(part * float(all))) + arrows.x + arrows.y * std::max(1, all / 10), 0, all);
    tooltip(ui, help);
    read_out(ui, "added neurons", font, {track.x1 + ui.px(14), y}, ui.palette.text,
             count == all ? fmt::format("all {} neurons", thousands(all)) : sum_text(count, all),
             help);
    if (count != before) add_up(ui, count);
}

void draw_sum(Ui& ui, const Rect& room) {
    const Grid shown = shown_area(ui, room);
    const Rect rect = box(room.x0, room.y0, ui.state.centre.pane.x, ui.state.centre.pane.y);
    surface(ui, "sum of neurons", rect, "What the added neurons draw together. The wheel zooms.");
    zoom_over(ui, rect, shown);
    pan_over(ui, rect, shown);
    draw_drawing(ui, rect, shown_area(ui, room));
}

void draw_all_neurons(Ui& ui, const Rect& area) {
    Rect room{area.x0, area.y0 + ui.px(kNeuronsHead), area.x1, area.y1};
    if (area.height() >= ui.px(kLeastSummed)) {
        room.y1 -= ui.px(kSumRow);
        draw_sum_slider(ui, {area.x0, room.y1, area.x1, area.y1});
    }
    Rect pane = room;
    if (ui.state.centre.edits) {
        const auto [width, height] = ui.target_size();
        pane.x0 = std::floor(area.x1 - std::min(kSummedPart * area.width(),
                                                room.height() * float(width) / float(height)));
        room.x1 = pane.x0 - ui.px(20);
        draw_sum(ui, pane);
    }
    const Grid shown = shown_area(ui, pane);
    const auto& layers = hidden_layers(ui);
    const float aspect = ui.state.centre.pane.x / ui.state.centre.pane.y;
    const float bar = ui.px(18);
    const NeuronLayout layout =
        lay_out_neurons(layers, room.width() - bar, room.height(), aspect, ui.view.scale);
    const bool scrolls = layout.height > room.height();
    float& scroll = ui.state.of<NeuronsState>().scroll;
    if (ui.state.of<NeuronsState>().follow) scroll_to_last(ui, layout, room.height());

    if (scrolls) draw_scrollbar(ui, room, layout.height);
    ImGui::SetCursorScreenPos(room.min());
    const bool pressed =
        ImGui::InvisibleButton("neurons", {room.width() - (scrolls ? bar : 0), room.height()});
    const ImGuiIO& io = ImGui::GetIO();
    if (scrolls && ImGui::IsItemHovered() && !io.KeyCtrl) scroll -= io.MouseWheel * ui.px(80);
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, layout.height - room.height()));

    const auto under = [&](ImVec2 at) {
        return room.contains(at) ? layout.at(at.x - room.x0, at.y - room.y0 + std::floor(scroll))
                                 : std::nullopt;
    };
    // While a mouse button is held, the neuron where it was pressed counts as hovered.
    const auto hovered = ImGui::IsItemActive()    ? under(io.MouseClickedPos[0])
                         : ImGui::IsItemHovered() ? under(io.MousePos)
                                                  : std::nullopt;
    if (hovered) {
        const Rect tile = tile_of(ui, room, layout, *hovered);
        if (io.KeyCtrl || !scrolls) zoom_over(ui, tile, shown);
        pan_over(ui, tile, shown);
    }
    const bool dragged = io.MouseDragMaxDistanceSqr[0] >= 9;
    if (pressed && !ImGui::IsMouseReleased(ImGuiMouseButton_Left))
        // Pressed by keyboard: opens the neuron that was shown large last.
        show_neuron(ui, ui.state.of<NeuronsState>().last.value_or(NeuronIndex{}));
    else if (pressed && hovered && !dragged)
        show_neuron(ui, *hovered);
    focus_ring(ui, "neurons");
    explain_when_asked(
        ui,
        "The output of every hidden neuron across the picture, layer by layer. Dark blue is "
        "lowest, light amber highest. Click to enlarge, right click to mute.");
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) toggle_muted(ui, *hovered);
    draw_tiles(ui, room, layout, shown_area(ui, pane), hovered);
    draw_header(ui, area, hovered, scrolls);
}

}  // namespace

void draw_neurons(Ui& ui, const PaneArea& shown) {
    const Rect& area = shown.panes.front();
    const auto& layers = hidden_layers(ui);
    if (layers.empty()) return;
    // A new run's network may have fewer neurons, so clamp the indices.
    if (auto& last = ui.state.of<NeuronsState>().last) last = next_layer(layers, *last, 0);
    if (ui.state.of<NeuronsState>().large)
        ui.state.of<NeuronsState>().large =
            next_layer(layers, *ui.state.of<NeuronsState>().large, 0);

    if (ui.state.of<NeuronsState>().large)
        draw_one_neuron(ui, area);
    else
        draw_all_neurons(ui, area);
    ui.requests.view.neurons = NeuronsView{ui.state.of<NeuronsState>().large};
}

}  // namespace redraw::ui
