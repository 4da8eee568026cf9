#include "ui/panels.h"

#include "engine/data/batch_by_size.h"
#include "engine/text/display_name.h"
#include "ui/actions/keymap.h"
#include "ui/actions/neuron_layout.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/centre.h"

namespace redraw::ui {
namespace {

constexpr double kNoticeSeconds = 7, kSavedSeconds = 20;  // a saved file's notice has buttons
constexpr double kShortWait = 0.2;  // seconds; shorter operations show no notice
constexpr float kSpacing = 8, kText = 38, kClose = 40;

enum class Tone { good, error, hint };

// A button of a strip, with its tooltip and its action.
struct StripButton {
    std::string label, explained;
    std::function<void()> act;
};

struct Strip {
    const char* id;
    Tone tone = Tone::hint;
    std::string text = {};
    std::string widest = {};  // the longest text the strip may get; reserves its width
    std::vector<StripButton> buttons = {};
    bool closable = true;
    bool first_matters = false;  // draws the first button as the recommended one
    double progress = -1;        // 0 to 1; negative: no progress bar
};

float width_of(Ui& ui, const std::string& label) {
    return text_size(ui.fonts.strong, label).x + ui.px(28);
}

void draw_mark(Ui& ui, Tone tone, ImVec2 at) {
    const Palette& p = ui.palette;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (tone == Tone::error) {
        error_mark(ui, at);
    } else if (tone == Tone::good) {
        list.AddCircle(at, ui.px(8), p.muted, 0, ui.px(1.5f));
        const ImVec2 tick[3] = {{at.x - ui.px(4), at.y},
                                {at.x - ui.px(1), at.y + ui.px(3)},
                                {at.x + ui.px(4), at.y - ui.px(3)}};
        list.AddPolyline(tick, 3, p.muted, 0, ui.px(1.5f));
    } else {
        list.AddCircleFilled(at, ui.px(4), p.accent);
    }
}

// Draws the buttons from `left` on, and only as many as fit. True when the strip was dismissed.
bool draw_buttons(Ui& ui, const Strip& strip, float left, float right, float middle) {
    bool dismissed = false;
    if (strip.closable)
        dismissed = button_at(ui, "dismiss", "", ButtonStyle::bare,
                              box(right - ui.px(34), middle - ui.px(12), ui.px(24), ui.px(24)),
                              {.icon = Icon::close, .help = "Takes the sentence away."});
    right -= ui.px(strip.closable ? kClose : 8);
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
    return dismissed;
}

// Draws a strip at the top of `area` and removes its height from `area`. True when it was
// dismissed.
bool draw_strip(Ui& ui, const Strip& strip, Rect& area) {
    const Palette& p = ui.palette;
    ImFont* font = ui.fonts.body;
    const float indent = ui.px(kText);
    float acts = ui.px(strip.closable ? kClose : 8) + ui.px(16);
    for (const StripButton& each : strip.buttons)
        acts += width_of(ui, each.label) + ui.px(kSpacing);
    // Place the buttons below the text if the window is narrow.
    const bool below = !strip.buttons.empty() && area.width() - indent - acts < ui.px(160);
    const float beside = below ? ui.px(16) : acts;
    const float wrap = std::max(ui.px(80), area.width() - indent - beside);
    ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, wrap, strip.text.c_str());
    size.x = std::max(size.x,
                      font->CalcTextSizeA(font->FontSize, FLT_MAX, wrap, strip.widest.c_str()).x);
    const float lines = std::max(ui.px(38), size.y + ui.px(20));
    const float height = lines + (below ? ui.px(32) : 0);
    const float width = std::min(area.width(), std::max(std::ceil(size.x) + indent + beside, acts));
    const float x = area.left_of(width);
    const float middle = std::floor(area.y0 + lines / 2);
    ImGui::SetNextWindowPos({x, area.y0});
    ImGui::SetNextWindowSize({width, height});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, p.panel);
    ImGui::PushStyleColor(ImGuiCol_Border, strip.tone == Tone::error ? p.error : p.line);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(6));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, ui.hair());
    ImGui::Begin(strip.id, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    lie_under_sheet();
    ImGui::PopStyleVar(3);
    ImGui::PopStyleColor(2);
    draw_mark(ui, strip.tone, {x + ui.px(20), middle});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(font, font->FontSize, {x + indent, std::floor(area.y0 + (lines - size.y) / 2)},
                 p.text, strip.text.c_str(), nullptr, wrap);
    if (strip.progress >= 0) {
        const float y = area.y0 + height - ui.px(3);
        fill(box(x, y, width * float(std::clamp(strip.progress, 0.0, 1.0)), ui.px(3)), p.accent,
             ui.px(2));
    }
    const bool dismissed = draw_buttons(ui, strip, x + ui.px(kSpacing), x + width,
                                        below ? area.y0 + height - ui.px(24) : middle);
    ImGui::End();
    area.y0 += height + ui.px(kSpacing);
    return dismissed;
}

