import { expect, test } from "vitest";
import { AppError } from "./errors.ts";
import { parsePhone, readPhone } from "./phone.ts";

test.each([
  ["+48 600 100 200", null, "+48600100200", "PL"],
  ["48600100200", null, "+48600100200", "PL"],
  ["600 100 200", "pl", "+48600100200", "PL"],
  ["+44 20 7946 0958", "PL", "+442079460958", "GB"],
  ["+1 (415) 555-2671", null, "+14155552671", "US"],
  // In no country's plan: gets the main country of its code.
  ["+15551234567", null, "+15551234567", "US"],
  // Belongs to no country.
  ["+80012345678", null, "+80012345678", null],
])("%s (%s) is %s of %s", (text, country, e164, of) => {
  expect(readPhone(text, country)).toEqual({ e164, country: of });
});

test.each([
  ["abc", "it is not a phone number"],
  ["", "it is not a phone number"],
  ["+48 6001", "no number of its country has that many digits"],
  ["+999 123 456", "it has no country code"],
  ["+1", "it is too short"],
])("%s is refused with its reason", (text, reason) => {
  expect(() => parsePhone("phone", text)).toThrow(AppError);
  expect(() => parsePhone("phone", text)).toThrow(`This phone number cannot be used: ${reason}`);
});
