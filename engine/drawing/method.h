// Names whatever can draw a picture at a size: the one choice that an export's preview, name and
// file follow. Pure values, any thread.
#pragma once

#include "engine/image/resample.h"
#include "engine/text/names.h"

#include <optional>

namespace redraw {

enum class Method {
    network,    // the run's own, at any size
    enlarging,  // the network that learned to enlarge the picture, beyond the picture's size
    lanczos,
    bicubic,
    bilinear,
    nearest,
};
// The interpolations have their filters' names.
template <>
inline constexpr auto kNames<Method> = names_up_to<Method::nearest>("network", "enlarging",
                                                                    "lanczos", "bicubic",
                                                                    "bilinear", "nearest");

// The filter of an interpolation; absent: a network.
constexpr std::optional<Filter> filter_of(Method method) {
    return from_name<Filter>(name_of(method));
}
constexpr Method method_of(Filter filter) {
    return from_name<Method>(name_of(filter)).value();
}

// True if it is larger both ways; sizes between are drawn by the run's own network alone.
inline bool is_larger(PixelSize size, const Image& picture) {
    return size.width > picture.width && size.height > picture.height;
}

}  // namespace redraw