void draw_job(Ui& ui, Rect& area) {
    const auto& job = ui.status.job;
    if (!job) return;
    const std::string left =
        job->progress > 0.02 ? ", " + duration(job->seconds_left) + " left" : "";
    draw_strip(ui,
               {.id = "job",
                .text = fmt::format("{} {}: {:.0f} %{}",
                                    job->waits_for.empty() ? "Writing" : job->waits_for, job->what,
                                    job->progress * 100, left),
                .buttons = {{"Cancel", "Stops the writing. Nothing half written is left behind.",
                             [&] { ui.requests.ask(command::CancelJob{}); }}},
                .closable = false,
                .progress = job->progress},
               area);
}

// Draws the strip of a view-only run, which offers to copy the run or to try again. It cannot be
// dismissed.
void draw_view_line(Ui& ui, Rect& area) {
    if (!ui.view_only()) return;
    draw_strip(ui,
               {.id = "view only",
                .text = ui.status.view_only,
                .buttons = {{"Open a copy",
                             "Copies the run into the folder of runs and goes on with that.",
                             [&] { ui.requests.ask(command::OpenCopy{}); }},
                            {"Try again", "Takes the run over, if nobody else has it by now.",
                             [&] { ui.requests.ask(request::Open{ui.status.run_path}); }}},
                .closable = false,
                .first_matters = true},
               area);
}

std::string advice_help(const Ui& ui, AdviceAct act) {
    switch (act) {
        case AdviceAct::lower_rate:
            return "Halves rate max and goes on from the last good moment.";
        case AdviceAct::save_copy:
            return action_help(ui, Action::save_copy);
        case AdviceAct::open_another:
            return action_help(ui, Action::open);
        case AdviceAct::train_longer:
            return with_keys(
                ui, "Trains for twice as long; the rate climbs back for it. {} takes it back.",
                Action::undo);
        case AdviceAct::learn_larger:
            return "A new run of the same picture that learns more of its pixels. This one is "
                   "kept.";
        case AdviceAct::export_picture:
            return action_help(ui, Action::export_picture);
        case AdviceAct::race:
            return action_help(ui, Action::race);
        case AdviceAct::go_on:
            return "Trains on from where it was.";
        case AdviceAct::remedy:
            return with_keys(
                ui, "Makes this change to the settings and trains with it. {} takes it back.",
                Action::undo);
    }
    return "";
}

// Carries out a button of advice. Settings change as if the user had edited them, so Ctrl+Z undoes
// it.
void follow_advice(Ui& ui, AdviceAct act) {
    Config& edited = ui.state.settings.edited;
    Schedule& schedule = edited.schedule;
    switch (act) {
        case AdviceAct::save_copy:
            return perform(ui, Action::save_copy);
        case AdviceAct::export_picture:
            return perform(ui, Action::export_picture);
        case AdviceAct::race:
            return perform(ui, Action::race);
        case AdviceAct::go_on:
            return ui.requests.ask(command::SetRunning{true});
        case AdviceAct::open_another:
            ui.requests.ask(command::DismissMessage{});
            return perform(ui, Action::open);
        case AdviceAct::learn_larger:
            edited = learned_larger(edited, ui.status);
            return commit(ui.state.settings, ui.requests);
        case AdviceAct::lower_rate:
            schedule.lr_max /= 2;
            schedule.lr_min = std::min(schedule.lr_min, schedule.lr_max);
            break;
        case AdviceAct::train_longer:
            (schedule.seconds > 0 ? schedule.seconds : schedule.epochs) *= 2;
            break;
        case AdviceAct::remedy: {
            const Remedy& remedy = *ui.status.diagnosis->remedy;
            if (remedy.restarts) {
                edited.network = remedy.config.network;
                edited.optimizer = remedy.config.optimizer;
            }
            schedule = remedy.config.schedule;
            break;
        }
    }
    commit(ui.state.settings, ui.requests);
    ui.requests.ask(command::SetRunning{true});
}

