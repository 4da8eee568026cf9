#include "ui/sheets/film_plan.h"

#include "engine/export/export.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw {
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
    return spec;
}

}  // namespace redraw
