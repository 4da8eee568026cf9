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

constexpr int kLongestCopied = 4096;  // of a larger one: what programs paste without a wait
constexpr std::uint64_t kLargestCopied = std::uint64_t(1) << 30;  // bytes

// Of the kinds that programs paste; of any other file nothing.
std::string picture_type(const std::filesystem::path& file) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) return {};
    switch (image_format_of(file).value_or(ImageFormat::csv)) {
        case ImageFormat::png:
            return "image/png";
        case ImageFormat::jpeg:
            return "image/jpeg";
        case ImageFormat::webp:
            return "image/webp";
        case ImageFormat::bmp:
            return "image/bmp";
        case ImageFormat::tga:
        case ImageFormat::csv:
            break;
    }
    return {};
}

std::string file_address(const std::filesystem::path& file) {
    return "file://" + percent_encoded(std::filesystem::absolute(file).native());
}

std::vector<std::byte> bytes_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

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
    return offer(status.copied.file, false);
}

std::string CopiedDrawing::offer_file(const std::filesystem::path& file) {
    return offer(file, true);
}

std::string CopiedDrawing::offer(const std::filesystem::path& file, bool as_file) {
    try {
        std::vector<CopiedForm> forms;
        if (const std::string type = picture_type(file); !type.empty())
            forms.push_back({type, read_file(file, kLargestCopied)});
        if (as_file) {
            const std::string address = file_address(file);
            forms.push_back({"text/uri-list", bytes_of(address + "\r\n")});
            forms.push_back({"x-special/gnome-copied-files", bytes_of("copy\n" + address)});
        }
        if (clipboard_.offer(forms)) return {};
        return "There is no X server whose clipboard would take it.";
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace redraw
