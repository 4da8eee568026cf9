// A list of rows of equal height that scrolls: draws the rows in sight, goes through them by the
// keys, and scrolls to the chosen one.
#pragma once

#include "ui/state/context.h"

#include <optional>

namespace redraw::ui {

// The row that a key leads to from `now` (-1: none): Up, Down, and, unless a field is typed into,
// Page Up, Page Down, Home and End. Absent for any other key and in an empty list.
std::optional<int> row_after(Key key, int now, int rows);

// The ground of a row that is chosen or under the mouse (the last item), and the mark at its left
// end, so many units from its top and bottom.
void draw_chosen_row(const Ui& ui, const Rect& place, bool chosen, float inset);

struct RowListLayout {
    float height = 0;    // pixels, of what is in sight
    float line = 0;      // pixels from one row to the next
    float gap = 0;       // pixels of those below the row
    bool framed = true;  // on the colour of the window's ground, with an edge around the rows
};

// The list itself, from its constructor to its destructor.
class RowList {
public:
    RowList(Ui& ui, const char* id, const RowListLayout& layout);
    ~RowList();
    RowList(const RowList&) = delete;
    RowList& operator=(const RowList&) = delete;

    // Scrolls until the row is in sight; nothing for -1.
    void scroll_to(int row) const;
    // Calls draw(row, place) for the rows in sight, with the cursor at the place; the last item
    // that it leaves is the row. Returns the row that was pressed twice, or -1.
    template <class Draw>
    int draw(int rows, const Draw& draw_row) const {
        const Seen seen = begin_rows(rows);
        int twice = -1;
        for (int row = seen.first; row < seen.last; ++row) {
            const Rect place = begin_row(seen, row);
            draw_row(row, place);
            if (end_row()) twice = row;
        }
        end_rows(seen, rows);
        return twice;
    }

private:
    struct Seen {
        ImVec2 at;
        float width = 0;
        int first = 0, last = 0;
    };
    Seen begin_rows(int rows) const;
    Rect begin_row(const Seen& seen, int row) const;
    static bool end_row();
    void end_rows(const Seen& seen, int rows) const;

    RowListLayout layout_;
    float edge_;
};

}  // namespace redraw::ui
