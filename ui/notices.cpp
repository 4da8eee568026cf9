#include "ui/panels.h"

#include "engine/text/display_name.h"
#include "ui/actions/action_controls.h"
#include "ui/actions/keymap.h"
#include "ui/actions/replay.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/stage.h"

namespace redraw::ui {
namespace {

// Seconds that a success message is shown. kSavedSeconds: if it has buttons for the saved file.
constexpr double kNoticeSeconds = 7, kSavedSeconds = 20;
constexpr double kShortWait = 0.2;  // seconds; opening a picture faster shows no notice
constexpr float kSpacing = 8, kText = 26, kClose = 32, kRow = 30;  // layout units

// A button of a notice, with its tooltip and its action.
struct StripButton {
    std::string label, explained;
    std::function<void()> act;
};

struct Strip {
    const char* id;
    bool error = false;
    std::string text = {};
    std::string widest = {};  // the longest text that this notice may get; its width is reserved
    std::vector<StripButton> buttons = {};
    std::function<void()> dismiss = {};  // empty: cannot be dismissed
    bool first_matters = false;          // draws the first button as the recommended one
    bool may_lose = false;  // the last buttons may be left out; the menus have their actions too
    double progress = -1;   // 0 to 1; negative: no progress bar
};

float width_of(Ui& ui, const std::string& label) {
    return text_size(ui.fonts.strong, label).x + ui.px(28);
}

// Returns the width of a notice's buttons: of all, or of the first `count`.
float width_of_buttons(Ui& ui, const Strip& strip, std::size_t count = 99) {
    float width = ui.px(strip.dismiss ? kClose : 8);
    for (const StripButton& each : strip.buttons)
        if (count-- > 0)
            width += width_of(ui, each.label) + ui.px(kSpacing);
        else
            break;
    return width;
}

// Draws as many of a notice's buttons as fit, the first ones first, so that they end at `right`.
void draw_buttons(Ui& ui, const Strip& strip, float left, float right, float middle) {
    if (strip.dismiss &&
        close_button(ui, "dismiss", {right - ui.px(28), middle - ui.px(12)}, "Dismiss."))
        strip.dismiss();
    std::size_t count = strip.buttons.size();
    while (count > 1 && width_of_buttons(ui, strip, count) > right - left) --count;
    right -= ui.px(strip.dismiss ? kClose : 8);
    for (int i = int(count) - 1; i >= 0; --i) {
        const StripButton& each = strip.buttons[std::size_t(i)];
        const float width = width_of(ui, each.label);
        right -= width;
        const ButtonStyle style =
            i == 0 && strip.first_matters ? ButtonStyle::quiet : ButtonStyle::plain;
        if (button_at(ui, each.label.c_str(), each.label, style,
                      box(right, middle - ui.px(13), width, ui.px(26)), {.help = each.explained}))
            each.act();
        right -= ui.px(kSpacing);
    }
}

// Returns the text, cut so that it takes at most `height` pixels at this width.
std::string cut_to_height(ImFont* font, std::string text, float width, float height) {
    for (float taken; (taken = wrapped_size(font, text, width).y) > height && text.size() > 8;) {
        // In proportion, so that a very long text takes few attempts; never inside a letter.
        std::size_t kept =
            std::min(text.size() - 8, std::size_t(float(text.size()) * height / taken));
        while (kept > 0 && (text[kept] & 0xC0) == 0x80) --kept;
        text = text.substr(0, kept) + "…";
    }
    return text;
}

// Draws a notice in the free part of the dock's caption. A text that does not fit there in one line
// is written over the dock instead, until it is dismissed: never over the picture.
// `others`: how many notices there are; with several, a button turns to the next.
void draw_strip(Ui& ui, const Strip& strip, Rect row, const Rect& dock, std::size_t others) {
    const Palette& p = ui.palette;
    ImFont* font = ui.fonts.body;
    const float text = std::max(text_size(font, strip.text).x, text_size(font, strip.widest).x);
    NoticesState& notices = ui.state.notices;
    const std::string turn = others > 1 ? fmt::format("{} / {}", notices.turned + 1, others) : "";
    const float turner = others > 1 ? text_size(ui.fonts.strong, turn).x + ui.px(20) : 0;
    const float indent = turner + ui.px(kText), gap = ui.px(16);
    const bool one_line = strip.text.find('\n') == std::string::npos;
    const std::size_t least = strip.may_lose ? 1 : strip.buttons.size();
    const bool fits =
        one_line && indent + text + gap + width_of_buttons(ui, strip, least) <= row.width();
    row.y0 = row.top_of(ui.px(kRow));
    row.y1 = row.y0 + ui.px(kRow);
    Rect place = row;
    if (fits)
        place.x1 =
            std::min(row.x1, std::ceil(row.x0 + indent + text + gap + width_of_buttons(ui, strip)));
    else
        place = {dock.x0 + ui.px(8), dock.y0 + ui.px(2), dock.x1 - ui.px(8), dock.y1 - ui.px(2)};
    ImGui::SetNextWindowPos(place.min());
    ImGui::SetNextWindowSize(place.size());
    ImGui::PushStyleColor(ImGuiCol_WindowBg, fits ? p.window : p.panel);
    ImGui::PushStyleColor(ImGuiCol_Border, strip.error ? p.error : fits ? p.window : p.line);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(6));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, ui.hair());
    ImGui::Begin(strip.id, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    lie_under_sheet();
    ImGui::PopStyleVar(4);
    ImGui::PopStyleColor(2);
    // Beside or below the text, where there is more room for it.
    const float buttons = width_of_buttons(ui, strip);
    const bool below = !fits && !strip.buttons.empty() && buttons > place.width() / 2;
    const float lines = place.height() - (below ? ui.px(32) : 0);
    const float beside = below || fits ? 0 : buttons;
    const float wrap = std::max(ui.px(60), place.width() - indent - gap - beside);
    const std::string shown = fits ? strip.text : cut_to_height(font, strip.text, wrap, lines);
    const ImVec2 size = fits ? text_size(font, shown) : wrapped_size(font, shown, wrap);
    const float middle = std::floor(place.y0 + lines / 2);
    if (others > 1 && button_at(ui, "next notice", turn, ButtonStyle::bare,
                                box(place.x0, middle - ui.px(13), turner, ui.px(26)),
                                {.help = "Shows the next message."}))
        notices.turned = (notices.turned + 1) % others;
    if (const ImVec2 mark{place.x0 + turner + ui.px(12), middle}; strip.error)
        error_mark(ui, mark);
    else
        ImGui::GetWindowDrawList()->AddCircleFilled(mark, ui.px(4), p.accent);
    const ImVec2 at{place.x0 + indent, std::floor(middle - size.y / 2)};
    if (fits)
        draw_text(ui, font, at, p.text, shown);
    else
        draw_wrapped(font, at, wrap, p.text, shown);
    read_out(ui, "notice", {at.x, at.y, at.x + size.x, at.y + size.y}, strip.text);
    if (strip.progress >= 0)
        fill(box(place.x0, place.y1 - ui.px(3),
                 place.width() * float(std::clamp(strip.progress, 0.0, 1.0)), ui.px(3)),
             p.accent, ui.px(2));
    draw_buttons(ui, strip, fits ? at.x + text + gap : place.x0, place.x1,
                 below ? place.y1 - ui.px(17) : middle);
    ImGui::End();
}

Strip job_strip(Ui& ui) {
    const JobStatus& job = *ui.status.job;
    const std::string left = job.progress > 0.02 ? ", " + duration(job.seconds_left) + " left" : "";
    const std::string then = job.queued > 0 ? fmt::format(", then {} more", job.queued) : "";
    return {.id = "job",
            .text = fmt::format("{} {}: {:.0f} %{}{}{}",
                                job.waits_for.empty() ? "Writing" : job.waits_for, job.what,
                                job.progress * 100, left, then,
                                job.holds_up ? ". The next run begins after it." : ""),
            .buttons = {{"Cancel", "Stops writing and removes the unfinished file.",
                         [&] { ui.requests.ask(command::CancelJob{}); }}},
            .progress = job.progress};
}

// Returns the notice that the open run is view-only, with buttons to open a copy or to try again.
Strip view_only_strip(Ui& ui) {
    return {
        .id = "view only",
        .text = ui.status.view_only,
        .buttons = {{"Open a copy", "Copies the run into the folder of runs and opens the copy.",
                     [&] { ui.requests.ask(command::OpenCopy{}); }},
                    {"Try again", "Opens the run to learn on if no other program uses it now.",
                     [&] { ui.requests.ask(request::Open{ui.status.run_path}); }}},
        .first_matters = true};
}

std::string advice_help(const Ui& ui, AdviceAct act) {
    switch (act) {
        case AdviceAct::lower_rate:
            return "Halves the maximum rate and continues from the last good moment.";
        case AdviceAct::try_again:
            return "Tries once more, after you have made room on the disk.";
        case AdviceAct::save_copy:
            return action_help(ui, Action::save_copy);
        case AdviceAct::open_another:
            return action_help(ui, Action::open);
        case AdviceAct::train_longer:
            return with_keys(
                "Doubles the learning time; the rate rises again for it. {} undoes it.",
                Action::undo);
        case AdviceAct::finish:
            return with_keys(
                "Changes how far the run goes, as the slider on the left does. {} undoes it.",
                Action::undo);
        case AdviceAct::learn_larger:
            return learns_whole_in_tiles(ui.status)
                       ? "Learns the picture at its own size, in tiles; those in view come first."
                       : "Starts a new run of this picture at its full size. This run is kept.";
        case AdviceAct::export_picture:
            return action_help(ui, Action::share);
        case AdviceAct::replay:
            return action_help(ui, Action::replay);
        case AdviceAct::go_on:
            return "Goes on learning where it stopped.";
        case AdviceAct::change:
            return with_keys("Applies this change and learns with it. {} undoes it.", Action::undo);
    }
    return "";
}

// Carries out the pressed button of a notice with advice. Settings change as if the user had edited
// them, so Ctrl+Z undoes the change.
void follow_advice(Ui& ui, const AdviceButton& pressed) {
    Config& edited = ui.state.settings.edited;
    Schedule& schedule = edited.schedule;
    switch (pressed.act) {
        case AdviceAct::try_again:
            return ui.requests.ask(command::TryAgain{});
        case AdviceAct::save_copy:
            return perform(ui, Action::save_copy);
        case AdviceAct::export_picture:
            return perform(ui, Action::share);
        case AdviceAct::replay:
            return perform(ui, Action::replay);
        case AdviceAct::go_on:
            return ui.requests.ask(command::SetRunning{true});
        case AdviceAct::open_another:
            ui.requests.ask(command::DismissMessage{});
            return perform(ui, Action::open);
        case AdviceAct::learn_larger:
            return perform(ui, Action::learn_full_size);
        case AdviceAct::lower_rate:
            schedule.lr_max /= 2;
            schedule.lr_min = std::min(schedule.lr_min, schedule.lr_max);
            break;
        case AdviceAct::train_longer:
        case AdviceAct::finish:
            edited = learned_further(edited, pressed, ui.picture_size());
            break;
        case AdviceAct::change:
            if (pressed.restarts) {
                edited.network = pressed.change->network;
                edited.optimizer = pressed.change->optimizer;
            }
            schedule = pressed.change->schedule;
            break;
    }
    commit(ui.state.settings, ui.requests);
    ui.requests.ask(command::SetRunning{true});
}

void dismiss_advice(Ui& ui, const Advice& given) {
    AdviceMemory& memory = ui.state.notices.advice;
    if (given.error_kind)
        ui.requests.ask(command::DismissMessage{});
    else if (!given.problem.empty())
        memory.refused.insert(given.problem);
    else if (memory.trained)
        memory.dismissed = true;
    else
        memory.interrupted = false;
}

Strip advice_strip(Ui& ui, const Advice& given) {
    Strip strip{.id = given.error_kind ? "error" : "advice",
                .error = given.error_kind,
                .text = given.sentence,
                .dismiss = [&ui, given] { dismiss_advice(ui, given); },
                .first_matters = true,
                .may_lose = !given.error_kind};
    for (const AdviceButton& offered : given.buttons)
        strip.buttons.push_back({offered.label, advice_help(ui, offered.act),
                                 [&ui, offered] { follow_advice(ui, offered); }});
    return strip;
}

// Returns the notice that a picture is being opened. Absent without a run, if the centre shows the
// new picture already, and before kShortWait has passed.
std::optional<Strip> opening_strip(Ui& ui) {
    const std::string& name = ui.status.opening;
    double& since = ui.state.notices.opening_since;
    if (name.empty() || !ui.has_run() || opening_is_seen(ui)) {
        since = -1;
        return std::nullopt;
    }
    if (since < 0) since = ui.view.time;
    const double wait = since + kShortWait - ui.view.time;
    if (wait <= 0) return Strip{.id = "opening", .text = "Opening " + name + "…"};
    ui.requests.redraw_after(wait);
    return std::nullopt;
}

std::optional<Strip> good_news_strip(Ui& ui) {
    NoticesState& notices = ui.state.notices;
    const Notice& notice = ui.status.notice;
    if (notice.id != notices.notice) {
        notices.notice = notice.id;
        notices.noticed_at = ui.view.time;
        notices.copied.clear();
    }
    const double shown = notice.saved.empty() ? kNoticeSeconds : kSavedSeconds;
    const double left = notices.noticed_at + shown - ui.view.time;
    if (notice.text.empty() || left <= 0) return std::nullopt;
    ui.requests.redraw_after(left);
    Strip strip{.id = "notice", .text = notice.text, .dismiss = [&] {
                    notices.noticed_at = -kSavedSeconds;
                }};
    if (notice.saved.empty()) return strip;
    const auto opens = [&](const std::filesystem::path& path) {
        return [&ui, path] { ui.requests.ask(request::OpenOutside{path}); };
    };
    strip.buttons = {
        {"Open", "Opens the file in its default program.", opens(notice.saved)},
        {"Show in folder", "Opens the folder of the file.", opens(notice.saved.parent_path())},
        {"Copy", "Copies the file, to paste it into another program or a file manager.", [&] {
             ui.requests.ask(request::CopyFile{notice.saved});
             notices.copied = notice.saved;
         }}};
    strip.widest = "Copied " + display_name(notice.saved.filename()) + ".";
    if (notices.copied == notice.saved) strip.text = strip.widest;
    return strip;
}

// Returns the notices of this frame, the most urgent first; none during a replay. Over a picture on
// the full screen, only errors are shown.
std::vector<Strip> strips_now(Ui& ui) {
    UiState& s = ui.state;
    std::vector<Strip> strips;
    if (replaying(ui)) return strips;
    const bool replaced = opening_is_seen(ui);  // most notices are about the previous run
    const auto say = [&](const char* id, bool error, std::string& text) {
        if (!text.empty())
            strips.push_back(
                {.id = id, .error = error, .text = text, .dismiss = [&text] { text.clear(); }});
    };
    const auto given =
        !replaced || !ui.status.error.empty() ? advice(ui.status, s.notices.advice) : std::nullopt;
    if (given && given->error_kind) strips.push_back(advice_strip(ui, *given));
    say("problem", true, s.settings.problem);
    if (on_stage(ui) && !s.presentation) return strips;
    auto news = opening_strip(ui);
    if (!news) news = good_news_strip(ui);
    if (news) strips.push_back(std::move(*news));
    say("message", false, s.notices.message);
    if (ui.status.job) strips.push_back(job_strip(ui));
    if (given && !given->error_kind && !s.page) strips.push_back(advice_strip(ui, *given));
    if (!replaced && ui.view_only()) strips.push_back(view_only_strip(ui));
    // The hint is shown only while there is no other notice.
    if (strips.empty() && ui.view.sample && ui.has_run() && !s.notices.hint_dismissed)
        strips.push_back({.id = "hint", .text = "Drop a picture anywhere", .dismiss = [&s] {
                              s.notices.hint_dismissed = true;
                          }});
    return strips;
}

}  // namespace

void draw_notices(Ui& ui, const Rect& row, const Rect& dock) {
    NoticesState& notices = ui.state.notices;
    const std::vector<Strip> strips = strips_now(ui);
    if (std::exchange(notices.count, strips.size()) != strips.size()) notices.turned = 0;
    if (strips.empty()) return;
    draw_strip(ui, strips[notices.turned], row, dock, strips.size());
}

}  // namespace redraw::ui
