# Comments as Doxygen wants them: of the file, of what comes next, and of what stands before.
1s#^// #/// \\file\n/// #
2,$s#^\( *\)//\( \|$\)#\1///\2#
s#\([;,{)]\)  *// #\1  ///< #
