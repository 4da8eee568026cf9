// A lesson in the window: the question, the guess, the race that answers it, the setting to try.
#pragma once

#include "ui/kit/fields.h"

namespace redraw::ui {

// Opens a lesson at its question, beside the panes. Without an open run, opens the sample.
void open_lesson(Ui& ui, std::shared_ptr<const Lesson> lesson);
void open_lesson(Ui& ui, std::size_t number);  // index in lessons()
void leave_lesson(Ui& ui);                     // opens the run from before the lessons again
// Opens the next lesson; after the last one, or a teacher's own, the list of lessons.
void open_next_lesson(Ui& ui);
// Notes a guess, and asks for the race that answers the question.
void make_guess(Ui& ui, std::size_t guess);
// Shows the settings instead of the lesson, with the one to try outlined and focused.
void try_it_yourself(Ui& ui);

// Returns true if the lesson takes the place of the left panel.
bool shows_lesson(const Ui& ui);
// Returns true if the race of the guess is under way or has ended.
bool is_under_way(const Ui& ui);
// Returns true if the drawings are shown at the pixels that they are measured at. Between these, a
// close drawing can look worse than a poor one. False while zoomed, and in a lesson about it.
bool shows_learned_pixels(const Ui& ui);
// Notices the end of the lesson's race. Call once a frame.
void follow_lesson(Ui& ui);
// Takes a digit as a guess, and Enter for the next lesson, which the neurons view keeps to itself.
// Returns false if the key has no meaning in the lesson, or the lesson is not on the screen.
bool lesson_key(Ui& ui, Key key);

// Shows a setting in the left panel, unfolded if necessary, and gives its field the focus. A lesson
// makes room for it.
void go_to_setting(Ui& ui, Setting setting);
// Returns the setting of a path in a configuration's JSON, "network.activation"; absent: none.
std::optional<Setting> setting_of(std::string_view path);

}  // namespace redraw::ui
