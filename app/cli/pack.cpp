// `redraw pack`: a run as a smaller file.
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/run_view.h"

namespace redraw {
namespace {

// `redraw pack`: writes a run, usually smaller, to `output` or, if that is empty, in place of the
// run.
struct PackCommand {
    std::filesystem::path run_path, output;
    std::size_t keyframes = RunFile::kAll;
    void run();
};

}  // namespace
namespace fs = std::filesystem;

void add_pack(CLI::App& app) {
    const auto [command, asked] =
        add_command<PackCommand>(app, "pack", "Write a run as a smaller file");
    add_run(command, asked.run_path);
    add_file(command, "-o,--output", asked.output, "a new run file; default: replace the run");
    command
        .add_option("--keyframes", asked.keyframes,
                    "keep at most this many keyframes; the first, the last and the bookmarks "
                    "always stay; default: all")
        ->check(whole_number<std::size_t>(2));
}

void PackCommand::run() {
    catch_stop_signals();
    if (!output.empty()) require_output(output, {{run_path, "the run itself"}});
    require_memory(packing_bytes(open_run(run_path)), "Packing it", "");
    const auto before = double(fs::file_size(run_path));
    if (output.empty())
        RunFile::pack_in_place(run_path, keyframes);
    else
        open_run(run_path).pack_to(output, keyframes);
    const fs::path& packed = output.empty() ? run_path : output;
    print("{}: {}, of {}\n", display_name(packed), bytes(double(fs::file_size(packed))),
          bytes(before));
}

}  // namespace redraw
