#include "ui/actions/dialogs.h"
#include "ui/actions/keymap.h"
#include "ui/kit/fields.h"
#include "ui/kit/settings_text.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {
namespace {

constexpr float kPaletteWidth = 620, kPaletteLine = 44, kPaletteLines = 9;

// One result of the search: an action, a page of the sheet "Share", a setting or another run.
struct PaletteEntry {
    std::string name, help, keys;
    const Shortcut* action = nullptr;
    Setting setting = Setting::count;
    bool enabled = true;
    std::string synonyms = {};
    std::filesystem::path run = {};
    Dialog page = Dialog::none;
};

// Returns an action's help text without " ({})", the placeholder of its key.
std::string without_keys(std::string_view help) {
    constexpr std::string_view kKeys = " ({})";
    std::string text(help);
    if (const auto at = text.find(kKeys); at != text.npos) text.erase(at, kKeys.size());
    return text;
}

void add_pages(const Ui& ui, std::vector<PaletteEntry>& found) {
    for (const Sheet& sheet : ui.sheets) {
        const Share& page = sheet.share;
        if (!page.tab) continue;
        const bool first = sheet.dialog == Dialog::export_picture;
        found.push_back({.name = page.what,
                         .help = page.help,
                         .keys = first ? keys_of(Action::share) : "",
                         .enabled = ui.has_run() && (!page.possible || page.possible(ui)),
                         .synonyms = page.synonyms,
                         .page = sheet.dialog});
    }
}

std::vector<PaletteEntry> palette_entries(Ui& ui) {
    std::vector<PaletteEntry> found;
    // Tests each action as if this sheet were closed: an open sheet disables some of them.
    const Dialog open = std::exchange(ui.state.sheets.dialog, Dialog::none);
    for (const Shortcut& row : shortcuts()) {
        if (row.action == Action::share)
            add_pages(ui, found);
        else if (&row == &row_of(row.action) && row.action != Action::palette &&
                 row.action != Action::close)
            found.push_back({row.what, without_keys(row.help), keys_of(row.action), &row,
                             Setting::count, can_perform(ui, row.action), row.synonyms});
    }
    ui.state.sheets.dialog = open;
    const Config plain = default_config(ui);
    for (int i = 0; ui.can_train() && i < int(Setting::count); ++i)
        if (const auto setting = Setting(i); applies(setting, ui.state.settings.edited))
            found.push_back(
                {label_of(setting), help_of(setting, plain), "Setting", nullptr, setting});
    for (const RecentEntry& run : ui.view.recent)
        if (!run.open && run.problem.empty())
            found.push_back({.name = "Open " + run.name,
                             .help = run.detail + " · " + run.settings,
                             .keys = run.psnr,
                             .run = run.path});
    return found;
}

std::vector<PaletteEntry> entries_matching(Ui& ui, const std::string& query) {
    std::vector<PaletteEntry> found = palette_entries(ui);
    // Entries whose name matches come first, then those that match by other words for them, then
    // those of which only the help text matches.
    const auto distance = [&](const PaletteEntry& entry) {
        std::string text = entry.name;
        for (int i = 0; i < 3; ++i) {
            if (has_words(text, query, true)) return i;
            text += " " + (i == 0 ? entry.synonyms : entry.help);
        }
        return 3;
    };
    std::erase_if(found, [&](const PaletteEntry& entry) { return distance(entry) == 3; });
    std::ranges::stable_sort(found, {}, distance);
    return found;
}

void run_entry(Ui& ui, const PaletteEntry& entry) {
    if (!entry.enabled) return;
    close_dialog(ui);
    if (!entry.run.empty())
        ui.requests.ask(request::Open{entry.run});
    else if (entry.page != Dialog::none)
        open_dialog(ui, entry.page);
    else if (entry.action)
        perform(ui, entry.action->action);
    else
        go_to_setting(ui, entry.setting);
}

// Draws one result as a row of the list. Returns true if the row was clicked.
bool draw_palette_entry(Ui& ui, const PaletteEntry& entry, const Rect& place, bool chosen) {
    const Fonts& fonts = ui.fonts;
    const Palette& p = ui.palette;
    const bool pressed = list_row(ui, entry.name, place, chosen, entry.help);
    const float x = place.x0 + ui.px(12), right = place.x1 - ui.px(12), y = place.y0 + ui.px(5);
    const float keys = draw_text_before(ui, fonts.body, {right, y}, p.muted, entry.keys);
    draw_text(ui, fonts.body, {x, y}, entry.enabled ? p.text : p.muted,
              shortened(fonts.body, entry.name, right - x - keys - ui.px(12)));
    draw_text(ui, fonts.small, {x, place.y0 + ui.px(24)}, p.muted,
              shortened(fonts.small, entry.help, right - x));
    return pressed;
}

}  // namespace

void prepare_palette_sheet(Ui& ui) {
    ui.state.of<PaletteSheet>() = {};
}

void draw_palette_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Find an action or a setting", kPaletteWidth)) return;
    PaletteSheet& sheet = ui.state.of<PaletteSheet>();
    if (filter_field(ui, sheet.query, "Type what you want to do", -1, sheet.focus,
                     "Lists what contains all these words, in its name or its explanation."))
        sheet.chosen = 0;
    ui.state.sheets.field_yields |= ImGui::IsItemActive();  // Esc closes the palette at once
    const std::vector<PaletteEntry> found = entries_matching(ui, sheet.query);
    const int rows = int(found.size());
    bool chosen = walk_rows(ui, rows, sheet.chosen, sheet.scroll);
    const float room = ui.view.window.y - ui.px(160), line = ui.px(kPaletteLine);
    draw_rows(ui, "found",
              {.height = std::clamp(room, line, line * kPaletteLines),
               .line = line,
               .when_empty = "Nothing for “" + sheet.query + "”."},
              rows, sheet.chosen, sheet.scroll, [&](int row, const Rect& place) {
                  if (!draw_palette_entry(ui, found[std::size_t(row)], place, row == sheet.chosen))
                      return;
                  sheet.chosen = row;
                  chosen = true;
              });
    if (chosen && sheet.chosen < rows) run_entry(ui, found[std::size_t(sheet.chosen)]);
    end_sheet(ui);
}

}  // namespace redraw::ui
