// The file dialog for the poster of the neurons.
#include "engine/features/neurons/poster.h"
#include "ui/actions/dialogs.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {
namespace {

constexpr std::string_view kPosterExtension[] = {".png"};

void export_poster(Ui& ui, const std::filesystem::path& chosen) {
    const ExportSpec poster{
        .path = chosen, .size = {kPosterSide, kPosterSide}, .encoding = {}, .poster = true};
    ui.requests.ask(command::ExportPictures{
        {poster}, ui.state.timelapse.at_step, ui.state.settings.history.present().network});
}

}  // namespace

constexpr Purpose kPosterFile{FileQuestion::Kind::save,
                              "Export a poster of the neurons",
                              "Save",
                              export_folder,
                              export_poster,
                              &Preferences::export_folder,
                              Dialog::none,
                              kPosterExtension,
                              [](const Ui& ui) { return export_name(ui) + "-neurons.png"; }};

}  // namespace redraw::ui
