#include "engine/arithmetic.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/features/page/page.h"
#include "engine/features/page/page_files.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/network/encodings.h"
#include "engine/network/parameters.h"
#include "engine/run/race.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace redraw {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kStillsNote =
    " Not all of its networks fit: some moments are still images, compressed with loss.";

// Escapes text for HTML content and quoted attributes.
std::string in_html(std::string_view text) {
    constexpr std::pair<char, const char*> kEscapes[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    std::string safe;
    for (const char c : text) {
        const auto* escape = std::ranges::find(kEscapes, c, &std::pair<char, const char*>::first);
        safe += escape == std::end(kEscapes) ? std::string(1, c) : escape->second;
    }
    return safe;
}

// Returns the page's heading from escaped texts; empty if there are none.
std::string in_header(const std::string& title, const std::string& text) {
    if (title.empty() && text.empty()) return "";
    return "<header>" + (title.empty() ? "" : "<h1><bdi>" + title + "</bdi></h1>") +
           (text.empty() ? "" : "<p><bdi>" + text + "</bdi></p>") + "</header>\n";
}

// Returns JSON for a script element, with '<' escaped: it could end the element or begin a comment.
std::string in_script(const Json& value) {
    std::string safe;
    for (const char c : value.dump()) safe += c == '<' ? "\\u003c" : std::string(1, c);
    return safe;
}

// Replaces the template's placeholders that `values` lists, such as @NAME@, in one pass; inserted
// text is not searched again.
std::string filled(std::string_view text,
                   std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto found = std::find_if(values.begin(), values.end(), [&](const auto& value) {
            return text.substr(at).starts_with(value.first);
        });
        if (found != values.end()) {
            out += found->second;
            at += found->first.size();
        } else {
            out += text[at++];
        }
    }
    return out;
}

Json facts_of_network(const PageText& page) {
    const NetworkSpec& network = page.source.network;
    const Image& target = *page.source.target;
    Json facts = {{"channels", target.channels},
                  {"samplesAcross", page.samples_across},
                  {"width", target.width},
                  {"height", target.height},
                  {"encoding", name_of(network.encoding)},
                  {"output", name_of(network.output)},
                  {"layers", Json::array()}};
    for (const LayerShape& layer : layer_shapes(network, target.channels))
        facts["layers"].push_back({{"inputs", layer.inputs},
                                   {"outputs", layer.outputs},
                                   {"weights", layer.weights},
                                   {"biases", layer.biases},
                                   {"activation", name_of(layer.activation)},
                                   {"omega", layer.omega}});
    if (network.encoding == Encoding::grid) {
        facts["features"] = network.grid.features;
        facts["levels"] = Json::array();
        for (const GridLevel& level : grid_levels(network))
            facts["levels"].push_back({{"cells", level.cells},
                                       {"left", level.columns.first},
                                       {"columns", level.columns.count},
                                       {"top", level.rows.first},
                                       {"rows", level.rows.count},
                                       {"entries", level.entries},
                                       {"hashed", level.hashed}});
    }
    if (network.encoding == Encoding::window) {
        const WindowShape shape = window_shape(network.window);
        Json places = Json::array();
        for (int i = 0; i < shape.count; ++i) places.push_back({shape.x[i], shape.y[i]});
        const HalvingMix& mix = network.window.made_by;
        facts["window"] = {{"places", places},
                           {"absolute", shape.absolute},
                           {"madeBy", {mix.area, mix.bicubic, mix.lanczos}}};
    }
    return facts;
}

