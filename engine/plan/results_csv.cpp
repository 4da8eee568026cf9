#include "engine/plan/results_csv.h"

#include "engine/file/atomic_file.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace redraw {
namespace {

// A table program would run what begins like a formula: somebody else's record may hold one.
std::string quoted(const std::string& text) {
    std::string field = "\"";
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string::npos)
        field += '\'';
    for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
    return field + "\"";
}

// An exact result has "inf" decibels, as Python and R read it.
std::string row_of(const Survey& survey, std::size_t index) {
    const PlannedPicture& planned = survey.plan().pictures[index];
    const auto& [state, outcome] = survey.pictures()[index];
    const bool sized = outcome.size.width > 0;
    return fmt::format("{},{},{},{},{},{},{},{},{}\n", index + 1,
                       quoted(display_name(planned.picture)),
                       quoted(display_name(survey.plan().result_of(planned))),
                       std::isnan(outcome.psnr) ? "" : fmt::format("{:.2f}", outcome.psnr),
                       sized ? std::to_string(outcome.size.width) : "",
                       sized ? std::to_string(outcome.size.height) : "",
                       outcome.seconds > 0 ? fmt::format("{:.3f}", outcome.seconds) : "",
                       name_of(state), outcome.reason.empty() ? "" : quoted(outcome.reason));
}

}  // namespace

void write_results_csv(const Survey& survey, const std::filesystem::path& path) {
    AtomicFile file(path);
    const auto write = [&](const std::string& text) { file.write(std::as_bytes(std::span(text))); };
    write("number,picture,result,psnr,width,height,seconds,state,reason\n");
    for (std::size_t i = 0; i < survey.pictures().size(); ++i) write(row_of(survey, i));
    file.commit();
}

}  // namespace redraw
