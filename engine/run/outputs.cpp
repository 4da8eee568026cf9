#include "engine/run/outputs.h"

#include "engine/error.h"
#include "engine/run/run_file.h"
#include "engine/system/atomic_file.h"
#include "engine/text/display_name.h"

#include <new>
#include <string>
#include <string_view>
#include <system_error>

namespace redraw {
namespace {

namespace fs = std::filesystem;

// Returns the absolute path with symbolic links resolved; the file need not exist.
fs::path place_of(const fs::path& path) {
    std::error_code error;
    fs::path place = followed_path(fs::absolute(path, error), error);
    if (error == std::errc::not_enough_memory) throw std::bad_alloc();
    return error ? path : place;
}

// True for a sidecar file of a run's database, such as its journal. No output may replace it.
bool is_beside_a_run(const fs::path& path) {
    const std::string name = place_of(path).string();
    for (const std::string_view end : {"-journal", "-wal", "-shm"})
        if (name.ends_with(end) && is_run_file(name.substr(0, name.size() - end.size())))
            return true;
    return false;
}

[[noreturn]] void refuse(const fs::path& output, const std::string& reason) {
    throw Error("Cannot write " + display_name(output) + ": it is " + reason + ".");
}

}  // namespace

void require_no_input(const fs::path& output, std::initializer_list<Input> inputs) {
    std::error_code not_there;
    for (const auto& [path, what] : inputs)
        if (!path.empty() &&
            (fs::equivalent(output, path, not_there) || place_of(output) == place_of(path)))
            refuse(output, what);
}

void require_output(const fs::path& output, std::initializer_list<Input> inputs) {
    require_no_input(output, inputs);
    std::error_code ignored;
    // An output that ends in a slash is itself a folder, which need not exist yet. Its parent
    // folder must exist.
    const fs::path folder = (output.has_filename() ? output : output.parent_path()).parent_path();
    if (!folder.empty() && !fs::exists(folder, ignored))
        throw Error(Error::Kind::not_writable,
                    "Cannot write " + display_name(output) + ": there is no such folder.");
    if (is_run_file(output)) refuse(output, "a Redraw run");
    if (is_beside_a_run(output)) refuse(output, "the journal of a Redraw run");
}

}  // namespace redraw