// Returns a network's entry in the page's JSON. `timed`: with training seconds, for a race.
Json facts_of(const PageText& page, bool timed) {
    Json facts = {{"name", display_name(page.source.name)}};
    facts.update(facts_of_network(page));
    const Image& target = *page.source.target;
    if (const auto& original = page.source.original; original && original->width > target.width)
        facts["learned"] = {target.width, target.height};
    facts["parameters"] = page.tensors.back().tensor.end();
    facts["tensors"] = Json::array();
    for (const PageTensor& part : page.tensors) facts["tensors"].push_back(part.tensor.count());
    facts["moments"] = Json::array();
    for (const PackedMoment& moment : page.moments) {
        const double known = moment.psnr.value_or(std::numeric_limits<double>::quiet_NaN());
        Json psnr;  // JSON null if the PSNR is unknown or infinite
        if (std::isfinite(known)) psnr = std::round(known * 100) / 100.0;
        Json told = {{"step", moment.kept.step},
                     {"epoch", double(moment.kept.step) / double(page.source.steps_per_epoch)},
                     {"psnr", psnr}};
        if (std::isinf(known)) told["exact"] = true;
        if (timed)
            told["seconds"] = std::round(seconds_of(moment.kept, page.source.metrics) * 1e5) / 1e5;
        if (const PageStill* still = moment.still())
            told.update({{"still", "data:image/webp;base64," + base64(still->bytes)},
                         {"width", still->width},
                         {"height", still->height}});
        else
            told.update({{"steps", moment.numbers().steps},
                         {"fresh", moment.numbers().fresh},
                         {"bytes", moment.numbers().bytes.size()}});
        facts["moments"].push_back(std::move(told));
    }
    return facts;
}

constexpr std::size_t kLosslessBelow = 60'000;
constexpr int kLeastQuality = 50, kLeastStillSide = 512, kMostStillSide = 1024;  // sides in pixels

PixelSize no_larger(PixelSize size, int side) {
    const int longer = std::max(size.width, size.height);
    if (longer <= side) return size;
    const auto scaled = [&](int length) {
        return std::max(1, int(std::lround(double(length) * side / longer)));
    };
    return {scaled(size.width), scaled(size.height)};
}

Image no_larger(const Image& image, int side) {
    const PixelSize size = no_larger(PixelSize{image.width, image.height}, side);
    return size.width == image.width && size.height == image.height
               ? image
               : resample_area(image, size.width, size.height);
}

std::vector<std::byte> lossy(const Image& image, int quality, bool tagged) {
    return encode_image(image, ImageFormat::webp,
                        {.quality = quality, .lossy = true, .tagged = tagged});
}

std::vector<std::byte> lossy_picture(const Image& shown, std::size_t most, bool tagged) {
    const int side = std::max(shown.width, shown.height);
    std::vector<std::byte> bytes;
    for (const double share : {1.0, 0.75, 0.5, 0.25, 0.125}) {
        const Image smaller = no_larger(shown, std::max(1, int(side * share)));
        for (const int quality : {85, 70, kLeastQuality}) {
            bytes = lossy(smaller, quality, tagged);
            if (bytes.size() <= most) return bytes;
        }
    }
    return bytes;
}

// Converts a decoded WebP (3 or 4 channels) to 1, 3 or 4 channels; gray takes the red channel.
Image with_channels(const Image& image, int channels) {
    Image out = make_image(image.width, image.height, channels, 1.0f);
    const auto from = std::size_t(image.channels), to = std::size_t(channels);
    for (std::size_t i = 0; i < image.pixel_count(); ++i)
        std::copy_n(image.values.data() + i * from, std::min(from, to), out.values.data() + i * to);
    return out;
}

// Returns the PSNR of a decoded still against `target`, in dB over all channels at 8 bits. A
// smaller still is enlarged linearly, as in the page. Compares every n-th row, as DrawnPsnr does.
double still_psnr(const Image& still, const Image& target) {
    constexpr int kStillLevels = 255;
    const int step = measured_row_step({target.width, target.height});
    double squares = 0;
    std::size_t values = 0;
    for (int y = step / 2; y < target.height; y += step) {
        const Image row = resample_part(still, target.width, target.height, {0, y, target.width, 1},
                                        Filter::bilinear);
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            const int apart =
                quantise(row.values[i], kStillLevels) - quantise(target.row(y)[i], kStillLevels);
            squares += double(apart) * apart;
        }
        values += row.values.size();
    }
    return psnr_of_mse(squares / (double(kStillLevels) * kStillLevels * double(values)));
}

}  // namespace

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve(divide_up<std::size_t>(bytes.size(), 3) * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? unsigned(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : kDigits[three >> (18 - 6 * k) & 63];
    }
    return text;
}

