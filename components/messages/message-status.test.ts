import { describe, expect, test } from "vitest";
import { isForward, minutesWaiting, statusOf, tickState, wantsTemplate } from "./message-status.ts";

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

const ours = {
  status: "pending",
  sendState: null,
  local: null,
  isAgent: true,
  type: "text",
  createdAt: "2026-11-21T10:00:00Z",
};

describe("tickState", () => {
  test.each([
    [{ local: { refusal: null } }, "local"],
    [{ local: { refusal: "Too long" } }, "failed"],
    [{ sendState: "queued" }, "queued"],
    [{ sendState: "sending" }, "sending"],
    [{}, "sending"],
    [{ sendState: "unknown" }, "unknown"],
    [{ status: "failed", sendState: "unknown" }, "failed"],
    [{ status: "sent" }, "sent"],
    [{ status: "played" }, "played"],
  ])("%j: %s", (message, state) => {
    expect(tickState({ ...ours, ...message })).toBe(state);
  });
});

describe("minutesWaiting", () => {
  const after = (seconds: number) => Date.parse(ours.createdAt) + seconds * 1_000;

  test.each([
    [{}, 60, null],
    [{}, 61, 1],
    [{ sendState: "queued" }, 185, 3],
    [{ local: { refusal: null } }, 90, 1],
    [{ local: { refusal: "Too long" } }, 90, null],
    [{ status: "sent" }, 900, null],
    [{ isAgent: false }, 900, null],
  ])("%j after %d s: %s", (message, seconds, minutes) => {
    expect(minutesWaiting({ ...ours, ...message }, after(seconds))).toBe(minutes);
  });
});

test.each([
  ["More than 24 hours have passed since the contact wrote; send them a template (131047)", false, true],
  ["The number is not on WhatsApp (131026)", false, false],
  ["The number is not on WhatsApp (131026)", true, true],
  ["Order 1310470", false, false],
  [null, false, false],
])("after %j, window closed %s, a template is offered: %s", (error, isWindowClosed, offered) => {
  expect(wantsTemplate(error, isWindowClosed)).toBe(offered);
});
