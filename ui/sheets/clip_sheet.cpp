// The sheet that shares a short clip of a run.
#include "ui/actions/neuron_layout.h"
#include "ui/actions/sharing.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/sheet_rows.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {

void draw_clip_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Share clip", 380, ui.has_run())) return;
    FilmShape& shape = ui.state.preferences.clip_shape;
    chip_row(ui, "Shape", "The shape of the clip; remembered for the next one.", shape,
             {{FilmShape::own, "Original shape",
               "The picture's own shape, 1,080 pixels on the longer side."},
              {FilmShape::square, "1:1", "1,080 × 1,080, for posts."},
              {FilmShape::tall, "9:16", "1,080 × 1,920, for phones."}});
    note(ui,
         "Four seconds of learning, then the picture wipes over the drawing and back. Saved in " +
             export_folder(ui).string() + ", and copied so that you can paste it.");
    if (const std::string edits = edits_text(edits_now(ui)); !edits.empty())
        note(ui, "The clip shows the network with " + edits + ".", ui.palette.accent_text);
    if (draw_sheet_foot(ui, "Share clip", true)) {
        share_clip(ui, shape);
        close_dialog(ui);
    }
    end_sheet(ui);
}

}  // namespace redraw::ui
