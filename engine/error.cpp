#include "engine/error.h"

#include <functional>
#include <new>
#include <optional>
#include <typeinfo>
#include <variant>

namespace redraw {
namespace {

template <class... Bugs>
bool is_any(const std::exception& error) {
    return (... || (dynamic_cast<const Bugs*>(&error) != nullptr));
}

}  // namespace

std::string sentence_of(const std::exception& error) {
    if (is_any<std::bad_alloc>(error)) return "There is not enough memory for that.";
    if (!is_any<std::logic_error, std::bad_function_call, std::bad_optional_access,
                std::bad_variant_access, std::bad_cast, std::bad_typeid>(error))
        return error.what();
#ifndef NDEBUG
    check_failed("no exception of a bug", __FILE__, __LINE__, error.what());
#endif
    return std::string("Internal error: ") + error.what() + ". Please report it.";
}

}  // namespace redraw
