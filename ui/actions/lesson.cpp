#include "ui/actions/lesson.h"

#include "ui/actions/dialogs.h"
#include "ui/kit/fields.h"
#include "ui/kit/settings_text.h"
#include "ui/theme/fonts.h"

namespace redraw::ui {
namespace {

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
    LessonState& now = ui.state.of<LessonState>();
    if (!now.lesson) now.before = ui.status.run_path;
    now = {.lesson = std::move(lesson),
           .asked = now.asked,
           .before = now.before,
           .guessed_right = now.guessed_right};
    ui.state.page = &kLessonPage;
    ui.state.controls.lit.reset();
    if (ui.view.fullscreen && !ui.state.presentation) ui.requests.ask(request::ToggleFullscreen{});
    if (!ui.has_run() && ui.status.opening.empty() && ui.view.can_open_sample)
        ui.requests.ask(request::OpenSample{});
    ui.requests.redraw_after(0);
}

void open_lesson(Ui& ui, std::size_t number) {
    open_lesson(ui, std::shared_ptr<const Lesson>(std::shared_ptr<void>(), &lessons()[number]));
    ui.state.of<LessonState>().number = number;
}

void leave_lesson(Ui& ui) {
    LessonState& now = ui.state.of<LessonState>();
    const std::filesystem::path before = std::move(now.before);
    now = {.asked = now.asked, .guessed_right = now.guessed_right};
    ui.state.page = nullptr;
    ui.state.controls.lit.reset();
    if (ui.status.taught.runs.empty()) return;  // the lesson's race is not open
    if (before.empty())
        ui.requests.ask(command::LeaveComparison{});
    else
        ui.requests.ask(request::Open{before});
}

void go_back_in_lesson(Ui& ui) {
    if (!ui.state.of<LessonState>().lesson || ui.state.page) return leave_lesson(ui);
    ui.state.page = &kLessonPage;
    ui.state.controls.lit.reset();
}

void open_next_lesson(Ui& ui) {
    const auto& number = ui.state.of<LessonState>().number;
    if (number && *number + 1 < lessons().size()) return open_lesson(ui, *number + 1);
    open_dialog(ui, Dialog::lessons);
}

std::string score(const LessonState& now) {
    return fmt::format("{} of {} guessed right", now.guessed_right.size(), lessons().size());
}

std::string next_lesson_label(const LessonState& now) {
    return now.number == lessons().size() - 1 ? "Finish: " + score(now) : "Next";
}

void make_guess(Ui& ui, std::size_t guess) {
    LessonState& now = ui.state.of<LessonState>();
    now.guess = guess;
    ui.requests.ask(
        command::Teach{now.lesson->runs, ++now.asked, asks_between_pixels(*now.lesson)});
    // Shows the renders of all runs side by side.
    ui.state.centre.mode = ViewMode::side_by_side;
    ui.state.centre.canvas = {};
    ui.state.timelapse = {};
}

void try_it_yourself(Ui& ui) {
    ui.state.page = nullptr;
    ui.state.open_panel();
    const auto setting = setting_of(ui.state.of<LessonState>().lesson->try_it.control);
    if (!setting) return;
    ui.state.controls.lit = int(*setting);
    go_to_setting(ui, *setting);
}

bool is_under_way(const Ui& ui) {
    return ui.state.of<LessonState>().guess &&
           ui.status.taught.id == ui.state.of<LessonState>().asked;
}

bool asks_between_pixels(const Lesson& lesson) {
    return std::ranges::any_of(lesson.guesses, [](const Guess& guess) {
        return guess.condition.find(".between") != std::string::npos;
    });
}

bool shows_learned_pixels(const Ui& ui) {
    const auto& lesson = ui.state.of<LessonState>().lesson;
    return lesson && !ui.status.taught.runs.empty() && ui.state.centre.canvas.zoom == 0 &&
           !asks_between_pixels(*lesson);
}

void follow_lesson(Ui& ui) {
    LessonState& now = ui.state.of<LessonState>();
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
    if (!now.number) return;
    ui.state.preferences.lessons_done.insert(now.lesson->name);
    if (now.right == now.guess)
        now.guessed_right.insert(now.lesson->name);
    else
        now.guessed_right.erase(now.lesson->name);
}

bool lesson_key(Ui& ui, Key key) {
    if (ui.view.fullscreen && !ui.state.presentation) return false;  // only the picture is shown
    const LessonState& now = ui.state.of<LessonState>();
    if (now.result && key == Key::enter) return open_next_lesson(ui), true;
    if (now.result || is_under_way(ui)) return false;
    const int digit = int(key) - int(Key::one);
    if (digit < 0 || digit >= int(now.lesson->guesses.size())) return false;
    make_guess(ui, std::size_t(digit));
    return true;
}

}  // namespace redraw::ui
