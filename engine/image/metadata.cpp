#include "engine/image/metadata.h"

#include "engine/error.h"
#include "engine/image/decode.h"

#include <libexif/exif-data.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace redraw {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kExifHeader = "Exif\0\0"sv;
constexpr std::size_t kLargestBlock = 1 << 16;  // a JPEG segment cannot be larger

using Exif = std::unique_ptr<ExifData, void (*)(ExifData*)>;
// Changes a TIFF structure in place: numbers of two bytes (the header) or four, in its byte order.
// Nothing outside `bytes` is read or written.
class TiffBlock {
public:
    enum class Kind { picture, exif, gps, interoperability };

    explicit TiffBlock(std::vector<std::byte>& bytes) : bytes_(bytes) {}

    // Makes the block that of an upright sRGB picture of this size. Returns false if it is damaged.
    bool adapt(PixelSize size) {
        const std::string_view order = as_text(bytes_).substr(0, 2);
        big_endian_ = order == "MM";
        if (!has(0, 8) || (order != "II" && order != "MM") || get(2, 2) != 42) return false;
        size_ = size;
        used_ = 8;
        const std::size_t first = get(4, 4);
        remove_thumbnail(first);
        if (!adapt_directory(first, Kind::picture)) return false;
        if (orientation_ >= 5 && across_ != 0 && down_ != 0)
            std::swap_ranges(&bytes_[across_ + 2], &bytes_[across_ + kEntry], &bytes_[down_ + 2]);
        bytes_.resize(used_);
        return true;
    }

    int orientation() const { return orientation_; }
    // Pixels per inch; 0: not given. Precondition: adapt() returned true.
    double resolution(bool down) const {
        const std::size_t entry = down ? down_ : across_;
        if (entry == 0 || get(entry + 2, 2) != kRational || unit_ == 1) return 0;
        const std::size_t value = get(entry + 8, 4);
        if (!has(value, 8) || get(value + 4, 4) == 0) return 0;
        constexpr int kCentimetre = 3;
        return double(get(value, 4)) / get(value + 4, 4) * (unit_ == kCentimetre ? 2.54 : 1);
    }

private:
    static constexpr std::size_t kEntry = 12;
    static constexpr unsigned kShort = 3, kLong = 4, kRational = 5;

