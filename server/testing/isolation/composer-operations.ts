import { randomUUID } from "node:crypto";
import type { Expectation } from "./expectation.ts";
import type { World } from "./world.ts";

const CONV = { integrationId: ["integration", "NOT_FOUND"], convId: ["conv", "NOT_FOUND"] } as const;
const OWN = {
  right: "anyone",
  ids: { id: ["scheduledMessage", "NOT_FOUND"] },
  // One that is nobody's of those who call: only its own agent changes it.
  furthest: "NOT_FOUND",
  withoutPerson: "NOT_FOUND",
} as const;
/** A stranger's own reply: whoever asks, there is none. */
const strangersReply = async ({ ids, newCannedReply }: World) => newCannedReply({ ownerId: ids.stranger });
const WORDS = { title: "Late", content: "It is late, {{client.firstName}}." };

/** Queries of POST /core/gq for what people write before their messages. */
export const COMPOSER_QUERIES = {
  cannedReplies: { right: "anyone", input: () => ({}) },
  convLanguage: {
    right: "anyone",
    input: ({ ids }) => ({ convId: ids.conv, among: ["en", "de"] }),
    ids: { convId: CONV.convId },
  },
  drafts: {
    right: "anyone",
    input: ({ ids }) => ({ convId: ids.conv }),
    ids: { convId: CONV.convId },
    withoutPerson: "NOT_FOUND",
  },
  pinnedNotes: {
    right: "anyone",
    input: async ({ ids, newPinnedNote }) => {
      await newPinnedNote(ids.conv);
      return { convId: ids.conv };
    },
    ids: { convId: CONV.convId },
  },
  scheduledMessages: {
    right: "anyone",
    input: ({ ids }) => ({ convId: ids.conv }),
    ids: { convId: CONV.convId },
  },
  unsentMessages: { right: "anyone", input: () => ({}), withoutPerson: "NOT_FOUND" },
} satisfies Record<string, Expectation>;

/** … and the mutations. */
export const COMPOSER_MUTATIONS = {
  cancelScheduledMessage: { ...OWN, input: ({ ids }) => ({ id: ids.scheduledMessage }) },
  createCannedReply: {
    right: "MANAGE_CLIENTS",
    input: ({ ids }) => ({
      ...WORDS,
      shortcut: randomUUID(),
      actions: [{ kind: "stage", stageId: ids.convStage }],
      isTeam: true,
    }),
    // A stage has no agent, whoever's it is.
    ids: { "actions.0.stageId": ["convStage", "NOT_FOUND"], "actions.0.agentId": ["agent", "BAD_INPUT"] },
  },
  deleteCannedReply: {
    right: "anyone",
    input: async (own) => ({ id: await strangersReply(own) }),
    ids: { id: ["cannedReply", "NOT_FOUND"] },
    furthest: "NOT_FOUND",
  },
  patchCannedReply: {
    right: "anyone",
    input: async (own) => ({
      ...WORDS,
      id: await strangersReply(own),
      shortcut: randomUUID(),
      actions: [{ kind: "assign", agentId: own.ids.agent }],
    }),
    ids: {
      id: ["cannedReply", "NOT_FOUND"],
      "actions.0.stageId": ["convStage", "NOT_FOUND"],
      "actions.0.agentId": ["agent", "NOT_FOUND"],
    },
    furthest: "NOT_FOUND",
  },
  patchScheduledMessage: {
    ...OWN,
    input: ({ ids }) => ({ id: ids.scheduledMessage, sendAt: new Date(Date.now() + 3_600_000).toISOString() }),
  },
  runMacro: {
    right: "anyone",
    input: async ({ ids, newConv }) => {
      const conv = await newConv();
      const message = { id: randomUUID(), type: "text", content: "Hello", replyToMessageId: conv.messageId };
      return { replyId: ids.cannedReply, integrationId: ids.integration, convId: conv.id, message };
    },
    ids: {
      ...CONV,
      replyId: ["cannedReply", "NOT_FOUND"],
      "message.replyToMessageId": ["message", "NOT_FOUND"],
    },
    withoutPerson: "NOT_FOUND",
  },
  saveDraft: {
    right: "anyone",
    input: async ({ newConv }) => {
      const { id, messageId } = await newConv();
      return { convId: id, mode: "reply", text: "Dear", replyToMessageId: messageId, version: 0 };
    },
    ids: { convId: CONV.convId, replyToMessageId: ["message", "NOT_FOUND"] },
    json: { template: [] },
    withoutPerson: "NOT_FOUND",
  },
  scheduleMessage: {
    right: "anyone",
    input: async ({ ids, newConv }) => ({
      id: randomUUID(),
      integrationId: ids.integration,
      convId: (await newConv()).id,
      type: "note",
      content: "Look again",
      mentions: [ids.agent],
      undoSeconds: 5,
    }),
    ids: { ...CONV, replyToMessageId: ["message", "NOT_FOUND"], "mentions.0": ["agent", "NOT_FOUND"] },
    withoutPerson: "NOT_FOUND",
  },
  sendScheduledNow: { ...OWN, input: ({ ids }) => ({ id: ids.scheduledMessage }) },
} satisfies Record<string, Expectation>;
