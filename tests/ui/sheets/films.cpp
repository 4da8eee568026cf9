// The pages of the sheet Share for films and clips.
#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/sharing.h"
#include "ui/actions/timelapse_moves.h"

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("a film ends with what is on the screen, or with a bookmark") {
    Studio studio;
    const auto exported = [&] {
        return newest<&command::ExportFilm::spec>(studio.click("Export")).value();
    };
    const auto open = [&] { studio.open(Dialog::export_film); };
    const auto keep_100 = [&](bool keeps) {
        studio.status.bookmarks =
            shared(keeps ? std::vector<Bookmark>{{100, ""}} : std::vector<Bookmark>());
    };
    open();
    CHECK(studio.count("Bookmark") == 0);  // the run has no bookmark
    CHECK_FALSE(exported().last);
    keep_100(true);
    open();
    CHECK_FALSE(studio.state.of<FilmSheet>().last);
    studio.click("Bookmark");
    CHECK(studio.state.of<FilmSheet>().last == 100);
    const auto& sheet = studio.state.of<FilmSheet>();
    for (int i = 0; i < 100; ++i) {  // the film preview ends at the bookmark, step 100
        Ui ui = studio.ui();
        CHECK(film_moment(ui, 0.1 * i, sheet, sheet.there_and_back, sheet.last).step <= 100);
    }
    studio.click("A dive");
    CHECK(exported().last == 100);
    open();
    studio.click("Latest");
    CHECK_FALSE(exported().last);
    open();
    studio.press(Key::escape);
    keep_100(false);
    open();
    CHECK_FALSE(exported().last);
}

TEST_CASE_FIXTURE(Studio, "several sizes are several films, each under a name of its own") {
    open(Dialog::export_film);
    click("9:16");
    click("1080p");
    click("Curve");
    click("Picture");
    std::vector<FilmSpec> films;
    for (const Requests& requests : click("Export 3 files"))
        for (const Request& request : requests.asked)
            if (const auto* command = std::get_if<Command>(&request))
                if (const auto* film = std::get_if<command::ExportFilm>(command))
                    films.push_back(film->spec);
    REQUIRE(films.size() == 3);
    CHECK(film_size(films[1]) == PixelSize{1920, 1080});
    CHECK(film_size(films[2]) == PixelSize{1080, 1920});
    CHECK(films[0].path.filename().string().starts_with("lion-film-512."));
    CHECK(films[2].path.filename().string().starts_with("lion-film-9x16."));
    for (const FilmSpec& film : films) CHECK((film.curve && film.inset == status.picture));
    open(Dialog::export_film);
    for (const char* size : {"9:16", "1080p", "512"}) click(size);
    settle();
    CHECK_FALSE(asks<command::ExportFilm>(press(Key::enter)));  // no frame size is ticked any more
}

TEST_CASE_FIXTURE(Studio,
                  "a clip is shared in the shape chosen last, copied, and replaces nothing") {
    open(Dialog::share_clip);
    REQUIRE(state.sheets.dialog == Dialog::share_clip);
    click("9:16");
    const auto clip = asked<command::ExportFilm>(press(Key::enter));
    REQUIRE(clip);
    CHECK(clip->origin == Origin::shared);
    CHECK(clip->unused_name);
    CHECK(film_size(clip->spec) == PixelSize{1080, 1920});
    CHECK(clip->spec.seconds + clip->spec.wipe == 6);
    CHECK(clip->spec.wiped == status.picture);
    CHECK(state.sheets.dialog == Dialog::none);
    CHECK(state.preferences.clip_shape == FilmShape::tall);
    open(Dialog::share_clip);
    CHECK(film_size(newest<&command::ExportFilm::spec>(press(Key::enter)).value()).height == 1920);
}

TEST_CASE_FIXTURE(Studio, "the film of a changed network says that it is one") {
    const auto lines = [&] {
        open(Dialog::export_film);
        const int count = ImGui::GetDrawData()->TotalVtxCount;
        tap(Key::escape);
        return count;
    };
    const int plain = lines();
    change_network(state.settings, {{{0, 0}}, {}});
    open(Dialog::export_film);
    CHECK(ImGui::GetDrawData()->TotalVtxCount > plain);
    const auto filmed = newest<&command::ExportFilm::edits>(click("Export"));
    CHECK(filmed.value().muted.size() == 1);
}

TEST_CASE("a film has the picture's shape and the extension of its kind, once") {
    const Image target = make_image(200, 100, 3);
    FilmSheet sheet;
    sheet.longer_side = 300;
    sheet.frames_per_second = 60;
    using enum FilmFormat;
    for (const auto& [name, format, path, fps] : {std::tuple{"lion", gif, "/x/lion.gif", 50},
                                                  {"lion", mp4, "/x/lion.mp4", 60},
                                                  {"lion", webm, "/x/lion.webm", 60},
                                                  {"lion", frames, "/x/lion", 60},
                                                  {"lion.mp4", mp4, "/x/lion.mp4", 60},
                                                  {"lion.mp4", webm, "/x/lion.mp4.webm", 60}})
        for (const bool changed : {false, true}) {
            sheet.name = name;
            sheet.format = format;
            sheet.hold = changed ? 2.5 : 1;
            sheet.caption = changed;
            const FilmSpec spec = plan_film(sheet, target, "/x");
            CHECK(spec.path == path);
            CHECK(spec.frames_per_second == fps);
            CHECK(spec.size == PixelSize{300, 150});
            CHECK(spec.hold == sheet.hold);
            CHECK(spec.caption == changed);
        }
}

TEST_CASE_FIXTURE(Studio, "a film that is there already is replaced when that is asked for twice") {
    const TemporaryFolder folder;
    for (const char* name : {"lion-film.gif", "lion-film.mp4"}) std::ofstream(folder / name) << "x";
    state.preferences.export_folder = folder.path();
    open(Dialog::export_film);
    CHECK_FALSE(asks<command::ExportFilm>(press(Key::enter)));
    CHECK(asks<command::ExportFilm>(press(Key::enter)));
}

TEST_CASE_FIXTURE(Studio, "a film is found by the words that people use") {
    for (const char* words : {"gif", "video", "mp4"}) {
        CAPTURE(words);
        tap(Key::k, true);
        type(words);
        press(Key::enter);
        settle();
        CHECK(state.sheets.dialog == Dialog::export_film);
        tap(Key::escape);
    }
}
