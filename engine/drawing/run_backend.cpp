#include "engine/drawing/run_backend.h"
#include "engine/device/devices.h"

namespace redraw {

std::unique_ptr<Backend> make_drawing_backend(const BackendOptions& options, const RunFile& run,
                                              int channels) {
    const Config config = run.config();
    std::shared_ptr<Dataset> picture;
    if (config.network.encoding == Encoding::window) {  // which draws from it
        picture = std::make_shared<Dataset>();
        picture->target = run.target();
        picture->grid = picture_grid(picture->target.width, picture->target.height);
    }
    return make_backend(options, config.network, config.optimizer, channels, picture);
}

}  // namespace redraw
