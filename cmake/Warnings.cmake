# Warnings about Redraw's own code, in one interface target. REDRAW_WERROR makes them errors in the developers' presets.
# It is off for users, whose compiler may be untested, and for sanitizers, whose code misleads GCC's flow analysis.
add_library(redraw_warnings INTERFACE)
set(warnings -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wvla)
list(JOIN warnings "," warnings_of_host)  # for the host compiler, whose input is made by nvcc: never errors
if(REDRAW_WERROR)
  list(APPEND warnings -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # g++ 12 warns falsely about its own library
    list(APPEND warnings -Wno-error=restrict -Wno-error=stringop-overflow -Wno-error=array-bounds)
  endif()
endif()
target_compile_options(redraw_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:${warnings}>"
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${warnings_of_host},-Wno-unknown-pragmas>)
