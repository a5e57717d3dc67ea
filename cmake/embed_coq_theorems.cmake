# Writes the list of the theorems that Coq proves into a C++ source, for cli/prove.h.
#
#   cmake -D LIST=properties/proofs/coq/theorems.txt -D OUTPUT=coq_theorems.cpp -P embed_coq_theorems.cmake

file(READ ${LIST} text)
file(WRITE ${OUTPUT} "// Written by cmake/embed_coq_theorems.cmake from properties/proofs/coq/theorems.txt.
#include \"cli/prove.h\"

namespace fairshare::cli {

const std::string_view coq_theorems = R\"theorems(${text})theorems\";

}  // namespace fairshare::cli
")
