import { expect, test } from "vitest";
import { keptZone } from "./zone-cookie.ts";

test.each([
  ["America/New_York", "America/New_York"],
  ["europe/berlin", "Europe/Berlin"],
  [undefined, "UTC"],
  ["", "UTC"],
  ["Nowhere/Land", "UTC"],
  ["<script>", "UTC"],
])("the cookie %s: times in %s", (cookie, zone) => {
  expect(keptZone(cookie)).toBe(zone);
});
