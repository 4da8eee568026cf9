// Checks that an output overwrites no input and no run.
#pragma once

#include <filesystem>
#include <initializer_list>

namespace redraw {

// An input file of an operation. An output may replace an existing file, but never an input of the
// same operation, even under another name (a link). It replaces a run only if it is a run itself.
// The studio and the command line follow this rule.
struct Input {
    std::filesystem::path path;  // empty: no such input
    const char* what;            // description in the message: "the run itself"
};

// Throws Error if `output` is one of the inputs, or a link to one: "Cannot write a.png: it is the
// picture that is learned."
void require_no_input(const std::filesystem::path& output, std::initializer_list<Input> inputs);
// Like require_no_input(), for an output that is not a run: throws Error also if its folder is
// missing or it would replace a run or its journal ("... it is a Redraw run.").
void require_output(const std::filesystem::path& output, std::initializer_list<Input> inputs);

}  // namespace redraw
