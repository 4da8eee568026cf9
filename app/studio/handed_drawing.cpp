#include "app/studio/handed_drawing.h"

#include "engine/export/export.h"
#include "engine/file/absolute_path.h"
#include "engine/file/read_file.h"
#include "engine/image/image_writer.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <span>
#include <system_error>

namespace redraw {
namespace {

constexpr int kLongestHanded = 4096;
constexpr std::uint64_t kLargestHanded = std::uint64_t(1) << 30;  // bytes
constexpr const char* kAddresses = "text/uri-list";
constexpr const char* kCopiedFiles = "x-special/gnome-copied-files";

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

std::vector<std::byte> bytes_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

}  // namespace

PixelSize handed_size(const Status& status) {
    const Image& picture = status.picture ? *status.picture : *status.target;
    const PixelSize size{picture.width, picture.height};
    return std::max(size.width, size.height) > kLongestHanded
               ? with_longer_side(size, kLongestHanded)
               : size;
}

std::vector<std::string> form_names(const std::filesystem::path& file, HandedAs as) {
    std::vector<std::string> names;
    if (as != HandedAs::picture) names.insert(names.end(), {kAddresses, kCopiedFiles});
    if (const std::string type = picture_type(file); as != HandedAs::file && !type.empty())
        names.push_back(type);
    return names;
}

std::vector<OfferedForm> forms_of(const std::filesystem::path& file, HandedAs as) {
    const std::string address = "file://" + percent_encoded(absolute_path(file).native());
    std::vector<OfferedForm> forms;
    for (const std::string& name : form_names(file, as))
        forms.push_back({name, name == kAddresses     ? bytes_of(address + "\r\n")
                               : name == kCopiedFiles ? bytes_of("copy\n" + address)
                                                      : read_file(file, kLargestHanded)});
    return forms;
}

}  // namespace redraw
