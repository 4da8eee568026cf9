// A lesson in the window: its question, the user's guess, the race that gives the answer, and the
// setting to try.
#pragma once

#include "engine/features/lesson/lesson.h"
#include "ui/kit/settings_text.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace redraw::ui {

// The open lesson. While UiState::page is kLessonPage it takes the place of the left panel; while
// the user tries its setting, the panel is back.
struct LessonState {
    std::shared_ptr<const Lesson> lesson{};  // null: no lesson is open
    std::optional<std::size_t> number{};     // index in lessons(); absent: a lesson from a file
    std::optional<std::size_t> guess{};      // index of the user's guess; absent: none made yet
    // TaughtRace::id of the race requested to answer the question. Until that race begins, the user
    // can change the guess.
    std::uint64_t asked = 0;
    std::filesystem::path before{};  // the run that was open before the lessons; empty: none
    // Set when every run of that race is measured. `result`: the measurements. `right`: index of
    // the right guess; absent: none is right. `said`: the sentence that states the measurements.
    std::optional<LessonResult> result{};
    std::optional<std::size_t> right{};
    std::string said{};
    std::set<std::string> guessed_right{};  // names of the lessons, since the studio was started
};

// Opens a lesson at its question, beside the panes. Without an open run, opens the sample, if any.
void open_lesson(Ui& ui, std::shared_ptr<const Lesson> lesson);
void open_lesson(Ui& ui, std::size_t number);  // `number`: index in lessons()
// Closes the lesson. If its race is open, opens the run from before the lessons again, if any.
void leave_lesson(Ui& ui);
// Goes back to the lesson from its setting; closes the lesson if it is shown.
void go_back_in_lesson(Ui& ui);
// Opens the next lesson. After the last lesson, or one from a teacher's file, opens the list.
void open_next_lesson(Ui& ui);
std::string score(const LessonState& now);  // "7 of 10 guessed right"
// Returns the text of that button: "Next", and after the last lesson the score.
std::string next_lesson_label(const LessonState& now);
// Stores the user's guess and requests the race that answers the question.
void make_guess(Ui& ui, std::size_t guess);
// Shows the settings instead of the lesson, with the setting to try outlined and focused.
void try_it_yourself(Ui& ui);

// Returns true if the guesses are about the drawing between the learned pixels.
bool asks_between_pixels(const Lesson& lesson);
// Returns true if the race of the guess is under way or has ended.
bool is_under_way(const Ui& ui);
// Returns true if the lesson's renders are shown only at the learned pixels, where their PSNR is
// measured. Between them, a close render can look worse than a poor one. False while zoomed, and in
// a lesson about the space between pixels.
bool shows_learned_pixels(const Ui& ui);
// Notices the end of the lesson's race. Call once a frame.
void follow_lesson(Ui& ui);
// Draws the open lesson on the whole window: the question and its guesses beside the picture, then
// the race, then the drawings with the answer. Returns the place for notices.
Rect present_lesson(Ui& ui, const Rect& window);
// The page of the open lesson. Its keys: a digit as a guess, and Enter for the next lesson.
extern const SidePage kLessonPage;
bool lesson_key(Ui& ui, Key key);
// While the user tries the setting of a lesson, draws its suggestion at the top of the settings
// panel `side`. Returns the height of the drawn strip in pixels; 0 without a lesson.
float draw_lesson_strip(Ui& ui, const Rect& side);

}  // namespace redraw::ui
