#include "engine/backend/backend.h"

namespace redraw {

Image Backend::draw_windows(const Image& /*plane*/, std::span<const float> /*parameters*/) {
    check_failed("draw_windows", __FILE__, __LINE__, "only a network of windows draws windows");
}

int Backend::margin(const Grid& /*grid*/) const {
    return 0;
}

}  // namespace redraw
