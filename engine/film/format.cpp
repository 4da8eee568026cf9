// Which kind of film a path asks for, and who writes it.
#include "engine/film/video.h"
#include "engine/film/writers.h"
#include "engine/image/encode.h"
#include "engine/text/words.h"

#include <system_error>

namespace redraw {
namespace {

bool is_video(FilmFormat format) {
    return format == FilmFormat::mp4 || format == FilmFormat::webm;
}

}  // namespace

std::optional<FilmFormat> film_format_of(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    if (const auto format = from_name<FilmFormat>(extension)) return format;
    std::error_code ignored;
    if (extension.empty() || std::filesystem::is_directory(path, ignored))
        return FilmFormat::frames;
    return std::nullopt;
}

std::optional<std::string> film_problem(FilmFormat format) {
    return is_video(format) ? why_no_video_module() : std::nullopt;
}

PixelSize film_size(const FilmSpec& spec) {
    const std::optional<FilmFormat> format = film_format_of(spec.path);
    if (!format || !is_video(*format)) return spec.size;
    return {spec.size.width + spec.size.width % 2, spec.size.height + spec.size.height % 2};
}

std::unique_ptr<FilmWriter> open_film_writer(const FilmSpec& spec, int channels) {
    const std::optional<FilmFormat> format = film_format_of(spec.path);
    if (!format)
        refuse_to_write(spec.path, "a film is a .gif, .mp4, .webm or a folder of PNG frames");
    switch (*format) {
        case FilmFormat::gif:
            return open_gif_writer(spec, channels);
        case FilmFormat::mp4:
        case FilmFormat::webm:
            return open_video_writer(spec, *format);
        case FilmFormat::frames:
            break;
    }
    return open_frames_writer(spec);
}

}  // namespace redraw