void draw_advice(Ui& ui, Rect& area) {
    const auto given = advice(ui.status, ui.state.notices.advice);
    if (!given) return;
    Strip strip{.id = given->error_kind ? "error" : "advice",
                .tone = given->error_kind ? Tone::error : Tone::hint,
                .text = given->sentence,
                .first_matters = true};
    for (const AdviceButton& offered : given->buttons)
        strip.buttons.push_back({offered.label, advice_help(ui, offered.act),
                                 [&ui, act = offered.act] { follow_advice(ui, act); }});
    if (!draw_strip(ui, strip, area)) return;
    if (given->error_kind)
        ui.requests.ask(command::DismissMessage{});
    else if (given->condition)
        ui.state.notices.advice.refused = given->condition;
    else
        ui.state.notices.advice.dismissed = true, ui.state.notices.advice.interrupted = false;
}

// Shows a strip at the bottom while a picture is being opened. Returns false and draws nothing
// without a run, or once the centre shows the new picture.
bool say_opening(Ui& ui, const Rect& main) {
    const std::string& name = ui.status.opening;
    double& since = ui.state.notices.opening_since;
    if (name.empty() || !ui.has_run() || opening_is_seen(ui)) {
        since = -1;
        return false;
    }
    if (since < 0) since = ui.view.time;
    const double wait = since + kShortWait - ui.view.time;
    if (wait > 0) {
        ui.requests.redraw_after(wait);
        return false;
    }
    Rect area{main.x0, main.y1 - ui.px(38 + 20), main.x1, main.y1};
    draw_strip(ui, {.id = "opening", .text = "Opening " + name + "…", .closable = false}, area);
    return true;
}

void draw_good_news(Ui& ui, const Rect& main) {
    NoticesState& notices = ui.state.notices;
    const Notice& notice = ui.status.notice;
    if (notice.id != notices.notice) {
        notices.notice = notice.id;
        notices.noticed_at = ui.view.time;
        notices.copied.clear();
    }
    const double shown = notice.saved.empty() ? kNoticeSeconds : kSavedSeconds;
    const double left = notices.noticed_at + shown - ui.view.time;
    if (notice.text.empty() || left <= 0) return;
    ui.requests.redraw_after(left);
    // Place the strip above the buttons at the bottom of the panes ("Back to now", "As it was
    // learned").
    const bool buttons = ui.state.timelapse.at_step || !edits_now(ui).empty();
    Rect area{main.x0, main.y1 - ui.px(38 + (buttons ? 20 + 42 : 20)), main.x1, main.y1};
    Strip strip{.id = "notice", .tone = Tone::good, .text = notice.text};
    const auto opens = [&](const std::filesystem::path& path) {
        return [&ui, path] { ui.requests.ask(request::OpenOutside{path}); };
    };
    if (!notice.saved.empty()) {
        strip.buttons = {
            {"Open", "Opens it with the program the desktop has for it.", opens(notice.saved)},
            {"Show in folder", "Opens the folder in which it lies.",
             opens(notice.saved.parent_path())},
            {"Copy", "Copies it, for another program or a file manager to paste.", [&] {
                 ui.requests.ask(request::CopyFile{notice.saved});
                 notices.copied = notice.saved;
             }}};
        strip.widest = "Copied " + display_name(notice.saved.filename()) + ".";
        if (notices.copied == notice.saved) strip.text = strip.widest;
    }
    if (draw_strip(ui, strip, area)) notices.noticed_at = -kSavedSeconds;
}

}  // namespace

void draw_notices(Ui& ui, const Rect& centre) {
    UiState& s = ui.state;
    // Strips overlay the panes, below their labels, so that nothing moves under the mouse.
    const float top = centre.y0 + ui.px(ui.has_run() ? 50 + 38 : 12);
    Rect area{centre.x0 + ui.px(20), top, centre.x1 - ui.px(20), centre.y1};
    const bool replaced = opening_is_seen(ui);  // the strips are about the run before
    if (!replaced) draw_view_line(ui, area);
    draw_job(ui, area);
    if (!replaced || !ui.status.error.empty()) draw_advice(ui, area);
    const auto say = [&](const char* id, Tone tone, std::string& text) {
        if (!text.empty() && draw_strip(ui, {.id = id, .tone = tone, .text = text}, area))
            text.clear();
    };
    say("problem", Tone::error, s.settings.problem);
    say("message", Tone::hint, s.notices.message);
    if (ui.view.sample && ui.has_run() && ui.status.error.empty() && !s.notices.hint_dismissed &&
        draw_strip(ui, {.id = "hint", .text = "Drop a picture anywhere"}, area))
        s.notices.hint_dismissed = true;
    s.notices.height = area.y0 - top;
    if (!say_opening(ui, centre)) draw_good_news(ui, centre);
}

}  // namespace redraw::ui
