#include "app/system/trash.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/system/process.h"
#include "engine/text/display_name.h"

#include <windows.h>

#include <shellapi.h>

#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace redraw {
namespace fs = std::filesystem;
namespace {

// Finds the newest file of this path in its disk's recycle bin. Each file there is called $R with
// random letters behind; a file called $I with the same letters holds the path from byte 28 on.
Trashed found_in_bin(const fs::path& was) {
    const std::wstring text = was.native() + L'\0';
    const std::string end(reinterpret_cast<const char*>(text.data()), 2 * text.size());
    Trashed found{was, {}, {}};
    fs::file_time_type newest = fs::file_time_type::min();
    std::error_code ignored;
    for (const auto& bin : fs::directory_iterator(was.root_path() / "$Recycle.Bin", ignored))
        for (const auto& entry : fs::directory_iterator(bin.path(), ignored)) {
            std::wstring name = entry.path().filename().native();
            if (!name.starts_with(L"$I") || entry.last_write_time(ignored) < newest) continue;
            std::ifstream file(entry.path(), std::ios::binary);
            const std::string info{std::istreambuf_iterator<char>(file), {}};
            if (info.size() < 28 || info.compare(28, end.size(), end) != 0) continue;
            newest = entry.last_write_time(ignored);
            name[1] = L'R';
            found.file = bin.path() / name;
            found.info = entry.path();
        }
    return found;
}

}  // namespace

Trashed move_to_trash(const fs::path& moved) {
    const fs::path was = absolute_path(moved).make_preferred();
    const std::wstring files = was.native() + L'\0';  // a list with one 0 more at its end
    SHFILEOPSTRUCTW move{};
    move.wFunc = FO_DELETE;
    move.pFrom = files.c_str();
    move.fFlags = FOF_ALLOWUNDO | FOF_NO_UI | FOF_WANTNUKEWARNING;
    const int problem = SHFileOperationW(&move);
    if (problem != 0 || move.fAnyOperationsAborted)
        throw Error("Cannot move " + display_name(was.filename()) + " to the recycle bin" +
                    (problem ? ": Windows' error " + std::to_string(problem) : "") + ".");
    return found_in_bin(was);
}

}  // namespace redraw
