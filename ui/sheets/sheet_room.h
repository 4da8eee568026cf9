// Room that a sheet keeps for what is not there yet, so that nothing moves under the mouse when it
// comes: two columns of a width, and parts of a height. UI thread.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Beside each other where the sheet is wide enough, else the second below the first.
class SheetColumns {
public:
    // Units; between the two lies kBetween.
    static constexpr float kBetween = 28;
    SheetColumns(Ui& ui, float left, float right);
    ~SheetColumns();
    SheetColumns(const SheetColumns&) = delete;
    void next();

private:
    bool beside_;
};

// Reserves this height, filled or not, for whatever is drawn in its lifetime, which takes more only
// if it needs more.
class SheetRoom {
public:
    explicit SheetRoom(float height);
    ~SheetRoom();
    SheetRoom(const SheetRoom&) = delete;

private:
    ImVec2 at_;
    float height_;
};

// Returns the height of so many lines of note(), in pixels.
float note_height(const Ui& ui, int lines);
// Returns the height of so many rows of chips or fields, in pixels.
float rows_height(const Ui& ui, int rows);

}  // namespace redraw::ui
