#include "ui/actions/why.h"

#include "engine/features/microscope/microscope.h"
#include "engine/features/studies/view_request.h"

namespace redraw::ui {
namespace {

// Handles a key while one step of learning is shown.
bool step_key(Ui& ui, Key key, int across, int down) {
    WhyState& state = ui.state.of<WhyState>();
    const auto& story = ui.status.result<Microscope>();
    if (across != 0) {
        state.step =
            LearningStep(std::clamp(int(state.step) + across, 0, int(LearningStep::update)));
    } else if (down < 0 && story && story->unit.next) {
        look_at_unit(ui, story->unit.next);
    } else if (down > 0 && story && story->unit.index.layer >= 0) {
        const MicroscopeUnit& unit = story->unit;
        look_at_unit(ui, NeuronIndex{unit.index.layer - 1, unit.strongest.at(0).input});
    } else if (key == Key::escape && why_view(ui).unit) {
        look_at_unit(ui, std::nullopt);
    } else if (key == Key::escape) {
        leave_one_step(ui);
    } else {
        return down != 0;
    }
    return true;
}

}  // namespace

void look_at(Ui& ui, const MicroscopeView& view) {
    WhyState& state = ui.state.of<WhyState>();
    state.view = view;
    state.run = ui.status.run_serial;
}

void show_why(Ui& ui) {
    CentreState& centre = ui.state.centre;
    const PixelRead& read = centre.pixel;
    if (std::exchange(centre.mode, ViewMode::why) == ViewMode::why) return;
    ui.state.of<WhyState>().one_step = false;
    if (!ui.has_run() || read.run != ui.status.run_serial) return;
    const Grid grid = ui.target_grid();
    look_at_pixel(ui, int((read.at.x - grid.left) / (grid.right - grid.left) * grid.width),
                  int((read.at.y - grid.top) / (grid.bottom - grid.top) * grid.height));
}

MicroscopeView why_view(const Ui& ui) {
    const auto [width, height] = ui.target_size();
    const WhyState& state = ui.state.of<WhyState>();
    MicroscopeView view = state.view.value_or(MicroscopeView{width / 2, height / 2});
    view.column = std::clamp(view.column, 0, width - 1);
    view.row = std::clamp(view.row, 0, height - 1);
    if (state.run != ui.status.run_serial) view.unit.reset(), view.input.reset();
    return view;
}

void look_at_pixel(Ui& ui, int column, int row) {
    const MicroscopeView now = why_view(ui);
    look_at(ui, {column, row, now.unit, now.input});
}

void look_at_unit(Ui& ui, std::optional<NeuronIndex> unit) {
    if (!ui.has_run()) return;
    const MicroscopeView now = why_view(ui);
    look_at(ui, {now.column, now.row, unit, {}});
}

void leave_one_step(Ui& ui) {
    ui.state.of<WhyState>().one_step = false;
    look_at_unit(ui, std::nullopt);
}

bool why_key(Ui& ui, const KeyPress& press) {
    if (press.ctrl) return false;
    const int across = int(press.key == Key::right) - int(press.key == Key::left);
    const int down = int(press.key == Key::down) - int(press.key == Key::up);
    const bool one_step = ui.state.of<WhyState>().one_step;
    if (one_step && !press.shift) return step_key(ui, press.key, across, down);
    if (across == 0 && down == 0) return false;
    const MicroscopeView now = why_view(ui);
    look_at_pixel(ui, now.column + across, now.row + down);
    return true;
}

}  // namespace redraw::ui
