// One function object of several, for std::visit.
#pragma once

namespace redraw {

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace redraw
