#include "ui/actions/microscope.h"

#include "engine/features/microscope/microscope.h"
#include "engine/features/studies/view_request.h"

namespace redraw::ui {
void look_at(Ui& ui, const MicroscopeView& view) {
    MicroscopeState& state = ui.state.of<MicroscopeState>();
    state.view = view;
    state.run = ui.status.run_serial;
}

void show_microscope(Ui& ui) {
    CentreState& centre = ui.state.centre;
    const PixelRead& read = centre.pixel;
    if (std::exchange(centre.mode, ViewMode::microscope) == ViewMode::microscope)
        return look_at_unit(ui, std::nullopt);
    if (!ui.has_run() || read.run != ui.status.run_serial) return;
    const Grid grid = ui.target_grid();
    look_at_pixel(ui, int((read.at.x - grid.left) / (grid.right - grid.left) * grid.width),
                  int((read.at.y - grid.top) / (grid.bottom - grid.top) * grid.height));
}

MicroscopeView microscope_view(const Ui& ui) {
    const auto [width, height] = ui.target_size();
    MicroscopeView view =
        ui.state.of<MicroscopeState>().view.value_or(MicroscopeView{width / 2, height / 2});
    view.column = std::clamp(view.column, 0, width - 1);
    view.row = std::clamp(view.row, 0, height - 1);
    if (ui.state.of<MicroscopeState>().run != ui.status.run_serial)
        view.unit.reset(), view.input.reset();
    return view;
}

void look_at_pixel(Ui& ui, int column, int row) {
    const MicroscopeView now = microscope_view(ui);
    look_at(ui, {column, row, now.unit, now.input});
}

void look_at_unit(Ui& ui, std::optional<NeuronIndex> unit) {
    if (!ui.has_run()) return;
    const MicroscopeView now = microscope_view(ui);
    look_at(ui, {now.column, now.row, unit, {}});
}

bool microscope_key(Ui& ui, const KeyPress& press) {
    if (press.ctrl) return false;
    const int across = int(press.key == Key::right) - int(press.key == Key::left);
    const int down = int(press.key == Key::down) - int(press.key == Key::up);
    const auto& story = ui.status.result<Microscope>();
    MicroscopeStep& step = ui.state.of<MicroscopeState>().step;
    const MicroscopeView now = microscope_view(ui);
    if (press.shift && (across != 0 || down != 0)) {
        look_at_pixel(ui, now.column + across, now.row + down);
    } else if (across != 0) {
        step = MicroscopeStep(std::clamp(int(step) + across, 0, int(MicroscopeStep::update)));
    } else if (down < 0 && story && story->unit.next) {
        look_at_unit(ui, story->unit.next);
    } else if (down > 0 && story && story->unit.index.layer >= 0) {
        const MicroscopeUnit& unit = story->unit;
        look_at_unit(ui, NeuronIndex{unit.index.layer - 1, unit.strongest.at(0).input});
    } else if (press.key == Key::escape && now.unit) {
        look_at_unit(ui, std::nullopt);
    } else {
        return down != 0;
    }
    return true;
}

}  // namespace redraw::ui
