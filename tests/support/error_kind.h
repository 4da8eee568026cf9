// Functions that return the kind, or the sentence, of the Error that an action throws.
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

// Returns the sentence of the Error that `act` throws; empty: it throws none.
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
