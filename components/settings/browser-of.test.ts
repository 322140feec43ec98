import { expect, test } from "vitest";
import { browserOf } from "./profile-sessions.tsx";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    { browser: "Chrome", system: "Windows", isMobile: false },
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    { browser: "Safari", system: "iOS", isMobile: true },
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
    { browser: "Firefox", system: "Linux", isMobile: false },
  ],
  ["", { browser: null, system: null, isMobile: false }],
  [null, { browser: null, system: null, isMobile: false }],
])("%s", (userAgent, expected) => {
  expect(browserOf(userAgent)).toEqual(expected);
});
