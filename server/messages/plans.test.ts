import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { InboundMessage } from "../channels/inbound.ts";
import type { Actor, Ctx } from "../ctx.ts";
import type { AppError } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { testCtx } from "../testing/factories.ts";
import type { Facts, Known } from "./facts.ts";
import { isPlainInbound, planInbound, planStanding } from "./plan-inbound.ts";
import { readOutgoing } from "./outgoing-message.ts";
import { planOutgoing } from "./plan-outgoing.ts";

const HOUR = 3_600_000;
const ids = {
  conv: randomUUID(),
  client: randomUUID(),
  channel: randomUUID(),
  agent: randomUUID(),
  other: randomUUID(),
};

type Changes = { [Part in keyof Facts]?: Partial<Facts[Part]> };

function known(
  { conv, channel, contact, keywords }: Changes = {},
  lastClientMessageAt: Date | null = new Date(),
): Known {
  return {
    lastClientMessageAt,
    facts: {
      conv: {
        ...{
          workspaceId: 1,
          id: ids.conv,
          clientId: ids.client,
          integrationId: ids.channel,
          externalConversationId: null,
        },
        ...{
          assigneeId: null,
          aiId: null,
          ended: false,
          dormant: false,
          hasOtherApp: false,
          isPlayground: false,
          isRatingAsked: false,
        },
        ...conv,
      },
      channel: {
        type: "CUSTOM",
        state: "active",
        isDeleted: false,
        readReceipts: "opened",
        lateReplies: false,
        ...channel,
      },
      contact: { externalClientId: "maria", isArchived: false, isOptedOut: false, ...contact },
      keywords: { optOut: "STOP", optIn: "START", ...keywords },
    },
  };
}

describe("planInbound", () => {
  const integration = {
    id: ids.channel,
    type: "CUSTOM",
    accountId: null,
    credentials: "sealed",
    isPlayground: false,
  } as Integration;
  const inbound: InboundMessage = {
    ...{ senderId: "maria", externalMessageId: "m-1", externalConversationId: null, type: "text", content: "Hello" },
    ...{ profile: {}, replyTo: null, providerAt: null },
  };
  const plan = (changes: Changes = {}, message: Partial<InboundMessage> = {}) =>
    planInbound(integration, { ...inbound, ...message }, known(changes), null);

  test("stores the message, and tells of it what its subscribers know it by", () => {
    const write = plan();
    expect(write).toMatchObject({
      conv: { id: ids.conv },
      message: { content: "Hello", isAgent: false, status: "delivered", createdBy: ids.client, clientAddress: "maria" },
      send: null,
      guard: { facts: known().facts, from: { sender: "maria", credentials: "sealed", names: null } },
    });
    expect(write?.events.map(({ name, payload }) => [name, payload?.messageId, payload?.clientId])).toEqual([
      ["INCOMING_MESSAGE", write?.id, ids.client],
    ]);
  });

  test.each<[string, Changes, Partial<InboundMessage>]>([
    ["an archived contact comes back", { contact: { isArchived: true } }, {}],
    ["another app begins to answer", {}, { isStandby: true }],
    ["another app stops answering", { conv: { hasOtherApp: true } }, {}],
    ["a dormant conversation wakes", { conv: { dormant: true } }, {}],
    ["it may be a rating", { conv: { isRatingAsked: true } }, {}],
    ["the playground", { conv: { isPlayground: true } }, {}],
    ["a channel that is off", { channel: { state: "disabled" } }, {}],
    ["a channel that is gone", { channel: { isDeleted: true } }, {}],
    ["the opt-out keyword", {}, { content: " stop " }],
    ["the opt-in keyword of who opted out", { contact: { isOptedOut: true } }, { content: "Start" }],
  ])("leaves to the transaction: %s", (_, changes, message) => {
    expect(plan(changes, message)).toBeNull();
  });

  test.each<[string, Changes, Partial<InboundMessage>]>([
    ["a channel in error still takes what comes", { channel: { state: "error" } }, {}],
    ["any other word of who opted out", { contact: { isOptedOut: true } }, { content: "Stopped by" }],
    ["the opt-in keyword of who never opted out", {}, { content: "START" }],
    ["a keyword that is no text", {}, { type: "location", content: "stop" }],
    ["another app goes on answering", { conv: { hasOtherApp: true } }, { isStandby: true }],
    ["no keyword is set", { keywords: { optOut: null } }, { content: "stop" }],
  ])("stores: %s", (_, changes, message) => {
    expect(plan(changes, message)).not.toBeNull();
  });

  test("keeps the answered message, or the provider's quote where that is not stored", () => {
    const replyTo = { id: "m-0", content: "Which size?", type: "text" };
    const message = (stored: { id: string } | null) =>
      planInbound(integration, { ...inbound, replyTo }, known(), stored)?.message;
    expect(message({ id: ids.other })).toMatchObject({ replyToMessageId: ids.other, replyContext: null });
    expect(message(null)).toMatchObject({ replyToMessageId: null, replyContext: replyTo });
  });

  test("what has to be downloaded, or may be a rating, is not decided here", () => {
    expect(isPlainInbound(integration, inbound)).toBe(true);
    const file = { type: "image", url: "https://files.example/1" } as unknown as InboundMessage["media"];
    expect(isPlainInbound(integration, { ...inbound, media: file })).toBe(false);
    const choice = { type: "interactive", content: JSON.stringify({ reply: { id: `rating:${ids.conv}:4` } }) } as const;
    expect(isPlainInbound(integration, { ...inbound, ...choice })).toBe(false);
  });
});

