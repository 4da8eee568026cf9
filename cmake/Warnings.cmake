# Warnings about our own code, in one interface target. Errors they are for whoever works on Redraw (the presets,
# with REDRAW_WERROR) and not for who builds it with a compiler that we have not met; nor under sanitizers, whose code
# misleads GCC's warnings about flow.
add_library(redraw_warnings INTERFACE)
set(warnings -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wvla)
list(JOIN warnings "," warnings_of_host)  # nvcc hands them to the host compiler, whose input is nvcc's: never errors
if(REDRAW_WERROR)
  list(APPEND warnings -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # g++ 12 finds overflows in its own library's strings and vectors
    list(APPEND warnings -Wno-error=restrict -Wno-error=stringop-overflow -Wno-error=array-bounds)
  endif()
endif()
target_compile_options(redraw_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:${warnings}>"
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${warnings_of_host},-Wno-unknown-pragmas>)
