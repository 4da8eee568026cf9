# Programs for other Linux systems (scripts/bundle makes the archive). A studio runs in one process with that machine's
# OpenGL driver, which brings libraries of its own: libstdc++ and zlib, for one, which LLVM needs. One process has one
# library of a name, so that an older one of ours, loaded first, would keep a newer driver from loading. Therefore
# - what the programs need is linked into them, the C++ runtime too, and shows nothing to the outside;
# - of the C library, of libgcc_s, without which no C library comes, and of X11, which OpenGL brings along, they take the
#   machine's. libgcc_s unwinds the stack: an exception that leaves a module for the program needs one for both;
# - what only modules need lies in a folder that only they look into, and they are loaded after the driver. Theirs is
#   DT_RPATH, which holds for libraries of libraries too, so that each stays as Debian made it;
# - what is neither in a driver nor may be linked in without further ado (LGPL) lies in lib/redraw/.
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
