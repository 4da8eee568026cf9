#include "ui/kit/widgets.h"

namespace redraw::ui {

namespace {

void draw_icon(Ui& ui, Icon icon, ImVec2 c, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float r = ui.px(icon == Icon::play || icon == Icon::pause ? 5 : 4);
    switch (icon) {
        case Icon::none:
            break;
        case Icon::play:
            list.AddTriangleFilled({c.x - r * 0.8f, c.y - r}, {c.x + r, c.y},
                                   {c.x - r * 0.8f, c.y + r}, colour);
            break;
        case Icon::pause:
            fill({c.x - r, c.y - r, c.x - r * 0.3f, c.y + r}, colour, 1);
            fill({c.x + r * 0.3f, c.y - r, c.x + r, c.y + r}, colour, 1);
            break;
        case Icon::close:
            list.AddLine({c.x - r, c.y - r}, {c.x + r, c.y + r}, colour, ui.px(1.5f));
            list.AddLine({c.x - r, c.y + r}, {c.x + r, c.y - r}, colour, ui.px(1.5f));
            break;
        case Icon::plus:
            list.AddLine({c.x - r, c.y}, {c.x + r, c.y}, colour, ui.px(1.5f));
            list.AddLine({c.x, c.y - r}, {c.x, c.y + r}, colour, ui.px(1.5f));
            break;
    }
}

// Returns true if the space at index `at` stands inside "15.4 dB" or "451 × 300".
bool keeps_together(std::string_view text, std::size_t at) {
    constexpr std::string_view kUnits[] = {"dB", "%", "s", "min", "h", "KB", "MB", "GB", "×"};
    if (at >= text.size() || text[at] != ' ') return false;
    const std::string_view before = text.substr(0, at), after = text.substr(at + 1);
    const std::string_view word = after.substr(0, after.find_first_of(" \n.,;:)"));
    const bool counts = at > 0 && before.back() >= '0' && before.back() <= '9';
    return before.ends_with("×") || (counts && std::ranges::count(kUnits, word) > 0);
}

}  // namespace

ImVec2 text_size(ImFont* font, const std::string& text) {
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size());
}

float draw_text(Ui&, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text) {
    const ImVec2 whole_pixel{std::floor(at.x), std::floor(at.y)};
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, whole_pixel, colour, text.data(),
                                        text.data() + text.size());
    return text_size(font, text).x;
}

float draw_text_before(Ui& ui, ImFont* font, ImVec2 corner, ImU32 colour, const std::string& text) {
    return draw_text(ui, font, {corner.x - text_size(font, text).x, corner.y}, colour, text);
}

void draw_centred(Ui& ui, ImFont* font, const Rect& place, ImU32 colour, const std::string& text) {
    const ImVec2 size = text_size(font, text);
    draw_text(ui, font, {place.left_of(size.x), place.top_of(size.y)}, colour, text);
}

std::string shortened(ImFont* font, std::string text, float width) {
    if (text_size(font, text).x <= width) return text;
    while (!text.empty() && text_size(font, text + "…").x > width) {
        do {
            text.pop_back();
        } while (!text.empty() && (text.back() & 0xC0) == 0x80);
        if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0) text.pop_back();
    }
    return text + "…";
}

std::string broken_into_lines(ImFont* font, const std::string& text, float width) {
    std::string lines = text;
    std::size_t line = 0, space = lines.npos;  // indices of the line's start and last space
    for (std::size_t at = 0; at <= lines.size(); ++at) {
        if (at < lines.size() && lines[at] != ' ' && lines[at] != '\n') continue;
        if (keeps_together(lines, at)) continue;
        if (space != lines.npos && text_size(font, lines.substr(line, at - line)).x > width) {
            lines[space] = '\n';
            line = space + 1;
        }
        space = at;
        if (at < lines.size() && lines[at] == '\n') line = at + 1, space = lines.npos;
    }
    return lines;
}

ImVec2 wrapped_size(ImFont* font, const std::string& text, float width) {
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, width,
                               broken_into_lines(font, text, width).c_str());
}

float draw_wrapped(ImFont* font, ImVec2 at, float width, ImU32 colour, const std::string& text) {
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, {at.x, std::floor(at.y)}, colour,
                                        broken_into_lines(font, text, width).c_str(), nullptr,
                                        width);  // a word may be wider than the line
    return wrapped_size(font, text, width).y;
}

void focus_ring(Ui& ui, std::string_view name) {
    focus_stop(ui, name);
    if (!ui.state.controls.keyboard_focus || !ImGui::IsItemFocused()) return;
    const float out = ui.px(2);
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    frame({a.x - out, a.y - out, b.x + out, b.y + out}, ui.palette.accent_text, ui.px(6), ui.px(2));
}

