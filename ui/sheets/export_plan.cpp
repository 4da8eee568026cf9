#include "ui/sheets/export_plan.h"

#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace redraw::ui {
namespace {

struct PresetSize {
    const char* name;
    int longer_side;  // 0: see times
    int times;        // of the picture's own size
};
constexpr PresetSize kPresetSizes[kExportPresets] = {
    {"Original", 0, 1}, {"2×", 0, 2},    {"4×", 0, 4},     {"8×", 0, 8},
    {"50", 50, 0},      {"512", 512, 0}, {"1024", 1024, 0}};

// Interpolation repeats or smooths what is there; it does not draw a smaller picture well.
bool larger(PixelSize size, const Image& target) {
    return size.width > target.width && size.height > target.height;
}

// What is known of it: sizes beyond are not in the file.
const Image& known_picture(const Status& status) {
    return status.picture ? *status.picture : *status.target;
}

// Of the first method over Lanczos.
double advantage(const std::vector<Quality>& methods) {
    for (const Quality& method : methods)
        if (method.method == name_of(Filter::lanczos)) return methods.front().psnr - method.psnr;
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

std::size_t closest(std::span<const Quality> methods) {
    return std::size_t(std::ranges::max_element(methods, {}, &Quality::psnr) - methods.begin());
}

const char* export_preset_name(int preset) {
    return kPresetSizes[preset].name;
}

PixelSize export_preset_size(int preset, const Status& status) {
    const PresetSize& size = kPresetSizes[preset];
    const Image& target = *status.target;
    if (size.longer_side > 0)
        return with_longer_side({target.width, target.height}, size.longer_side);
    const Image& picture = known_picture(status);
    return {picture.width * size.times, picture.height * size.times};
}

bool has_larger_original(const Status& status) {
    return status.picture && (status.picture->width > status.target->width ||
                              status.picture->height > status.target->height);
}

std::optional<Filter> better_interpolation(const Status& status) {
    const std::vector<Quality>* methods = nullptr;
    if (has_larger_original(status)) {
        if (status.export_crop) methods = &status.export_crop->methods;
    } else if (status.held_out) {
        methods = &status.held_out->methods;
    }
    if (!methods || methods->size() < 2) return std::nullopt;
    const Quality best = methods->at(closest(*methods));
    if (!(best.psnr - methods->front().psnr >= kSameDecibels)) return std::nullopt;
    return from_name<Filter>(best.method);
}

bool enlarges(const ExportSheet& sheet, const Status& status) {
    const auto sizes = chosen_sizes(sheet, status);
    return std::any_of(sizes.begin(), sizes.end(),
                       [&](PixelSize size) { return larger(size, *status.target); });
}

bool goes_beyond(const ExportSheet& sheet, const Status& status) {
    const auto sizes = chosen_sizes(sheet, status);
    return std::any_of(sizes.begin(), sizes.end(),
                       [&](PixelSize size) { return larger(size, known_picture(status)); });
}

double enlarging_advantage(const Status& status) {
    return status.enlarging ? advantage(status.enlarging->methods)
                            : std::numeric_limits<double>::quiet_NaN();
}

DrawnBy drawn_by(const ExportSheet& sheet, const Status& status, PixelSize size) {
    if (!larger(size, *status.target) || sheet.at_step) return DrawnBy::network;
    const bool interpolates = better_interpolation(status).has_value();
    const bool beyond = larger(size, known_picture(status));
    switch (sheet.drawn_by) {
        case DrawnBy::network:
            return DrawnBy::network;
        case DrawnBy::enlarging:
            return beyond ? DrawnBy::enlarging : DrawnBy::network;
        case DrawnBy::interpolation:
            return interpolates ? DrawnBy::interpolation : DrawnBy::network;
        case DrawnBy::best:
            break;
    }
    if (!beyond) return DrawnBy::network;
    const double of_network = status.held_out ? advantage(status.held_out->methods)
                                              : std::numeric_limits<double>::quiet_NaN();
    const double of_enlarging = enlarging_advantage(status);
    if (!std::isnan(of_enlarging) && !(of_network > of_enlarging)) return DrawnBy::enlarging;
    return interpolates ? DrawnBy::interpolation : DrawnBy::network;
}

std::vector<PixelSize> chosen_sizes(const ExportSheet& sheet, const Status& status) {
    std::vector<PixelSize> sizes;
    for (int i = 0; i < kExportPresets; ++i)
        if (sheet.chosen[i]) sizes.push_back(export_preset_size(i, status));
    if (sheet.custom) sizes.push_back({sheet.width, sheet.height});
    std::ranges::sort(sizes, {}, [](PixelSize size) { return std::pair(size.width, size.height); });
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

std::vector<ExportSpec> plan_export(const ExportSheet& sheet, const Status& status,
                                    const std::filesystem::path& folder) {
    const std::vector<PixelSize> sizes = chosen_sizes(sheet, status);
    const std::string extension = fmt::format(".{}", name_of(sheet.format));
    std::string stem = sheet.name;
    const bool complete = std::filesystem::path(sheet.name).extension() == extension;
    if (complete) stem = std::filesystem::path(sheet.name).stem().string();
    std::vector<ExportSpec> plan;
    for (const PixelSize& size : sizes) {
        const int longer = std::max(size.width, size.height);
        const bool same_aspect =
            size == with_longer_side({status.target->width, status.target->height}, longer);
        const DrawnBy by = drawn_by(sheet, status, size);
        const auto enlarged_by =
            by == DrawnBy::interpolation ? better_interpolation(status) : std::nullopt;
        std::string suffix = same_aspect ? fmt::format("-{}", longer)
                                         : fmt::format("-{}x{}", size.width, size.height);
        if (enlarged_by) suffix.append("-").append(name_of(*enlarged_by));
        if (by == DrawnBy::enlarging) suffix.append("-enlarged");
        if (complete && sizes.size() == 1) suffix.clear();
        const std::string name = fmt::format("{}{}{}", stem, suffix, extension);
        const bool deep = sheet.sixteen_bit && sheet.format == ImageFormat::png;
        plan.push_back({.path = folder / name,
                        .format = sheet.format,
                        .size = size,
                        .encoding = {.bit_depth = deep ? 16 : 8, .quality = sheet.quality},
                        .interpolation = enlarged_by,
                        .by_enlargement = by == DrawnBy::enlarging});
    }
    return plan;
}

std::string export_problem(const ExportSheet& sheet, const std::vector<ExportSpec>& plan) {
    if (plan.empty()) return "Choose at least one size.";
    if (sheet.name.empty()) return "The files need a name.";
    if (sheet.name.find('/') != std::string::npos) return "The name must not contain a slash.";
    const int limit = std::min(largest_side(sheet.format), kLargestExport);
    for (const ExportSpec& spec : plan) {
        if (spec.size.width < 1 || spec.size.height < 1) return "A side must be at least 1 pixel.";
        if (std::max(spec.size.width, spec.size.height) > limit)
            return fmt::format("{} holds at most {} pixels a side.", name_of(sheet.format),
                               thousands(limit));
    }
    std::set<std::filesystem::path> names;
    for (const ExportSpec& spec : plan)
        if (!names.insert(spec.path).second)
            return "Two of the sizes would be written to the same file.";
    return "";
}

void keep_aspect(ExportSheet& sheet, const Status& status, bool width_edited) {
    if (!sheet.keep_aspect) return;
    const double aspect = double(status.target->width) / status.target->height;
    if (width_edited)
        sheet.height = std::max(1, int(std::lround(sheet.width / aspect)));
    else
        sheet.width = std::max(1, int(std::lround(sheet.height * aspect)));
}

double estimated_bytes(const ExportSpec& spec, int channels) {
    const double samples = double(spec.size.width) * spec.size.height * channels;
    switch (spec.format) {
        case ImageFormat::png:
            return samples * (spec.encoding.bit_depth == 16 ? 1.5 : 0.35) + 100;
        case ImageFormat::jpeg:
            return samples * 0.12 + 600;
        case ImageFormat::webp:
            return samples * 0.25 + 100;
        case ImageFormat::bmp:
            return double(spec.size.width) * spec.size.height * 3 + 54;
        case ImageFormat::tga:
            return samples + 18;
        case ImageFormat::csv:
            return samples * 10;
    }
    return 0;
}

double seconds_to_draw(double pixels, const Status& status) {
    if (status.seconds_per_pixel > 0) return pixels * status.seconds_per_pixel;
    if (!(status.steps_per_second > 0) || !status.target) return 0;
    const double batch = double(status.target->pixel_count()) /
                         double(std::max<std::int64_t>(1, status.steps_per_epoch));
    // A training step costs about three times the drawing of its pixels.
    return pixels / (3 * status.steps_per_second * batch);
}

double estimated_seconds(const std::vector<ExportSpec>& plan, const Status& status) {
    double pixels = 0;
    for (const ExportSpec& spec : plan)
        if (!spec.interpolation && !spec.by_enlargement)
            pixels += double(spec.size.width) * spec.size.height;
    return seconds_to_draw(pixels, status);
}

FilmSpec plan_film(const FilmSheet& sheet, const Image& target,
                   const std::filesystem::path& folder) {
    constexpr int kMostOfGif = 50;
    FilmSpec spec;
    spec.path = folder / sheet.name;
    const std::string_view kind = name_of(sheet.format);
    const std::string extension = kind.empty() ? "" : fmt::format(".{}", kind);
    if (spec.path.extension() != extension) spec.path += extension;
    spec.size = with_longer_side({target.width, target.height}, sheet.longer_side);
    spec.frames_per_second = sheet.format == FilmFormat::gif
                                 ? std::min(sheet.frames_per_second, kMostOfGif)
                                 : sheet.frames_per_second;
    spec.seconds = sheet.seconds;
    spec.pace = sheet.pace;
    spec.hold = sheet.hold;
    spec.caption = sheet.caption;
    if (sheet.subject == FilmSubject::dive) spec.dive = Dive();
    if (sheet.subject == FilmSubject::race) {
        if (spec.pace == Pace::change) spec.pace = Pace::log;
    } else {
        spec.there_and_back = sheet.there_and_back;
        spec.last = sheet.last;
    }
    return spec;
}

}  // namespace redraw::ui