describe("planStanding", () => {
  const keywords = { optOut: "STOP", optIn: "START" };
  const text = (content: string) => ({ type: "text", content }) as InboundMessage;
  const plan = (
    content: string,
    contact: Partial<Parameters<typeof planStanding>[0]["contact"]>,
    unarchives = true,
  ) => {
    const standing = { isArchived: false, isOptedOut: false, isArchivedByKeyword: false, ...contact };
    return planStanding({ contact: standing, keywords, unarchives }, text(content));
  };
  const byKeyword = { isArchived: true, isOptedOut: true, isArchivedByKeyword: true };

  test.each([
    ["a word", plan("Hi", {}), []],
    ["the opt-out keyword", plan("stop", {}), ["optsOut"]],
    ["the opt-in keyword of who never opted out", plan("START", {}), []],
    ["the opt-in keyword of who opted out", plan("START", { isOptedOut: true }), ["optsIn"]],
    ["a word of somebody archived", plan("Hi", { isArchived: true }), ["isUnarchived"]],
    ["the same where nobody comes back by writing", plan("Hi", { isArchived: true }, false), []],
    [
      "the opt-in keyword of a contact whom the opt-out archived",
      plan("START", byKeyword, false),
      ["optsIn", "isUnarchived"],
    ],
    [
      "the same of a contact whom an agent archived",
      plan("START", { ...byKeyword, isArchivedByKeyword: false }, false),
      ["optsIn"],
    ],
    ["the opt-out keyword of somebody archived", plan("STOP", { isArchived: true }), ["optsOut"]],
  ])("%s", (_, { isRouted: __, ...changes }, expected) => {
    expect(Object.entries(changes).flatMap(([name, is]) => (is ? [name] : []))).toEqual(expected);
  });

  test("a contact who is not archived in the end is routed, and nobody else", () => {
    const contact = fc.record({
      isArchived: fc.boolean(),
      isOptedOut: fc.boolean(),
      isArchivedByKeyword: fc.boolean(),
    });
    const words = fc.constantFrom("Hi", "STOP", "START");
    fc.assert(
      fc.property(words, contact, fc.boolean(), (word, standing, unarchives) => {
        const { optsOut, optsIn, isUnarchived, isRouted } = plan(word, standing, unarchives);
        expect(optsOut && (optsIn || isUnarchived)).toBe(false);
        expect(isUnarchived && !standing.isArchived).toBe(false);
        if (optsOut) expect(isRouted).toBe(false);
        else if (standing.isArchived) expect(isRouted).toBe(isUnarchived);
        else expect(isRouted).toBe(true);
      }),
    );
  });
});

