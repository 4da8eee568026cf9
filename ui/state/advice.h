// Suggests what the user could do now, from the session's status: at most one notice with buttons.
// The advice disappears when it no longer applies. A dismissed suggestion does not return while
// that run is open. Pure functions; ui/notices.cpp carries out the actions of the buttons.
#pragma once

#include "engine/session/status.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace redraw::ui {

enum class AdviceAct {
    lower_rate,  // halves the highest learning rate and continues training
    try_again,   // repeats what failed on a full disk
    save_copy,   // saves the run as another file
    open_another,
    train_longer,  // doubles the number of epochs or the time limit, and continues training
    finish,        // goes on to AdviceButton::finish
    learn_larger,  // learns the picture at its full size, in a new run or in tiles
    export_picture,
    replay,  // replays how the network learned the picture
    go_on,
    change,  // applies AdviceButton::change
};

struct AdviceButton {
    AdviceAct act;
    std::string label;
    std::optional<Config> change{};  // a changed configuration
    bool restarts = false;           // `change` needs a new run, not only another schedule
    double finish = 0;               // BySize::finish
};

struct Advice {
    std::string sentence;
    bool error_kind = false;  // an error rather than a suggestion: the sentence is Status::error
    std::vector<AdviceButton> buttons;
    // Name of the training problem that the advice is about; empty: the advice has another cause.
    std::string problem{};
};

// Facts about the open run that advice() needs from earlier frames.
struct AdviceMemory {
    std::uint64_t run_serial = 0;
    // The run was trained since it was opened. A run that was finished already when it was opened
    // gets no advice about having finished.
    bool trained = false;
    bool dismissed = false;    // the user dismissed the advice about the finished or recovered run
    bool interrupted = false;  // the run was open when the studio ended unexpectedly: recovered
    std::set<std::string> refused{};  // the training problems whose advice the user dismissed
};

// Returns true if the open run learns a reduced copy of its picture instead of the full size.
bool learns_smaller(const Status& status);
// Returns true if the picture can still be learned at its full size.
bool may_learn_larger(const Status& status);
// Returns how a finished run can go on: to the next named finish (AdviceAct::finish), or longer
// (AdviceAct::train_longer). Absent for a run that is not finished, is exact, or learned tiles.
std::optional<AdviceButton> further(const Status& status);
// Returns the configuration after that. `picture`: the picture's size.
Config learned_further(Config config, const AdviceButton& next, PixelSize picture);
// Returns true if `step` learned a tile of the whole picture, after the run's own network ended.
bool is_tile(const Status& status, std::int64_t step);
// Returns a training step's name: "epoch 0.8", or "tile 5" if the step learned a tile.
std::string step_name(const Status& status, std::int64_t step);
// Returns the number of tiles learned so far as text: "tile 5 of 24".
std::string whole_progress(const WholePicture& whole);
// Returns a size in pixels as text: "948 × 711".
std::string pixels_of(PixelSize size);
// Returns the size at which a PSNR was measured as text: "at 724 × 483". Empty if the picture is
// not larger than `learned`, or if `learned` is zero.
std::string at_learned_size(const Status& status, PixelSize learned);
std::string at_learned_size(const Status& status);  // with the open run's learned size
// Returns the render's PSNR in dB compared with the picture as it was opened. Once all tiles are
// learned, the PSNR is estimated from theirs. NaN if unknown, for example while a network that
// learns a reduced copy trains: its render was not compared with the opened picture.
float psnr_of_original(const Status& status);
// The PSNR that the window shows largest, as text. `beside`: the text after the PSNR, such as "like
// a good JPEG" (likeness()), or the learned size if the PSNR was measured at it, as in a race.
struct Closeness {
    std::string psnr, beside;
};
Closeness closeness_now(const Status& status);
// Returns a PSNR as text: "46.1 dB at 724 × 483". Leaves out the size if the open run learns the
// picture at its full size.
std::string closeness(const Status& status, double psnr);
// Estimates the seconds that learning the picture at its full size takes: in tiles or, in a new
// run, until the network has seen each pixel as often as in this run. Rounded up; 0 if unknown.
// Precondition of full_size_seconds() and learned_larger(): learns_smaller().
double full_size_seconds(const Status& status);
// Returns the configuration for learning the picture at full size. A time limit becomes
// full_size_seconds().
Config learned_larger(Config config, const Status& status);

void remember(AdviceMemory& memory, const Status& status);
std::optional<Advice> advice(const Status& status, const AdviceMemory& memory);
std::optional<Advice> doctor_advice(const Status& status);  // what the Doctor says about the run

}  // namespace redraw::ui