bool button(Ui& ui, const char* id, const std::string& label, ButtonStyle style, ImVec2 size,
            const ButtonOptions& options) {
    const bool enabled = options.enabled && !ui.closed;
    const Icon icon = options.icon;
    ImFont* font =
        style == ButtonStyle::plain || style == ButtonStyle::bare ? ui.fonts.body : ui.fonts.strong;
    const ImVec2 text = text_size(font, label);
    const float icon_width = icon == Icon::none ? 0 : ui.px(label.empty() ? 10 : 20);
    if (size.x == 0) size.x = text.x + icon_width + ui.px(style == ButtonStyle::bare ? 12 : 28);
    if (size.y == 0) size.y = ui.px(30);
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::InvisibleButton(id, size);
    ImGui::EndDisabled();
    const bool hot = enabled && ImGui::IsItemHovered(), held = enabled && ImGui::IsItemActive();

    const Palette& p = ui.palette;
    ImU32 ground = held ? p.line : hot ? p.field_hovered : p.field, ink = p.text, edge = p.line;
    if (style == ButtonStyle::accent) {
        ground = hot ? p.accent_hovered : p.accent;
        ink = p.on_accent;
        edge = ground;
    } else if (style == ButtonStyle::quiet) {
        ground = hot ? p.quiet_hovered : p.quiet;
        ink = p.on_quiet;
        edge = p.accent;
    } else if (style == ButtonStyle::bare) {
        ground = hot ? p.field_hovered : 0;
        edge = 0;
    }
    if (!enabled) {  // a disabled button is gray in every style
        ink = with_alpha(p.text, 0.4f);
        if (style != ButtonStyle::bare) ground = p.field;
        edge = style == ButtonStyle::bare ? 0 : with_alpha(p.line, 0.6f);
    }
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    if (ground) fill({a.x, a.y, b.x, b.y}, ground, ui.px(6));
    if (edge)
        frame({a.x, a.y, b.x, b.y}, edge, ui.px(6), std::max(1.0f, std::floor(ui.view.scale)));
    float x = (a.x + b.x - text.x - icon_width) / 2;
    if (icon != Icon::none)
        draw_icon(ui, icon, {label.empty() ? (a.x + b.x) / 2 : x + ui.px(6), (a.y + b.y) / 2}, ink);
    draw_text(ui, font, {x + icon_width, (a.y + b.y - text.y) / 2}, ink, label);
    focus_ring(ui, label.empty() ? id : label);
    if (!options.help.empty()) tooltip(ui, options.help);
    return pressed && enabled;
}

bool button_at(Ui& ui, const char* id, const std::string& label, ButtonStyle style,
               const Rect& place, const ButtonOptions& options) {
    ImGui::SetCursorScreenPos(place.min());
    return button(ui, id, label, style, place.size(), options);
}

bool close_button(Ui& ui, const char* id, ImVec2 corner, const std::string& help) {
    return button_at(ui, id, "", ButtonStyle::bare, box(corner.x, corner.y, ui.px(24), ui.px(24)),
                     {.icon = Icon::close, .help = help});
}

bool surface(Ui& ui, const char* name, const Rect& place, const std::string& explained) {
    ImGui::SetCursorScreenPos(place.min());
    const bool pressed = ImGui::InvisibleButton(name, place.size());
    name_control(ui, name);
    explain_when_asked(ui, explained);
    return pressed;
}

bool text_button(Ui& ui, const char* id, const std::string& label, bool chosen) {
    ImFont* font = ui.fonts.body;
    const ImVec2 text = text_size(font, label);
    const bool pressed = ImGui::InvisibleButton(id, {text.x, std::max(text.y, ui.px(18))});
    const bool hot = ImGui::IsItemHovered();
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    const ImU32 ink = ui.closed ? ui.palette.muted
                      : chosen  ? ui.palette.accent_text
                      : hot     ? ui.palette.text
                                : ui.palette.muted;
    const float y = std::floor((a.y + b.y - text.y) / 2);
    draw_text(ui, font, {a.x, y}, ink, label);
    if (hot) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        ImGui::GetWindowDrawList()->AddLine({a.x, y + text.y}, {b.x, y + text.y},
                                            with_alpha(ink, 0.6f));
    }
    focus_ring(ui, label);
    return pressed;
}

