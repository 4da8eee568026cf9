#include "ui/sheets/poster_page.h"

#include "engine/features/neurons/poster.h"
#include "ui/actions/dialogs.h"
#include "ui/sheets/share_sheet.h"
#include "ui/sheets/sheet_rows.h"

namespace redraw::ui {
namespace {

struct PosterPage {
    std::string name;
};

}  // namespace

bool has_poster(const Ui& ui) {
    return ui.status.config.network.encoding != Encoding::window;
}

void prepare_poster_page(Ui& ui) {
    ui.state.of<PosterPage>().name = export_name(ui) + "-neurons.png";
}

void draw_poster_page(Ui& ui) {
    if (!begin_share(ui)) return;
    PosterPage& page = ui.state.of<PosterPage>();
    note(ui,
         "Every neuron's picture, layer by layer, and the drawing: one picture of 4,096 "
         "pixels, to print.");
    draw_target_rows(ui, "The poster's file name.", page.name);
    std::filesystem::path path = export_folder(ui) / page.name;
    if (path.extension() != ".png") path += ".png";
    if (draw_export_foot(ui, page.name, {path}, is_file_name(page.name))) {
        const ExportSpec poster{
            .path = path, .size = {kPosterSide, kPosterSide}, .encoding = {}, .poster = true};
        ui.requests.ask(command::ExportPictures{
            {poster}, ui.state.timelapse.at_step, ui.state.settings.history.present().network});
    }
    end_sheet(ui);
}

}  // namespace redraw::ui
