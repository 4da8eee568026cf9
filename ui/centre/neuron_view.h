// The common parts of the views of all neurons and of one neuron: which part of the picture is
// shown, a picture of a neuron wherever one is at hand, zoom and pan over it, the scale of the
// colours.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"
#include "ui/actions/neuron_layout.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {

// Answers of neurons as colours, all pictures of a layer in one texture, and what can be said of
// one in numbers and one sentence. The colours run from dark blue over gray to light amber:
// lightness strictly rises, so that they read the same to every eye and on paper. Pure functions.

// The values at the two ends of the colour scale; the middle of the scale is half-way.
struct AnswerScale {
    float low = -1, high = 1;
    float least = -1;  // no answer is below: of ReLU 0, the middle
    bool operator==(const AnswerScale&) const = default;
};

// Sine and tanh: -1 to 1. Sigmoid: 0 to 1. ReLU and GELU have no bound above: as far on both sides
// as the largest of `answers`, which are a whole layer's, so that its neurons can be compared.
AnswerScale answer_scale(Activation activation, std::span<const float> answers);
bool is_bounded(Activation activation);
// A symmetric scale that just holds the answers of one neuron: for the large picture, in which a
// faint pattern should be seen.
AnswerScale own_scale(Activation activation, std::span<const float> answers);

// `part` 0 is the low end, 1 the high one, and what is not a number is black.
ImU32 answer_colour(float part);

// A layer's pictures side by side in one texture.
struct NeuronAtlas {
    int columns = 1, rows = 1;  // pictures
    int width = 0, height = 0;  // pixels of one picture

    struct Place {
        float u0, v0, u1, v1;
    };
    // The texture coordinates of a part of picture `index`, `part` going from 0 to 1 across and
    // down; no neighbour shines in at the edges.
    Place place(int index, const Place& part = {0, 0, 1, 1}) const;
};
NeuronAtlas neuron_atlas(int neurons, int width, int height);
// RGBA, columns * width x rows * height.
std::vector<std::uint8_t> atlas_pixels(const Image& answers, const AnswerScale& scale);

struct NeuronFacts {
    float least = 0, most = 0, mean = 0;  // of the finite answers
    float at_ends = 0;   // part of the answers within 1 % of -1 or 1 (sigmoid: 0 or 1)
    bool finite = true;  // all are numbers
};
// Every `stride`-th value from the first on.
NeuronFacts facts_of(Activation activation, std::span<const float> answers, std::size_t stride = 1);

// One sentence when the neuron is dead, constant, saturated or diverged; else empty.
std::string verdict(Activation activation, const NeuronFacts& facts);

std::string answer_text(double value);  // "0.412", "−12.5"

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