    bool has(std::size_t place, std::size_t count) const {
        return place <= bytes_.size() && count <= bytes_.size() - place;
    }
    unsigned at(std::size_t place) const { return std::to_integer<unsigned>(bytes_[place]); }
    // Precondition of both: has(place, count).
    std::uint32_t get(std::size_t place, std::size_t count) const {
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < count; ++i)
            number = number << 8 | at(place + (big_endian_ ? i : count - 1 - i));
        return number;
    }
    void set(std::size_t place, std::size_t count, std::uint32_t number) {
        for (std::size_t i = 0; i < count; ++i, number >>= 8)
            bytes_[place + (big_endian_ ? count - 1 - i : i)] = std::byte(number & 0xFF);
    }
    void set_short(std::size_t entry, std::uint32_t value) { set_entry(entry, kShort, 2, value); }
    void set_long(std::size_t entry, std::uint32_t value) { set_entry(entry, kLong, 4, value); }
    void set_entry(std::size_t entry, unsigned type, std::size_t bytes, std::uint32_t value) {
        set(entry + 2, 2, type);
        set(entry + 4, 4, 1);
        set(entry + 8, 4, 0);
        set(entry + 8, bytes, value);
    }
    // Returns the number of entries of a directory; empty if it is not within the block.
    std::optional<std::size_t> count_of(std::size_t directory) const {
        if (!has(directory, 2)) return std::nullopt;
        const std::size_t count = get(directory, 2);
        return has(directory, 2 + count * kEntry) ? std::optional(count) : std::nullopt;
    }
    void clear(std::size_t begin, std::size_t count) {
        if (begin >= bytes_.size()) return;
        std::fill_n(bytes_.begin() + std::ptrdiff_t(begin), std::min(count, bytes_.size() - begin),
                    std::byte{});
    }
    void use_until(std::size_t end) { used_ = std::max(used_, end); }

    // Removes the second directory, which describes the thumbnail, and the thumbnail.
    void remove_thumbnail(std::size_t first) {
        const auto count = count_of(first);
        if (!count || !has(first + 2 + *count * kEntry, 4)) return;
        const std::size_t link = first + 2 + *count * kEntry;
        const std::size_t second = get(link, 4);
        const auto entries = second == 0 ? std::nullopt : count_of(second);
        if (entries) {
            std::size_t begin = 0, bytes = 0;
            for (std::size_t i = 0; i < *entries; ++i) {
                const std::size_t entry = second + 2 + i * kEntry;
                const unsigned tag = get(entry, 2), type = get(entry + 2, 2);
                const std::size_t value = get(entry + 8, type == kShort ? 2 : 4);
                if (tag == 0x0201 || tag == 0x0111) begin = value;
                if (tag == 0x0202 || tag == 0x0117) bytes = value;
            }
            clear(second, 2 + *entries * kEntry + 4);
            if (begin >= 8) clear(begin, bytes);
        }
        if (has(link, 4)) set(link, 4, 0);
    }

    // Adapts one directory and those below it. Entries whose values are not within the block are
    // removed. Returns false if the directory itself is not.
    bool adapt_directory(std::size_t directory, Kind kind) {
        const auto count = count_of(directory);
        if (!count || std::ranges::count(directories_, directory) > 0) return false;
        directories_.push_back(directory);
        std::size_t kept = *count;
        for (std::size_t i = 0; i < kept;) {
            const std::size_t entry = directory + 2 + i * kEntry;
            if (adapt_entry(entry, kind)) {
                ++i;
                continue;
            }
            const std::size_t end = directory + 2 + kept-- * kEntry;
            std::copy(bytes_.begin() + std::ptrdiff_t(entry + kEntry),
                      bytes_.begin() + std::ptrdiff_t(end), bytes_.begin() + std::ptrdiff_t(entry));
            clear(end - kEntry, kEntry);
            set(directory, 2, std::uint32_t(kept));
        }
        // The link to the next directory, which may be missing at the block's end.
        const std::size_t end = directory + 2 + kept * kEntry + 4;
        if (bytes_.size() < end) bytes_.resize(end);
        use_until(end);
        return kept > 0;
    }

    // Returns false if the entry must be removed.
    bool adapt_entry(std::size_t entry, Kind kind) {
        constexpr std::size_t kBytes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};
        const unsigned tag = get(entry, 2), type = get(entry + 2, 2);
        if (type == 0 || type >= std::size(kBytes)) return false;
        const std::uint64_t bytes = std::uint64_t(get(entry + 4, 4)) * kBytes[type];
        const std::size_t value = bytes > 4 ? get(entry + 8, 4) : entry + 8;
        if (bytes > bytes_.size() || !has(value, std::size_t(bytes))) return false;
        if (bytes > 4) use_until(value + std::size_t(bytes));
        return kind == Kind::picture            ? adapt_picture(entry, tag)
               : kind == Kind::exif             ? adapt_exif(entry, tag)
               : kind == Kind::interoperability ? adapt_interoperability(entry, tag)
                                                : true;
    }
    bool adapt_picture(std::size_t entry, unsigned tag) {
        switch (tag) {
            case 0x0100:  // width and height
            case 0x0101:
                set_long(entry, std::uint32_t(tag == 0x0100 ? size_.width : size_.height));
                return true;
            case 0x0112:
                orientation_ = int(get(entry + 8, 2));
                set_short(entry, 1);
                return true;
            case 0x011A:
                across_ = entry;
                return true;
            case 0x011B:
                down_ = entry;
                return true;
            case 0x0128:
                unit_ = int(get(entry + 8, 2));
                return true;
            case 0x8769:
                return adapt_below(entry, Kind::exif);
            case 0x8825:
                return adapt_below(entry, Kind::gps);
            case 0x0111:  // where a TIFF stores pixels: strips, tiles, further pictures, JPEG
            case 0x0117:
            case 0x0144:
            case 0x0145:
            case 0x014A:
            case 0x0201:
            case 0x0202:
            case 0x012D:  // colours: transfer function, white, primaries, profile
            case 0x013E:
            case 0x013F:
            case 0x8773:
                return false;
            default:
                return true;
        }
    }
    bool adapt_exif(std::size_t entry, unsigned tag) {
        constexpr unsigned kSrgb = 1;
        switch (tag) {
            case 0xA001:
                set_short(entry, kSrgb);
                return true;
            case 0xA002:
            case 0xA003:
                set_long(entry, std::uint32_t(tag == 0xA002 ? size_.width : size_.height));
                return true;
            case 0xA005:
                return adapt_below(entry, Kind::interoperability);
            case 0x9214:  // the subject's place in pixels
            case 0xA214:
            case 0xA500:  // gamma
                return false;
            default:
                return true;
        }
    }
    bool adapt_interoperability(std::size_t entry, unsigned tag) {
        // R03 means Adobe RGB, R98 sRGB.
        if (tag == 0x0001 && as_text(bytes_).substr(entry + 8, 3) == "R03")
            std::ranges::copy(std::as_bytes(std::span("R98", 3)), &bytes_[entry + 8]);
        return tag != 0x1001 && tag != 0x1002;  // the size of a related picture
    }
    bool adapt_below(std::size_t entry, Kind kind) {
        return adapt_directory(get(entry + 8, 4), kind);
    }

    std::vector<std::byte>& bytes_;
    PixelSize size_{};
    bool big_endian_ = false;
    std::vector<std::size_t> directories_;  // those seen, because a hostile block may have a circle
    int orientation_ = 1, unit_ = 2;
    std::size_t across_ = 0, down_ = 0;  // entries of the resolution; 0: none
    std::size_t used_ = 0;               // end of the part that is still used
};

