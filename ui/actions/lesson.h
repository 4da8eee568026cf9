// A lesson in the window: its question, the user's guess, the race that gives the answer, and the
// setting to try.
#pragma once

#include "ui/kit/settings_text.h"

namespace redraw::ui {

// Opens a lesson at its question, beside the panes. Without an open run, opens the sample, if any.
void open_lesson(Ui& ui, std::shared_ptr<const Lesson> lesson);
void open_lesson(Ui& ui, std::size_t number);  // `number`: index in lessons()
// Closes the lesson. If its race is open, opens the run from before the lessons again, if any.
void leave_lesson(Ui& ui);
// Opens the next lesson. After the last lesson, or one from a teacher's file, opens the list.
void open_next_lesson(Ui& ui);
// Stores the user's guess and requests the race that answers the question.
void make_guess(Ui& ui, std::size_t guess);
// Shows the settings instead of the lesson, with the setting to try outlined and focused.
void try_it_yourself(Ui& ui);

// Returns true if the lesson takes the place of the left panel.
bool shows_lesson(const Ui& ui);
// Returns true if the race of the guess is under way or has ended.
bool is_under_way(const Ui& ui);
// Returns true if the lesson's renders are shown only at the learned pixels, where their PSNR is
// measured. Between them, a close render can look worse than a poor one. False while zoomed, and in
// a lesson about the space between pixels.
bool shows_learned_pixels(const Ui& ui);
// Notices the end of the lesson's race. Call once a frame.
void follow_lesson(Ui& ui);
// Takes a digit as a guess, and Enter for the next lesson. Returns false if the lesson does not use
// the key or is not on the screen.
bool lesson_key(Ui& ui, Key key);

// Shows a setting in the left panel, unfolded if necessary, and gives its field the keyboard focus.
// The panel replaces an open lesson.
void go_to_setting(Ui& ui, Setting setting);
// Returns the setting that has this path in a configuration's JSON, for example
// "network.activation". Absent if no setting has the path.
std::optional<Setting> setting_of(std::string_view path);

}  // namespace redraw::ui
