import { describe, expect, test } from "vitest";
import { isForward, statusOf } from "./message-status.ts";

describe("isForward", () => {
  test.each([
    ["pending", "sent", true],
    ["sent", "failed", true],
    ["failed", "delivered", true],
    ["delivered", "read", true],
    ["read", "played", true],
    ["read", "read", true],
    ["read", "delivered", false],
    ["delivered", "failed", false],
    ["failed", "sent", false],
  ])("%s then %s: %s", (current, next, expected) => {
    expect(isForward(current, next)).toBe(expected);
  });

  test("a word that is not known counts as the lowest", () => {
    expect(statusOf("teleported")).toBe("pending");
    expect(isForward("sent", "teleported")).toBe(false);
  });
});
