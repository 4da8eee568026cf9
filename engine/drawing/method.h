// Method: the ways to make a picture at a requested size: a network or an interpolation. An
// export's preview, name and file all follow this one choice. Pure values, any thread.
#pragma once

#include "engine/image/resample.h"
#include "engine/text/names.h"

#include <optional>

namespace redraw {

enum class Method {
    network,  // the run's own network, at any size
    // The network that learned to enlarge the picture; only for larger sizes than the picture's.
    enlarging,
    lanczos,
    bicubic,
    bilinear,
    nearest,
};
// Names of the methods on the command line and in files; an interpolation is named by its filter.
template <>
inline constexpr auto kNames<Method> = names_up_to<Method::nearest>("network", "enlarging",
                                                                    "lanczos", "bicubic",
                                                                    "bilinear", "nearest");

// Returns the filter of an interpolation; absent for a network.
constexpr std::optional<Filter> filter_of(Method method) {
    return from_name<Filter>(name_of(method));
}
constexpr Method method_of(Filter filter) {
    return from_name<Method>(name_of(filter)).value();
}

// True if `size` is wider and higher than the picture. Otherwise Method::enlarging cannot be
// chosen, and interpolation starts from the training target.
inline bool is_larger(PixelSize size, const Image& picture) {
    return size.width > picture.width && size.height > picture.height;
}

}  // namespace redraw
