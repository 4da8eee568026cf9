#include "ui/settings/settings_panels.h"

#include "engine/data/batch_by_size.h"
#include "engine/data/sampling.h"
#include "engine/run/history.h"
#include "engine/text/display_name.h"
#include "engine/text/words.h"
#include "ui/actions/action_controls.h"
#include "ui/actions/keymap.h"
#include "ui/actions/shortcuts.h"
#include "ui/kit/fields.h"
#include "ui/kit/settings_text.h"

namespace redraw::ui {
namespace {

// Colour format of a picture, indexed by its number of channels.
constexpr const char* kKinds[] = {"", "grey", "grey, alpha", "colour", "colour, alpha"};

void draw_thumbnail(Ui& ui, ImVec2 at, float side) {
    const Palette& p = ui.palette;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(box(at.x, at.y, side, side), p.field, ui.px(5));
    const Texture& picture = ui.view.picture.there() ? ui.view.picture : ui.view.target;
    if (picture.there()) {
        const Rect r = box(at.x, at.y, side, side).fitted(picture.width, picture.height);
        list.AddImageRounded(picture.id, r.min(), r.max(), {0, 0}, {1, 1}, IM_COL32_WHITE,
                             ui.px(5));
    }
    frame(box(at.x, at.y, side, side), p.line, ui.px(5));
}

struct OfferedSize {
    TrainSize wanted;
    PixelSize size;  // of the picture learned at it
};

// Returns the training sizes to choose from, each once, that of the run among them: the picture's
// own size, then the smaller ones in the picture's proportions, from small to large.
std::vector<OfferedSize> offered_sizes(const Ui& ui) {
    const PixelSize own = ui.picture_size();
    std::vector<OfferedSize> all{{{.longer_side = 0}, own}};
    const auto offer = [&](const TrainSize& wanted) {
        const PixelSize size = training_size(wanted, own.width, own.height);
        if (std::ranges::count(all, size, &OfferedSize::size) == 0) all.push_back({wanted, size});
    };
    offer(ui.state.settings.edited.data.train_size);
    for (const int side : {50, 100, 200, 300, 400, 512, 768, 1024})
        offer(as_many_pixels_as_square(side, own));
    std::ranges::sort(all.begin() + 1, all.end(), {}, [](const OfferedSize& each) {
        return std::int64_t(each.size.width) * each.size.height;
    });
    return all;
}

void draw_train_size(Ui& ui) {
    Settings& settings = ui.state.settings;
    const PixelSize own = ui.picture_size();
    std::optional<TrainSize> wanted;
    if (setting_row(ui, Setting::train_size))
        wanted = as_many_pixels_as_square(default_config(ui).data.train_size.longer_side, own);
    const PixelSize now = training_size(settings.edited.data.train_size, own.width, own.height);
    if (begin_choice(ui, "##train size", pixels_of(now), field_width(ui))) {
        for (const auto& [offered, size] : offered_sizes(ui))
            if (choice(ui, size == own ? "Full size" : pixels_of(size), size == now))
                wanted = offered;
        ImGui::EndCombo();
    }
    if (!wanted) return;
    settings.edited = with_train_size(settings.edited, *wanted, own);
    commit(settings, ui.requests);
}

// If the picture is too large for full batches, draws a note about how many pixels a training step
// uses.
void draw_batch_note(Ui& ui) {
    if (!ui.has_run()) return;
    Settings& settings = ui.state.settings;
    const Image& target = *ui.status.target;
    const auto all = std::int64_t(target.pixel_count());
    if (all <= most_full_batch_pixels(settings.edited.network)) return;
    const DataSpec& data = settings.edited.data;
    if (data.batch != BatchMode::full) {
        const std::int64_t some =
            data.batch == BatchMode::stratified
                ? strata_of(std::uint32_t(target.width), std::uint32_t(target.height),
                            std::uint32_t(data.batch_size))
                      .count()
                : std::int64_t(data.batch_size) *
                      (data.batch == BatchMode::rows ? target.width : 1);
        note(ui,
             "Each step uses " + thousands(std::min(some, all)) + " of " + thousands(all) +
                 " pixels",
             ui.palette.muted);
        name_control(ui, "pixels a step");
        tooltip(ui,
                "A step over all pixels of a large picture would be slow, so each step uses some "
                "of them. Batch, under Network, changes this.");
        return;
    }
    note(ui, "Each step uses all " + thousands(all) + " pixels: slow", ui.palette.accent_text);
    ImGui::SameLine();
    const bool fewer = text_button(ui, "minibatches", "Use fewer");
    tooltip(ui, "Each step then uses only some of the pixels, which is faster.");
    if (!fewer) return;
    settings.edited.by_size.batch = true;
    settings.edited = with_batch_by_size(settings.edited, ui.picture_size());
    commit(settings, ui.requests);
}

void draw_channels(Ui& ui) {
    Settings& settings = ui.state.settings;
    ChannelMode& channels = settings.edited.data.channels;
    bool changed = setting_row(ui, Setting::channels);
    if (changed) channels = default_config(ui).data.channels;
    const auto name = [](ChannelMode mode) { return label_of(mode); };
    std::string shown = name(channels);
    if (channels == ChannelMode::automatic && ui.has_run()) {
        const int found = ui.status.target->channels;
        shown = found == 4                 ? "Auto: transparent"
                : found == 3               ? "Auto: colour"
                : ui.state.black_and_white ? "Auto: black/white"
                                           : "Auto: grey";
    }
    changed |=
        choose(ui, "##channels", shown, channels, values_of<ChannelMode>(), name, field_width(ui));
    if (changed) commit(settings, ui.requests);
}

// Draws a link to the run from which the open run was branched.
void draw_branch_line(Ui& ui) {
    const auto branch = branch_of(*ui.status.events);
    if (!branch) return;
    const std::string text = "Branched at epoch " + epoch_number(ui.epoch_of(branch->step));
    const auto parent =
        std::find_if(ui.view.recent.begin(), ui.view.recent.end(), [&](const RecentEntry& run) {
            return !run.open && display_name(run.path.filename()) == branch->from;
        });
    if (parent == ui.view.recent.end()) {
        note(ui, text, ui.palette.muted);
        name_control(ui, "branched");
        return tooltip(ui, "Continues " + branch->from + ", which is no longer among the runs.");
    }
    if (text_button(ui, "branched", text, false)) ui.requests.ask(request::Open{parent->path});
    tooltip(ui, "This run continues " + branch->from + " from there. Click to open that run.");
}

// If the picture is learned at a smaller size, draws a link that starts learning at full size, and
// the estimated time. Once it is learned in tiles, draws how many of them are learned instead.
void draw_full_size(Ui& ui) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (const auto& whole = ui.status.whole) {
        read_out(ui, "whole picture", ui.fonts.small, {at.x, at.y + ui.px(2)}, ui.palette.muted,
                 fmt::format("Whole picture: {} of {} tiles", whole->learned, whole->tiles),
                 "The picture is learned at its own size, in tiles with a network each. Those in "
                 "view come first.");
        ImGui::SetCursorScreenPos(at);
        ImGui::Dummy({1, ui.px(18)});
        return;
    }
    if (!may_learn_larger(ui.status)) return;
    action_link(ui, Action::learn_full_size, "full size", menu_label(Action::learn_full_size), at,
                true);
    const double seconds = full_size_seconds(ui.status);
    if (seconds == 0) return;
    const float link = ImGui::GetItemRectMax().x + ui.px(8);
    read_out(ui, "full size time", ui.fonts.small, {link, at.y + ui.px(2)}, ui.palette.muted,
             "about " + time_span(seconds),
             "How long it takes to learn the whole picture as well as the smaller one now.");
}

}  // namespace

