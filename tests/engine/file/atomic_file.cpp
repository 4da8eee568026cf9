#include "engine/system/atomic_file.h"
#include "engine/file/read_file.h"
#include "engine/text/display_name.h"
#include "tests/support/picture_samples.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace fs = std::filesystem;
using namespace redraw;
using namespace redraw::test;

namespace {

const Bytes kOld = bytes_of("old"), kNew = bytes_of("new and longer");

mode_t mode_of(const fs::path& path) {
    struct stat status {};
    REQUIRE(stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777;
}

}  // namespace

TEST_CASE("the file appears at commit and not before") {
    const ScratchFolder folder;
    const fs::path target = folder / "a.bin";
    {
        AtomicFile file(target);
        file.write(kNew);
        CHECK(!fs::exists(target));
        file.commit();
    }
    CHECK(read_all(target) == kNew);
    CHECK(folder.file_count() == 1);
}

TEST_CASE("without commit the old file stays and nothing is left behind") {
    const ScratchFolder folder;
    const fs::path target = folder / "a.bin";
    write_file_atomically(target, kOld);
    {
        AtomicFile file(target);
        file.write(kNew);
    }
    CHECK(read_all(target) == kOld);
    CHECK(folder.file_count() == 1);
}

TEST_CASE("two writers of one target do not mix") {
    const ScratchFolder folder;
    const fs::path target = folder / "a.bin";
    AtomicFile first(target), second(target);
    first.write(kOld);
    second.write(kNew);
    first.commit();
    CHECK(read_all(target) == kOld);
    second.commit();
    CHECK(read_all(target) == kNew);
    CHECK(folder.file_count() == 1);
}

TEST_CASE("a new file has the umask's mode, a replaced one keeps its own") {
    const ScratchFolder folder;
    const mode_t old_mask = umask(027);
    write_file_atomically(folder / "new", kNew);
    umask(old_mask);
    CHECK(mode_of(folder / "new") == 0640);
    REQUIRE(chmod((folder / "new").c_str(), 0604) == 0);
    write_file_atomically(folder / "new", kOld);
    CHECK(mode_of(folder / "new") == 0604);
}

TEST_CASE("a symbolic link stays one and its file is replaced") {
    const ScratchFolder folder;
    fs::create_directory(folder / "sub");
    write_file_atomically(folder / "sub/real", kOld);
    fs::create_symlink("sub/real", folder / "link");
    fs::create_symlink("link", folder / "link2");
    write_file_atomically(folder / "link2", kNew);
    CHECK(fs::is_symlink(folder / "link2"));
    CHECK(read_all(folder / "sub/real") == kNew);

    fs::create_symlink("sub/not-yet", folder / "dangling");
    write_file_atomically(folder / "dangling", kNew);
    CHECK(read_all(folder / "sub/not-yet") == kNew);

    fs::create_symlink("loop", folder / "loop");
    CHECK(contains(error_of([&] { AtomicFile file(folder / "loop"); }), "symbolic links"));
}

TEST_CASE("targets that are not regular files are refused") {
    const ScratchFolder folder;
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(error_of([&] { AtomicFile file(folder.path()); }).ends_with(": it is a folder"));
    CHECK(error_of([&] { AtomicFile file(folder.path() / ""); }).size() > 0);
    CHECK(error_of([&] { AtomicFile file(folder / "pipe"); }) ==
          "Cannot write pipe: it is not a regular file");
    CHECK(error_of([&] { AtomicFile file("/dev/full"); }) ==
          "Cannot write full: it is not a regular file");
    CHECK(error_of([&] { AtomicFile file(folder / "no/such/x.png"); }) ==
          "Cannot write x.png: there is no such folder");
    write_file_atomically(folder / "file", kOld);
    CHECK(contains(error_of([&] { AtomicFile file(folder / "file/x"); }), "Cannot write x: "));
    CHECK(contains(error_of([&] { AtomicFile file(folder / std::string(300, 'n')); }), "too long"));
    CHECK(folder.file_count() == 2);
}

TEST_CASE("the longest name there is can be written") {
    const ScratchFolder folder;
    const std::string name(255, 'n');
    write_file_atomically(folder / name, kNew);
    CHECK(read_all(folder / name) == kNew);
}

TEST_CASE("written at any place and read back, a file still appears whole") {
    const ScratchFolder folder;
    AtomicFile file(folder / "a.bin");
    const Bytes ones(100'000, std::byte{1}), twos(10, std::byte{2});
    file.write_at(0, ones);
    file.write_at(5, twos);
    file.write_at(99'995, twos);
    Bytes back(100, std::byte{9});
    CHECK(file.read_at(99'990, back) == 15);
    CHECK(back[4] == std::byte{1});
    CHECK(back[14] == std::byte{2});
    CHECK(back[15] == std::byte{9});
    CHECK(file.read_at(200'000, back) == 0);
    CHECK(folder.file_count() == 0);
    file.commit();
    const Bytes whole = read_all(folder / "a.bin");
    REQUIRE(whole.size() == 100'005);
    CHECK(std::count(whole.begin(), whole.end(), std::byte{2}) == 20);
}

// A limit on file sizes stands in for a full disk: write() fails, perhaps after some of the bytes.
TEST_CASE("a write that fails is an error and leaves the old file") {
    const ScratchFolder folder;
    const fs::path target = folder / "a.bin";
    write_file_atomically(target, kOld);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit old_limit{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &old_limit) == 0);
    for (const rlim_t limit : {0, 100, 65536, 100'000}) {
        const rlimit small{limit, old_limit.rlim_max};
        REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
        const std::string error = error_of([&] { write_file_atomically(target, Bytes(200'000)); });
        const std::string streamed = error_of([&] {
            AtomicFile file(target);
            for (int i = 0; i < 2000; ++i) file.write(Bytes(100));
            file.commit();
        });
        setrlimit(RLIMIT_FSIZE, &old_limit);
        CHECK(error == "Cannot write a.bin: file too large");
        CHECK(streamed == error);
        CHECK(read_all(target) == kOld);
        CHECK(folder.file_count() == 1);
    }
    std::signal(SIGXFSZ, old_handler);
}

TEST_CASE("a killed process leaves the old file alone") {
    const ScratchFolder folder;
    const fs::path target = folder / "a.bin";
    write_file_atomically(target, kOld);
    const pid_t child = fork();
    if (child == 0) {
        AtomicFile file(target);
        file.write(Bytes(200'000));
        raise(SIGKILL);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    CHECK(read_all(target) == kOld);
}

TEST_CASE("read_file reads regular files only, and says why not") {
    const ScratchFolder folder;
    write_file_atomically(folder / "a", kNew);
    CHECK(read_file(folder / "a", 100) == kNew);
    write_file_atomically(folder / "empty", {});
    CHECK(read_file(folder / "empty", 100).empty());
    CHECK(error_of([&] { read_file(folder / "a", 13); }) ==
          "Cannot open a: it is " + std::to_string(kNew.size()) + " bytes; the limit is 13 bytes");
    write_file_atomically(folder / "more", Bytes(70'000));
    CHECK(error_of([&] { read_file(folder / "more", 65536); }) ==
          "Cannot open more: it is 70 kB; the limit is 66 kB");
    CHECK(error_of([&] { read_file(folder / "b", 13); }) ==
          "Cannot open " + (folder / "b").string() + ": no such file");
    CHECK(contains(error_of([&] { read_file(folder.path(), 13); }), ": it is a folder"));
    CHECK(error_of([&] { read_file("/dev/zero", 13); }) ==
          "Cannot open zero: it is not a regular file");
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(contains(error_of([&] { read_file(folder / "pipe", 13); }), "not a regular file"));
    fs::create_symlink("loop", folder / "loop");
    CHECK(contains(error_of([&] { read_file(folder / "loop", 13); }), "Cannot open loop: "));
}

TEST_CASE("read_stream reads what is open to its end, and no more than the limit") {
    const auto read_pipe = [](const Bytes& bytes, std::uint64_t limit) {
        int ends[2];
        REQUIRE(pipe(ends) == 0);
        const Descriptor from(ends[0]);
        std::thread writer([&, to = Descriptor(ends[1])] {  // write() blocks on a full pipe
            for (std::size_t done = 0; done < bytes.size();) {
                const ssize_t count = write(to.get(), bytes.data() + done, bytes.size() - done);
                if (count < 0) break;
                done += std::size_t(count);
            }
        });
        Bytes all;
        const std::string error = error_of([&] { all = read_stream(from.get(), "it", limit); });
        for (std::byte rest[4096]; read(from.get(), rest, sizeof rest) > 0;) continue;
        writer.join();
        if (error.empty()) CHECK(all == bytes);
        return error;
    };
    const Bytes large(300'001, std::byte{7});
    CHECK(read_pipe({}, 13).empty());
    CHECK(read_pipe({}, 0).empty());
    CHECK(read_pipe(kNew, kNew.size()).empty());
    CHECK(read_pipe(large, large.size()).empty());
    CHECK(read_pipe(large, ~std::uint64_t(0)).empty());
    CHECK(read_pipe(kNew, kNew.size() - 1) == "Cannot open it: it is more than the limit of " +
                                                  std::to_string(kNew.size() - 1) + " bytes");
    CHECK(contains(read_pipe(large, large.size() - 1), "more than the limit"));
    CHECK(contains(read_pipe(large, 65536), "more than the limit"));

    const Descriptor zero(open("/dev/zero", O_RDONLY | O_CLOEXEC));
    CHECK(error_of([&] { read_stream(zero.get(), "it", 3'000'000); }) ==
          "Cannot open it: it is more than the limit of 3 MB");
    CHECK(error_of([] { read_stream(-1, "it", 13); }) == "Cannot open it: it is closed");
    const Descriptor folder(open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    CHECK(contains(error_of([&] { read_stream(folder.get(), "it", 13); }), "it is a folder"));
    const Descriptor terminal(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (terminal.get() >= 0)
        CHECK(contains(error_of([&] { read_stream(terminal.get(), "it", 13); }), "a terminal"));
}

TEST_CASE("a process that must end removes what it has not finished") {
    const TemporaryFolder folder;
    const auto file = temporary_name(folder.path(), ".part");
    const auto frames = temporary_name(folder.path(), ".frames");
    const auto runs = temporary_name(folder.path(), ".runs");
    const auto of_another_machine = folder / ".redraw-00000000-1-1.part",
               finished = folder / "a.png";
    for (const auto& made : {file, of_another_machine, finished}) std::ofstream(made) << "bytes";
    std::filesystem::create_directories(frames);
    std::filesystem::create_directories(runs / "deeper");
    std::ofstream(frames / "frame-0001.png") << "bytes";
    remove_unfinished();
    for (const auto& gone : {file, frames, runs}) CHECK_FALSE(std::filesystem::exists(gone));
    for (const auto& stays : {of_another_machine, finished}) CHECK(std::filesystem::exists(stays));
}

TEST_CASE("display_name is valid UTF-8 whatever the bytes") {
    CHECK(display_name("Löwe 獅子 🦁.png") == "Löwe 獅子 🦁.png");
    CHECK(display_name("\xFF\xFE bad.png") == "\\xFF\\xFE bad.png");
    CHECK(display_name("line\nbreak\x1B[2J\x7F") == "line\\x0Abreak\\x1B[2J\\x7F");
    CHECK(display_name("cute \u202Egnp.exe") == "cute \\xE2\\x80\\xAEgnp.exe");
    for (const char* turned : {"\u2028", "\u2029", "\u202A", "\u2066", "\u2069"})
        CHECK(display_name(turned).starts_with("\\xE2\\x8"));
    CHECK(display_name("می‌خواهم “–” ₂") == "می‌خواهم “–” ₂");
    CHECK(display_name("\xC2\x9B") == "\\xC2\\x9B");           // a C1 control character
    CHECK(display_name("\xC0\xAF") == "\\xC0\\xAF");           // overlong UTF-8
    CHECK(display_name("\xE0\x80\x80") == "\\xE0\\x80\\x80");  // overlong UTF-8
    CHECK(display_name("\xED\xA0\x80") == "\\xED\\xA0\\x80");  // a UTF-16 surrogate
    CHECK(display_name("\xF4\x90\x80\x80") == "\\xF4\\x90\\x80\\x80");
    CHECK(display_name("cut \xE7\x8D") == "cut \\xE7\\x8D");
    CHECK(display_name("").empty());
}