std::string page_text(std::span<const PageText> networks, const std::string& original) {
    const PageSource& source = networks.front().source;
    const bool race = networks.size() > 1;
    std::vector<std::byte> bytes;
    bool stills = false, windows = false;
    const std::string name = in_html(display_name(source.name)),
                      title = source.title.empty() ? name : in_html(display_name(source.title)),
                      header = in_header(source.title.empty() ? "" : title,
                                         in_html(display_name(source.text)));
    Json facts = Json::array();
    std::string panes, counts;
    for (std::size_t i = 0; i < networks.size(); ++i) {
        const PageText& network = networks[i];
        for (const PackedMoment& moment : network.moments) {
            stills |= moment.still() != nullptr;
            if (moment.still()) continue;
            const auto& numbers = moment.numbers().bytes;
            bytes.insert(bytes.end(), numbers.begin(), numbers.end());
        }
        windows |= network.source.network.encoding == Encoding::window;
        facts.push_back(facts_of(network, race));
        const std::string label =
            letter_of(i) + " · " + in_html(display_name(network.source.label));
        panes += filled(page_files::pane_html, {{"@NAME@", name},
                                                {"@N@", i == 0 ? "" : std::to_string(i + 1)},
                                                {"@LABEL@", race ? label : ""},
                                                {"@BY@", race ? label : "a neural network"},
                                                {"@FINISHED@", network.finished}});
        counts +=
            (i == 0 ? "" : " and ") + thousands(std::int64_t(network.tensors.back().tensor.end()));
    }
    const std::string facts_text = in_script(facts), moments = base64(bytes);
    return filled(
        page_files::page_html,
        {{"@NAME@", name},
         {"@TITLE@", title},
         {"@HEADER@", header},
         {"@RACE@", race ? " race" : ""},
         {"@PANES@", panes},
         {"@NETWORKS@", race ? "two neural networks" : "a neural network"},
         {"@PARAMETERS@", counts},
         {"@STYLE@", page_files::style_css},
         {"@DECODE@", page_files::decode_js},
         {"@NETWORK@", page_files::network_js},
         {"@ENLARGE@", windows ? std::string_view(page_files::enlarge_js) : std::string_view()},
         {"@STILLS@", stills ? std::string_view(page_files::still_js) : std::string_view()},
         {"@NOTE@", stills ? kStillsNote : std::string_view()},
         {"@VIEW@", page_files::view_js},
         {"@CONTROLS@", page_files::controls_js},
         {"@FACTS@", facts_text},
         {"@ORIGINAL@", original},
         {"@MOMENTS@", moments}});
}

StillDrawing::StillDrawing(PixelSize picture, int channels, std::vector<float> parameters)
    : picture_(picture_grid(picture.width, picture.height)), parameters_(std::move(parameters)) {
    const PixelSize size = no_larger(picture, kMostStillSide);
    image_ = make_image(size.width, size.height, channels);
}

bool StillDrawing::advance(Backend& backend) {
    draw_next_rows(backend, picture_, resized(picture_, image_.width, image_.height), parameters_,
                   image_, next_row_);
    if (next_row_ < image_.height) return false;
    clamp_to_shown(image_);
    return true;
}

std::vector<std::byte> small_picture(const Image& image, int side, std::size_t most) {
    const Image shown = no_larger(image, side);
    auto lossless = encode_image(shown, ImageFormat::webp);
    if (lossless.size() <= std::min(kLosslessBelow, most)) return lossless;
    return lossy_picture(shown, most, true);
}

std::size_t least_still_bytes(const Image& drawing) {
    return lossy(no_larger(drawing, kLeastStillSide), kLeastQuality, false).size();
}

PageStill page_still(const Image& drawing, const Image& target, std::size_t most) {
    PageStill still;
    still.bytes = lossy_picture(drawing, most, false);
    const Image decoded =
        with_channels(decode_picture(still.bytes, "a still image").image, target.channels);
    still.width = decoded.width;
    still.height = decoded.height;
    still.psnr = still_psnr(decoded, target);
    return still;
}

}  // namespace redraw
