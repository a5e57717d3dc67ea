# Turns comments into Doxygen's: for the file, for what comes next, and for what comes before.
1s#^// #/// \\file\n/// #
2,$s#^\( *\)//\( \|$\)#\1///\2#
s#\([;,{)]\)  *// #\1  ///< #
