// The Error that an action throws: its kind, or its sentence.
#pragma once

#include "engine/error.h"

#include <optional>
#include <string>

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

// Empty when it throws none.
template <class Act>
std::string error_of(Act&& act) {
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace redraw
