#include "app/studio/copied_drawing.h"

#include "app/desktop/places.h"
#include "app/studio/handed_drawing.h"
#include "engine/error.h"

#include <utility>

namespace redraw {

std::string CopiedDrawing::ask(Session& session, const Status& status,
                               const ui::request::CopyDrawing& asked) const {
    if (!status.target) return {};
    try {
        session.ask(command::ExportPictures{
            .specs = {{.path = copied_drawing(), .size = handed_size(status), .encoding = {}}},
            .at_step = asked.at_step,
            .edits = asked.edits,
            .whom = command::ExportPictures::For::clipboard});
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

std::string CopiedDrawing::offer(const Status& status) {
    if (std::exchange(offered_, status.copied.count) == status.copied.count) return {};
    return offer(status.copied.file, HandedAs::picture);
}

std::string CopiedDrawing::offer_file(const std::filesystem::path& file) {
    return offer(file, HandedAs::both);
}

std::string CopiedDrawing::offer(const std::filesystem::path& file, HandedAs as) {
    try {
        if (clipboard_.offer(forms_of(file, as))) return {};
        return "There is no X server whose clipboard would take it.";
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace redraw