bool toggle_chip(Ui& ui, const char* id, const std::string& label, bool on, ImVec2 size,
                 bool enabled) {
    ImFont* font = ui.fonts.body;
    const ImVec2 text = text_size(font, label);
    if (size.x == 0) size.x = text.x + ui.px(20);
    if (size.y == 0) size.y = ui.px(26);
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::InvisibleButton(id, size);
    ImGui::EndDisabled();
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    const Palette& p = ui.palette;
    const ImU32 ink = on ? p.text : p.muted;
    fill({a.x, a.y, b.x, b.y}, ImGui::IsItemHovered() ? p.field_hovered : p.field, ui.px(5));
    frame({a.x, a.y, b.x, b.y}, on ? p.muted : p.line, ui.px(5), ui.px(on ? 1.5f : 1));
    draw_text(ui, font, {(a.x + b.x - text.x) / 2, (a.y + b.y - text.y) / 2},
              enabled ? ink : with_alpha(ink, 0.4f), label);
    focus_ring(ui, label);
    return pressed;
}

float slider(Ui& ui, const char* id, const Rect& track, float part) {
    ImGui::SetCursorScreenPos(track.min());
    ImGui::InvisibleButton(id, track.size());
    if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left))
        part = std::clamp((ImGui::GetIO().MousePos.x - track.x0) / track.width(), 0.0f, 1.0f);
    focus_ring(ui, id);
    const float middle = std::floor((track.y0 + track.y1) / 2);
    fill({track.x0, middle - ui.px(1), track.x1, middle + ui.px(1)}, ui.palette.line, 1);
    ImGui::GetWindowDrawList()->AddCircleFilled(
        {track.x0 + part * track.width(), middle}, ui.px(5),
        ImGui::IsItemHovered() || ImGui::IsItemActive() ? ui.palette.text : ui.palette.muted);
    return part;
}

bool check_box(Ui& ui, const char* id, const std::string& label, const std::string& detail,
               bool& on, float width) {
    const Fonts& fonts = ui.fonts;
    const float box = ui.px(14), gap = ui.px(8), name = text_size(fonts.body, label).x;
    if (width == 0) width = box + gap + name + ui.px(4);
    const bool pressed = ImGui::InvisibleButton(id, {width, ui.px(26)});
    if (pressed) on = !on;
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    const Palette& p = ui.palette;
    const float middle = std::floor((a.y + b.y) / 2), top = std::floor(middle - box / 2);
    const Rect square{a.x, top, a.x + box, top + box};
    fill(square, on ? p.accent : ImGui::IsItemHovered() ? p.field_hovered : p.field, ui.px(3));
    frame(square, on ? p.accent : p.muted, ui.px(3), ui.hair());
    if (on) tick_mark({square.x0 + box / 2, middle}, box * 0.35f, p.on_accent, ui.px(2));
    const float x = square.x1 + gap;
    draw_text(ui, fonts.body, {x, std::floor(middle - fonts.body->FontSize / 2)},
              on ? p.text : p.muted, label);
    if (!detail.empty()) {
        const float from = x + name + gap;
        draw_text(ui, fonts.small, {from, std::floor(middle - fonts.small->FontSize / 2)}, p.muted,
                  shortened(fonts.small, detail, b.x - from));
    }
    focus_ring(ui, label);
    return pressed;
}

void section_head(Ui& ui, const char* text, const char* explained) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    read_out(ui, text, ui.fonts.caption, at, ui.palette.muted, text, explained);
    ImGui::Dummy({1, ui.px(18)});
}

void more_button(Ui& ui, const char* id, bool& more) {
    const ImVec2 head = ImGui::GetItemRectMin();
    more_button(ui, id, more, {head.x + ui.side_width(), head.y - ui.px(3)});
}

void more_button(Ui& ui, const char* id, bool& more, ImVec2 corner) {
    const std::string label = more ? "Less" : "More";
    const ImVec2 after = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({corner.x - text_size(ui.fonts.body, label).x, corner.y});
    if (text_button(ui, id, label, false)) more = !more;
    tooltip(ui, "Shows or hides the settings that rarely change.");
    ImGui::SetCursorScreenPos(after);
}

void hairline(Ui& ui) {
    ImGui::Dummy({1, ui.px(3)});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    fill(box(at.x, at.y, ui.side_width(), std::max(1.0f, ui.px(1))), ui.palette.line);
    ImGui::Dummy({1, ui.px(8)});
}

void draw_dashed(const std::vector<ImVec2>& points, ImU32 colour, float dash, float gap,
                 float thickness) {
    const float period = dash + gap;
    float along = 0;  // pixels since the last dash began
    for (std::size_t i = 1; i < points.size(); ++i) {
        const ImVec2 a = points[i - 1], b = points[i];
        const float length = std::hypot(b.x - a.x, b.y - a.y);
        for (float at = 0; at < length;) {
            const float rest = along < dash ? dash - along : period - along;
            const float end = std::min(length, at + std::max(rest, 0.25f));
            const auto on = [&](float t) {
                return ImVec2{a.x + (b.x - a.x) * t / length, a.y + (b.y - a.y) * t / length};
            };
            if (along < dash)
                ImGui::GetWindowDrawList()->AddLine(on(at), on(end), colour, thickness);
            along = std::fmod(along + end - at, period);
            at = end;
        }
    }
}

