#include "ui/panels.h"

#include "engine/data/batch_by_size.h"
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
constexpr float kSpacing = 8, kText = 38, kClose = 40;

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
    double progress = -1;                // 0 to 1; negative: no progress bar
};

// The layout of a notice within a column. All lengths are in pixels.
struct StripSize {
    float width, height;
    float wrap;   // the width at which the text wraps
    float lines;  // the height of the text, including its margin
    ImVec2 text;
    bool below;  // the buttons are below the text, since the column is narrow
};

float width_of(Ui& ui, const std::string& label) {
    return text_size(ui.fonts.strong, label).x + ui.px(28);
}

StripSize size_of(Ui& ui, const Strip& strip, float column) {
    ImFont* font = ui.fonts.body;
    const float indent = ui.px(kText);
    float acts = ui.px(strip.dismiss ? kClose : 8) + ui.px(16);
    for (const StripButton& each : strip.buttons)
        acts += width_of(ui, each.label) + ui.px(kSpacing);
    StripSize size{};
    size.below = !strip.buttons.empty() && column - indent - acts < ui.px(160);
    const float beside = size.below ? ui.px(16) : acts;
    size.wrap = std::max(ui.px(80), column - indent - beside);
    size.text = wrapped_size(font, strip.text, size.wrap);
    size.lines = std::max(ui.px(38), size.text.y + ui.px(20));
    size.height = size.lines + (size.below ? ui.px(32) : 0);
    size.width = std::min(
        column, std::max(std::ceil(std::max(size.text.x, text_size(font, strip.widest).x)) +
                             indent + beside,
                         acts));
    return size;
}

// Draws a notice's buttons and its close button at the right end of the space from `left` to
// `right`. Leaves out the last buttons if not all fit.
void draw_buttons(Ui& ui, const Strip& strip, float left, float right, float middle) {
    if (strip.dismiss &&
        close_button(ui, "dismiss", {right - ui.px(34), middle - ui.px(12)}, "Dismiss."))
        strip.dismiss();
    right -= ui.px(strip.dismiss ? kClose : 8);
    std::size_t count = 0;
    for (float end = left; count < strip.buttons.size(); ++count) {
        end += width_of(ui, strip.buttons[count].label);
        if (count > 0 && end > right) break;
        end += ui.px(kSpacing);
    }
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

// Draws a notice at the top of `column`, then moves the column's top below it.
void draw_strip(Ui& ui, const Strip& strip, Rect& column) {
    const Palette& p = ui.palette;
    ImFont* font = ui.fonts.body;
    const StripSize size = size_of(ui, strip, column.width());
    const float x = column.left_of(size.width), y = column.y0;
    const float middle = std::floor(y + size.lines / 2);
    ImGui::SetNextWindowPos({x, y});
    ImGui::SetNextWindowSize({size.width, size.height});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, p.panel);
    ImGui::PushStyleColor(ImGuiCol_Border, strip.error ? p.error : p.line);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(6));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, ui.hair());
    ImGui::Begin(strip.id, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    lie_under_sheet();
    ImGui::PopStyleVar(3);
    ImGui::PopStyleColor(2);
    if (const ImVec2 mark{x + ui.px(20), middle}; strip.error)
        error_mark(ui, mark);
    else
        ImGui::GetWindowDrawList()->AddCircleFilled(mark, ui.px(4), p.accent);
    draw_wrapped(font, {x + ui.px(kText), y + (size.lines - size.text.y) / 2}, size.wrap, p.text,
                 strip.text);
    if (strip.progress >= 0)
        fill(box(x, y + size.height - ui.px(3),
                 size.width * float(std::clamp(strip.progress, 0.0, 1.0)), ui.px(3)),
             p.accent, ui.px(2));
    draw_buttons(ui, strip, x + ui.px(kSpacing), x + size.width,
                 size.below ? y + size.height - ui.px(24) : middle);
    ImGui::End();
    column.y0 += size.height + ui.px(kSpacing);
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
                    {"Try again", "Opens the run for training if no other program uses it now.",
                     [&] { ui.requests.ask(request::Open{ui.status.run_path}); }}},
        .first_matters = true};
}

