// --once: makes a result only once, for the commands of a plan.
#include "app/cli/once.h"
#include "app/cli/checks.h"
#include "engine/features/batch/batch_view.h"
#include "engine/training/trainer.h"

#include <nlohmann/json.hpp>

#include <exception>

namespace redraw {
namespace {

void tell_skipped(const std::filesystem::path& result, bool json, const char* why) {
    const std::string name = display_name(result);
    if (json)
        print_json({{"event", "skipped"}, {"result", name}, {"reason", why}});
    else
        print("{} {}.\n", name, why);
}

// Writes a picture's outcome to its record. Ignores an error of the disk, which `redraw gather`
// will find itself.
void end_record(PictureRecord& record, const PictureStatus& outcome) {
    try {
        record.end(outcome);
    } catch (const Error&) {
    }
}

}  // namespace

CLI::Option* OnceFlag::add_to(CLI::App& command) {
    return command.add_flag("--once", given,
                            "make the result only once: skip it if it exists or is in progress, "
                            "continue it if it was stopped; record the outcome for redraw gather");
}

void OnceFlag::run(const std::filesystem::path& result, bool json,
                   const std::function<Outcome()>& work) {
    if (is_stream(result))
        throw CLI::ValidationError("--once", "needs an output file, not standard output");
    auto record = PictureRecord::take(result);
    if (!record) return tell_skipped(result, json, "is in progress in another Redraw");
    if (record->is_done()) return tell_skipped(result, json, "is done already");
    record->begin();
    try {
        const Outcome outcome = work();
        record->end({.state = outcome.stopped.empty() ? PictureState::done : PictureState::stopped,
                     .reason = outcome.stopped,
                     .size = outcome.size,
                     .seconds = outcome.seconds,
                     .psnr = outcome.psnr});
    } catch (const Error& error) {
        using enum Error::Kind;
        const bool stopped = error.kind() == cancelled;
        end_record(*record,
                   {.state = stopped ? PictureState::stopped : PictureState::failed,
                    .reason = error.what(),
                    .cannot_write = error.kind() == not_writable || error.kind() == not_saved});
        throw;
    } catch (const std::exception& error) {
        end_record(*record, {.state = PictureState::failed, .reason = sentence_of(error)});
        throw;
    }
}

}  // namespace redraw
