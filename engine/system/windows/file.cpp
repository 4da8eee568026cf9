#include "engine/system/file.h"

#include "engine/system/windows/handle.h"

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

namespace redraw {
namespace {

// Reads or writes at an offset with ReadFile() or WriteFile(), which move this many bytes at once.
constexpr std::size_t kMostAtOnce = std::size_t(1) << 30;

OVERLAPPED place_at(std::uint64_t offset) {
    OVERLAPPED place{};
    place.Offset = DWORD(offset);
    place.OffsetHigh = DWORD(offset >> 32);
    return place;
}

bool set_length(int file, std::uint64_t bytes) {
    FILE_END_OF_FILE_INFO end{};
    end.EndOfFile.QuadPart = LONGLONG(bytes);
    return SetFileInformationByHandle(handle_of(file), FileEndOfFileInfo, &end, sizeof end) != 0;
}

}  // namespace

int errno_of(DWORD error) {
    if (error == ERROR_INVALID_DRIVE) return ENOENT;
    if (error == ERROR_CANT_RESOLVE_FILENAME) return ELOOP;
    if (error == ERROR_PIPE_NOT_CONNECTED || error == ERROR_NO_DATA) return EPIPE;
    const auto known = std::system_category().default_error_condition(int(error));
    return known.category() == std::generic_category() ? known.value() : EIO;
}

HANDLE handle_of(int file) {
    const std::intptr_t handle = file < 0 ? -1 : _get_osfhandle(file);
    return handle < 0 ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(handle);
}

std::filesystem::path path_of(HANDLE file) {
    constexpr std::size_t kLongest = 32768;
    std::wstring path(kLongest, L'\0');
    path.resize(GetFinalPathNameByHandleW(file, path.data(), DWORD(kLongest), 0));
    // Other functions do not take this beginning, which allows longer paths.
    if (path.starts_with(L"\\\\?\\UNC\\")) return L'\\' + path.substr(7);
    const bool on_a_drive = path.starts_with(L"\\\\?\\") && path.substr(5, 1) == L":";
    return on_a_drive ? path.substr(4) : path;
}

FileStatus status_of(HANDLE handle) {
    using enum FileStatus::Kind;
    if (handle == INVALID_HANDLE_VALUE) return {.error = last_errno()};
    if (GetFileType(handle) != FILE_TYPE_DISK) return {.kind = other};
    BY_HANDLE_FILE_INFORMATION found{};
    if (!GetFileInformationByHandle(handle, &found)) return {.error = last_errno()};
    FILE_ATTRIBUTE_TAG_INFO tag{};
    if (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT)
        GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof tag);
    const bool is_link =
        tag.ReparseTag == IO_REPARSE_TAG_SYMLINK || tag.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT;
    const bool is_folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const auto joined = [](DWORD high, DWORD low) { return std::uint64_t(high) << 32 | low; };
    return {
        .kind = is_link     ? link
                : is_folder ? folder
                            : file,
        .identity = {found.dwVolumeSerialNumber, joined(found.nFileIndexHigh, found.nFileIndexLow)},
        .names = found.nNumberOfLinks,
        .bytes = joined(found.nFileSizeHigh, found.nFileSizeLow)};
}

Descriptor open_path(const std::filesystem::path& path, DWORD rights, DWORD creation, DWORD flags,
                     DWORD share) {
    OpenHandle file(CreateFileW(path.c_str(), rights, share, nullptr, creation, flags, nullptr));
    errno = file ? 0 : last_errno();
    if ((flags & FILE_FLAG_OPEN_REPARSE_POINT) != 0 && file &&
        status_of(file.get()).kind == FileStatus::Kind::link)
        errno = ELOOP;
    if (errno != 0) return Descriptor();
    // Takes the handle, unless there can be no more descriptors.
    const int number =
        _open_osfhandle(reinterpret_cast<std::intptr_t>(file.get()), _O_BINARY | _O_NOINHERIT);
    if (number >= 0) file.release();
    return Descriptor(number);
}

Descriptor::~Descriptor() {
    if (descriptor_ >= 0) _close(descriptor_);
}

FileStatus file_status(const std::filesystem::path& path, Links links) {
    const OpenHandle file(CreateFileW(path.c_str(), FILE_READ_ATTRIBUTES, kShareAll, nullptr,
                                      OPEN_EXISTING,
                                      links == Links::followed ? kAnyKind : kLinkItself, nullptr));
    return status_of(file.get());
}

