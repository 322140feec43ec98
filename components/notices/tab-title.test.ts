import { expect, test } from "vitest";
import { titleWith } from "./use-tab-badge.ts";

test("the number stands before the title once, and goes with the last message", () => {
  expect(titleWith("Inbox · Omnichannel", 3)).toBe("(3) Inbox · Omnichannel");
  expect(titleWith("(3) Inbox · Omnichannel", 4)).toBe("(4) Inbox · Omnichannel");
  expect(titleWith("(3) Inbox · Omnichannel", 0)).toBe("Inbox · Omnichannel");
  expect(titleWith("(99+) Inbox", 100)).toBe("(99+) Inbox");
});
