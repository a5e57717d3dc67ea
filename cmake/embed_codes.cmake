# Writes the pages of docs/codes/ into a C++ source, for cli/explain.h.
#
#   cmake -D PAGES_DIR=docs/codes -D OUTPUT=pages.cpp -P embed_codes.cmake

file(GLOB pages ${PAGES_DIR}/FS*.md)
list(SORT pages)

set(source "// Written by cmake/embed_codes.cmake from docs/codes/.\n#include \"cli/explain.h\"\n\n")
string(APPEND source "namespace fairshare::cli {\nnamespace {\n\nconstexpr Page all[] = {\n")
foreach(page IN LISTS pages)
  get_filename_component(code ${page} NAME_WE)
  file(READ ${page} text)
  string(APPEND source "    {\"${code}\", R\"page(${text})page\"},\n")
endforeach()
string(APPEND source "};\n\n}  // namespace\n\nconst std::span<const Page> pages = all;\n\n")
string(APPEND source "}  // namespace fairshare::cli\n")

file(WRITE ${OUTPUT} "${source}")