FileStatus file_status(int file) {
    if (handle_of(file) == INVALID_HANDLE_VALUE) return {.error = EBADF};
    return status_of(handle_of(file));
}

int access_error(const std::filesystem::path& path, FileUse use) {
    const DWORD rights = use == FileUse::read             ? FILE_READ_DATA
                         : use == FileUse::read_and_write ? FILE_READ_DATA | FILE_WRITE_DATA
                                                          : FILE_ADD_FILE;
    const OpenHandle file(
        CreateFileW(path.c_str(), rights, kShareAll, nullptr, OPEN_EXISTING, kAnyKind, nullptr));
    return file ? 0 : last_errno();
}

Descriptor open_to_read(const std::filesystem::path& path, Links links) {
    if (links == Links::followed) return open_path(path, GENERIC_READ, OPEN_EXISTING, kAnyKind);
    // Makes SQLite try again to delete its journal: else the name stays until this closes, and the
    // writer itself would play it back.
    return open_path(path, GENERIC_READ, OPEN_EXISTING, kLinkItself, kShareAll ^ FILE_SHARE_DELETE);
}

Descriptor open_pipe(const std::filesystem::path& path) {
    return open_path(path, GENERIC_READ, OPEN_EXISTING, 0);
}

std::size_t read_at(int file, std::uint64_t offset, void* to, std::size_t count) noexcept {
    std::size_t filled = 0;
    errno = 0;
    while (filled < count) {
        OVERLAPPED place = place_at(offset + filled);
        DWORD given = 0;
        if (!ReadFile(handle_of(file), static_cast<char*>(to) + filled,
                      DWORD(std::min(count - filled, kMostAtOnce)), &given, &place)) {
            if (GetLastError() != ERROR_HANDLE_EOF) errno = last_errno();
            break;
        }
        if (given == 0) break;
        filled += given;
    }
    return filled;
}

std::ptrdiff_t read_next(int file, void* to, std::size_t count) {
    DWORD given = 0;
    if (ReadFile(handle_of(file), to, DWORD(std::min(count, kMostAtOnce)), &given, nullptr))
        return given;
    if (GetLastError() == ERROR_BROKEN_PIPE) return 0;  // the writer has closed its end
    errno = last_errno();
    return -1;
}

bool is_terminal(int file) {
    DWORD mode = 0;
    return GetConsoleMode(handle_of(file), &mode) != 0;
}

int write_at(int file, std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        OVERLAPPED place = place_at(offset);
        DWORD taken = 0;
        if (!WriteFile(handle_of(file), bytes.data(), DWORD(std::min(bytes.size(), kMostAtOnce)),
                       &taken, &place))
            return last_errno();
        if (taken == 0) return ENOSPC;
        bytes = bytes.subspan(taken);
        offset += taken;
    }
    return 0;
}

int replace_contents(int file, std::span<const std::byte> bytes) {
    if (const int error = write_at(file, 0, bytes)) return error;
    return set_length(file, bytes.size()) ? 0 : last_errno();
}

int overwrite_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    const Descriptor file =
        open_path(path, GENERIC_WRITE, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT);
    if (file.get() < 0) return errno;
    const int error = write_at(file.get(), 0, bytes);
    if (error != 0 && !set_length(file.get(), 0)) return last_errno();
    return error;
}

// Inherits the rights of its folder: folders of a user are closed to others.
int write_private_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    Descriptor file = open_path(path, GENERIC_WRITE, CREATE_NEW, 0);
    if (file.get() < 0) return errno;
    const int error = write_at(file.get(), 0, bytes);
    file = Descriptor();
    if (error != 0) DeleteFileW(path.c_str());
    return error;
}

void visit_names(const std::filesystem::path& folder,
                 const std::function<void(const std::string&)>& visit) {
    WIN32_FIND_DATAW found{};
    const HANDLE first = FindFirstFileW((folder / L"*").c_str(), &found);
    if (first == INVALID_HANDLE_VALUE) return;
    const std::unique_ptr<void, BOOL(WINAPI*)(HANDLE)> listing(first, FindClose);
    do visit(std::filesystem::path(found.cFileName).string());
    while (FindNextFileW(listing.get(), &found));
}

int new_folder(const std::filesystem::path& path, bool) {
    return CreateDirectoryW(path.c_str(), nullptr) ? 0 : last_errno();
}

}  // namespace redraw
