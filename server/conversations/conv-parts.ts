import { may } from "../auth/permissions.ts";
import { maskClient, maskExternalId } from "../clients/mask-client.ts";
import type { Ctx } from "../ctx.ts";
import type { Client, Conversation, Integration, Message, Prisma } from "../generated/prisma/client.ts";
import { inboxLoaders } from "./inbox-loaders.ts";

/** The columns that the API shows of a conversation. */
export const SHOWN = {
  workspaceId: true,
  id: true,
  integrationId: true,
  clientId: true,
  stageId: true,
  orderNo: true,
  ended: true,
  dormant: true,
  otherAppSince: true,
  endedBy: true,
  endedAt: true,
  assigneeId: true,
  aiId: true,
  broadcastId: true,
  tags: true,
  externalConversationId: true,
  createdAt: true,
  rating: true,
  ratingScale: true,
  ratedAt: true,
  ratingComment: true,
} as const satisfies Prisma.ConversationSelect;

/** `client` is set if the query read it too. */
export type ConvShown = Pick<Conversation, keyof typeof SHOWN> & {
  client?: Pick<Client, "name" | "surname" | "code" | "phone" | "deletedAt">;
};

/** The channel of a conversation that the actor may see. */
export async function integrationOfConv(ctx: Ctx, conv: Pick<Conversation, "integrationId">): Promise<Integration> {
  const integration = await inboxLoaders(ctx).integration.load(conv.integrationId);
  if (!integration) throw new Error("a conversation's channel cannot be missing");
  return integration;
}

/** The contact of a conversation, masked if the actor sees contacts masked. */
export async function clientOfRow(ctx: Ctx, conv: Pick<Conversation, "clientId">): Promise<Client> {
  const client = await inboxLoaders(ctx).client.load(conv.clientId);
  if (!client) throw new Error("a conversation's client cannot be missing");
  return client;
}

type ClientOfConv = Pick<Client, "name" | "surname" | "code" | "phone"> & { isDeleted: boolean };

/**
 * Conversation.client, masked if the actor sees contacts masked. Returns no promise if the client was read with the conversation, to
 * avoid one promise per row of a list.
 */
export function clientOfConv(
  ctx: Ctx,
  conv: Pick<ConvShown, "clientId" | "client">,
): ClientOfConv | Promise<ClientOfConv> {
  const { client } = conv;
  return client ? shownClient(maskClient(ctx, client)) : clientOfRow(ctx, conv).then(shownClient);
}

function shownClient({
  name,
  surname,
  code,
  phone,
  deletedAt,
}: Pick<Client, "name" | "surname" | "code" | "phone" | "deletedAt">): ClientOfConv {
  return { name, surname, code, phone, isDeleted: deletedAt !== null };
}

/** Conversation.externalConversationId, masked if needed: a business's own system may use a phone number or email address as its id. */
export function threadOfConv(
  ctx: Ctx,
  { externalConversationId }: Pick<ConvShown, "externalConversationId">,
): string | null {
  if (externalConversationId === null || may(ctx, "MANAGE_CLIENTS")) return externalConversationId;
  return maskExternalId(externalConversationId);
}

/** Conversation.messages: the newest 100, oldest first, each with the contract's fields of a message. */
export async function messagesOfConv(ctx: Ctx, conv: Pick<Conversation, "id">) {
  return (await inboxLoaders(ctx).newestMessages.load(conv.id)).map(messageJson);
}

export function messageJson(message: Message) {
  return {
    messageId: message.id,
    convId: message.convId,
    clientId: message.clientId,
    integrationId: message.integrationId,
    content: message.content,
    caption: message.caption,
    type: message.type,
    noteType: message.noteType,
    isAgent: message.isAgent,
    agentId: message.agentId,
    aiId: message.aiId,
    status: message.status,
    error: message.error,
    externalMessageId: message.externalMessageId,
    replyToMessageId: message.replyToMessageId,
    tags: message.tags,
    createdAt: message.createdAt.toISOString(),
  };
}
