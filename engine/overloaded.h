// Combines several function objects into one, for std::visit.
#pragma once

namespace redraw {

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace redraw
