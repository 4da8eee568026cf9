# Writes a C++ header with files as strings, so that they can be edited as files: gl/fused.comp becomes fused_comp, and
# kAll has the name (without what follows its first dot) and the text of each, in the order of the names.
# Run at build time: cmake -DFOLDER=gl -DKINDS=comp,glsl -DNAMESPACE=... -DOUTPUT=HEADER -P Embed.cmake
if(CMAKE_SCRIPT_MODE_FILE)
  string(REPLACE "," ";" kinds ${KINDS})
  list(TRANSFORM kinds PREPEND ${FOLDER}/*.)
  file(GLOB files ${kinds})
  set(text "// Made by cmake/Embed.cmake.\n#pragma once\n\nnamespace ${NAMESPACE} {\n\n")
  set(all "inline constexpr struct {\n    const char *name, *text;\n} kAll[] = {")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME)
    get_filename_component(first ${file} NAME_WE)
    string(MAKE_C_IDENTIFIER ${name} symbol)
    file(READ ${file} content)
    string(APPEND text "inline constexpr char ${symbol}[] = R\"embedded(${content})embedded\";\n\n")
    string(APPEND all "{\"${first}\", ${symbol}}, ")
  endforeach()
  file(WRITE ${OUTPUT} "${text}${all}};\n\n}  // namespace ${NAMESPACE}\n")
  return()
endif()

# redraw_embed(TARGET HEADER FOLDER NAMESPACE KIND...): lets the sources of TARGET include HEADER, made of the files in
# FOLDER with these extensions.
function(redraw_embed target header folder namespace)
  set(output ${CMAKE_BINARY_DIR}/embedded/${header})
  list(TRANSFORM ARGN PREPEND ${folder}/*. OUTPUT_VARIABLE patterns)
  file(GLOB files CONFIGURE_DEPENDS ${patterns})
  string(JOIN "," kinds ${ARGN})
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DKINDS=${kinds} -DNAMESPACE=${namespace} -DOUTPUT=${output}
            -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    DEPENDS ${files} ${CMAKE_CURRENT_FUNCTION_LIST_FILE} VERBATIM)
  target_sources(${target} PRIVATE ${output})
  target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR}/embedded)
endfunction()
