#include "app/studio/copied_drawing.h"

#include "app/desktop/places.h"
#include "engine/error.h"
#include "engine/export/export.h"
#include "engine/file/read_file.h"
#include "engine/image/image_writer.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

namespace redraw {
namespace {

constexpr int kLongestCopied = 4096;                              // pixels
constexpr std::uint64_t kLargestCopied = std::uint64_t(1) << 30;  // bytes

// The media type of a picture that other programs paste; null for any other file.
const char* picture_type(const std::filesystem::path& file) {
    constexpr std::pair<ImageFormat, const char*> kTypes[] = {{ImageFormat::png, "image/png"},
                                                              {ImageFormat::jpeg, "image/jpeg"},
                                                              {ImageFormat::webp, "image/webp"},
                                                              {ImageFormat::bmp, "image/bmp"}};
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) return nullptr;
    for (const auto& [format, type] : kTypes)
        if (image_format_of(file) == format) return type;
    return nullptr;
}

OfferedForm text_form(const char* type, const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {type, {bytes.begin(), bytes.end()}};
}

}  // namespace

std::string CopiedDrawing::ask(Session& session, const Status& status,
                               const ui::request::CopyDrawing& asked) const {
    if (!status.target) return {};
    const Image& picture = status.picture ? *status.picture : *status.target;
    PixelSize size{picture.width, picture.height};
    if (std::max(size.width, size.height) > kLongestCopied)
        size = with_longer_side(size, kLongestCopied);
    try {
        session.ask(command::ExportPictures{
            .specs = {{.path = copied_drawing(), .size = size, .encoding = {}}},
            .at_step = asked.at_step,
            .edits = asked.edits,
            .origin = Origin::clipboard});
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

std::string CopiedDrawing::offer(const Status& status) {
    if (std::exchange(offered_, status.copied.job) == status.copied.job) return {};
    return offer(status.copied.file, false);
}

std::string CopiedDrawing::offer_file(const std::filesystem::path& file) {
    return offer(file, true);
}

std::string CopiedDrawing::offer(const std::filesystem::path& file, bool to_file_managers) {
    try {
        std::vector<OfferedForm> forms;
        if (to_file_managers) {
            const std::string address = "file://" + percent_encoded(absolute_path(file).native());
            forms.push_back(text_form("text/uri-list", address + "\r\n"));
            forms.push_back(text_form("x-special/gnome-copied-files", "copy\n" + address));
        }
        if (const char* type = picture_type(file))
            forms.push_back({type, read_file(file, kLargestCopied)});
        if (clipboard_.offer(std::move(forms))) return {};
        return "There is no X server whose clipboard would take it.";
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace redraw
