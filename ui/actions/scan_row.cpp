#include "ui/actions/scan_row.h"

namespace redraw::ui {

int scan_row(const Ui& ui) {
    const int rows = ui.target_size().height;
    return std::clamp(int(ui.state.of<ScanRow>().at * rows), 0, rows - 1);
}

void show_scan_row(Ui& ui, int row) {
    const int rows = ui.target_size().height;
    ui.state.of<ScanRow>().at = (std::clamp(row, 0, rows - 1) + 0.5) / rows;
}

bool scan_key(Ui& ui, const KeyPress& press) {
    const Key key = press.key;
    if (press.ctrl || press.shift || (key != Key::up && key != Key::down)) return false;
    show_scan_row(ui, scan_row(ui) + (key == Key::up ? -1 : +1));
    return true;
}

}  // namespace redraw::ui
