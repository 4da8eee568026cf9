// One value of each type, made when first asked for. A view or a sheet keeps its state in it, so
// that only its own files know the type.
#pragma once

#include <any>
#include <map>
#include <typeindex>

namespace redraw::ui {

class FeatureStates {
public:
    template <class State>
    State& of() const {
        std::any& place = all_[typeid(State)];
        if (!place.has_value()) place = State{};
        return *std::any_cast<State>(&place);
    }

private:
    mutable std::map<std::type_index, std::any> all_;
};

}  // namespace redraw::ui
