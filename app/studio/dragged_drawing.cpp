#include "app/studio/dragged_drawing.h"

#include "app/desktop/places.h"
#include "app/studio/handed_drawing.h"
#include "engine/error.h"
#include "engine/export/export.h"
#include "engine/image/resample.h"
#include "engine/image/rgba.h"
#include "engine/text/display_name.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

namespace fs = std::filesystem;

constexpr int kIcon = 96;                // pixels of the longer side
constexpr std::chrono::hours kKept{24};  // a program may read it long after it was dropped
constexpr const char* kNoServer =
    "Only X11 lets a drawing be dragged out of the window: Edit > Copy drawing copies it.";

// What was dragged long ago.
void remove_old(const fs::path& folder) {
    std::error_code ignored;
    for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored))
        if (const auto then = fs::last_write_time(*at, ignored);
            !ignored && then + kKept < fs::file_time_type::clock::now())
            fs::remove_all(*at, ignored);
}

fs::path new_folder() {
    const fs::path folder = dragged_drawings();
    fs::create_directories(folder);
    remove_old(folder);
    std::string name = (folder / "XXXXXX").native();
    if (!mkdtemp(name.data()))
        throw Error("Cannot make a folder for what is dragged: " +
                    std::error_code(errno, std::generic_category()).message() + ".");
    return name;
}

DragPicture icon_of(const Frame* frame) {
    const Image* image = frame ? image_to_show(*frame->surface) : nullptr;
    if (!image || image->width < 1) return {};
    const PixelSize size = with_longer_side({image->width, image->height}, kIcon);
    const std::vector<std::uint8_t> rgba = to_rgba(resample_area(*image, size.width, size.height));
    DragPicture picture{size.width, size.height, {}};
    for (std::size_t i = 0; i + 3 < rgba.size(); i += 4)
        picture.pixels.push_back(std::uint32_t(rgba[i]) << 16 | std::uint32_t(rgba[i + 1]) << 8 |
                                 rgba[i + 2] | 0xff000000u);
    return picture;
}

}  // namespace

std::string DraggedDrawing::begin(Window& window, Session& session, const Status& status,
                                  const Frame* frame, const ui::request::DragDrawing& asked) {
    if (!status.target) return {};
    try {
        const PixelSize size = handed_size(status);
        const fs::path file =
            new_folder() / (fs::path(status.picture_name).stem().native() + "-" +
                            std::to_string(std::max(size.width, size.height)) + ".png");
        if (!window.drag_out(form_names(file, HandedAs::both), icon_of(frame))) return kNoServer;
        session.ask(command::ExportPictures{.specs = {{.path = file, .size = size, .encoding = {}}},
                                            .at_step = asked.at_step,
                                            .edits = asked.edits,
                                            .whom = command::ExportPictures::For::drag});
        awaited_ = file;
        run_ = status.run_serial;
        error_ = status.error;
        being_drawn_ = false;
        return {};
    } catch (const Error& error) {
        return error.what();
    } catch (const fs::filesystem_error& error) {
        return "Cannot make a folder for what is dragged: " + error.code().message() + ".";
    }
}

std::string DraggedDrawing::begin(Window& window, const Frame* frame,
                                  const ui::request::DragFile& asked) {
    try {
        if (!window.drag_out(form_names(asked.path, HandedAs::both), icon_of(frame)))
            return kNoServer;
        awaited_.clear();
        window.provide_dragged(forms_of(asked.path, HandedAs::both));
        return {};
    } catch (const Error& error) {
        window.cancel_drag();
        return error.what();
    }
}

std::string DraggedDrawing::update(Window& window, const Status& status) {
    if (awaited_.empty()) return {};
    if (status.dragged.file == awaited_) {
        awaited_.clear();
        try {
            window.provide_dragged(forms_of(status.dragged.file, HandedAs::both));
            return {};
        } catch (const Error& error) {
            window.cancel_drag();
            return error.what();
        }
    }
    being_drawn_ |= status.job && status.job->what == display_name(awaited_.filename());
    const bool failed = status.error != error_ && !status.error.empty();
    if (failed || status.run_serial != run_ || (being_drawn_ && !status.job)) {
        awaited_.clear();
        window.cancel_drag();
    }
    return {};
}

}  // namespace redraw
