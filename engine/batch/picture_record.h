// PictureRecord: the outcome of one picture of a batch, a small file beside its result,
// .redraw/NAME.json. The file is also the lock of the process that makes the result, so that two
// processes with the same command make it once. An empty record means that a process began and was
// killed. One owner, one thread.
#pragma once

#include "engine/file/atomic_file.h"
#include "engine/image/grid.h"
#include "engine/text/names.h"

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace redraw {

enum class PictureState { done, running, failed, stopped, waiting };
template <>
inline constexpr auto kNames<PictureState> =
    names<PictureState>({{PictureState::done, "done"},
                         {PictureState::running, "running"},
                         {PictureState::failed, "failed"},
                         {PictureState::stopped, "stopped"},
                         {PictureState::waiting, "waiting"}});

struct PictureStatus {
    PictureState state = PictureState::waiting;
    std::string reason{};  // why it is not done: a sentence
    bool cannot_write =
        false;           // failed as Error::Kind::not_writable: the next one most likely, too
    PixelSize size{};    // of the training picture, or of the drawing
    double seconds = 0;  // it took
    double psnr = std::numeric_limits<double>::quiet_NaN();  // dB; NaN: unknown
};

std::filesystem::path record_path(const std::filesystem::path& result);
std::string record_text(const PictureStatus& status);
// Nothing for what is no record: empty, half written, or untrusted. A record says done, failed or
// stopped.
std::optional<PictureStatus> parse_record(std::string_view text);
// Reads the state of the picture with this result from its files.
PictureStatus status_of(const std::filesystem::path& result);

class PictureRecord {
public:
    // Nothing while somebody else makes that result. Throws Error (not_writable), also where the
    // result, its record or a folder between it and its plan's is a symbolic link, or the record is
    // a hard link to another file.
    static std::optional<PictureRecord> take(const std::filesystem::path& result);

    bool is_done() const;
    // Empties the record until end(), and takes the room that end() needs on the disk. Throws
    // Error.
    void begin();
    void end(const PictureStatus& status);

private:
    PictureRecord(std::filesystem::path result, FileLock lock)
        : result_(std::move(result)), lock_(std::move(lock)) {}
    void write(std::string_view text);

    std::filesystem::path result_;
    FileLock lock_;
};

}  // namespace redraw
