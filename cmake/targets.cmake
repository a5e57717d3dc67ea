# How a room becomes a target: folder `x` is fairshare_x in the build and fairshare::x for all users.

set(FAIRSHARE_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
# Warnings for which g++ 12 guesses the flow of data are often wrong about optional, variant and string. clang and
# the sanitizers check the same code without guessing.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  list(APPEND FAIRSHARE_WARNINGS -Wno-maybe-uninitialized -Wno-array-bounds -Wno-restrict
    -Wno-stringop-overflow)
endif()

function(fairshare_compile_options target)
  target_compile_options(${target} PRIVATE ${FAIRSHARE_WARNINGS} $<$<BOOL:${FAIRSHARE_WERROR}>:-Werror>)
  target_compile_options(${target} PRIVATE -fno-fast-math)  # even as a part of a project that uses it
  if(FAIRSHARE_ASSERTIONS)
    target_compile_options(${target} PRIVATE -UNDEBUG)
  endif()
endfunction()

# fairshare_compile_fast(target): for code that only drives the rooms. Under sanitizers, optimising takes most of a
# file's compile time, and libFuzzer only needs to follow the code that it feeds. The other rooms keep both.
function(fairshare_compile_fast target)
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    target_compile_options(${target} PRIVATE -O0)
  endif()
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=fuzzer-no-link")
    target_compile_options(${target} PRIVATE -fno-sanitize=fuzzer-no-link)
  endif()
endfunction()

# An application finds the headers of a room at `fairshare/ROOM/...`: include/fairshare has a link to each such room.
function(fairshare_install_room room target headers)
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_property(GLOBAL APPEND PROPERTY fairshare_rooms ${room})
  list(TRANSFORM headers PREPEND ${room}/)
  set_property(GLOBAL APPEND PROPERTY fairshare_public_headers ${headers})
  if(NOT FAIRSHARE_INSTALL)
    return()
  endif()
  install(TARGETS ${target} EXPORT fairshare-${room})
  install(EXPORT fairshare-${room} NAMESPACE fairshare:: FILE fairshare-${room}.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/fairshare)
  foreach(header IN LISTS headers)
    get_filename_component(folder ${header} DIRECTORY)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fairshare/${folder})
  endforeach()
endfunction()

# fairshare_header_library(room header...)
function(fairshare_header_library room)
  set(target fairshare_${room})
  add_library(${target} INTERFACE)
  add_library(fairshare::${room} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${room})
  target_compile_features(${target} INTERFACE cxx_std_20)
  fairshare_install_room(${room} ${target} "${ARGN}")
endfunction()

# fairshare_library(room [IN folder] FILES source... HEADERS header... LINKS room-or-target...
#   [PRECOMPILE header... | PRECOMPILED_IN room])
# Without HEADERS the room serves the command only and is not installed. PRECOMPILED_IN another room: uses that
# room's headers, which takes half a minute less than precompiling the same ones again.
function(fairshare_library room)
  cmake_parse_arguments(ARG "" "IN;PRECOMPILED_IN" "FILES;HEADERS;LINKS;PRECOMPILE" ${ARGN})
  if(NOT ARG_IN)
    set(ARG_IN ${room})
  endif()
  set(target fairshare_${room})
  list(TRANSFORM ARG_FILES PREPEND ${PROJECT_SOURCE_DIR}/${ARG_IN}/)
  add_library(${target} STATIC ${ARG_FILES})
  add_library(fairshare::${room} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${room} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(${target} PUBLIC cxx_std_20)
  if(ARG_HEADERS)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include)
    if(NOT FAIRSHARE_INSTALL)
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  else()
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  endif()
  foreach(link IN LISTS ARG_LINKS)
    if(TARGET fairshare_${link})
      target_link_libraries(${target} PUBLIC fairshare_${link})
    else()
      target_link_libraries(${target} PUBLIC ${link})
    endif()
  endforeach()
  fairshare_compile_options(${target})
  if(ARG_PRECOMPILED_IN)
    target_precompile_headers(${target} REUSE_FROM fairshare_${ARG_PRECOMPILED_IN})
  else()
    target_precompile_headers(${target} PRIVATE ${ARG_PRECOMPILE})
  endif()
  if(ARG_HEADERS)
    fairshare_install_room(${room} ${target} "${ARG_HEADERS}")
  endif()
endfunction()
