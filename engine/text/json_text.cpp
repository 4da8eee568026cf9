#include "engine/text/json_text.h"

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

namespace redraw {

nlohmann::json parse_json(std::string_view text, const JsonLimits& limits) {
    using nlohmann::json;
    if (text.size() > limits.bytes)
        throw Error(fmt::format("it has {} bytes; the limit is {}", text.size(), limits.bytes));
    std::size_t containers = 0, count = 0;
    std::vector<std::set<std::string>> keys;  // keys seen so far in each open object
    const auto watch = [&](int depth, json::parse_event_t event, json& value) {
        switch (event) {
            case json::parse_event_t::object_start:
                keys.emplace_back();
                [[fallthrough]];
            case json::parse_event_t::array_start:
                if (depth >= limits.depth) throw Error("it is nested too deep");
                if (++containers > limits.containers) throw Error("it has too many lists");
                break;
            case json::parse_event_t::object_end:
                keys.pop_back();
                break;
            case json::parse_event_t::key:
                if (++count > limits.keys) throw Error("it has too many names");
                if (!keys.back().insert(value.get<std::string>()).second)
                    throw Error(excerpt(value.get<std::string>()) + " is given twice");
                break;
            default:
                break;
        }
        return true;
    };
    try {
        return json::parse(text, watch);
    } catch (const json::exception& error) {
        // Removes the error code from "[json.exception.parse_error.101] parse error at line 3,
        // column 7: ...".
        std::string_view what = error.what();
        if (const auto end = what.find("] "); end != what.npos) what.remove_prefix(end + 2);
        throw Error("it is not JSON: " + excerpt(what, 300));
    }
}

}  // namespace redraw
