# Builds programs for other Linux systems (scripts/bundle makes the archive). The studio loads the other machine's
# OpenGL driver, which needs libraries of its own, such as libstdc++ and zlib for LLVM. A process loads one library of
# each name: an older copy from the archive, loaded first, would keep a newer driver from loading. Therefore:
# - Most libraries of the programs, and the C++ runtime, are linked statically, and their symbols are hidden.
# - The C library, libgcc_s, which glibc needs, and X11, which OpenGL needs, are the machine's. libgcc_s unwinds the
#   stack: a module and the program must share it, so that exceptions can pass from one to the other.
# - Libraries that only modules need lie in a folder that only modules search; they are loaded after the driver. The
#   folder is in DT_RPATH, which also applies to libraries of libraries, so that they stay as Debian built them.
# - Other shared libraries of the programs, which no driver has, lie in lib/redraw/: libexif, whose licence (LGPL) does
#   not simply allow static linking, and some that Debian has only as shared libraries.
if(NOT REDRAW_BUNDLE)
  return()
endif()
foreach(program redraw redraw-studio)
  if(TARGET ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/redraw")
    target_link_options(${program} PRIVATE -static-libstdc++ -Wl,--exclude-libs,ALL -Wl,--gc-sections)
  endif()
endforeach()
foreach(module redraw_cuda redraw_portal ${modules})
  if(TARGET ${module})
    set_target_properties(${module} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/redraw/modules")
    target_link_options(${module} PRIVATE -static-libstdc++ -Wl,--disable-new-dtags)
  endif()
endforeach()