void draw_picture_panel(Ui& ui) {
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.fonts;
    const Status& status = ui.status;
    section_head(ui, "PICTURE", "The picture that the network learns.");
    bool& more = ui.state.preferences.more_picture;
    more_button(ui, "more picture", more);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = ui.px(72), x = at.x + side + ui.px(14);
    const float width = at.x + ui.side_width() - x;
    draw_thumbnail(ui, at, side);
    draw_text(ui, fonts.body, {x, at.y + ui.px(5)}, p.text,
              shortened(fonts.body, status.picture_name, width));
    const Image& source = status.picture ? *status.picture : *status.target;
    draw_text(ui, fonts.small, {x, at.y + ui.px(26)}, p.muted,
              pixels_of({source.width, source.height}) + ", " + kKinds[source.channels]);
    const bool smaller = source.width > status.target->width;
    read_out(
        ui, "about the picture", {at.x, at.y, x + width, at.y + ui.px(44)},
        status.picture_name +
            (smaller ? "\nIt is learned smaller, at " + pixels_of(ui.target_size()) + "." : "") +
            (status.picture_note.empty() ? "" : "\n" + status.picture_note) +
            (status.run_path.empty() ? "" : "\nRun: " + status.run_path.string()));
    action_link(ui, Action::open, "open", "Open…", {x, at.y + ui.px(48)}, true);
    ImGui::SetCursorScreenPos({at.x, at.y + side + ui.px(ui.compact ? 6 : 12)});
    draw_full_size(ui);
    if (!more) return;
    draw_branch_line(ui);
    // The note describes how the picture file was converted, for example its colours, or that only
    // the first frame is used.
    if (!status.picture_note.empty()) note(ui, capital(status.picture_note) + ".", p.muted);
    begin_settings(ui);
    draw_train_size(ui);
    draw_batch_note(ui);
    draw_channels(ui);
    end_settings(ui);
}

}  // namespace redraw::ui