void note(Ui& ui, const std::string& text, ImU32 colour) {
    const std::string lines =
        broken_into_lines(ui.fonts.small, text, ImGui::GetContentRegionAvail().x);
    ImGui::PushFont(ui.fonts.small);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushTextWrapPos(0);  // a word may be wider than the line
    ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void kept_mark(Ui& ui, ImVec2 tip) {
    const float half = ui.px(4.5f), top = tip.y - ui.px(6);
    ImGui::GetWindowDrawList()->AddTriangleFilled({tip.x - half, top}, {tip.x + half, top}, tip,
                                                  ui.palette.accent_text);
}

void tick_mark(ImVec2 at, float r, ImU32 colour, float thickness) {
    const ImVec2 tick[3] = {{at.x - r * 0.8f, at.y},
                            {at.x - r * 0.2f, at.y + r * 0.6f},
                            {at.x + r * 0.8f, at.y - r * 0.6f}};
    ImGui::GetWindowDrawList()->AddPolyline(tick, 3, colour, 0, thickness);
}

void error_mark(Ui& ui, ImVec2 at) {
    ImFont* font = ui.fonts.strong;
    ImGui::GetWindowDrawList()->AddCircleFilled(at, ui.px(8), ui.palette.error);
    draw_text(ui, font, {at.x - text_size(font, "!").x / 2, at.y - font->FontSize / 2},
              ui.palette.panel, "!");
}

void progress_bar(Ui& ui, const Rect& bar, double progress, ImU32 colour) {
    const float round = bar.height() / 2;
    fill(bar, ui.palette.field_hovered, round);
    if (progress > 0)
        fill({bar.x0, bar.y0, bar.x0 + std::max(2 * round, float(progress) * bar.width()), bar.y1},
             colour, round);
}

void begin_area(const char* name, const Rect& area, ImU32 ground, ImVec2 padding,
                ImGuiWindowFlags flags) {
    ImGui::SetNextWindowPos(area.min());
    ImGui::SetNextWindowSize(area.size());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ground);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | flags);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

void picture_chip(Ui& ui, ImVec2 at, const std::string& text) {
    ImFont* font = ui.fonts.small;
    const ImVec2 size = text_size(font, text);
    fill({at.x, at.y, at.x + size.x + ui.px(20), at.y + ui.px(24)}, ui.palette.chip, ui.px(4));
    draw_text(ui, font, {at.x + ui.px(10), at.y + (ui.px(24) - size.y) / 2}, ui.palette.on_chip,
              text);
}

float plot_label_height(const Ui& ui) {
    return ui.px(22);
}

void plot_label(Ui& ui, const Rect& plot, float x, float y, std::string text, ImU32 edge) {
    ImFont* font = ui.fonts.small;
    text = shortened(font, std::move(text), plot.width() - ui.px(20));
    const float width = text_size(font, text).x + ui.px(20), height = plot_label_height(ui);
    const float left = std::clamp(x - width / 2, plot.x0, std::max(plot.x0, plot.x1 - width));
    fill(box(left, y, width, height), ui.palette.panel, ui.px(4));
    frame(box(left, y, width, height), edge, ui.px(4), std::max(1.0f, std::floor(ui.view.scale)));
    draw_text(ui, font, {left + ui.px(10), y + (height - font->FontSize) / 2}, ui.palette.text,
              text);
}

void axis_label(Ui& ui, const Rect& plot, float x, const std::string& text) {
    plot_label(ui, plot, x, plot.y1 + ui.px(2), text, ui.palette.line);
}

void draw_thumbnail(const Ui& ui, const Texture& thumbnail, ImVec2 at, float side) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (!thumbnail.there()) {
        fill(box(at.x, at.y, side, side), ui.palette.well, ui.px(4));
        return;
    }
    const Rect r = box(at.x, at.y, side, side).fitted(thumbnail.width, thumbnail.height);
    list.AddImageRounded(thumbnail.id, r.min(), r.max(), {0, 0}, {1, 1}, IM_COL32_WHITE, ui.px(4));
    frame(r, ui.palette.line, ui.px(4));
}

Texture file_thumbnail(Ui& ui, const std::filesystem::path& file, float side) {
    ui.requests.in_sight.push_back({file, int(side)});
    if (!ui.view.file_thumbnails) return {};
    const auto found = ui.view.file_thumbnails->find(file);
    return found == ui.view.file_thumbnails->end() ? Texture{} : ui.texture(found->second);
}

}  // namespace redraw::ui