Exif parsed(std::span<const std::byte> block) {
    std::string_view tiff = as_text(block.first(std::min(block.size(), kLargestBlock)));
    if (tiff.starts_with(kExifHeader)) tiff.remove_prefix(kExifHeader.size());
    std::string with_header(kExifHeader);  // libexif requires this prefix
    with_header += tiff;

    return {exif_data_new_from_data(reinterpret_cast<const unsigned char*>(with_header.data()),
                                    unsigned(with_header.size())),
            exif_data_unref};
}

}  // namespace

int exif_orientation(std::span<const std::byte> block) {
    constexpr int kUpright = 1;
    const Exif data = parsed(block);
    if (!data) return kUpright;
    const ExifEntry* entry = exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
    if (entry == nullptr || entry->format != EXIF_FORMAT_SHORT || entry->size < 2) return kUpright;
    const int orientation = exif_get_short(entry->data, exif_data_get_byte_order(data.get()));
    return orientation >= 1 && orientation <= 8 ? orientation : kUpright;
}

bool exif_declares_adobe_rgb(std::span<const std::byte> block) {
    const Exif data = parsed(block);
    if (!data) return false;
    const ExifEntry* entry = exif_content_get_entry(data->ifd[EXIF_IFD_INTEROPERABILITY],
                                                    EXIF_TAG_INTEROPERABILITY_INDEX);
    return entry != nullptr && entry->size >= 3 && std::equal(entry->data, entry->data + 3, "R03");
}

UprightRows::UprightRows(int width, int height, int channels, int orientation)
    : image(orientation >= 5 ? make_image(height, width, channels)
                             : make_image(width, height, channels)),
      width_(width),
      height_(height),
      orientation_(orientation) {
    REDRAW_CHECK(orientation >= 1 && orientation <= 8, "EXIF orientation");
}

void UprightRows::put(int row, const float* values) {
    // Follows the EXIF standard: orientations 5 to 8 swap the axes, and each axis may be reversed.
    const auto is = [&](auto... orientations) { return ((orientation_ == orientations) || ...); };
    const bool swap = orientation_ >= 5;
    const bool from_right = is(2, 3, 7, 8);   // the file's columns run from right to left
    const bool from_bottom = is(3, 4, 6, 7);  // the file's rows run from bottom to top
    const int line = from_bottom ? height_ - 1 - row : row;
    const int first = from_right ? width_ - 1 : 0;
    const std::ptrdiff_t step = (swap ? image.width : 1) * (from_right ? -1 : 1);
    float* to = swap ? image.row(first) + std::ptrdiff_t(line) * image.channels
                     : image.row(line) + std::ptrdiff_t(first) * image.channels;
    for (int x = 0; x < width_; ++x, values += image.channels, to += step * image.channels)
        std::copy_n(values, image.channels, to);
}

Image turned_upright(const Image& image, int orientation) {
    UprightRows rows(image.width, image.height, image.channels, orientation);
    for (int y = 0; y < image.height; ++y) rows.put(y, image.row(y));
    return std::move(rows.image);
}

std::vector<std::byte> exif_of(std::span<const std::byte> block) {
    if (as_text(block).starts_with(kExifHeader)) block = block.subspan(kExifHeader.size());
    block = block.first(std::min(block.size(), kMostExif + 1));
    return {block.begin(), block.end()};
}

Metadata metadata_for_copy(const Metadata& original, PixelSize size, std::string& note) {
    Metadata copy = original;
    if (copy.exif.empty()) return copy;
    const bool too_large = copy.exif.size() > kMostExif;
    TiffBlock block(copy.exif);
    bool good = !too_large && block.adapt(size) && copy.exif.size() <= kMostExif;
    if (good) {  // a block whose parts overlap would change again
        auto again = copy.exif;
        good = TiffBlock(again).adapt(size) && again == copy.exif;
    }
    if (!good) {
        add_note(note, too_large ? "its EXIF is larger than 64 KB and not kept"
                                 : "its EXIF is damaged and not kept");
        copy.exif.clear();
        return copy;
    }
    if (copy.across_inch == 0) {
        copy.across_inch = block.resolution(false);
        copy.down_inch = block.resolution(true);
    } else if (block.orientation() >= 5 && block.orientation() <= 8) {
        std::swap(copy.across_inch, copy.down_inch);
    }
    return copy;
}

}  // namespace redraw