describe("planOutgoing", () => {
  const person = (role: "ADMIN" | "AGENT"): Actor =>
    ({ kind: "user", userId: randomUUID(), role, agentId: ids.agent }) as Actor;
  const key = { kind: "workspaceKey", keyId: randomUUID(), label: "key" } as const;
  const plan = (actor: Actor, changes: Changes = {}, at: Date | null = new Date(), type: "text" | "note" = "text") => {
    const ctx: Ctx = { ...testCtx(1, actor), plan: "PREMIUM" };
    return planOutgoing(ctx, readOutgoing({ content: "Good day", type }), null, known(changes, at));
  };
  /** The code with which it is refused. */
  const refusal = (...asked: Parameters<typeof plan>) => {
    try {
      return plan(...asked);
    } catch (error) {
      return (error as AppError).code;
    }
  };

  test("queues a reply, tells of it and of its status, and empties the draft of the person who wrote it", () => {
    const write = plan(person("ADMIN"));
    expect(write).toMatchObject({
      ...{ send: "reply", message: { content: "Good day", isAgent: true, status: "pending", agentId: ids.agent } },
      guard: { agentId: ids.agent },
    });
    expect(write?.events.map(({ name }) => name)).toEqual(["OUTGOING_MESSAGE", "MESSAGE_UPDATED_SMPP"]);
    expect(plan(key)?.guard.agentId).toBeNull();
  });

  test.each<[string, Changes, string]>([
    ["an ended conversation", { conv: { ended: true } }, "CONFLICT"],
    ["an archived contact", { contact: { isArchived: true } }, "CLIENT_ARCHIVED"],
    ["a channel that is off", { channel: { state: "disabled" } }, "CHANNEL_INACTIVE"],
    ["a channel that waits", { channel: { state: "pending" } }, "CHANNEL_INACTIVE"],
    ["a channel that is gone", { channel: { isDeleted: true } }, "CHANNEL_INACTIVE"],
  ])("a reply is refused in %s, and a note is kept", (_, changes, code) => {
    for (const actor of [person("ADMIN"), key]) {
      expect(refusal(actor, changes)).toBe(code);
      expect(plan(actor, changes, null, "note")).toMatchObject({ send: null, message: { status: "delivered" } });
    }
  });

  test.each<[string, Changes]>([
    ["one that was asked for a rating", { conv: { isRatingAsked: true } }],
    ["the playground", { conv: { isPlayground: true } }],
  ])("leaves to the transaction: %s", (_, changes) => {
    for (const actor of [person("ADMIN"), key])
      for (const type of ["text", "note"] as const) expect(plan(actor, changes, new Date(), type)).toBeNull();
  });

  test("shows a contact that it was read when it is answered, not with a note", () => {
    const changes = { channel: { readReceipts: "replied" } };
    expect(plan(key, changes)).toBeNull();
    expect(plan(key, changes, null, "note")).not.toBeNull();
  });

  test("a note changes neither who holds the conversation nor whether it sleeps, and only its author's draft of a note", () => {
    for (const conv of [{ aiId: ids.other }, { dormant: true }]) {
      const write = plan(person("ADMIN"), { conv }, null, "note");
      expect(write).toMatchObject({ message: { noteType: "internal" }, guard: { agentId: ids.agent } });
      expect(write?.events.map(({ name }) => name)).toEqual(["OUTGOING_MESSAGE"]);
    }
  });

  test("a person takes over what an assistant holds or is dormant, a key does not", () => {
    for (const conv of [{ aiId: ids.other }, { dormant: true }]) {
      expect(plan(person("ADMIN"), { conv })).toBeNull();
      expect(plan(key, { conv })).not.toBeNull();
    }
  });

  test("an agent writes in their own conversations and in nobody's, who manages them in all", () => {
    const of = (role: "ADMIN" | "AGENT", assigneeId: string | null) =>
      plan(person(role), { conv: { assigneeId } }) !== null;
    expect([null, ids.agent, ids.other].map((id) => of("AGENT", id))).toEqual([true, true, false]);
    expect([null, ids.agent, ids.other].map((id) => of("ADMIN", id))).toEqual([true, true, true]);
  });

  test("a reply window lets a text out for exactly its hours after what the contact wrote last", () => {
    fc.assert(
      fc.property(fc.integer({ min: -48 * 60, max: 48 * 60 }), (minutes) => {
        const write = refusal(
          key,
          { channel: { type: "WHATSAPP" } },
          new Date(Date.now() - 24 * HOUR + minutes * 60_000 + 30_000),
        );
        expect(write === "REPLY_WINDOW_CLOSED").toBe(minutes < 0);
      }),
    );
    expect(refusal(key, { channel: { type: "WHATSAPP" } }, null)).toBe("REPLY_WINDOW_CLOSED");
    expect(plan(key, { channel: { type: "WHATSAPP" } }, null, "note")).not.toBeNull();
    expect(plan(key, {}, null)).not.toBeNull();
  });
});
