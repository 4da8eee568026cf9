// The row of the picture that the scan line view shows as a curve.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

struct ScanRow {
    double at = 0.5;  // 0 to 1 of the picture's height
};

// Returns the row, counted from 0 at the top. Precondition: a run is open.
int scan_row(const Ui& ui);
void show_scan_row(Ui& ui, int row);  // limits `row` to the picture
// Handles the Up and Down keys in the scan line view. Returns false if the key is not used.
bool scan_key(Ui& ui, const KeyPress& press);

}  // namespace redraw::ui
