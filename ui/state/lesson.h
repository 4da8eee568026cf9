// The state of the open lesson. Plain values.
#pragma once

#include "engine/lesson/lesson.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace redraw::ui {

struct LessonState {
    std::shared_ptr<const Lesson> lesson{};  // null: none is open
    std::optional<std::size_t> number{};     // index in lessons(); absent: a teacher's own
    // Index of the guess that the user made; absent: the question is open. The race that was asked
    // for is the one with this id (TaughtRace::id); until it begins, another guess can be made.
    std::optional<std::size_t> guess{};
    std::uint64_t asked = 0;
    std::filesystem::path before{};  // the run that was open before the lessons; empty: none
    // Once every run of that race is measured: the measures, the index of the right guess (absent:
    // none is right), and the sentence with the numbers.
    std::optional<LessonResult> result{};
    std::optional<std::size_t> right{};
    std::string said{};
    // "Try it yourself" was pressed: the left panel shows the settings instead of the lesson.
    bool trying = false;
    std::optional<int> lit{};  // the setting to try, as ui::Setting; outlined in the panel
};

}  // namespace redraw::ui
