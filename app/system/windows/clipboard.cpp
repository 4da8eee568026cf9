#include "app/system/clipboard.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"

#include <windows.h>

#include <shellapi.h>
#include <shlobj.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

namespace redraw {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::uint64_t kLargestCopied = std::uint64_t(1) << 30;  // bytes
// A bitmap of the clipboard is a BMP file without its first header.
constexpr std::size_t kFileHeader = 14, kBitmapHeader = 40;

struct OpenedClipboard {
    bool open = OpenClipboard(nullptr);
    ~OpenedClipboard() {
        if (open) CloseClipboard();
    }
};

UINT png_form() {  // as browsers and office programs call it
    static const UINT form = RegisterClipboardFormatW(L"PNG");
    return form;
}

void give(UINT form, std::span<const std::byte> bytes) {
    const HGLOBAL memory = GlobalAlloc(GMEM_MOVEABLE, bytes.size());
    if (memory == nullptr) return;
    std::memcpy(GlobalLock(memory), bytes.data(), bytes.size());
    GlobalUnlock(memory);
    if (SetClipboardData(form, memory) == nullptr) GlobalFree(memory);
}

Bytes bytes_of(UINT form) {
    const HANDLE memory = GetClipboardData(form);
    const auto* bytes = memory ? static_cast<const std::byte*>(GlobalLock(memory)) : nullptr;
    if (bytes == nullptr) return {};
    Bytes copy(bytes, bytes + GlobalSize(memory));
    GlobalUnlock(memory);
    return copy;
}

std::int32_t& number_at(Bytes& bytes, std::size_t at) {
    return *reinterpret_cast<std::int32_t*>(bytes.data() + at);
}

Bytes bmp_of(Bytes bitmap) {
    if (bitmap.size() < kBitmapHeader) return {};
    constexpr std::int32_t kMasked = 3, kMasks = 12;
    const std::int32_t header = number_at(bitmap, 0), bits = number_at(bitmap, 12) >> 16;
    const std::int32_t used = number_at(bitmap, 32), colours = used || bits > 8 ? used : 1 << bits;
    const bool masked = number_at(bitmap, 16) == kMasked && header == kBitmapHeader;
    Bytes bmp(kFileHeader);
    bmp[0] = std::byte('B'), bmp[1] = std::byte('M');
    const auto pixels_at = std::int32_t(kFileHeader) + header + (masked ? kMasks : 0) + 4 * colours;
    std::memcpy(bmp.data() + 10, &pixels_at, sizeof pixels_at);
    bmp.insert(bmp.end(), bitmap.begin(), bitmap.end());
    return bmp;
}

// Many programs read rows from bottom to top only.
Bytes bitmap_of(const Image& picture) {
    Image flipped = picture;
    for (int y = 0; y < picture.height; ++y)
        std::copy_n(picture.row(picture.height - 1 - y),
                    std::size_t(picture.width) * picture.channels, flipped.row(y));
    Bytes bitmap = encode_image(flipped, ImageFormat::bmp, {.tagged = false});
    bitmap.erase(bitmap.begin(), bitmap.begin() + kFileHeader);
    number_at(bitmap, 8) = picture.height;
    return bitmap;
}

Pasted pasted_text(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {Pasted::Kind::text, {bytes.begin(), bytes.end()}};
}

// Returns the paths of copied files, one a line.
Pasted pasted_files() {
    const auto files = static_cast<HDROP>(GetClipboardData(CF_HDROP));
    std::string lines;
    for (UINT i = 0, count = files ? DragQueryFileW(files, ~0u, nullptr, 0) : 0; i < count; ++i) {
        std::wstring path(DragQueryFileW(files, i, nullptr, 0) + 1, L'\0');
        path.resize(DragQueryFileW(files, i, path.data(), UINT(path.size())));
        lines += std::filesystem::path(path).string() + "\n";
    }
    return pasted_text(lines);
}

Pasted pasted(bool pictures) {
    const OpenedClipboard clipboard;
    if (!clipboard.open) return {Pasted::Kind::no_answer};  // another program holds it
    if (IsClipboardFormatAvailable(CF_HDROP)) return pasted_files();
    if (IsClipboardFormatAvailable(CF_UNICODETEXT)) {
        const Bytes text = bytes_of(CF_UNICODETEXT);
        const std::wstring wide(reinterpret_cast<const wchar_t*>(text.data()), text.size() / 2);
        return pasted_text(std::filesystem::path(wide.c_str()).string());
    }
    for (const UINT form : {png_form(), UINT(CF_DIB)})
        if (pictures && IsClipboardFormatAvailable(form))
            return {Pasted::Kind::picture,
                    form == CF_DIB ? bmp_of(bytes_of(form)) : bytes_of(form)};
    return {Pasted::Kind::nothing};
}

}  // namespace

// Windows keeps the contents itself, so the answer is there at once.
class Clipboard::Connection {
public:
    std::optional<Pasted> answer;
};

Clipboard::Clipboard(std::function<void()> wake)
    : wake_(std::move(wake)), connection_(std::make_unique<Connection>()) {}
Clipboard::~Clipboard() = default;

std::string Clipboard::offer(const std::filesystem::path& file, bool to_file_managers) {
    try {
        Bytes bitmap, png;
        std::error_code ignored;
        const auto format = image_format_of(file);
        if (format && format != ImageFormat::csv && !std::filesystem::is_directory(file, ignored))
            bitmap = bitmap_of(load_picture(file).image);
        if (format == ImageFormat::png && !bitmap.empty()) png = read_file(file, kLargestCopied);
        const OpenedClipboard clipboard;
        if (!clipboard.open)
            return "Nothing was copied, because another program uses the clipboard.";
        EmptyClipboard();
        if (!png.empty()) give(png_form(), png);
        if (!bitmap.empty()) give(CF_DIB, bitmap);
        if (!to_file_managers) return {};
        const std::wstring path = absolute_path(file).make_preferred().native() + L'\0';
        const DROPFILES header{sizeof header, {}, FALSE, TRUE};
        const auto front = std::as_bytes(std::span(&header, 1));
        const auto end = std::as_bytes(std::span(path.c_str(), path.size() + 1));
        Bytes files(front.begin(), front.end());
        files.insert(files.end(), end.begin(), end.end());
        give(CF_HDROP, files);
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

bool Clipboard::ask(bool pictures) {
    connection_->answer = pasted(pictures);
    wake_();
    return true;
}

std::optional<Pasted> Clipboard::take_answer() {
    return std::exchange(connection_->answer, std::nullopt);
}

}  // namespace redraw
