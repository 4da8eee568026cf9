// The common parts of the views of all neurons and of one neuron: which part of the picture is
// shown, a picture of a neuron wherever one is at hand, zoom and pan over it, the scale of the
// colours.
#pragma once

#include "ui/actions/neuron_choice.h"
#include "ui/actions/neuron_layout.h"
#include "ui/centre/neuron_answers.h"
#include "ui/kit/widgets.h"

#include <string>

namespace redraw::ui {

constexpr float kNeuronsHead = 34;  // units high, above the pictures

// The part of the plane that every picture shows: the canvas' own, at the picture's aspect, so that
// zoom and pan are those of the other views.
Grid shown_area(Ui& ui, const Rect& room);

inline constexpr const char* kMoment =
    "The moment whose answers are shown. An epoch is every pixel of the picture seen once.";
// "Now, epoch 1,240" or "As it was at epoch 640".
std::string neurons_moment(const Ui& ui);
// Draws a note at the right end of the head of `area`, beside "Back to now" when that is there, and
// no further to the left than `from`.
void draw_head_note(Ui& ui, const Rect& area, float from, const std::string& text, ImU32 colour);

// Draws what was changed in the network, with the way back; nothing while nothing was changed.
// Returns where it ends, with room after it.
float draw_edits(Ui& ui, ImVec2 at);

// A texture's picture where it lies in `area`, over all of `rect`: old pictures pan and zoom along
// until new ones come.
void draw_answers(Ui& ui, const Rect& rect, const Grid& area, NeuronIndex index);
// The large drawing, where it shows that neuron.
void draw_large_answers(Ui& ui, const Rect& rect, const Grid& area, NeuronIndex index);

// Moves the canvas by the wheel and by dragging over a picture of `area` in `rect`, which the last
// item covers.
void zoom_over(Ui& ui, const Rect& rect, const Grid& area);
void pan_over(Ui& ui, const Rect& rect, const Grid& area);

// The colours from low to high with their values. Returns where it ends.
float draw_answer_legend(Ui& ui, ImVec2 at, const AnswerScale& scale, bool of_its_layer);

}  // namespace redraw::ui
