// The timelapse as a film: the keyframes' networks drawn one after another at any size and written
// as GIF, MP4 (H.264), WebM (VP9) or PNG frames. A job of small parts like PictureExport:
// destroying it cancels it and leaves nothing behind.
#pragma once

#include "engine/backend/backend.h"
#include "engine/export/export.h"
#include "engine/film/pace.h"
#include "engine/image/image.h"
#include "engine/job.h"
#include "engine/run/run_file.h"

namespace redraw {

enum class FilmFormat { gif, mp4, webm, frames };
// Their extensions; frames have none, being a folder.
template <>
inline constexpr auto kNames<FilmFormat> = names<FilmFormat>({{FilmFormat::gif, "gif"},
                                                              {FilmFormat::mp4, "mp4"},
                                                              {FilmFormat::webm, "webm"}});

// Instead of the timelapse: see dive.h.
struct Dive {
    static constexpr double kDeepest = 512;
    std::optional<Point> to{};  // absent: where most is going on
    double deepest = 64;        // as many times the whole's size
};

struct FilmSpec {
    std::filesystem::path path;  // *.gif, *.mp4, *.webm, or a folder for frame-0001.png ...
    PixelSize size;
    int frames_per_second = 30;
    double seconds = 10;  // in all
    Pace pace = Pace::log;
    double hold = 1;  // seconds of them for the first drawing to stay, and as many for the last
    bool caption = false;         // epoch and PSNR in a corner
    bool there_and_back = false;  // to the end, and back to the beginning
    // The keyframe that the timelapse ends with, and that a dive is drawn by; absent: the newest.
    // A race goes on to its end.
    std::optional<std::int64_t> last{};
    // Before and after: left of a line in the middle this picture, right of it the network. Of a
    // dive that is so anyway.
    std::shared_ptr<const Image> beside{};
    std::optional<Dive> dive{};
};
// Throws Error for settings that no film can have.
void check_film(const FilmSpec& spec);

class FilmWriter {
public:
    virtual ~FilmWriter() = default;
    // Small drawings from all of the film, once before the first frame: a GIF's palette is chosen
    // from them.
    virtual void prepare(std::span<const Image>) {}
    // The next rows of a frame, from the top down, so that nobody holds a large one as numbers.
    virtual void write_rows(const Image& rows) = 0;
    virtual void end_frame(double seconds_shown) = 0;  // every row of it was written
    virtual void finish() = 0;                         // without it nothing appears
};

// Finds the format by the path's extension, in any case; a folder or a path without one is for
// frames. Nothing when it is none of ours.
std::optional<FilmFormat> film_format_of(const std::filesystem::path& path);
// Describes what the installation lacks for the format, as the end of a sentence; empty if nothing
// seems missing. Cheap: opening a writer may still fail.
std::optional<std::string> film_problem(FilmFormat format);
// The size of the frames in the file. MP4 and WebM store colours on every second row and column, so
// an odd side becomes one larger, with its last row or column repeated.
PixelSize film_size(const FilmSpec& spec);

// Chosen by the path; a folder has to be empty or not there yet. Throws Error for anything else,
// saying what is possible.
std::unique_ptr<FilmWriter> open_film_writer(const FilmSpec& spec, int channels);

// The job of a film, whatever draws it.
class FilmJob : public Job {
public:
    // Draws the next rows of a frame; true when the film is there. Throws Error.
    bool advance() final { return job_->advance(); }
    double progress() const final { return job_->progress(); }

protected:
    explicit FilmJob(std::unique_ptr<Job> job) : job_(std::move(job)) {}

private:
    std::unique_ptr<Job> job_;
};

class FilmExport : public FilmJob {
public:
    using ReadParameters = std::function<std::vector<float>(std::int64_t step)>;
    // `keyframes`: by step, ascending. A caption says the PSNR against `target`, the picture at the
    // size learned: what is not in `measured` is measured on the way. Throws Error for settings a
    // film cannot have.
    FilmExport(Backend& backend, const Grid& picture, std::shared_ptr<const Image> target,
               std::vector<Keyframe> keyframes, std::vector<MeasuredPsnr> measured,
               std::int64_t steps_per_epoch, ReadParameters read_parameters, const FilmSpec& spec);
};

}  // namespace redraw
