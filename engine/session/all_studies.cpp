#include "engine/session/all_studies.h"

#include <array>
#include <type_traits>
#include <utility>

namespace redraw {
namespace {

template <class Each>
Each made(const StudyTools& tools) {
    if constexpr (std::is_constructible_v<Each, const StudyTools&>)
        return Each(tools);
    else
        return Each();
}

template <class... Each>
std::tuple<Each...> all_of(std::type_identity<std::tuple<Each...>>, const StudyTools& tools) {
    return {made<Each>(tools)...};
}

template <class Each>
bool copy_result(const Each& study, Results& results) {
    if constexpr (requires { typename Each::Result; }) {
        auto& known = std::get<std::shared_ptr<const typename Each::Result>>(results);
        return std::exchange(known, study.newest()) != study.newest();
    }
    return false;
}

}  // namespace

RunStudies::RunStudies(const StudyTools& tools)
    : all_(all_of(std::type_identity<AllStudies>(), tools)) {}

bool RunStudies::update(Trainer& trainer, const ViewRequest& view, bool training) {
    const auto studies = std::apply(
        [](auto&... each) { return std::array<Study*, sizeof...(each)>{&each...}; }, all_);
    // Lets another study go first each time, because the first one may use up the share of time.
    ++turn_;
    bool more = false;
    for (std::size_t i = 0; i < studies.size(); ++i)
        more |= studies[(turn_ + i) % studies.size()]->update(trainer, view,
                                                              training ? &share_ : nullptr);
    return more;
}

bool RunStudies::publish(Results& results) {
    const bool news = std::apply(
        [&](const auto&... each) { return (int(copy_result(each, results)) + ...) > 0; }, all_);
    const int measurements = std::get<PsnrStudy>(all_).measurements();
    return std::exchange(known_measurements_, measurements) != measurements || news;
}

}  // namespace redraw
