// Tests the studio's lookups of files on threads.
#include "app/library/file_lookup.h"

#include "tests/support/dropped_files.h"
#include "tests/support/eventually.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>

using namespace redraw;
using namespace redraw::ui;
namespace fs = std::filesystem;

namespace {

FileLookup folder_at(std::uint64_t serial, const fs::path& path) {
    return {serial, FolderLookup{path}};
}

template <class Found, class Question>
Found found_by(const Question& asked) {
    return std::get<Found>(look_up({1, asked}).found);
}

}  // namespace

TEST_CASE("a folder lists folders first and the files that are wanted") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "zoo");
    for (const char* name : {"b.PNG", "A.webp", "notes.txt", ".hidden.png", "run.redraw"})
        std::ofstream(folder / name) << "xy";
    FolderLookup asked{folder.path()};
    const FolderListing all = found_by<FolderListing>(asked);
    REQUIRE(all.entries.size() == 4);
    CHECK(all.entries[0].name == "zoo");
    CHECK(all.entries[0].folder);
    CHECK(all.entries[1].name == "A.webp");
    CHECK(all.entries[1].size == 2);
    CHECK(all.entries[2].name == "b.PNG");
    asked.extensions = {".webp"};
    CHECK(found_by<FolderListing>(asked).entries.size() == 2);
    asked.all_files = true;
    CHECK(found_by<FolderListing>(asked).entries.size() == 5);
    asked.folders_only = true;
    CHECK(found_by<FolderListing>(asked).entries.size() == 1);
}

TEST_CASE("the nearest folder that exists is listed, names that are not UTF-8 among the others") {
    const TemporaryFolder folder;
    std::ofstream(folder / "\xff\xfe bad.png") << "x";
    const FolderListing found = found_by<FolderListing>(FolderLookup{folder / "not" / "there"});
    CHECK(found.folder == folder.path());
    REQUIRE(found.entries.size() == 1);
    CHECK(found.entries[0].name.find('\xff') == std::string::npos);
    CHECK(found_by<FolderListing>(FolderLookup{}).folder == fs::current_path());
}

TEST_CASE("a path is nothing, a file or a folder") {
    const DroppedFiles files;
    CHECK(found_by<PathKinds>(
              PathsLookup{{files.folder.path(), files.text, files.folder / "gone"}}) ==
          PathKinds{PathKind::folder, PathKind::file, PathKind::nothing});
}

TEST_CASE("what was dropped is listed by what it is, not by what it is called") {
    const DroppedFiles files;
    const DropListing found = found_by<DropListing>(
        DropLookup{{files.first, files.text, files.second, files.folder / "gone.png"}});
    REQUIRE(found.files.size() == 4);
    CHECK(found.files[0].kind == "PNG");
    CHECK(found.files[0].size == fs::file_size(files.first));
    CHECK(found.files[2].kind == "BMP");
    for (const std::size_t place : {0, 1, 2, 3})
        CHECK(found.files[place].picture == (place == 0 || place == 2));
    CHECK_FALSE(found.more);
    CHECK(found_by<DropListing>(DropLookup{{files.text}}).one_file);
}

TEST_CASE("a folder stands for its pictures, and a full one for the first of them") {
    const DroppedFiles files;
    const DropListing found = found_by<DropListing>(DropLookup{{files.folder.path()}});
    REQUIRE(found.files.size() == 2);  // the text file is left out
    CHECK(found.files[0].name == "a.bmp");
    CHECK_FALSE(found.one_file);
    for (int i = 0; i < int(kMostDropped) + 20; ++i)
        fs::copy_file(files.first, files.folder / ("copy " + std::to_string(i)));
    const DropListing full = found_by<DropListing>(DropLookup{{files.folder.path()}});
    CHECK(full.files.size() == kMostDropped);
    CHECK(full.more);
}

TEST_CASE("a dead disk blocks neither the next question nor the window, nor its end") {
    std::promise<void> back;
    const std::shared_future<void> dead = back.get_future().share();
    std::atomic<int> blocked = 0, returned = 0, changes = 0;
    {
        FileLookups lookups([&] { ++changes; },
                            [&, dead](const FileLookup& asked) {
                                const auto* of = std::get_if<FolderLookup>(&asked.question);
                                if (!of || of->folder != "/dead")
                                    return LookupAnswer{asked.serial, FolderListing{}};
                                ++blocked;
                                dead.wait();
                                ++returned;
                                return LookupAnswer{asked.serial, FolderListing{}};
                            });
        const auto answered = [&](std::size_t kind, std::uint64_t serial) {
            return eventually([&] {
                const auto answer = lookups.answers()[kind];
                return answer && answer->serial == serial;
            });
        };
        lookups.ask(folder_at(1, "/dead"));
        lookups.ask({2, PathsLookup{{"a"}}});
        CHECK(answered(1, 2));
        CHECK_FALSE(lookups.answers()[0]);
        lookups.ask(folder_at(3, "/"));
        CHECK(answered(0, 3));
        // When all threads are blocked, the newest lookup waits until one of them returns.
        for (int i = 0; i < FileLookups::kMostThreads; ++i) {
            lookups.ask(folder_at(4 + std::uint64_t(i), "/dead"));
            if (i + 2 <= FileLookups::kMostThreads)
                REQUIRE(eventually([&] { return blocked == i + 2; }));
        }
        lookups.ask(folder_at(20, "/"));
        CHECK(lookups.answers()[0]->serial == 3);
        CHECK(changes == 2);
    }  // the destructor returns although threads are blocked
    CHECK(returned == 0);
    back.set_value();
    CHECK(eventually([&] { return returned == FileLookups::kMostThreads; }));
    CHECK(changes == 2);  // answers after the destructor are not reported
}

TEST_CASE("a thread that comes back takes the newest question that waits, and its own is too old") {
    std::promise<void> back;
    const std::shared_future<void> dead = back.get_future().share();
    std::atomic<int> blocked = 0;
    FileLookups lookups([] {},
                        [&, dead](const FileLookup& asked) {
                            ++blocked;
                            dead.wait();
                            return LookupAnswer{asked.serial, PathKinds{}};
                        });
    for (int i = 0; i < FileLookups::kMostThreads; ++i) {
        lookups.ask({std::uint64_t(i) + 1, PathsLookup{}});
        REQUIRE(eventually([&] { return blocked == i + 1; }));
    }
    for (const std::uint64_t serial : {20, 21}) lookups.ask({serial, PathsLookup{}});
    CHECK(blocked == FileLookups::kMostThreads);
    back.set_value();
    CHECK(eventually([&] {
        const auto answer = lookups.answers()[1];
        return answer && answer->serial == 21;
    }));
    // Lookup 20 never ran, because lookup 21 replaced it.
    CHECK(eventually([&] { return blocked == FileLookups::kMostThreads + 1; }));
}
