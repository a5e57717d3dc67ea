// Assertions in code that also runs on symbolic numbers, which are terms rather than values.
//
// A condition on such numbers may hold for some of their values and fail for others. So a type
// of such numbers with a member `assert_that(bool, const char*)` is told of each condition as it is
// met, and can say for which values it fails; for any other number it is assert.
#pragma once

#include <cassert>

// In templates only: `number` is any number that the condition is about, of a dependent type.
#define FAIRSHARE_ASSERT(number, condition)                           \
  do {                                                                \
    if constexpr (requires { (number).assert_that(true, ""); }) {     \
      (number).assert_that(static_cast<bool>(condition), #condition); \
    } else {                                                          \
      assert(condition);                                              \
    }                                                                 \
  } while (false)
