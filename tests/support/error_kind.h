// The kind of the Error that an action throws.
#pragma once

#include "engine/error.h"

#include <optional>

namespace redraw {

template <class Act>
std::optional<Error::Kind> kind_of(Act&& act) {
    try {
        act();
    } catch (const Error& error) {
        return error.kind();
    }
    return std::nullopt;
}

}  // namespace redraw
