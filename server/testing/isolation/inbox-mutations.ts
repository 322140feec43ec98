import { randomUUID } from "node:crypto";
import type { Expectation } from "./expectation.ts";
import { TEMPLATE } from "./template.ts";
import type { World } from "./world.ts";

async function openConv({ ids, newConv }: World) {
  return { integrationId: ids.integration, convId: (await newConv()).id };
}
const CONV = { integrationId: ["integration", "NOT_FOUND"], convId: ["conv", "NOT_FOUND"] } as const;
const ONLY_CONV = { convId: CONV.convId };
const SCHEDULED = {
  ids: { id: ["scheduledMessage", "NOT_FOUND"] },
  // None of the callers owns it, and only its own agent can change it.
  furthest: "NOT_FOUND",
  withoutPerson: "NOT_FOUND",
} as const;
/** A stranger's own reply, which no caller can see. */
const strangersReply = async ({ ids, newCannedReply }: World) => newCannedReply({ ownerId: ids.stranger });
const WORDS = { title: "Late", content: "It is late, {{client.firstName}}." };
/** A bulk action belongs to one person, who is not among the callers. */
export const BULK_ACTION = {
  input: ({ ids }) => ({ id: ids.bulkAction }),
  ids: { id: ["bulkAction", "NOT_FOUND"] },
  furthest: "NOT_FOUND",
  withoutPerson: "NOT_FOUND",
} satisfies Expectation;

