#include "app/cli/once.h"

#include "app/cli/output.h"
#include "engine/error.h"
#include "engine/text/display_name.h"

#include <nlohmann/json.hpp>

#include <exception>
#include <string>

namespace redraw {
namespace {

void tell(const std::filesystem::path& result, bool json, const char* why) {
    const std::string name = display_name(result);
    if (json)
        print_json({{"event", "skipped"}, {"result", name}, {"reason", why}});
    else
        print("{} {}.\n", name, why);
}

// If the disk refuses the record, `redraw gather` finds the reason by itself.
void end(PictureRecord& record, const PictureStatus& outcome) {
    try {
        record.end(outcome);
    } catch (const Error&) {
    }
}

}  // namespace

CLI::Option* add_once(CLI::App& command, bool& once) {
    return command.add_flag(
        "--once", once,
        "make the result once: skip it if it exists or is being made, continue it if it was "
        "stopped, and record how it came out for redraw gather");
}

void do_once(const std::filesystem::path& result, bool json,
             const std::function<PictureStatus()>& work) {
    auto record = PictureRecord::take(result);
    if (!record) return tell(result, json, "is being made by another Redraw");
    if (record->is_done()) return tell(result, json, "is done already");
    record->begin();
    try {
        record->end(work());
    } catch (const Error& error) {
        const bool stopped = error.kind() == Error::Kind::cancelled;
        end(*record, {.state = stopped ? PictureState::stopped : PictureState::failed,
                      .reason = error.what(),
                      .cannot_write = error.kind() == Error::Kind::not_writable});
        throw;
    } catch (const std::exception& error) {
        end(*record, {.state = PictureState::failed, .reason = sentence_of(error)});
        throw;
    }
}

}  // namespace redraw
