// Common parts of the views of all neurons and of one neuron: the visible part of the picture, the
// neurons' pictures, zoom and pan, and the colour scale.
#pragma once

#include "engine/features/neurons/neuron_colours.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"
#include "ui/actions/neurons.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {

// Neuron outputs ("answers") as colours (neuron_colours.h), with all pictures of a layer in one
// texture, and statistics of one neuron. Pure functions.

// Returns the colour scale of one neuron's outputs, as narrow as its outputs allow. Makes faint
// patterns visible in the neuron's large picture.
AnswerScale own_scale(Activation activation, std::span<const float> answers);

// Returns the colour at `part` of the colour scale, 0 to 1; NaN is black.
ImU32 answer_colour(float part);

// The texture that holds the pictures of all neurons in a layer, in a grid.
struct NeuronAtlas {
    int columns = 1, rows = 1;  // number of pictures across and down
    int width = 0, height = 0;  // pixels of one picture

    // Returns the texture coordinates of a part of picture `index`; `part` is 0 to 1 across and
    // down. Stays half a texel inside the picture, so that filtering mixes in no neighbours.
    Rect place(int index, const Rect& part = {0, 0, 1, 1}) const;
};
NeuronAtlas neuron_atlas(int neurons, int width, int height);
// Returns the pixels of a layer's texture: RGBA, columns * width x rows * height.
std::vector<std::uint8_t> atlas_pixels(const Image& answers, const AnswerScale& scale);

struct NeuronFacts {
    float least = 0, most = 0, mean = 0;  // statistics of the finite outputs
    float at_ends = 0;   // share of the outputs within 1 % of -1 or 1 (sigmoid: 0 or 1)
    bool finite = true;  // no output is infinite or NaN
};
// Computes statistics of one neuron, from every `stride`-th value starting with the first.
NeuronFacts facts_of(Activation activation, std::span<const float> answers, std::size_t stride = 1);

std::string verdict(Activation activation, const NeuronFacts& facts);

std::string answer_text(double value);     // "0.412", "−12.5"
std::string sum_text(int count, int all);  // "17 of 64 neurons"

constexpr float kNeuronsHead = 34;  // height of the header above the pictures, layout units

// Returns the part of the picture that every neuron's picture shows: the part visible in the other
// views. Gives the pane (CentreState::pane) the picture's aspect ratio, so that all views share
// zoom and pan.
Grid shown_area(Ui& ui, const Rect& room);

inline constexpr const char* kMoment =
    "The moment shown. In one epoch the network sees every pixel of the picture once.";
// Returns which network is shown: "Now, epoch 1,240", "Epoch 640" or a bookmark's name.
std::string neurons_moment(const Ui& ui);
// Draws a text at the right end of the header of `area`, shortened if it would begin left of `from`
// (in pixels).
void draw_head_note(Ui& ui, const Rect& area, float from, const std::string& text, ImU32 colour);

// Draws up to two notes: how many neurons are added up, and how many are muted and weights changed.
// A button beside each note undoes the edits. Returns the x where the next text may begin.
float draw_edits(Ui& ui, ImVec2 at);

// Paints a neuron's picture into the screen rectangle `rect`, which shows the part `area` of the
// picture plane. A picture rendered for another part is shifted and scaled until a new one arrives.
void draw_answers(Ui& ui, const Rect& rect, const Grid& area, NeuronIndex index);
void draw_large_answers(Ui& ui, const Rect& rect, const Grid& area, NeuronIndex index);

// Paints the network's drawing into the screen rectangle `rect`, which shows the part `area`.
void draw_drawing(Ui& ui, const Rect& rect, const Grid& area);

// zoom_over() zooms the picture by the wheel and pan_over() pans it by dragging. Both act on the
// last ImGui item, which covers `rect` and shows the part `area` of the picture.
void zoom_over(Ui& ui, const Rect& rect, const Grid& area);
void pan_over(Ui& ui, const Rect& rect, const Grid& area);

// Draws one neuron large: its output at each point of the picture, its input weights, and a
// sentence if something is wrong with it, such as being dead.
void draw_one_neuron(Ui& ui, const Rect& area);

// Draws the colour scale between its lowest and highest value. Returns the scale's right edge.
float draw_answer_legend(Ui& ui, ImVec2 at, const AnswerScale& scale, bool of_its_layer);

}  // namespace redraw::ui
