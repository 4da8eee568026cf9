#include "engine/image/sniff.h"

#include "engine/text/words.h"

#include <algorithm>

namespace redraw {
namespace {

using namespace std::string_view_literals;

struct Signature {
    std::size_t offset;
    std::string_view magic;
    FileKind kind;
};

constexpr std::string_view kRaw = "a camera's raw picture, which Redraw does not read";

// File signatures. The first match wins, so specific signatures stand before general ones.
constexpr std::array kSignatures{
    Signature{12, "CgBI"sv, {"a PNG made for iPhones (CgBI), which Redraw does not read"}},
    Signature{0, "\x89PNG\r\n\x1A\n"sv, {"PNG", decode_png, png_rows}},
    Signature{0, "\xFF\xD8\xFF"sv, {"JPEG", decode_jpeg, jpeg_rows}},
    Signature{8, "WEBPVP8"sv, {"WebP", decode_webp}},
    Signature{0, "GIF87a"sv, {"GIF", decode_gif}},
    Signature{0, "GIF89a"sv, {"GIF", decode_gif}},
    Signature{0, "8BPS"sv, {"PSD", decode_psd}},
    Signature{0, "\x1A\x45\xDF\xA3"sv, {"a video, not a picture"}},
    Signature{4, "JXL \r\n\x87\n"sv, {"JPEG XL", decode_jxl}},
    Signature{0, "\xFF\x0A"sv, {"JPEG XL", decode_jxl}},
    Signature{4, "jP  \r\n\x87\n"sv, {"a JPEG 2000 picture, which Redraw does not read"}},
    Signature{0, "II*\0"sv, {"TIFF", decode_tiff, tiff_rows}},
    Signature{0, "MM\0*"sv, {"TIFF", decode_tiff, tiff_rows}},
    Signature{0, "II+\0"sv, {"TIFF", decode_tiff, tiff_rows}},  // BigTIFF, with 64-bit offsets
    Signature{0, "MM\0+"sv, {"TIFF", decode_tiff, tiff_rows}},
    Signature{0, "#?RADIANCE"sv, {"a Radiance HDR picture, which Redraw does not read"}},
    Signature{0, "#?RGBE"sv, {"a Radiance HDR picture, which Redraw does not read"}},
    Signature{0, "\x76\x2F\x31\x01"sv, {"an OpenEXR picture, which Redraw does not read"}},
    Signature{0, "FUJIFILMCCD-RAW"sv, {kRaw}},
    Signature{0, "IIRO"sv, {kRaw}},  // Olympus
    Signature{0, "IIRS"sv, {kRaw}},
    Signature{0, "MMOR"sv, {kRaw}},
    Signature{0, "IIU\0"sv, {kRaw}},  // Panasonic
    Signature{0, "FOVb"sv, {kRaw}},   // Sigma
    Signature{0, "P7\n"sv, {"a PAM picture, which Redraw does not read"}},
    Signature{0, "PF\n"sv, {"a PFM picture, which Redraw does not read"}},
    Signature{0, "Pf\n"sv, {"a PFM picture, which Redraw does not read"}},
    Signature{0, "gimp xcf"sv, {"a GIMP file, which Redraw does not read"}},
    Signature{0, "qoif"sv, {"a QOI picture, which Redraw does not read"}},
    Signature{0, "\0\0\1\0"sv, {"an icon file, which Redraw does not read"}},
    Signature{0, "\x89PNG"sv, {"a PNG damaged by a transfer as text"}},
    Signature{0, "SQLite format 3\0"sv, {"a run or a database, not a picture"}},
    Signature{0, "%PDF"sv, {"a PDF document, not a picture"}},
    Signature{0, "%!PS"sv, {"a PostScript document, not a picture"}},
    Signature{0, "PK\3\4"sv, {"a ZIP archive, not a picture"}},
    Signature{0, "\x1F\x8B"sv, {"a gzip archive, not a picture"}},
    Signature{0, "\177ELF"sv, {"a program, not a picture"}},
    Signature{0, "RIFF"sv, {"a RIFF file (sound or video), not a picture"}},
};

// Recognises AVIF, HEIC, raw files and videos by the brands in the first container box ("ftyp").
std::optional<FileKind> sniff_boxes(std::string_view head) {
    constexpr std::size_t kBrands = 8, kBrand = 4, kMostBrands = 64;
    if (head.size() < kBrands + kBrand || head.substr(4, 4) != "ftyp"sv) return std::nullopt;
    const std::size_t end =
        std::min<std::size_t>({big_endian(std::as_bytes(std::span(head)).first(4)), head.size(),
                               kBrands + kMostBrands * kBrand});
    const auto has = [&](auto... brands) {
        for (std::size_t at = kBrands; at + kBrand <= std::max(end, kBrands + kBrand); at += kBrand)
            if (at != kBrands + kBrand && ((head.substr(at, kBrand) == brands) || ...)) return true;
        return false;
    };
    if (has("avif"sv, "avis"sv)) return FileKind{"AVIF", decode_avif};
    // Treats these brands as HEIC: of HEVC, of the general container, which may hold any codec, of
    // other codecs, and of files with reduced headers.
    if (has("heic"sv, "heix"sv, "heim"sv, "heis"sv, "hevc"sv, "hevx"sv, "hevm"sv, "hevs"sv,
            "mif1"sv, "msf1"sv, "mif2"sv, "miaf"sv, "1pic"sv, "unif"sv, "avci"sv, "avcs"sv,
            "j2ki"sv, "j2is"sv, "jpeg"sv, "jpgs"sv, "vvic"sv, "vvis"sv, "evbi"sv, "evmi"sv,
            "mif3"sv))
        return FileKind{"HEIC", decode_heif};
    if (has("crx "sv)) return FileKind{kRaw};
    return FileKind{"a video, not a picture"};
}

bool is_text(std::string_view head) {
    return std::ranges::all_of(head, [](unsigned char byte) {
        return byte >= 0x20 || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f';
    });
}

// Recognises text formats; `head` is text without leading space.
FileKind sniff_text(std::string_view head) {
    constexpr std::string_view kWebPage = "a web page, not a picture";
    constexpr std::string_view kDrawing =
        "an SVG drawing, which Redraw does not read; save it as PNG first";
    const std::string text = lower(head);
    const auto starts = [&](auto... with) { return (text.starts_with(with) || ...); };
    if (looks_like_csv(head)) return {"CSV", decode_csv};
    if (starts("<!doctype html", "<html", "<head")) return {kWebPage};
    if (starts("<svg")) return {kDrawing};
    if (starts("<?xml", "<!--", "<!doctype")) {
        if (head.find("<svg") != head.npos) return {kDrawing};
        if (head.find("<html") != head.npos) return {kWebPage};
        return {"an XML file, not a picture"};
    }
    if (head.substr(0, head.find_first_of("\r\n")).find_first_of(",;\t") != head.npos)
        return {"text, not a picture; a picture as CSV begins with the line x,y,pixel_value"};
    return {"text, not a picture"};
}

}  // namespace

FileKind sniff(std::span<const std::byte> bytes) {
    constexpr std::size_t kHead = 1024;
    std::string_view head = as_text(bytes).substr(0, kHead);
    if (head.empty()) return {"an empty file"};
    if (const auto kind = sniff_boxes(head)) return *kind;
    for (const auto& [offset, magic, kind] : kSignatures)
        if (head.substr(std::min(offset, head.size())).starts_with(magic)) return kind;
    if (looks_like_pnm(head)) return {"PNM", decode_pnm};
    if (looks_like_tga(bytes)) return {"TGA", decode_tga};
    // Requires binary content: a text may begin with "BM", too.
    if (head.starts_with("BM") && !is_text(head)) return {"BMP", decode_bmp};
    if (is_text(head)) {
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
        head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n\f"), head.size()));
        return sniff_text(head);
    }
    return {
        "not a picture Redraw knows (PNG, JPEG, WebP, GIF, BMP, TGA, PNM, PSD, TIFF, AVIF, HEIC, "
        "JPEG XL, CSV)"};
}

bool has_name_of_picture(const std::filesystem::path& path) {
    constexpr std::array<std::string_view, 19> kEndings = {
        "png",  "jpg",  "jpeg", "jpe", "webp", "gif", "bmp", "tga", "tif", "tiff",
        "avif", "heic", "heif", "jxl", "pnm",  "pbm", "pgm", "ppm", "psd"};
    return std::ranges::find(kEndings, extension_of(path)) != kEndings.end();
}

}  // namespace redraw
