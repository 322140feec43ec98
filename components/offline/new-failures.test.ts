import { expect, test } from "vitest";
import { newFailures } from "../inbox/announcer.tsx";

const sent = (messageId: string, status: string, isAgent = true) => ({ messageId, status, isAgent });
const ids = (bubbles: { messageId: string }[]) => bubbles.map(({ messageId }) => messageId);

test("a failure is told when it happens, once, and again when a new attempt fails", () => {
  const alive = new Set<string>();
  expect(newFailures([sent("old", "failed"), sent("a", "pending"), sent("b", "sent")], alive)).toEqual([]);
  expect(ids(newFailures([sent("old", "failed"), sent("a", "failed"), sent("b", "read")], alive))).toEqual(["a"]);
  expect(newFailures([sent("a", "failed"), sent("b", "read")], alive)).toEqual([]);
  expect(newFailures([sent("older", "failed"), sent("a", "pending")], alive)).toEqual([]);
  expect(ids(newFailures([sent("a", "failed"), sent("b", "failed")], alive))).toEqual(["a", "b"]);
});

test("what the customer writes cannot fail", () => {
  const alive = new Set<string>();
  newFailures([sent("c", "delivered", false)], alive);
  expect(newFailures([sent("c", "failed", false)], alive)).toEqual([]);
});
