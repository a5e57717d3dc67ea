// The text that holds the solver: all bytes come back, and it is as short as the page expects.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";

import { fromBase91, toBase91 } from "../page/base91.mjs";

test("bytes come back from text, of any length", () => {
  for (let length = 0; length < 300; ++length) {
    for (const bytes of [Buffer.alloc(length), Buffer.alloc(length, 255), randomBytes(length)]) {
      const text = toBase91(bytes);
      assert.deepEqual(Buffer.from(fromBase91(text)), bytes);
      assert.doesNotMatch(text, /[<\\'\s]/);
    }
  }
});

test("text is a quarter longer than its bytes, at most", () => {
  assert(toBase91(randomBytes(100_000)).length < 125_000);
});
