#error "fairshare takes the application's own exact/solve.h for its"
