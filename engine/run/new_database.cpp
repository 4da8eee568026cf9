#include "engine/run/new_database.h"

#include "engine/error.h"
#include "engine/file/absolute_path.h"
#include "engine/file/descriptor.h"
#include "engine/file/rename_to_new.h"
#include "engine/file/temporary_name.h"
#include "engine/run/sidecars.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <new>
#include <system_error>

namespace redraw {
namespace {

// A link is followed, so that the file it names is replaced.
std::filesystem::path followed(const std::filesystem::path& path) {
    std::error_code error;
    auto target = std::filesystem::weakly_canonical(absolute_path(path), error);
    if (error == std::errc::not_enough_memory) throw std::bad_alloc();
    if (error)
        throw Error(Error::Kind::not_writable,
                    "Cannot write " + display_file_name(path) + ": " + errno_text(error.value()));
    return target;
}

// True for a journal whose writer ended before it had changed its file: SQLite fills in the first
// bytes just before that. Nothing is lost with it.
bool is_cold(const std::filesystem::path& journal) {
    const Descriptor file(
        open(journal.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
    char first = 0;
    return file.get() >= 0 && read(file.get(), &first, 1) >= 0 && first == 0;
}

}  // namespace

NewDatabase::NewDatabase(const std::filesystem::path& target)
    : target_(followed(target)), temporary_(temporary_name(target_.parent_path(), ".part")) {
    if (!target_.has_filename()) refuse("it names a folder, not a file");
    std::error_code ignored;
    if (!std::filesystem::is_directory(target_.parent_path(), ignored))
        refuse("there is no such folder");
    if (faccessat(AT_FDCWD, target_.parent_path().c_str(), W_OK | X_OK, AT_EACCESS) != 0)
        refuse(errno_text(errno));  // SQLite would tell of the name it tries next
    if (const std::string why = why_sidecars_refused(target_); !why.empty()) refuse(why);
    // SQLite would play it back into the new file, whose changes it does not hold.
    const std::filesystem::path journal = target_.native() + "-journal";
    const bool replaces = access(target_.c_str(), F_OK) == 0;
    if (!replaces && is_cold(journal)) unlink(journal.c_str());
    if (access(journal.c_str(), F_OK) == 0) {
        const std::string name = display_name(journal.filename());
        refuse(replaces
                   ? name + " beside it says that another program is writing it, or was stopped"
                   : "delete " + name + " first, the journal of a run that is gone");
    }
    if (errno == ENAMETOOLONG) refuse(errno_text(errno));  // it could be made, and never written
    try {
        database_.emplace(temporary_, Database::Mode::create, target_);
    } catch (...) {  // after SQLite had made the file
        unlink(temporary_.c_str());
        throw;
    }
}

NewDatabase::~NewDatabase() {
    database_.reset();
    if (!temporary_.empty()) unlink(temporary_.c_str());
}

void NewDatabase::publish(Existing existing) {
    database_.reset();
    // A mask may forbid us to open it again: said while what it replaces is still there.
    if (faccessat(AT_FDCWD, temporary_.c_str(), R_OK | W_OK, AT_EACCESS) != 0)
        refuse(errno_text(errno));
    const int error = existing == Existing::refuse
                          ? rename_to_new(temporary_, target_)
                          : (std::rename(temporary_.c_str(), target_.c_str()) == 0 ? 0 : errno);
    if (error == EEXIST) refuse("there is already such a file");
    if (error != 0) refuse(errno_text(error));
    temporary_.clear();
    // The name has to reach the disk too; some file systems cannot flush a folder.
    const Descriptor folder(
        open(target_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() >= 0) fsync(folder.get());
}

void NewDatabase::refuse(const std::string& reason) const {
    throw Error(Error::Kind::not_writable,
                "Cannot write " + display_file_name(target_) + ": " + reason);
}

}  // namespace redraw
