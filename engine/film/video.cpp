#include "engine/film/video.h"

#include "engine/backend/loaded_module.h"
#include "engine/image/encode.h"

namespace redraw {
namespace {

constexpr ModuleName kName{"redraw_av.so", "REDRAW_AV_MODULE", "redraw_av_module", "video"};

}  // namespace

std::optional<std::string> why_no_video_module() {
    std::string reason = why_not_installed(kName);
    if (reason.empty()) return std::nullopt;
    return reason;
}

std::unique_ptr<FilmWriter> open_video_writer(const FilmSpec& spec, FilmFormat format) {
    static const LoadedModule<VideoModule> loaded = load_module<VideoModule>(kName);
    const auto refuse = [&](const std::string& problem) {
        refuse_to_write(spec.path, problem + "; a .gif and a folder of PNG frames can be written");
    };
    if (loaded.module == nullptr) refuse(loaded.reason);
    if (const auto problem = loaded.module->problem(format)) refuse(*problem);
    return loaded.module->open_writer(spec, format);
}

}  // namespace redraw
