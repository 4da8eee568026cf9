# Warnings, sanitizers and hardening of our own code, in one interface target.
add_library(redraw_warnings INTERFACE)
target_compile_options(redraw_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wvla)
if(REDRAW_WERROR)
  target_compile_options(redraw_warnings INTERFACE -Werror)
endif()

if(REDRAW_SANITIZE)
  add_compile_options(-fsanitize=${REDRAW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${REDRAW_SANITIZE})
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
else()
  add_compile_options(-fstack-protector-strong)
  add_link_options(-Wl,-z,relro,-z,now)
endif()
