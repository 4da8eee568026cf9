#include "app/studio/copied_drawing.h"

#include "app/desktop/places.h"
#include "engine/error.h"
#include "engine/export/export.h"
#include "engine/file/read_file.h"

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

constexpr int kLongestCopied = 4096;  // of a larger one: what programs paste without a wait
constexpr std::uint64_t kLargestCopied = std::uint64_t(1) << 30;  // bytes

}  // namespace

void CopiedDrawing::ask(Session& session, const Status& status,
                        const ui::request::CopyDrawing& asked) const {
    if (!status.target) return;
    const Image& picture = status.picture ? *status.picture : *status.target;
    PixelSize size{picture.width, picture.height};
    if (std::max(size.width, size.height) > kLongestCopied)
        size = with_longer_side(size, kLongestCopied);
    session.ask(
        command::ExportPictures{.specs = {{.path = copied_drawing(), .size = size, .encoding = {}}},
                                .at_step = asked.at_step,
                                .edits = asked.edits,
                                .copied = true});
}

std::string CopiedDrawing::offer(const Status& status) {
    if (std::exchange(offered_, status.copied.count) == status.copied.count) return {};
    try {
        if (clipboard_.offer(read_file(status.copied.file, kLargestCopied))) return {};
        return "There is no X server whose clipboard would take the drawing.";
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace redraw
