# Writes the files of properties/proofs/smt-lib/ into a C++ source, for properties/z3/lemmas.h.
#
#   cmake -D LEMMAS_DIR=properties/proofs/smt-lib -D OUTPUT=lemma_files.cpp -P embed_lemmas.cmake

# A semicolon opens a comment in SMT-LIB and separates the items of a list here; in quotes it does neither.
file(GLOB lemmas ${LEMMAS_DIR}/*.smt2)
list(SORT lemmas)
if(NOT lemmas)
  message(FATAL_ERROR "no lemmas in ${LEMMAS_DIR}")
endif()

set(source "// Written by cmake/embed_lemmas.cmake from properties/proofs/smt-lib/.\n")
string(APPEND source "#include \"properties/z3/lemmas.h\"\n\n")
string(APPEND source "namespace fairshare::prover {\nnamespace {\n\nconstexpr LemmaFile all[] = {\n")
foreach(lemma IN LISTS lemmas)
  get_filename_component(path ${lemma} NAME)
  file(READ ${lemma} text)
  string(APPEND source "    {\"${path}\", R\"lemma(${text})lemma\"},\n")
endforeach()
string(APPEND source "};\n\n}  // namespace\n\n")
string(APPEND source "std::span<const LemmaFile> all_lemma_files() {\n  return all;\n}\n\n")
string(APPEND source "}  // namespace fairshare::prover\n")

file(WRITE ${OUTPUT} "${source}")
