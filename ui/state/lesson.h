// The state of the open lesson. Plain values.
#pragma once

#include "engine/features/lesson/lesson.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace redraw::ui {

struct LessonState {
    std::shared_ptr<const Lesson> lesson{};  // null: no lesson is open
    std::optional<std::size_t> number{};     // index in lessons(); absent: a lesson from a file
    std::optional<std::size_t> guess{};      // index of the user's guess; absent: none made yet
    // TaughtRace::id of the race requested to answer the question. Until that race begins, the user
    // can change the guess.
    std::uint64_t asked = 0;
    std::filesystem::path before{};  // the run that was open before the lessons; empty: none
    // Set when every run of that race is measured. `result`: the measurements. `right`: index of
    // the right guess; absent: none is right. `said`: the sentence that states the measurements.
    std::optional<LessonResult> result{};
    std::optional<std::size_t> right{};
    std::string said{};
    // "Try it yourself" was pressed: the left panel shows the settings instead of the lesson.
    bool trying = false;
    std::optional<int> lit{};  // ui::Setting to try, outlined in the left panel
};

}  // namespace redraw::ui