/** Mutations of POST /core/gq on conversations, messages, and texts that people prepare for them. */
export const INBOX_MUTATIONS = {
  addMessage: {
    input: async (own) => {
      const conv = await own.newConv();
      return {
        integrationId: own.ids.integration,
        convId: conv.id,
        content: "Hello",
        type: "text",
        replyToMessageId: conv.messageId,
      };
    },
    // A text mentions no agent.
    ids: { ...CONV, replyToMessageId: ["message", "NOT_FOUND"], "mentions.0": ["agent", "BAD_INPUT"] },
  },
  assignConv: {
    input: async (own) => ({ ...(await openConv(own)), agentId: own.ids.agent }),
    ids: { ...CONV, agentId: ["agent", "NOT_FOUND"] },
  },
  takeOverConv: {
    input: async ({ newConv }) => ({ convId: (await newConv({ otherAppSince: new Date() })).id }),
    ids: ONLY_CONV,
  },
  giveBackConv: {
    input: async ({ newConv }) => ({ convId: (await newConv({ otherAppUntil: new Date() })).id }),
    ids: ONLY_CONV,
    furthest: "CONFLICT",
  },
  endConv: { input: openConv, ids: CONV },
  markConvRead: {
    input: async ({ newConv }) => ({ convId: (await newConv()).id }),
    ids: ONLY_CONV,
  },
  setConvRead: {
    input: async ({ newConv }) => ({ convId: (await newConv()).id, seq: 1 }),
    ids: ONLY_CONV,
    withoutPerson: "NOT_FOUND",
  },
  markUnread: {
    input: async ({ newConv }) => ({ convId: (await newConv()).id, fromSeq: 1 }),
    ids: ONLY_CONV,
    withoutPerson: "NOT_FOUND",
  },
  createSavedView: {
    input: () => ({ name: "Mine", query: "tag:vip" }),
    withoutPerson: "NOT_FOUND",
  },
  patchSavedView: {
    right: "MANAGE_CONVS",
    input: async ({ newSavedView }) => ({ id: await newSavedView(), name: "Other" }),
    ids: { id: ["savedView", "NOT_FOUND"] },
    withoutPerson: "NOT_FOUND",
  },
  orderSavedViews: {
    right: "MANAGE_CONVS",
    input: async ({ newSavedView }) => ({ ids: [await newSavedView()] }),
    ids: { "ids.0": ["savedView", "NOT_FOUND"] },
    withoutPerson: "NOT_FOUND",
  },
  patchConv: {
    input: async (own) => ({ ...(await openConv(own)), stageId: own.ids.convStage, orderNo: "7" }),
    ids: { ...CONV, stageId: ["convStage", "NOT_FOUND"] },
  },
  pinNote: {
    input: async ({ newNote }) => ({ messageId: await newNote(), isPinned: true }),
    ids: { messageId: ["message", "NOT_FOUND"] },
  },
  reactToMessage: {
    input: async ({ newConv }) => ({ messageId: (await newConv()).messageId, emoji: "👍" }),
    ids: { messageId: ["message", "NOT_FOUND"] },
    // Custom channels accept no reactions.
    furthest: "BAD_INPUT",
  },
  // Custom channels have no comments.
  answerPrivately: {
    input: async ({ newConv }) => ({ messageId: (await newConv()).messageId, content: "Hello" }),
    ids: { messageId: ["message", "NOT_FOUND"] },
    furthest: "BAD_INPUT",
  },
  hideComment: {
    input: async ({ newConv }) => ({ messageId: (await newConv()).messageId, isHidden: true }),
    ids: { messageId: ["message", "NOT_FOUND"] },
    furthest: "BAD_INPUT",
  },
  resendMessage: {
    input: async ({ newFailedMessage }) => ({ messageId: (await newFailedMessage()).id }),
    ids: { messageId: ["failedMessage", "NOT_FOUND"] },
  },
  sendNotification: {
    input: async ({ ids, newClient }) => ({
      integrationId: ids.integration,
      clientId: (await newClient()).id,
      ...TEMPLATE,
    }),
    ids: {
      integrationId: ["integration", "NOT_FOUND"],
      clientId: ["client", "NOT_FOUND"],
      senderId: ["externalConversationId", "free"],
    },
    json: { templateComponents: [] },
  },
  startConv: {
    input: async ({ ids, newClient }) => ({
      integrationId: ids.integration,
      clientId: (await newClient()).id,
      ...TEMPLATE,
    }),
    ids: { integrationId: ["integration", "NOT_FOUND"], clientId: ["client", "NOT_FOUND"] },
    json: { templateComponents: [] },
  },
  tagConv: {
    input: async (own) => ({ ...(await openConv(own)), tags: ["urgent"] }),
    ids: CONV,
  },
  tellTyping: {
    input: async ({ newConv }) => ({ convId: (await newConv()).id, isTyping: true }),
    ids: ONLY_CONV,
  },
  tellPresence: {
    input: async ({ newConv }) => ({ convId: (await newConv()).id, state: "viewing" }),
    ids: ONLY_CONV,
    withoutAgent: "NOT_FOUND",
  },
  bulkAct: {
    input: async ({ ids, newConv }) => ({
      ids: [(await newConv()).id],
      deed: { kind: "stage", stageId: ids.convStage },
    }),
    ids: {
      "ids.0": ["conv", "NOT_FOUND"],
      integrationId: ["integration", "NOT_FOUND"],
      stageId: ["convStage", "NOT_FOUND"],
      clientId: ["client", "NOT_FOUND"],
      // A stage action takes no agent, of any workspace.
      "deed.agentId": ["agent", "BAD_INPUT"],
      "deed.stageId": ["convStage", "NOT_FOUND"],
    },
    withoutPerson: "NOT_FOUND",
  },
  cancelBulkAction: BULK_ACTION,
  undoBulkAction: BULK_ACTION,
  reopenConv: {
    input: async ({ newConv }) => ({
      convId: (await newConv({ ended: true, endedBy: "SYSTEM", endedAt: new Date() })).id,
    }),
    ids: ONLY_CONV,
    // The caller did not end it.
    furthest: "CONFLICT",
  },
  snoozeConv: { input: async ({ newConv }) => ({ convId: (await newConv()).id }), ids: ONLY_CONV },
  unsnoozeConv: { input: async ({ newConv }) => ({ convId: (await newConv()).id }), ids: ONLY_CONV },
  cancelScheduledMessage: { ...SCHEDULED, input: ({ ids }) => ({ id: ids.scheduledMessage }) },
  createCannedReply: {
    right: "MANAGE_CLIENTS",
    input: ({ ids }) => ({
      ...WORDS,
      shortcut: randomUUID(),
      actions: [{ kind: "stage", stageId: ids.convStage }],
      isTeam: true,
    }),
    // A stage action takes no agent, of any workspace.
    ids: { "actions.0.stageId": ["convStage", "NOT_FOUND"], "actions.0.agentId": ["agent", "BAD_INPUT"] },
  },
  deleteCannedReply: {
    input: async (own) => ({ id: await strangersReply(own) }),
    ids: { id: ["cannedReply", "NOT_FOUND"] },
    furthest: "NOT_FOUND",
  },
  patchCannedReply: {
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
    ...SCHEDULED,
    input: ({ ids }) => ({ id: ids.scheduledMessage, sendAt: new Date(Date.now() + 3_600_000).toISOString() }),
  },
  runMacro: {
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
    input: async ({ newConv }) => {
      const { id, messageId } = await newConv();
      return { convId: id, mode: "reply", text: "Dear", replyToMessageId: messageId, version: 0 };
    },
    ids: { convId: CONV.convId, replyToMessageId: ["message", "NOT_FOUND"] },
    json: { template: [] },
    withoutPerson: "NOT_FOUND",
  },
  scheduleMessage: {
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
  sendScheduledNow: { ...SCHEDULED, input: ({ ids }) => ({ id: ids.scheduledMessage }) },
} satisfies Record<string, Expectation>;
