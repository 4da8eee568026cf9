# The OpenGL loader, generated at build time from python3-glad's own gl.xml (--reproducible keeps it off the
# network). Nothing generated is committed.
set(REDRAW_GLAD "" CACHE PATH "Folder of a loader generated elsewhere (scripts/gpu-check --pack)")
if(REDRAW_GLAD)
  add_library(glad STATIC ${REDRAW_GLAD}/src/gl.c)
  target_include_directories(glad SYSTEM PUBLIC ${REDRAW_GLAD}/include)
  return()
endif()
find_program(GLAD_PROGRAM glad PATHS /usr/bin NO_DEFAULT_PATH)
if(GLAD_PROGRAM)
  set(glad_dir ${CMAKE_BINARY_DIR}/glad)
  add_custom_command(
    OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
    COMMAND ${GLAD_PROGRAM} --api gl:core=3.3 --extensions GL_KHR_debug --reproducible --out-path ${glad_dir} c
    COMMENT "Generating the OpenGL loader")
  add_library(glad STATIC ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h)
  target_include_directories(glad SYSTEM PUBLIC ${glad_dir}/include)
  set_target_properties(glad PROPERTIES UNITY_BUILD OFF)
elseif(REDRAW_STUDIO)
  message(FATAL_ERROR "The studio needs the program glad (Debian: python3-glad).")
endif()
