// Chooses the film format of a path, and its writer.
#include "engine/film/writers.h"
#include "engine/image/encode.h"
#include "engine/module/loaded_module.h"
#include "engine/module/muted_stderr.h"
#include "engine/text/words.h"

#include <system_error>
#include <utility>

namespace redraw {
namespace {

constexpr ModuleName kVideo{"redraw_av.so", "REDRAW_AV_MODULE", "redraw_av_module", "video"};

bool is_video(FilmFormat format) {
    return format == FilmFormat::mp4 || format == FilmFormat::webm;
}

// A writer of the module: x264 prints on standard error when it finds no memory.
class MutedWriter final : public FilmWriter {
public:
    explicit MutedWriter(std::unique_ptr<FilmWriter> writer) : writer_(std::move(writer)) {}
    void prepare(std::span<const Image> samples) override { writer_->prepare(samples); }
    void write_rows(const Image& rows) override { writer_->write_rows(rows); }
    void end_frame(double seconds_shown) override {
        const MutedStderr muted;
        writer_->end_frame(seconds_shown);
    }
    void finish() override {
        const MutedStderr muted;
        writer_->finish();
    }

private:
    std::unique_ptr<FilmWriter> writer_;
};

std::unique_ptr<FilmWriter> open_video_writer(const FilmSpec& spec, FilmFormat format) {
    static const LoadedModule<VideoModule> loaded = load_module<VideoModule>(kVideo);
    const auto refuse = [&](const std::string& problem) {
        refuse_to_write(spec.path, problem + "; a .gif and a folder of PNG frames can be written");
    };
    if (loaded.module == nullptr) refuse(loaded.reason);
    if (const auto problem = loaded.module->problem(format)) refuse(*problem);
    const MutedStderr muted;
    return std::make_unique<MutedWriter>(loaded.module->open_writer(spec, format));
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
    const std::string reason = is_video(format) ? why_not_installed(kVideo) : "";
    return reason.empty() ? std::nullopt : std::optional(reason);
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
    if (is_video(*format)) return open_video_writer(spec, *format);
    return *format == FilmFormat::gif ? open_gif_writer(spec, channels) : open_frames_writer(spec);
}

}  // namespace redraw