std::string advice_help(const Ui& ui, AdviceAct act) {
    switch (act) {
        case AdviceAct::lower_rate:
            return "Halves the maximum rate and continues from the last good moment.";
        case AdviceAct::save_copy:
            return action_help(ui, Action::save_copy);
        case AdviceAct::open_another:
            return action_help(ui, Action::open);
        case AdviceAct::train_longer:
            return with_keys(
                "Doubles the training time; the rate rises again for it. {} undoes it.",
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
            return action_help(ui, Action::export_picture);
        case AdviceAct::replay:
            return action_help(ui, Action::replay);
        case AdviceAct::go_on:
            return "Continues training where it stopped.";
        case AdviceAct::change:
            return with_keys("Applies this change and trains with it. {} undoes it.", Action::undo);
    }
    return "";
}

// Carries out the pressed button of a notice with advice. Settings change as if the user had edited
// them, so Ctrl+Z undoes the change.
void follow_advice(Ui& ui, const AdviceButton& pressed) {
    Config& edited = ui.state.settings.edited;
    Schedule& schedule = edited.schedule;
    switch (pressed.act) {
        case AdviceAct::save_copy:
            return perform(ui, Action::save_copy);
        case AdviceAct::export_picture:
            return perform(ui, Action::export_picture);
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
            (schedule.seconds > 0 ? schedule.seconds : schedule.epochs) *= 2;
            break;
        case AdviceAct::finish:
            edited = with_finish(edited, pressed.finish, ui.picture_size());
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
                .first_matters = true};
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

// Returns the notices to show in this frame, from top to bottom; none during a replay.
std::vector<Strip> strips_now(Ui& ui) {
    UiState& s = ui.state;
    std::vector<Strip> strips;
    if (replaying(ui)) return strips;
    const bool replaced = opening_is_seen(ui);  // most notices are about the previous run
    if (!replaced && ui.view_only()) strips.push_back(view_only_strip(ui));
    if (ui.status.job) strips.push_back(job_strip(ui));
    if (!replaced || !ui.status.error.empty())
        if (const auto given = advice(ui.status, s.notices.advice);
            given && (given->error_kind || !s.page))
            strips.push_back(advice_strip(ui, *given));
    const auto say = [&](const char* id, bool error, std::string& text) {
        if (!text.empty())
            strips.push_back(
                {.id = id, .error = error, .text = text, .dismiss = [&text] { text.clear(); }});
    };
    say("problem", true, s.settings.problem);
    say("message", false, s.notices.message);
    auto news = opening_strip(ui);
    if (!news) news = good_news_strip(ui);
    if (news) strips.push_back(std::move(*news));
    // The hint is shown only while there is no other notice.
    if (strips.empty() && ui.view.sample && ui.has_run() && !s.notices.hint_dismissed)
        strips.push_back({.id = "hint", .text = "Drop a picture anywhere", .dismiss = [&s] {
                              s.notices.hint_dismissed = true;
                          }});
    // Puts the notices that disappear soonest on top. As the notices stand on the lower edge, the
    // buttons below then keep their places.
    std::ranges::reverse(strips);
    return strips;
}

}  // namespace

float notices_height(Ui& ui, float width) {
    float height = 0;
    for (const Strip& strip : strips_now(ui))
        height += size_of(ui, strip, width).height + ui.px(kSpacing);
    return height;
}

void draw_notices(Ui& ui, const Rect& area) {
    Rect column = area;
    column.y0 = std::max(area.y0, area.y1 - ui.state.notices.height) + ui.px(kSpacing);
    for (const Strip& strip : strips_now(ui)) draw_strip(ui, strip, column);
}

}  // namespace redraw::ui
