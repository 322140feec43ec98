import { expect, test } from "vitest";
import { localTime } from "./local-time.ts";

const winter = Date.UTC(2026, 0, 15, 12, 0);
const summer = Date.UTC(2026, 6, 15, 12, 0);

test.each([
  ["PL", winter, "Thu, 13:00"],
  ["PL", summer, "Wed, 14:00"],
  ["IN", winter, "Thu, 17:30"],
  // Two zones with the same time: Büsingen in Germany.
  ["DE", winter, "Thu, 13:00"],
  // Several times at the same moment.
  ["US", winter, null],
  ["XX", winter, null],
  ["Poland", winter, null],
  ["", winter, null],
])("%j at %d: %s", (country, now, expected) => {
  expect(localTime(country, now, "en-GB")?.replace(/^(\w+) /, "$1, ") ?? null).toBe(expected);
});
