#include "ui/actions/lesson.h"

#include "ui/actions/dialogs.h"
#include "ui/theme/fonts.h"

#include <sstream>

namespace redraw::ui {
namespace {

// The path of each setting in a configuration's JSON, in the order of Setting; "-" for a setting
// without a path.
constexpr std::string_view kPaths =
    "data.train_size data.channels preset network.layers network.parameters network.activation - "
    "network.encoding network.fourier.count network.fourier.sigma network.grid.levels "
    "network.grid.finest network.grid.base network.grid.features network.first_omega "
    "network.hidden_omega network.hidden_gain network.output network.pixel "
    "optimizer.total_variation optimizer.loss optimizer.kind optimizer.momentum optimizer.beta1 "
    "optimizer.beta2 data.batch data.batch_size seed schedule.lr_max schedule.lr_min "
    "schedule.seconds schedule.epochs schedule.epoch_offset schedule.warmup_epochs "
    "schedule.restart_epochs schedule.restart_multiplier";

void want_letters(Ui& ui, const Lesson& lesson) {
    std::vector<std::string_view> texts{lesson.name,       lesson.title,  lesson.stake,
                                        lesson.question,   lesson.result, lesson.why,
                                        lesson.try_it.text};
    for (const Guess& guess : lesson.guesses) texts.push_back(guess.text);
    for (const LessonRun& run : lesson.runs) texts.push_back(run.label);
    for (const std::string_view text : texts)
        ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, text);
}

}  // namespace

void open_lesson(Ui& ui, std::shared_ptr<const Lesson> lesson) {
    want_letters(ui, *lesson);
    LessonState& now = ui.state.lesson;
    if (!now.lesson) now.before = ui.status.run_path;
    now = {.lesson = std::move(lesson), .asked = now.asked, .before = now.before};
    ui.state.presentation = false;
    if (ui.view.fullscreen) ui.requests.ask(request::ToggleFullscreen{});
    if (!ui.has_run() && ui.status.opening.empty() && ui.view.can_open_sample)
        ui.requests.ask(request::OpenSample{});
    ui.requests.redraw_after(0);
}

void open_lesson(Ui& ui, std::size_t number) {
    open_lesson(ui, std::shared_ptr<const Lesson>(std::shared_ptr<void>(), &lessons()[number]));
    ui.state.lesson.number = number;
}

void leave_lesson(Ui& ui) {
    const std::filesystem::path before = std::move(ui.state.lesson.before);
    ui.state.lesson = {.asked = ui.state.lesson.asked};
    if (ui.status.taught.runs.empty()) return;  // the lesson's race is not open
    if (before.empty())
        ui.requests.ask(command::LeaveCompanions{});
    else
        ui.requests.ask(request::Open{before});
}

void open_next_lesson(Ui& ui) {
    const auto& number = ui.state.lesson.number;
    if (number && *number + 1 < lessons().size()) return open_lesson(ui, *number + 1);
    open_dialog(ui, Dialog::lessons);
}

void make_guess(Ui& ui, std::size_t guess) {
    LessonState& now = ui.state.lesson;
    now.guess = guess;
    ui.requests.ask(command::Teach{now.lesson->runs, ++now.asked});
    // Shows the renders of all runs side by side.
    ui.state.centre.mode = ViewMode::side_by_side;
    ui.state.centre.canvas = {};
    ui.state.timelapse = {};
}

void try_it_yourself(Ui& ui) {
    LessonState& now = ui.state.lesson;
    now.trying = true;
    ui.state.preferences.side_panel = true;
    const auto setting = setting_of(now.lesson->try_it.control);
    if (!setting) return;
    now.lit = int(*setting);
    go_to_setting(ui, *setting);
}

bool shows_lesson(const Ui& ui) {
    return ui.state.lesson.lesson && !ui.state.lesson.trying;
}

bool is_under_way(const Ui& ui) {
    return ui.state.lesson.guess && ui.status.taught.id == ui.state.lesson.asked;
}

bool shows_learned_pixels(const Ui& ui) {
    const auto& lesson = ui.state.lesson.lesson;
    return lesson && !ui.status.taught.runs.empty() && ui.state.centre.canvas.zoom == 0 &&
           lesson->result.find(".between") == std::string::npos;
}

void follow_lesson(Ui& ui) {
    LessonState& now = ui.state.lesson;
    const auto& runs = ui.status.taught.runs;
    if (!now.lesson || now.result || !is_under_way(ui) ||
        !std::ranges::all_of(runs, [](const auto& run) { return run.measures.has_value(); }))
        return;
    LessonResult result;
    for (std::size_t i = 0; i < runs.size(); ++i)
        result[now.lesson->runs[i].name] = *runs[i].measures;
    now.right = right_guess(*now.lesson, result);
    now.said = fill(now.lesson->result, result);
    now.result = std::move(result);
    if (now.number) ui.state.preferences.lessons_done.insert(now.lesson->name);
}

bool lesson_key(Ui& ui, Key key) {
    const bool staged = ui.has_run() && (ui.view.fullscreen || ui.state.presentation);
    if (!shows_lesson(ui) || staged) return false;
    const LessonState& now = ui.state.lesson;
    if (now.result && key == Key::enter) return open_next_lesson(ui), true;
    if (now.result || is_under_way(ui)) return false;
    const int digit = int(key) - int(Key::one);
    if (digit < 0 || digit >= int(now.lesson->guesses.size())) return false;
    make_guess(ui, std::size_t(digit));
    return true;
}

void go_to_setting(Ui& ui, Setting setting) {
    constexpr std::array kNeverFolded{Setting::layers, Setting::lr_max, Setting::lr_min,
                                      Setting::time};
    Preferences& p = ui.state.preferences;
    p.side_panel = true;
    if (shows_lesson(ui)) ui.state.lesson.trying = true;
    bool& more = setting < Setting::preset   ? p.more_picture
                 : setting < Setting::lr_max ? p.more_network
                                             : p.more_schedule;
    more |= std::ranges::find(kNeverFolded, setting) == kNeverFolded.end();
    ui.state.controls.focus.setting = int(setting);
}

std::optional<Setting> setting_of(std::string_view path) {
    std::istringstream words{std::string(kPaths)};
    int setting = 0;
    for (std::string known; words >> known; ++setting)
        if (path == known || path.starts_with(known + ".")) return Setting(setting);
    return std::nullopt;
}

}  // namespace redraw::ui
