// Nothing but the headers that every test reads, once for all of them; see CMakeLists.txt.
