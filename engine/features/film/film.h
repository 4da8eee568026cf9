// Exports the timelapse as a film: renders the keyframes' networks in order at any size and writes
// GIF, MP4 (H.264), WebM (VP9) or PNG frames. A job of small parts like PictureExport: destroying
// it cancels it and leaves no file.
#pragma once

#include "engine/backend/backend.h"
#include "engine/drawing/dive.h"
#include "engine/drawing/pace.h"
#include "engine/export/export.h"
#include "engine/image/image.h"
#include "engine/job.h"
#include "engine/run/run_file.h"

namespace redraw {

enum class FilmFormat { gif, mp4, webm, frames };
// File name extensions of the formats; frames have none, because they are written to a folder.
template <>
inline constexpr auto kNames<FilmFormat> = names<FilmFormat>({{FilmFormat::gif, "gif"},
                                                              {FilmFormat::mp4, "mp4"},
                                                              {FilmFormat::webm, "webm"}});

// Replaces the timelapse by a dive; see dive_film.h.
struct Dive {
    static constexpr double kDeepest = 512;
    std::optional<Point> to{};    // target of the zoom; absent: a detailed place
    double deepest = kDiveDepth;  // largest magnification
};

// Shapes of a whole frame: that of the render, or a fixed one with dark edges around the render.
enum class FilmShape { own, square, hd, tall };
template <>
inline constexpr auto kNames<FilmShape> = names_up_to<FilmShape::tall>("as it is", "1:1", "1080p",
                                                                       "9:16");

struct FilmSpec {
    std::filesystem::path path;  // *.gif, *.mp4, *.webm, or a folder for frame-0001.png ...
    PixelSize size;              // size of the render, in pixels
    int frames_per_second = 30;
    double seconds = 10;  // length without the wipe
    Pace pace = Pace::log;
    double hold = 1;       // seconds the first and the last render stay, each; part of `seconds`
    bool caption = false;  // caption in a corner; in a timelapse epoch and PSNR
    // Training size, which a caption names after the PSNR; zero: the picture is not larger.
    PixelSize learned{};
    // Last step of the run's own network; each later keyframe adds a tile of the mosaic. Absent:
    // the run has no mosaic (engine/run/mosaic.h).
    std::optional<std::int64_t> own_step{};
    bool is_tile(std::int64_t step) const { return own_step && step > *own_step; }
    bool there_and_back = false;  // plays to the end and back
    // Step of a timelapse's last keyframe, or of the keyframe that a dive renders; absent: the
    // newest. Ignored by a race and by a film of `neurons`.
    std::optional<std::int64_t> last{};
    // For a before-and-after film: the picture shown left of a middle line, with the network right
    // of it; null: the network fills the frame. A dive always has both halves.
    std::shared_ptr<const Image> beside{};
    std::optional<Dive> dive{};
    // Number of neurons whose sum the film shows instead of a timelapse (neuron_film.h); 0: none.
    int neurons = 0;
    // The members below are for timelapses only. `frame`: size of a whole frame; 0: just large
    // enough for the render and the curve.
    PixelSize frame{};
    // Corners of the part of the picture that is rendered, 0 to 1 of its sides.
    Point seen_from{0, 0}, seen_to{1, 1};
    bool curve = false;                    // learning curve below the render
    std::shared_ptr<const Image> inset{};  // the picture, small in a corner
    // Seconds, after the film's `seconds`, in which the picture `wiped` slides over the last render
    // and back; 0: no wipe.
    double wipe = 0;
    std::shared_ptr<const Image> wiped{};
};
// Sets the frame size for this shape, and the largest render size with the picture's aspect ratio
// that leaves space for the curve. FilmShape::own sets no frame, and renders 1080 pixels along the
// longer side.
void set_shape(FilmSpec& spec, FilmShape shape, PixelSize picture);
// Makes the render fill the frame if it would leave more than a third of it empty: shows the part
// of the picture `wiped` with the most detail.
void fill_frame(FilmSpec& spec);
// Describes a short film to share: four seconds of learning, then a wipe of two seconds. Its frame
// is filled by fill_frame().
FilmSpec clip_spec(const std::filesystem::path& path, FilmShape shape,
                   std::shared_ptr<const Image> picture);
// Returns the number of the film's frames.
int frame_count(const FilmSpec& spec);
// Throws Error for settings that no film can have.
void check_film(const FilmSpec& spec);

class FilmWriter {
public:
    virtual ~FilmWriter() = default;
    // Receives small renders from the whole film, once before the first frame; a GIF chooses its
    // palette from them.
    virtual void prepare(std::span<const Image>) {}
    // Writes the next rows of a frame, from the top down, so that a large frame need not be kept
    // as floats.
    virtual void write_rows(const Image& rows) = 0;
    virtual void end_frame(double seconds_shown) = 0;  // after all rows of the frame
    virtual void finish() = 0;                         // without this call, no film appears
};

// Finds the format by the path's extension, ignoring case; any other folder, or a path without
// extension, means frames. Absent if the format is unknown.
std::optional<FilmFormat> film_format_of(const std::filesystem::path& path);
// Describes what the installation lacks for the format, as the end of a sentence; absent if nothing
// seems missing. Fast, but opening a writer may still fail.
std::optional<std::string> film_problem(FilmFormat format);
// Returns the frame size in the file. MP4 and WebM store chroma at half resolution, so an odd side
// grows by one, with the last row or column repeated.
PixelSize film_size(const FilmSpec& spec);

// Opens a writer chosen by the path; a folder must be empty or absent. Throws Error listing the
// possible formats for any other path.
std::unique_ptr<FilmWriter> open_film_writer(const FilmSpec& spec, int channels);

using ReadFilmed = std::function<std::vector<float>(std::int64_t step)>;
// Creates the job of a timelapse. `keyframes`: by ascending step; `read` returns their parameters.
// A caption shows the PSNR against `target`, the picture at training size; values missing in
// `measured` are measured during the export. Throws Error without keyframes, or for settings that
// no film can have.
std::unique_ptr<Job> timelapse_film(Backend& backend, const Grid& picture,
                                    std::shared_ptr<const Image> target,
                                    std::vector<Keyframe> keyframes,
                                    const std::vector<MeasuredPsnr>& measured,
                                    std::int64_t steps_per_epoch, ReadFilmed read,
                                    const FilmSpec& spec);

}  // namespace redraw
