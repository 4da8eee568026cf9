#include "engine/session/report.h"

#include "engine/error.h"
#include "engine/training/trainer.h"

#include <exception>

namespace redraw {

void Report::fail(const std::string& error, ErrorKind kind) {
    status.error = error;
    status.error_kind = kind;
    at_once = true;
}

void Report::dismiss() {
    status.error.clear();
    status.notice = {};
}

void Report::guarded(const std::function<void()>& action) {
    try {
        action();
    } catch (const Diverged& error) {
        fail(error.what(), ErrorKind::diverged);
    } catch (const NotSaved& error) {
        save_failed = true;
        fail(error.what(), ErrorKind::not_saved);
    } catch (const std::exception& error) {  // of libraries too: training goes on
        fail(sentence_of(error), ErrorKind::other);
    }
    due = true;
}

}  // namespace redraw
