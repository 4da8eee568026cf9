# Warnings, sanitizers and hardening of our own code, in one interface target.
add_library(redraw_warnings INTERFACE)
set(warnings -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wvla)
if(REDRAW_WERROR)
  list(APPEND warnings -Werror)
endif()
list(JOIN warnings "," warnings_of_host)  # nvcc hands them to the host compiler
target_compile_options(redraw_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:${warnings}>"
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${warnings_of_host},-Wno-unknown-pragmas>)

if(REDRAW_SANITIZE)
  add_compile_options("$<$<NOT:$<COMPILE_LANGUAGE:CUDA>>:-fsanitize=${REDRAW_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>")
  add_link_options(-fsanitize=${REDRAW_SANITIZE})
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
else()
  add_compile_options("$<$<NOT:$<COMPILE_LANGUAGE:CUDA>>:-fstack-protector-strong>")
  add_link_options(-Wl,-z,relro,-z,now)
endif()
