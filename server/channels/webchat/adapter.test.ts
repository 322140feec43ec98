import { expect, test } from "vitest";
import type { OutgoingMessage } from "../channel.ts";
import { channelOf } from "../registry.ts";
import { webchatAdapter, webchatCredentials } from "./adapter.ts";

test("a channel gets a secret of its own, which nobody has to give", () => {
  const [one, other] = [webchatAdapter.credentials.parse({}), webchatAdapter.credentials.parse({})];
  expect(one.identitySecret).toMatch(/^[0-9a-f]{64}$/);
  expect(other.identitySecret).not.toBe(one.identitySecret);
  expect(webchatCredentials.safeParse({ identitySecret: "short" }).success).toBe(false);
  expect(webchatCredentials.safeParse({ secret: "x".repeat(64) }).success).toBe(false);
});

test("a message is accepted at once under our own id, and so is what an agent does beside writing", async () => {
  const { signal } = new AbortController();
  const message = { messageId: "m-1" } as OutgoingMessage;
  const accepted = { outcome: "accepted", responseStatus: 200 };
  expect(await webchatAdapter.send(message, {}, signal)).toEqual({ ...accepted, externalMessageId: "m-1" });
  const gesture = {
    kind: "read",
    externalClientId: "v",
    externalConversationId: null,
    externalMessageId: "m-2",
  } as const;
  expect(await webchatAdapter.gesture?.(gesture, {}, signal)).toEqual({ ...accepted, externalMessageId: "m-2" });
  expect(channelOf("WEBCHAT").adapter).toBe(webchatAdapter);
});
