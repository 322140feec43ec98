import type { Expectation } from "./expectation.ts";
import { TEMPLATE } from "./template.ts";
import type { World } from "./world.ts";

async function openConv({ ids, newConv }: World) {
  return { integrationId: ids.integration, convId: (await newConv()).id };
}
const CONV = { integrationId: ["integration", "NOT_FOUND"], convId: ["conv", "NOT_FOUND"] } as const;

/** Mutations of POST /core/gq that act on conversations and messages. */
export const INBOX_MUTATIONS = {
  addMessage: {
    right: "anyone",
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
    // A text names nobody.
    ids: { ...CONV, replyToMessageId: ["message", "NOT_FOUND"], "mentions.0": ["agent", "BAD_INPUT"] },
  },
  assignConv: {
    right: "anyone",
    input: async (own) => ({ ...(await openConv(own)), agentId: own.ids.agent }),
    ids: { ...CONV, agentId: ["agent", "NOT_FOUND"] },
  },
  endConv: { right: "anyone", input: openConv, ids: CONV },
  markConvRead: {
    right: "anyone",
    input: async ({ newConv }) => ({ convId: (await newConv()).id }),
    ids: { convId: CONV.convId },
  },
  setConvRead: {
    right: "anyone",
    input: async ({ newConv }) => ({ convId: (await newConv()).id, seq: 1 }),
    ids: { convId: CONV.convId },
    withoutPerson: "NOT_FOUND",
  },
  markUnread: {
    right: "anyone",
    input: async ({ newConv }) => ({ convId: (await newConv()).id, fromSeq: 1 }),
    ids: { convId: CONV.convId },
    withoutPerson: "NOT_FOUND",
  },
  createSavedView: {
    right: "anyone",
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
    right: "anyone",
    input: async (own) => ({ ...(await openConv(own)), stageId: own.ids.convStage, orderNo: "7" }),
    ids: { ...CONV, stageId: ["convStage", "NOT_FOUND"] },
  },
  pinNote: {
    right: "anyone",
    input: async ({ newNote }) => ({ messageId: await newNote(), isPinned: true }),
    ids: { messageId: ["message", "NOT_FOUND"] },
  },
  reactToMessage: {
    right: "anyone",
    input: async ({ newConv }) => ({ messageId: (await newConv()).messageId, emoji: "👍" }),
    ids: { messageId: ["message", "NOT_FOUND"] },
    // Custom channels take no reactions.
    furthest: "BAD_INPUT",
  },
  resendMessage: {
    right: "anyone",
    input: async ({ newFailedMessage }) => ({ messageId: (await newFailedMessage()).id }),
    ids: { messageId: ["failedMessage", "NOT_FOUND"] },
  },
  sendNotification: {
    right: "anyone",
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
    right: "anyone",
    input: async ({ ids, newClient }) => ({
      integrationId: ids.integration,
      clientId: (await newClient()).id,
      ...TEMPLATE,
    }),
    ids: { integrationId: ["integration", "NOT_FOUND"], clientId: ["client", "NOT_FOUND"] },
    json: { templateComponents: [] },
  },
  tagConv: {
    right: "anyone",
    input: async (own) => ({ ...(await openConv(own)), tags: ["urgent"] }),
    ids: CONV,
  },
  tellTyping: {
    right: "anyone",
    input: async ({ newConv }) => ({ convId: (await newConv()).id, isTyping: true }),
    ids: { convId: CONV.convId },
  },
  tellPresence: {
    right: "anyone",
    input: async ({ newConv }) => ({ convId: (await newConv()).id, state: "viewing" }),
    ids: { convId: CONV.convId },
    withoutAgent: "NOT_FOUND",
  },
} satisfies Record<string, Expectation>;
