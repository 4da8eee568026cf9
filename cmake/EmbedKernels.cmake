# Writes a C++ header with the source files of the OpenGL backend's kernels as strings.
# Run at build time: cmake -DFOLDER=gl -DOUTPUT=.../gl/kernel_files.h -P EmbedKernels.cmake
file(GLOB files ${FOLDER}/*.glsl ${FOLDER}/*.comp)
set(text "// Made of gl/*.glsl and gl/*.comp by cmake/EmbedKernels.cmake.\n#pragma once\n\nnamespace redraw::gl::kernel_files {\n\n")
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} content)
  string(APPEND text "inline constexpr char ${name}[] = R\"glsl(${content})glsl\";\n\n")
endforeach()
file(WRITE ${OUTPUT} "${text}}  // namespace redraw::gl::kernel_files\n")
