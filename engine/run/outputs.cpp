#include "engine/run/outputs.h"

#include "engine/error.h"
#include "engine/run/run_file.h"
#include "engine/text/display_name.h"

#include <new>
#include <string>
#include <string_view>
#include <system_error>

namespace redraw {
namespace {

namespace fs = std::filesystem;

// In the end, through links; by its name where it is not there yet.
fs::path place_of(const fs::path& path) {
    std::error_code error;
    fs::path place = fs::weakly_canonical(fs::absolute(path, error), error);
    if (error == std::errc::not_enough_memory) throw std::bad_alloc();
    return error ? path : place;
}

bool is_same_file(const fs::path& a, const fs::path& b) {
    std::error_code not_there;
    return fs::equivalent(a, b, not_there) || place_of(a) == place_of(b);
}

// Files that SQLite keeps beside a database belong to it.
bool is_beside_a_run(const fs::path& path) {
    const std::string name = place_of(path).native();
    for (const std::string_view end : {"-journal", "-wal", "-shm"})
        if (name.ends_with(end) && is_run_file(name.substr(0, name.size() - end.size())))
            return true;
    return false;
}

// The existing folder around an output whose folder is still to be made.
fs::path folder_around(const fs::path& output) {
    return (output.has_filename() ? output : output.parent_path()).parent_path();
}

[[noreturn]] void refuse(const fs::path& output, const std::string& reason) {
    throw Error("Cannot write " + display_name(output) + ": it is " + reason + ".");
}

}  // namespace

void require_no_input(const fs::path& output, std::initializer_list<Input> inputs) {
    for (const Input& input : inputs)
        if (!input.path.empty() && is_same_file(output, input.path)) refuse(output, input.what);
}

void require_output(const fs::path& output, std::initializer_list<Input> inputs) {
    require_no_input(output, inputs);
    std::error_code ignored;
    if (const fs::path folder = folder_around(output);
        !folder.empty() && !fs::exists(folder, ignored))
        throw Error(Error::Kind::not_writable,
                    "Cannot write " + display_name(output) + ": there is no such folder.");
    if (is_run_file(output)) refuse(output, "a Redraw run");
    if (is_beside_a_run(output)) refuse(output, "the journal of a Redraw run");
}

}  // namespace redraw
