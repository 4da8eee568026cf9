#include "engine/batch/batch_view.h"

#include "engine/error.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace redraw {

bool is_at_work(const std::shared_ptr<const BatchView>& view) {
    return view && (view->going || !view->being_made.empty());
}

std::optional<double> progress_in(std::string_view line) {
    try {
        const nlohmann::json event =
            parse_json(line, {.bytes = 64 * 1024, .depth = 4, .containers = 64, .keys = 256});
        if (!event.is_object()) return std::nullopt;
        const auto at = event.find("progress");
        if (at == event.end() || !at->is_number()) return std::nullopt;
        return std::clamp(at->get<double>(), 0.0, 1.0);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string last_line(std::string_view errors) {
    constexpr std::string_view kName = "redraw: ";
    constexpr std::size_t kLongest = 300;
    while (!errors.empty() && errors.back() == '\n') errors.remove_suffix(1);
    if (const auto line = errors.rfind('\n'); line != errors.npos) errors.remove_prefix(line + 1);
    if (errors.starts_with(kName)) errors.remove_prefix(kName.size());
    return excerpt(std::string(errors), kLongest);
}

}  // namespace redraw
