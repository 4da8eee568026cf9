#include "ui/sheets/export_plan.h"

#include "engine/session/status.h"
#include "engine/system/file_name.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"

namespace redraw::ui {
namespace {

struct PresetSize {
    const char* name;
    int longer_side;  // pixels; 0: `times` gives the size instead
    int times;        // multiple of the picture's own size
};
constexpr PresetSize kPresetSizes[kExportPresets] = {
    {"Original", 0, 1}, {"2×", 0, 2},      {"4×", 0, 4}, {"8×", 0, 8},
    {"512", 512, 0},    {"1024", 1024, 0}, {"50", 50, 0}};

bool is_beyond(const Status& status, PixelSize size) {
    return is_larger(size, known_picture(status));
}

bool is_drawable(PixelSize size) {
    return std::min(size.width, size.height) >= 1 &&
           std::max(size.width, size.height) <= kLargestExport;
}

}  // namespace

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

std::string method_name(Method method) {
    switch (method) {
        case Method::network:
            return "This drawing";
        case Method::enlarging:
            return "Sharpest enlargement";
        default:
            return title(name_of(method));
    }
}

std::vector<Method> comparable_methods(const Status& status, PixelSize size) {
    std::vector<Method> methods;
    for (const auto& [method, name] : kNames<Method>)
        if (method != Method::bilinear &&
            (method != Method::enlarging || (is_beyond(status, size) && can_enlarge(status))))
            methods.push_back(method);
    return methods;
}

std::vector<Method> offered_methods(const ExportSheet& sheet, const Status& status,
                                    PixelSize size) {
    if (sheet.at_step || sheet.edited || !is_beyond(status, size)) return {Method::network};
    return comparable_methods(status, size);
}

Method method_for(const ExportSheet& sheet, const Status& status, PixelSize size) {
    const Method wanted = sheet.method.value_or(best_enlargement(status));
    const auto offered = offered_methods(sheet, status, size);
    return std::ranges::count(offered, wanted) > 0 ? wanted : Method::network;
}

Method compared_for(const ExportSheet& sheet, const Status& status, PixelSize size) {
    const auto possible = comparable_methods(status, size);
    if (sheet.compared && std::ranges::count(possible, *sheet.compared) > 0) return *sheet.compared;
    const bool drawn = filter_of(method_for(sheet, status, size)) || sheet.at_step;
    return drawn ? Method::network : Method::lanczos;
}

bool wants_enlarging(const ExportSheet& sheet, const Status& status) {
    const auto sizes = chosen_sizes(sheet, status);
    if (std::ranges::any_of(sizes, [&](PixelSize size) {
            return method_for(sheet, status, size) == Method::enlarging;
        }))
        return true;
    const auto seen = previewed_size(sheet, status);
    return seen && compared_for(sheet, status, *seen) == Method::enlarging;
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

std::optional<PixelSize> previewed_size(const ExportSheet& sheet, const Status& status) {
    const auto sizes = chosen_sizes(sheet, status);
    if (!std::ranges::all_of(sizes, is_drawable)) return std::nullopt;
    if (std::ranges::count(sizes, sheet.previewed) > 0) return sheet.previewed;
    return sheet.at_step || sizes.empty() ? std::nullopt : std::optional(sizes.front());
}

std::string moment_file_name(const Status& status, std::int64_t step) {
    const auto name_of_step = [&](std::int64_t of) {
        std::string name = step_name(status, of);
        std::erase(name, ',');
        for (const Bookmark& mark : *status.bookmarks)
            if (mark.step == of && !mark.name.empty()) name = mark.name;
        std::ranges::replace(name, ' ', '-');
        return file_name_of(name, '-');
    };
    std::string name = name_of_step(step);
    const auto is_same = [&](const Keyframe& other) {
        return other.step != step && name_of_step(other.step) == name;
    };
    if (std::ranges::none_of(*status.keyframes, is_same)) return name;
    return fmt::format("{}-step-{}", name, step);
}

bool can_keep_metadata(const ExportSheet& sheet, const Status& status, PixelSize size) {
    return status.metadata && holds_metadata(sheet.format) &&
           method_for(sheet, status, size) != Method::network;
}

std::vector<ExportSpec> plan_export(const ExportSheet& sheet, const Status& status,
                                    const std::filesystem::path& folder) {
    const std::vector<PixelSize> sizes = chosen_sizes(sheet, status);
    const std::string extension = fmt::format(".{}", name_of(sheet.format));
    std::string stem = sheet.name;
    const bool complete = std::filesystem::path(sheet.name).extension() == extension;
    if (complete) stem = std::filesystem::path(sheet.name).stem().string();
    const Image& picture = known_picture(status);
    if (sheet.at_step && !complete) stem += "-" + moment_file_name(status, *sheet.at_step);
    std::vector<ExportSpec> plan;
    for (const PixelSize& size : sizes) {
        const int longer = std::max(size.width, size.height);
        const bool same_aspect =
            size == with_longer_side({status.target->width, status.target->height}, longer);
        const Method method = method_for(sheet, status, size);
        std::string suffix = same_aspect ? fmt::format("-{}", longer)
                                         : fmt::format("-{}x{}", size.width, size.height);
        for (const int times : {2, 4, 8})
            if (size == PixelSize{picture.width * times, picture.height * times})
                suffix = fmt::format("-{}x", times);
        if (filter_of(method)) suffix.append("-").append(name_of(method));
        if (method == Method::enlarging) suffix.append("-enlarged");
        if (complete && sizes.size() == 1) suffix.clear();
        const std::string name = fmt::format("{}{}{}", stem, suffix, extension);
        const bool tells = sheet.keep_metadata && can_keep_metadata(sheet, status, size);
        const bool deep = sheet.sixteen_bit && sheet.format == ImageFormat::png;
        plan.push_back({.path = folder / name,
                        .format = sheet.format,
                        .size = size,
                        .encoding = {.bit_depth = deep ? 16 : 8,
                                     .quality = sheet.quality,
                                     .metadata = tells ? status.metadata : nullptr},
                        .method = method});
    }
    return plan;
}

std::string export_problem(const ExportSheet& sheet, const std::vector<ExportSpec>& plan) {
    if (plan.empty()) return "Choose at least one size.";
    if (sheet.name.empty()) return "Type a file name.";
    if (std::string why = why_no_file_name(sheet.name); !why.empty()) return why;
    const int limit = std::min(largest_side(sheet.format), kLargestExport);
    for (const ExportSpec& spec : plan) {
        if (spec.size.width < 1 || spec.size.height < 1) return "A side must be at least 1 pixel.";
        if (std::max(spec.size.width, spec.size.height) > limit)
            return fmt::format("{} holds at most {} pixels a side.", name_of(sheet.format),
                               thousands(limit));
    }
    std::set<std::filesystem::path> names;
    for (const ExportSpec& spec : plan)
        if (!names.insert(spec.path).second) return "Two sizes would have the same file name.";
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
    const PixelRect written = spec.written();
    const double pixels = double(written.width) * written.height, samples = pixels * channels;
    switch (spec.format) {
        case ImageFormat::png:
            return samples * (spec.encoding.bit_depth == 16 ? 1.5 : 0.35) + 100;
        case ImageFormat::jpeg:
            return samples * 0.12 + 600;
        case ImageFormat::webp:
            return samples * 0.25 + 100;
        case ImageFormat::bmp:
            return pixels * 3 + 54;
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
    // A training step costs about three times as much as rendering the same pixels.
    return pixels / (3 * status.steps_per_second * batch);
}

double estimated_seconds(const std::vector<ExportSpec>& plan, const Status& status) {
    double pixels = 0;
    for (const ExportSpec& spec : plan)
        if (spec.method == Method::network) pixels += double(spec.size.width) * spec.size.height;
    return seconds_to_draw(pixels, status);
}

}  // namespace redraw::ui
