#include "ui/runs/run_card.h"

#include "engine/error.h"
#include "engine/network/presets.h"
#include "engine/text/words.h"
#include "ui/kit/settings_text.h"
#include "ui/kit/widgets.h"

#include <algorithm>
#include <unordered_map>

namespace redraw::ui {
namespace fs = std::filesystem;
namespace {

bool is_known_preset(const std::string& name) {
    return std::any_of(kPresets.begin(), kPresets.end(),
                       [&](const Preset& preset) { return preset.name == name; });
}

constexpr const char* kAboutRun =
    "A run: a picture, the network that learned it, and its moments. Shown: how close it came in "
    "decibels (dB), its settings, and when it last learned.";
constexpr float kIndent = 28;
constexpr int kDeepest = 4;

// Draws the line that connects a branch to its parent run above.
void draw_elbow(Ui& ui, const Rect& card) {
    const float x = card.x0 - ui.px(15), y = std::floor((card.y0 + card.y1) / 2);
    const float thick = std::max(1.0f, ui.px(1));
    fill({x, card.y0 - ui.px(kRunCardGap), x + thick, y}, ui.palette.muted);
    fill({x, y, card.x0 - ui.px(5), y + thick}, ui.palette.muted);
}

std::string origin_and_detail(const RecentEntry& run) {
    return run.from + (run.from.empty() ? "" : " · ") + run.detail;
}

void draw_words(Ui& ui, const RecentEntry& run, const Rect& card, float x) {
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.fonts;
    const float right = card.x1 - ui.px(14), top = card.y0 + ui.px(10);
    float end = right;
    if (!run.psnr.empty()) {
        end -= text_size(fonts.strong, run.psnr).x;
        draw_text(ui, fonts.strong, {end, top}, p.text, run.psnr);
        end -= ui.px(16);
    }
    const std::string now = run.open ? "open now" : "";
    const float mark = now.empty() ? 0 : text_size(fonts.small, now).x + ui.px(12);
    const float name = draw_text(ui, fonts.body, {x, top}, p.text,
                                 shortened(fonts.body, run.name, end - x - mark));
    if (!now.empty())
        draw_text(ui, fonts.small, {x + name + ui.px(12), top + ui.px(1)}, p.accent_text, now);
    const std::string& second = run.problem.empty() ? run.settings : run.problem;
    draw_text(ui, fonts.small, {x, top + ui.px(20)}, p.muted,
              shortened(fonts.small, second, right - x));
    draw_text(ui, fonts.small, {x, top + ui.px(37)}, p.muted,
              shortened(fonts.small, origin_and_detail(run), right - x));
}

// Returns the newest drawing of the run: of an open or compared run, the one that the window shows.
Texture newest_drawing(Ui& ui, const RecentEntry& run) {
    const Texture thumbnail = file_thumbnail(ui, run.path, ui.px(kRunThumbnail));
    if (run.path == ui.status.run_path && ui.view.backdrop.there()) return ui.view.backdrop;
    for (std::size_t i = 0; i < ui.status.compared_runs.size(); ++i)
        if (run.path == ui.status.compared_runs[i]->path && ui.view.compared_runs[i].there())
            return ui.view.compared_runs[i];
    return thumbnail;
}

// Draws the run's thumbnail. If the run has none because it cannot be opened, draws a "!" instead.
void draw_run_thumbnail(Ui& ui, const RecentEntry& run, ImVec2 at, float side) {
    const Texture thumbnail = newest_drawing(ui, run);
    draw_thumbnail(ui, thumbnail, at, side);
    if (thumbnail.there() || run.problem.empty()) return;
    ImFont* font = ui.fonts.strong;
    const ImVec2 sign = text_size(font, "!");
    draw_text(ui, font, {at.x + (side - sign.x) / 2, at.y + (side - sign.y) / 2}, ui.palette.muted,
              "!");
}

}  // namespace

std::string settings_line(const Config& config) {
    std::string text = title(config.preset);
    if (is_known_preset(config.preset) &&
        preset_config(config.preset).network.activation != config.network.activation)
        text += ", " + title(name_of(config.network.activation));
    return text + ", " + layers_text(config.network.layers) + ", rate " +
           shown_number(config.schedule.lr_max);
}

bool run_card(Ui& ui, const RecentEntry& run, const Rect& area, bool chosen) {
    const Palette& p = ui.palette;
    const int depth = std::min(run.depth, kDeepest);
    const Rect card{area.x0 + ui.px(kIndent) * float(depth), area.y0, area.x1,
                    area.y0 + ui.px(kRunCard)};
    ImGui::PushID(run.path.c_str());
    ImGui::SetCursorScreenPos(card.min());
    const bool pressed = ImGui::InvisibleButton("card", {card.width(), card.height()});
    const bool hot = ImGui::IsItemHovered();
    fill(card, hot || chosen ? p.field_hovered : p.field, ui.px(6));
    frame(card, chosen ? p.accent : p.line, ui.px(6), std::max(1.0f, ui.px(chosen ? 1.5f : 1)));
    focus_ring(ui, run.name);
    explain_when_asked(ui, kAboutRun);
    if (depth > 0) draw_elbow(ui, card);
    const float pad = ui.px(8), side = card.height() - 2 * pad;
    draw_run_thumbnail(ui, run, {card.x0 + pad, card.y0 + pad}, side);
    draw_words(ui, run, card, card.x0 + side + 2 * pad + ui.px(6));
    ImGui::PopID();
    ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, run.name);
    return pressed;
}

