#include "ui/actions/action_help.h"

#include "ui/actions/keymap.h"

namespace redraw::ui {
namespace {

// The key stands between the two, in brackets.
struct Text {
    const char *does = "", *and_more = "";
};

Text text_of(Action action) {
    switch (action) {
        case Action::train_or_pause:
            return {"Trains or pauses", "Nothing is lost by pausing."};
        case Action::step:
            return {"Makes one step: every number of the network is moved a little"};
        case Action::restart:
            return {"Begins again from new weights with these settings",
                    "The run so far stays under File > Recent."};
        case Action::open:
            return {"Opens a picture, or a run saved before",
                    "Dropping it on the window does the same."};
        case Action::runs:
            return {"Every run there is, with a filter: open, compare, use its settings"};
        case Action::race:
            return {
                "Lets a second network learn this picture at the same time, each with equally many "
                "seconds"};
        case Action::save_copy:
            return {"Writes the run, with every moment that it keeps, into a file of your own"};
        case Action::export_picture:
            return {
                "Draws the picture at any size, as the network sees it now or at the shown moment"};
        case Action::export_film:
            return {"The whole timelapse as a film"};
        case Action::quit:
            return {"Ends the studio", "The run is saved as it is."};
        case Action::copy:
            return {"Copies what the network draws, for another program to paste"};
        case Action::paste:
            return {"Opens what was copied: a picture, a file or the path of one"};
        case Action::undo:
            return {"Takes back the last change: of a setting, of what is kept, or of a neuron"};
        case Action::redo:
            return {"Makes the change again that was taken back"};
        case Action::view_side_by_side:
            return {"Picture and drawing beside each other"};
        case Action::view_wipe:
            return {"Picture and drawing over each other, with a line to be dragged between them"};
        case Action::view_difference:
            return {"How far the drawing is from the picture, as colours"};
        case Action::view_drawing:
            return {"The drawing alone", "While Shift is held, the picture."};
        case Action::view_neurons:
            return {"What every neuron of the network answers over the picture"};
        case Action::next_reference:
            return {
                "Holds the drawing against the next thing there is: the picture, interpolation, a "
                "copy that "
                "cooled down or another run"};
        case Action::fit:
            return {"Shows the whole picture"};
        case Action::dive:
            return {"Flies into the place under the mouse until it is 64 times as large",
                    "Again flies back."};
        case Action::actual_size:
            return {"One pixel of the screen for each pixel learned",
                    "The wheel zooms around the mouse; beyond the picture's own pixels the network "
                    "draws new "
                    "ones."};
        case Action::zoom_in:
            return {"Shows it larger"};
        case Action::zoom_out:
            return {"Shows it smaller"};
        case Action::earlier:
            return {"The moment before the one that is shown"};
        case Action::later:
            return {"The moment after the one that is shown"};
        case Action::first:
            return {"The network before its first step"};
        case Action::now:
            return {"Back to the network as it is now",
                    "Training is where it was; only the view went back."};
        case Action::play_timelapse:
            return {"Plays the learning from the start or the shown moment"};
        case Action::slower:
            return {"Plays the learning slower"};
        case Action::faster:
            return {"Plays the learning faster"};
        case Action::loop_timelapse:
            return {"Plays again and again, as a GIF does", "Off by default."};
        case Action::continue_from_here:
            return {"A new run that goes on from the shown moment",
                    "The run so far stays under File > Recent."};
        case Action::keep_look:
            return {"Keeps the shown moment as the look of the run: exports start from it",
                    "It is a softer drawing, not a closer one. Again lets it go."};
        case Action::text_larger:
            return {"All text and everything else larger"};
        case Action::text_smaller:
            return {"All text and everything else smaller"};
        case Action::side_panel:
            return {"Shows or folds the panel at the left, with the settings of the run"};
        case Action::presentation:
            return {"The drawing under how close it is in large digits, without a panel"};
        case Action::fullscreen:
            return {"The picture alone on the whole screen"};
        case Action::mute_neuron:
            return {"Draws as if the neuron that is shown large were not there",
                    "Again: as it is."};
        case Action::settings:
            return {"How the studio looks and learns, where runs are kept, and which keys do what",
                    "What is chosen there is remembered."};
        case Action::guide:
            return {"Opens the guide, with its pictures, in the browser", "It is on this machine."};
        case Action::shortcuts:
            return {"Every key there is"};
        case Action::what_is_this:
            return {
                "Says what that is on which the mouse or Tab comes to rest, until Esc or a click",
                "Everything in the window has a sentence."};
        case Action::close:
            return {"Closes what is open"};
    }
    return {};
}

}  // namespace

std::string action_help(const Ui& ui, Action action) {
    const Text text = text_of(action);
    const std::string keys = keys_of(ui, action), more = text.and_more;
    return text.does + (keys.empty() ? "." : " (" + keys + ").") + (more.empty() ? "" : " " + more);
}

}  // namespace redraw::ui
