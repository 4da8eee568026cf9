# Chooses the decoder modules (folder formats/) to build, by their libraries' versions. REDRAW_FORMATS lists them.
# Also finds each library's Debian package (or its -dev package), which the programs tell users who lack the library.
pkg_check_modules(TIFF IMPORTED_TARGET libtiff-4>=4.5)
pkg_check_modules(AVIF IMPORTED_TARGET libavif>=0.11)
pkg_check_modules(HEIF IMPORTED_TARGET libheif>=1.15)
pkg_check_modules(JXL IMPORTED_TARGET libjxl>=0.7 libjxl_threads>=0.7)
set(REDRAW_FORMATS "")
foreach(format tiff avif heif jxl)
  string(TOUPPER ${format} library)
  if(${library}_FOUND)
    list(APPEND REDRAW_FORMATS ${format})
  else()
    message(STATUS "Pictures of the kind ${format} are not read: lib${format}-dev is not here")
  endif()
  set(package lib${format}-dev)
  execute_process(COMMAND dpkg-query -W -f "\${Depends}" lib${format}-dev
                  OUTPUT_VARIABLE depends ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND depends MATCHES "(lib${format}[0-9][^ ,]*)")
    set(package ${CMAKE_MATCH_1})
  endif()
  set_property(SOURCE engine/image/format_module.cpp APPEND PROPERTY COMPILE_DEFINITIONS
               REDRAW_${library}_PACKAGE="${package}")
endforeach()
