#include "engine/system/database_files.h"

#include "engine/system/windows/handle.h"

#include <algorithm>
#include <cerrno>
#include <iterator>

namespace redraw {

// Windows has no files that wait for a writer: named pipes have a folder of their own.
void never_wait_for_files() {}

int errno_of_sqlite(int error) {
    return is_of_disk(error) ? EIO : errno_of(DWORD(error));
}

bool is_of_disk(int error) {
    constexpr DWORD kOfDisks[] = {
        ERROR_CRC,           ERROR_SECTOR_NOT_FOUND, ERROR_NOT_READY,
        ERROR_IO_DEVICE,     ERROR_DISK_CORRUPT,     ERROR_FILE_CORRUPT,
        ERROR_DEV_NOT_EXIST, ERROR_UNEXP_NET_ERR,    ERROR_NETNAME_DELETED};
    return std::ranges::find(kOfDisks, DWORD(error)) != std::end(kOfDisks);
}

}  // namespace redraw
