import { z } from "zod";
import { optedOutSince } from "../clients/opt-out.ts";
import type { Ctx } from "../ctx.ts";
import type { Client } from "../generated/prisma/client.ts";
import { MessageType, NoteType } from "../generated/prisma/enums.ts";
import {
  clientOfConv,
  integrationOfConv,
  messagesOfConv,
  threadOfConv,
  type ConvShown,
} from "../conversations/conv-parts.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import type { Page } from "../page.ts";

/**
 * The contract's records as tools return them: the listed schemas and the functions that convert rows. Schemas remove fields
 * that they do not name.
 */

const time = z.string().describe("ISO 8601, UTC.");
const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;

/** Created by `messageJson`. */
export const MESSAGE = z.object({
  messageId: z.string(),
  convId: z.string().nullable(),
  clientId: z.string().nullable(),
  integrationId: z.string().nullable(),
  content: z.string().describe("The text; for media the URL, for structured types JSON text."),
  caption: z.string().nullable().describe("The text that goes with a file."),
  type: z.enum(MessageType),
  noteType: z.enum(NoteType).nullable(),
  isAgent: z.boolean().describe("False: the client wrote it."),
  agentId: z.string().nullable(),
  aiId: z.string().nullable(),
  status: z.string().describe("pending, sent, delivered, read, played or failed."),
  error: z.string().nullable().describe("Why it failed."),
  externalMessageId: z.string().nullable(),
  replyToMessageId: z.string().nullable(),
  tags: z.array(z.string()),
  createdAt: time,
});

/** Created by `convRecord`. */
export const CONVERSATION = z.object({
  workspaceId: z.int(),
  id: z.string().describe("The convId of other tools."),
  integrationId: z.string().describe("The channel."),
  integrationType: z.string(),
  clientId: z.string(),
  client: z.object({
    name: z.string().nullable(),
    surname: z.string().nullable(),
    code: z.string().nullable(),
    phone: z.string().nullable(),
    isDeleted: z.boolean().describe("Archived."),
  }),
  stageId: z.string().nullable(),
  orderNo: z.string().nullable(),
  ended: z.boolean(),
  otherAppSince: time
    .nullable()
    .describe("Another app answers the client since then; take_over_conversation comes before a message. null: none."),
  endedBy: z.string().nullable(),
  endedAt: time.nullable(),
  assigneeId: z.string().nullable().describe("The agent who has it; null when no agent does."),
  aiId: z.string().nullable().describe("The AI assistant that has it."),
  aiAssigneed: z.boolean(),
  broadcastId: z.string().nullable(),
  broadcastName: z.string().nullable(),
  tags: z.array(z.string()),
  externalConversationId: z.string().nullable(),
  dormant: z.boolean().describe("Only the business has written in it; it is nobody's until the client answers."),
  rating: z.int().nullable().describe("The client's rating, from 1 to ratingScale; null: they gave none."),
  ratingScale: z.int().nullable().describe("The best rating; null: nobody asked."),
  ratedAt: time.nullable(),
  ratingComment: z.string().nullable().describe("What the client wrote right after their rating."),
  createdAt: time,
});

/** Created by `convRecordWithMessages`. */
export const CONVERSATION_WITH_MESSAGES = CONVERSATION.extend({
  messages: z.array(MESSAGE).describe("The newest 100, oldest first."),
});

/** Created by `clientRecord`. */
export const CLIENT = z.object({
  workspaceId: z.int(),
  id: z.string().describe("The clientId of other tools."),
  name: z.string().nullable(),
  surname: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  code: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  externalClientId: z.string().nullable(),
  tags: z.array(z.string()),
  stageId: z.string().nullable(),
  defaultAgentId: z.string().nullable(),
  createdAt: time,
  patchedAt: time.nullable(),
  deletedAt: time.nullable().describe("When it was archived."),
  archivedBy: z.string().nullable(),
  optedOutAt: time.nullable().describe("Since then the client gets no broadcasts and no templates."),
  mergedIntoId: z.string().nullable().describe("The client that this one was merged into."),
});

/** A page of records. Created by `pageOf`. */
export function pageSchema(node: z.ZodObject) {
  return z.object({
    nodes: z.array(node),
    pageInfo: z.object({
      hasNextPage: z.boolean(),
      endCursor: z.string().nullable().describe("Give it as `after` for the next page."),
      count: z.int().describe("Rows that match, all pages together."),
    }),
  });
}

export async function pageOf<Row, Node>(page: Page<Row>, record: (row: Row) => Node | Promise<Node>) {
  const { hasNextPage, endCursor, count } = page.pageInfo;
  const [nodes, total] = await Promise.all([Promise.all(page.nodes.map(record)), count()]);
  return { nodes, pageInfo: { hasNextPage, endCursor, count: total } };
}

/** A conversation without its messages. */
export async function convRecord(ctx: Ctx, conv: ConvShown) {
  const [integration, client, broadcast] = await Promise.all([
    integrationOfConv(ctx, conv),
    clientOfConv(ctx, conv),
    conv.broadcastId === null ? null : inboxLoaders(ctx).broadcast.load(conv.broadcastId),
  ]);
  return CONVERSATION.parse({
    ...conv,
    integrationType: integration.type,
    client,
    aiAssigneed: conv.aiId !== null,
    broadcastName: broadcast?.name ?? null,
    externalConversationId: threadOfConv(ctx, conv),
    otherAppSince: iso(conv.otherAppSince),
    endedAt: iso(conv.endedAt),
    ratedAt: iso(conv.ratedAt),
    createdAt: iso(conv.createdAt),
  });
}

/** A conversation with its newest messages, as in the GraphQL field `conv`. */
export async function convRecordWithMessages(ctx: Ctx, conv: ConvShown) {
  const [record, messages] = await Promise.all([convRecord(ctx, conv), messagesOfConv(ctx, conv)]);
  return { ...record, messages };
}

/** A contact as returned by its verb. */
export function clientRecord(client: Client) {
  return CLIENT.parse({
    ...client,
    createdAt: iso(client.createdAt),
    patchedAt: iso(client.patchedAt),
    deletedAt: iso(client.deletedAt),
    optedOutAt: iso(optedOutSince(client)),
  });
}
