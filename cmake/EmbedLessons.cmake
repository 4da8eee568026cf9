# Writes a C++ header with the built-in lessons as strings, in the order of their numbers.
# Run at build time: cmake -DFOLDER=assets/lessons -DOUTPUT=.../engine/lesson/lesson_files.h -P EmbedLessons.cmake
file(GLOB files ${FOLDER}/*.json)
list(SORT files)
set(text "// Made of assets/lessons/ by cmake/EmbedLessons.cmake.\n#pragma once\n\nnamespace redraw {\n\n")
string(APPEND text "inline constexpr struct {\n    const char *name, *text;\n} kLessonFiles[] = {\n")
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} content)
  string(APPEND text "{\"${name}\", R\"lesson(${content})lesson\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${text}};\n\n}  // namespace redraw\n")
