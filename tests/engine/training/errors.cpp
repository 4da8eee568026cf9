// Tests the kinds of errors, and that exceptions from bugs end a debug build where they are caught.
#include "engine/error.h"
#include "engine/run/outputs.h"
#include "engine/system/atomic_file.h"
#include "engine/training/trainer.h"
#include "tests/support/error_kind.h"
#include "tests/support/temporary_folder.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <new>
#include <variant>

using namespace redraw;
namespace fs = std::filesystem;

namespace {

// Runs `act` in a child process, which passes a caught exception to sentence_of(). Returns the
// child's status from waitpid(): 0 if a sentence came back.
int ends_at_a_border(const std::function<void()>& act) {
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL);
        close(STDERR_FILENO);
        try {
            act();
        } catch (const std::exception& error) {
            _exit(sentence_of(error).empty() ? 1 : 0);
        }
        _exit(2);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

}  // namespace

TEST_CASE(
    "an exception of a bug ends a debug build at the border; a refusal of the world does not") {
    const std::vector<int> none;
    const std::function<void()> empty;
    const std::optional<int> nothing;
    const std::variant<int, char> number = 1;
    const std::function<void()> bugs[] = {
        [&] { static_cast<void>(none.at(0)); },
        [&] { empty(); },
        [&] { static_cast<void>(nothing.value()); },
        [&] { static_cast<void>(std::get<char>(number)); },
    };
    for (const auto& bug : bugs) {
        const int status = ends_at_a_border(bug);
#ifdef NDEBUG
        CHECK(status == 0);
#else
        CHECK(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == SIGABRT);
#endif
    }
    CHECK(ends_at_a_border([] { throw Error("Refused."); }) == 0);
    CHECK(ends_at_a_border([] { throw std::bad_alloc(); }) == 0);
    CHECK(ends_at_a_border([] { fs::create_directory("/nowhere/below"); }) == 0);
    CHECK(sentence_of(Error("Refused.")) == "Refused.");
}

TEST_CASE(
    "an error that says nothing of its kind has none; a file of ours that is refused has one") {
    const TemporaryFolder folder;
    using enum Error::Kind;
    std::ofstream(folder / "file") << "a file";
    fs::create_symlink("file", folder / "link");
    CHECK(Error("Refused.").kind() == other);
    CHECK(Error(not_saved, "Refused.").kind() == not_saved);
    CHECK(kind_of([&] { write_file_atomically(folder / "none/a", {}); }) == not_writable);
    CHECK(kind_of([&] { write_file_atomically(folder / "file/a", {}); }) == not_writable);
    CHECK(kind_of([&] { FileLock::take(folder / "link"); }) == not_writable);
    CHECK(kind_of([&] { require_output(folder / "none/a.png", {}); }) == not_writable);
}
