import { expect, test } from "vitest";
import { safeReturn } from "./safe-return.ts";

test.each([
  ["/1/inbox?view=mine", "/1/inbox?view=mine"],
  ["/1/channels/abc", "/1/channels/abc"],
  [null, "/"],
  ["", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example/1", "/"],
  ["javascript:alert(1)", "/"],
  ["/\t/evil.example", "/"],
  ["1/inbox", "/"],
])("%j leads to %j", (returnTo, expected) => {
  expect(safeReturn(returnTo)).toBe(expected);
});