void run_menu_row(Ui& ui, const RecentEntry& run) {
    constexpr float kWidth = 380, kRow = 48, kRowIndent = 22;
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.fonts;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ui.px(kRow), pad = ui.px(4), side = height - 2 * pad;
    ImGui::PushID(run.path.c_str());
    // An invisible ImGui selectable handles hovering, keys and closing the menu. The entry's
    // thumbnail and text are painted over it.
    if (ImGui::Selectable("##run", false, 0, {ui.px(kWidth), height}) && !run.open)
        ui.requests.ask(request::Open{run.path});
    name_control(ui, run.name);
    explain_when_asked(ui, kAboutRun);
    ImGui::PopID();
    const float x = at.x + pad + ui.px(kRowIndent) * float(std::min(run.depth, 3));
    draw_run_thumbnail(ui, run, {x, at.y + pad}, side);
    const float text = x + side + ui.px(12), right = at.x + ui.px(kWidth) - ui.px(8);
    const float psnr = text_size(fonts.body, run.psnr).x;
    draw_text(ui, fonts.body, {right - psnr, at.y + ui.px(7)}, p.text, run.psnr);
    const std::string open = run.open ? " · open now" : "";
    draw_text(ui, fonts.body, {text, at.y + ui.px(7)}, p.text,
              shortened(fonts.body, run.name, right - psnr - ui.px(12) - text));
    draw_text(ui, fonts.small, {text, at.y + ui.px(26)}, p.muted,
              shortened(fonts.small, origin_and_detail(run) + open, right - text));
    ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, run.name);
}

std::vector<RecentEntry> with_branches_under_parents(std::vector<RecentEntry> runs) {
    std::unordered_map<std::string, std::size_t> place;
    for (std::size_t i = 0; i < runs.size(); ++i) place[runs[i].path.string()] = i;
    std::vector<std::vector<std::size_t>> children(runs.size());
    std::vector<std::size_t> parent(runs.size(), runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto found = place.find(runs[i].parent.string());
        if (found == place.end() || found->second == i) continue;
        parent[i] = found->second;
        children[found->second].push_back(i);
    }
    std::vector<RecentEntry> ordered;
    std::vector<bool> placed(runs.size(), false);
    const auto place_family = [&](auto&& self, std::size_t i, int depth) -> void {
        // Skips a run already placed: untrusted files may name each other as parents.
        if (placed[i]) return;
        placed[i] = true;
        runs[i].depth = depth;
        ordered.push_back(runs[i]);
        for (const std::size_t child : children[i]) self(self, child, depth + 1);
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        std::size_t root = i;
        for (std::size_t up = 0; up < runs.size() && parent[root] < runs.size(); ++up)
            root = parent[root];
        place_family(place_family, root, 0);
    }
    return ordered;
}

bool matches(const RecentEntry& run, const std::string& filter) {
    return has_words(run.name + " " + run.psnr + " " + run.settings, filter);
}

// Compares paths as plain strings for speed; the list may hold a thousand runs.
int place_of(const ListedRuns& runs, const fs::path& path) {
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i]->path.native() == path.native()) return int(i);
    return -1;
}

bool is_chosen(const RunChoice& choice, const fs::path& path) {
    return std::ranges::any_of(choice.runs,
                               [&](const fs::path& run) { return run.native() == path.native(); });
}

ListedRuns chosen_runs(const RunChoice& choice, const ListedRuns& runs) {
    ListedRuns chosen;
    for (const RecentEntry* run : runs)
        if (is_chosen(choice, run->path)) chosen.push_back(run);
    return chosen;
}

void choose(RunChoice& choice, const fs::path& path) {
    choice = {{path}, path, path};
}

void toggle(RunChoice& choice, const fs::path& path) {
    if (std::erase(choice.runs, path) == 0) choice.runs.push_back(path);
    choice.at = choice.anchor = path;
}

void extend_to(RunChoice& choice, const ListedRuns& runs, const fs::path& path) {
    const int to = place_of(runs, path), from = place_of(runs, choice.anchor);
    if (to < 0) return;
    if (from < 0) return choose(choice, path);
    choice.runs.clear();
    for (int i = std::min(from, to); i <= std::max(from, to); ++i)
        choice.runs.push_back(runs[std::size_t(i)]->path);
    choice.at = path;
}

void choose_all(RunChoice& choice, const ListedRuns& runs) {
    choice.runs.clear();
    for (const RecentEntry* run : runs) choice.runs.push_back(run->path);
}

void keep_listed(RunChoice& choice, const ListedRuns& runs, const fs::path& otherwise) {
    std::erase_if(choice.runs, [&](const fs::path& run) { return place_of(runs, run) < 0; });
    if (!choice.runs.empty()) return;
    if (otherwise.empty())
        choice = {};
    else
        choose(choice, otherwise);
}

}  // namespace redraw::ui
