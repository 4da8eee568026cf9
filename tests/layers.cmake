# Fails if a file includes a header of a folder that its own folder must not know, if a folder exceeds its budget of lines or 55
# sources, a source 500 lines, if ui accesses files, or if code for one operating system stands outside the border. Folders cannot
# include each other in a circle: each is listed below those that it may include.
cmake_policy(VERSION 3.25)
set(file_limit 55)
set(line_limit 500)
set(folders "")
# may_include(FOLDER BUDGET KNOWN...): files of FOLDER may include headers of FOLDER and KNOWN folders only; ui also `values`. BUDGET:
# the lines that FOLDER may have. Whoever raises one says in the commit what the lines are for.
function(may_include folder budget)
  set(folders ${folders} ${folder} PARENT_SCOPE)
  foreach(known ${ARGN})
    if(NOT known IN_LIST folders)
      message(SEND_ERROR "${folder}: ${known} is not above it in the list")
    endif()
  endforeach()
  string(JOIN "|" knows ${folder} ${ARGN})
  file(GLOB sources ${ROOT}/${folder}/*.h ${ROOT}/${folder}/*.cpp ${ROOT}/${folder}/*.cu)
  list(LENGTH sources count)
  if(count GREATER file_limit)
    message(SEND_ERROR "${folder}: ${count} files (limit ${file_limit})")
  endif()
  set(total 0)
  foreach(source ${sources})
    file(STRINGS ${source} includes REGEX "^ *#include \"")
    foreach(line ${includes})
      if(folder MATCHES "^ui" AND line MATCHES "\"engine/(.+)\\.h\"")
        if(NOT CMAKE_MATCH_1 IN_LIST values)
          message(SEND_ERROR "${source}: ${line}: ui knows the values of the engine only")
        endif()
      elseif(line MATCHES "\"((engine|cuda|gl|av|formats|ui|app|tests|bench)[a-z_/]*)/" AND NOT CMAKE_MATCH_1 MATCHES "^(${knows})$")
        message(SEND_ERROR "${source}: ${line}")
      endif()
    endforeach()
    file(READ ${source} text)
    if(folder MATCHES "^ui" AND text MATCHES "${file_access}")
      message(SEND_ERROR "${source}: ${CMAKE_MATCH_1}: ui asks the app about files (ui/state/lookup.h)")
    endif()
    if(NOT folder MATCHES "${border}" AND "\n${text}" MATCHES "${system_code}")
      message(SEND_ERROR "${source}: ${CMAKE_MATCH_0}: only folders named posix and windows know the operating system (engine/system, app/system)")
    endif()
    string(REGEX MATCHALL "\n" lines "${text}")
    list(LENGTH lines count)
    if(count GREATER line_limit)
      message(SEND_ERROR "${source}: ${count} lines (limit ${line_limit})")
    endif()
    math(EXPR total "${total} + ${count}")
  endforeach()
  if(total GREATER budget)
    message(SEND_ERROR "${folder}: ${total} lines (budget ${budget})")
  endif()
endfunction()

# Headers of POSIX, Linux, X11 and Windows, and questions to the preprocessor for a system. The file dialog is a module for Linux alone.
set(border "/(posix|windows)$|^app/portal$|^bench")
set(system_code "\n *#include <((unistd|fcntl|dlfcn|poll|spawn|sched|pthread|semaphore|termios|dirent|malloc|windows|io|process|psapi|shellapi|shlobj|(sys|X11|xcb|linux)/[A-Za-z_]+)\\.h|csignal)>|\n *#(if|elif)[^\n]*(__linux__|__unix__|__APPLE__|_WIN32|__GLIBC__)")

# The core.
may_include(engine 278)
may_include(engine/text 658 engine)
# The border to the operating system: what the callers want, and how POSIX systems and Windows do it.
may_include(engine/system 703 engine engine/text)
may_include(engine/system/posix 971 engine engine/text engine/system)
may_include(engine/system/windows 969 engine engine/text engine/system)
may_include(engine/file 264 engine engine/text engine/system)
may_include(engine/network 1926 engine engine/text engine/system engine/file)
may_include(engine/module 110 engine engine/text engine/system)
may_include(engine/image 5382 engine engine/text engine/system engine/file engine/module)
may_include(engine/data 1821 engine engine/text engine/network engine/image)
may_include(engine/backend 498 engine engine/text engine/network engine/image engine/data)
may_include(engine/cpu 3646 engine engine/system engine/module engine/network engine/data engine/backend)
may_include(engine/cpu/windows 11 engine engine/network engine/backend engine/cpu)
may_include(engine/device 1563 engine engine/module engine/text engine/system engine/file engine/network engine/backend engine/cpu)
may_include(engine/run 4465 engine engine/text engine/system engine/file engine/network engine/image engine/data)
set(learned engine engine/module engine/text engine/system engine/file engine/network engine/image engine/data engine/backend engine/device engine/run)
may_include(engine/drawing 2101 ${learned})
may_include(engine/export 850 ${learned} engine/drawing)
may_include(engine/training 2140 ${learned} engine/drawing)
set(core ${learned} engine/drawing engine/export engine/training)

# Features, which the core cannot include: tests/features.py takes them out. Those that stand below may use those above.
may_include(engine/features 0)
may_include(engine/features/film 2034 ${core})
may_include(engine/features/page 1218 ${core})
may_include(engine/features/page/scripts 0)
may_include(engine/features/enlarge 350 ${core})
may_include(engine/features/lesson 700 ${core})
may_include(engine/features/batch 1886 ${core} engine/cpu)
may_include(engine/features/batch/posix 137 ${core} engine/features/batch)
may_include(engine/features/batch/windows 106 ${core} engine/system/windows engine/features/batch)
may_include(engine/features/tiles 300 ${core})
may_include(engine/features/studies 1626 ${core} engine/features/enlarge)
may_include(engine/features/neurons 800 ${core} engine/features/film engine/features/studies)
may_include(engine/features/doctor 800 ${core})
may_include(engine/features/scan_line 494 ${core} engine/features/studies)
may_include(engine/features/microscope 400 ${core} engine/features/studies)
may_include(engine/features/looks 205 ${core} engine/features/studies)
may_include(engine/features/explanation 347 ${core} engine/features/studies engine/features/doctor engine/features/scan_line)
may_include(engine/features/compare 300 ${core})
may_include(engine/features/race 200 ${core} engine/features/compare)
set(features engine/features/film engine/features/page engine/features/enlarge engine/features/lesson engine/features/batch engine/features/tiles
    engine/features/studies engine/features/neurons engine/features/doctor engine/features/scan_line engine/features/microscope
    engine/features/looks engine/features/explanation engine/features/compare engine/features/race)

# The session puts both together.
may_include(engine/session 2852 ${core} ${features})
set(engine ${folders})

may_include(av 450 ${core} engine/features/film)
may_include(formats 1450 engine engine/module engine/text engine/system engine/file engine/image)
may_include(gl 1638 engine engine/text engine/system engine/module engine/network engine/data engine/image engine/backend engine/device)
may_include(gl/posix 141 engine/text engine/system gl)
may_include(gl/windows 119 gl)
may_include(cuda 4375 engine engine/system engine/module engine/network engine/data engine/backend engine/device)

# The engine's headers that ui may include: mostly values, and pure functions of them. ui accesses no files.
set(values
    arithmetic error
    data/batch_by_size data/own_preset data/resolve data/sampling
    features/doctor/doctor drawing/method features/neurons/neuron_colours
    image/grid image/image image/quality
    network/config network/parameters network/presets network/schedule
    features/lesson/lesson
    run/history run/keyframes run/bookmarks run/race system/file_name system/shell_line
    session/command session/status features/compare/compared_state features/studies/results features/studies/view_request features/enlarge/enlarging_measure
    text/display_name text/names text/numbers text/words
    # Most headers below also declare a job, a reader or a writer beside the values that ui uses.
    features/neurons/neuron_sum features/neurons/poster export/export drawing/caption drawing/dive features/film/film features/film/film_layout drawing/keyframe_mix drawing/pace features/film/race_film image/image_writer features/batch/batch_view
    # A study beside its result.
    features/explanation/explanation features/studies/export_preview features/studies/keyframe_changes features/studies/keyframe_thumbnails features/looks/looks
    features/microscope/microscope features/neurons/neuron_study features/studies/original_psnr features/studies/pixel_history features/scan_line/place_detail
    features/studies/then_and_now)

set(file_access "(ifstream|ofstream|fopen|directory_iterator|is_directory|is_regular_file|file_size\\(|fs::exists|filesystem::exists)")
may_include(ui/theme 400)
may_include(ui/state 2598 ui/theme)
may_include(ui/kit 2238 ui/theme ui/state)
set(parts ui/theme ui/state ui/kit)
may_include(ui/actions 3033 ${parts})
may_include(ui/runs 278 ${parts} ui/actions)
may_include(ui/settings 909 ${parts} ui/actions ui/runs)
may_include(ui/time 1642 ${parts} ui/actions ui/runs ui/settings)
may_include(ui/centre 3224 ${parts} ui/actions ui/runs)
may_include(ui/sheets 4348 ${parts} ui/actions ui/runs)
set(panels ${parts} ui/actions ui/runs ui/settings ui/time ui/centre ui/sheets)
may_include(ui 1334 ${panels})

may_include(app/system 255 ${engine})
may_include(app/system/posix 894 ${engine} app/system)
may_include(app/system/windows 519 ${engine} app/system)
may_include(app/process 300 ${engine})
may_include(app/cli 4769 ${engine} app/system app/process)
may_include(app/gl 450 ${engine})
may_include(app/library 809 ${engine} app/system ui/theme ui/state)
may_include(app/portal 350 ${engine} ${parts} ui/actions)
may_include(app/desktop 773 ${engine} app/system ${parts} ui/actions app/gl app/library)
may_include(app/studio 1721 ${engine} ${panels} ui app/system app/process app/gl app/library app/portal app/desktop)
may_include(app 200 ${engine} gl app/system app/process app/cli app/studio app/desktop)
may_include(bench/results 0)
may_include(bench 798 ${engine} gl app/system app/process app/cli)

file(GLOB_RECURSE sources LIST_DIRECTORIES true RELATIVE ${ROOT} ${ROOT}/engine/* ${ROOT}/av/* ${ROOT}/cuda/* ${ROOT}/gl/* ${ROOT}/formats/* ${ROOT}/ui/* ${ROOT}/app/* ${ROOT}/bench/*)
foreach(folder ${sources})
  if(IS_DIRECTORY ${ROOT}/${folder} AND NOT folder IN_LIST folders)
    message(SEND_ERROR "${folder} is not in the list")
  endif()
endforeach()
