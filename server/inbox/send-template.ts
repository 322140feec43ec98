import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { Client, Conversation, Integration, Message } from "../generated/prisma/client.ts";
import { requiredLine, optionalLine } from "../text-rules.ts";
import { author } from "./add-message.ts";
import { openConv } from "./open-conv.ts";
import { fillPlaceholders } from "./placeholders.ts";
import { queueMessage } from "./queue-message.ts";
import { mustBeSendable } from "./sendable.ts";

/** A template as a caller names it; components may hold placeholders. */
export type TemplateInput = {
  templateName: string;
  templateLang?: string | null;
  templateComponents?: unknown;
  /** The provider's trunk and sender, where a channel has several (sendNotification, Gateway). */
  trunk?: string | null;
  senderId?: string | null;
};

/** A template that was checked against its channel. Stored with the message once its placeholders are filled. */
export type Template = {
  name: string;
  language: string | null;
  components: unknown;
  trunk?: string;
  senderId?: string;
};

/**
 * The template in the shape it is stored in.
 * @throws AppError BAD_INPUT when the channel has no templates (decisions section 8), or the name is empty.
 */
export function readTemplate(integration: Pick<Integration, "type">, input: TemplateInput): Template {
  if (!channelOf(integration.type).templates) {
    throw badInput("templateName", `${integration.type} channels have no templates; send a message with addMessage`);
  }
  const trunk = optionalLine("trunk", input.trunk);
  const senderId = optionalLine("senderId", input.senderId);
  return {
    name: requiredLine("templateName", input.templateName),
    language: optionalLine("templateLang", input.templateLang) ?? null,
    components: input.templateComponents ?? null,
    ...(trunk ? { trunk } : {}),
    ...(senderId ? { senderId } : {}),
  };
}

type Sending = {
  integration: Integration;
  client: Client;
  template: Template;
  kind: "notification" | "broadcast";
  broadcastId?: string;
  /** Asked of an open conversation that the message would go into, with its row locked; throws to refuse. */
  allow?: (conv: Conversation) => void;
};

/**
 * Sends a template to a client: into their newest open conversation on the channel, or into one that it opens and routes
 * (decisions section 4). Placeholders are filled from the client as they are now.
 * @param tx the open transaction.
 * @throws AppError CLIENT_ARCHIVED, CHANNEL_INACTIVE; then nothing is stored
 */
export async function sendTemplate(tx: Ctx, sending: Sending): Promise<{ conv: Conversation; message: Message }> {
  const { integration, client, template, kind, broadcastId } = sending;
  const thread = await newestOpenThread(tx, client.id, integration.id);
  const { conv, opened } = await openConv(
    tx,
    { client, integration, externalConversationId: thread },
    { assign: client.deletedAt === null, ...(broadcastId ? { broadcastId } : {}) },
  );
  if (!opened) sending.allow?.(conv);
  mustBeSendable({ conv, integration, client }, tx.now, true);
  const filled = { ...template, components: fillPlaceholders(template.components, client) };
  const message = await queueMessage(
    tx,
    { conv, integration, client },
    { type: "template", content: template.name, template: filled, broadcastId: broadcastId ?? null, ...author(tx) },
    { kind, opened },
  );
  return { conv, message };
}

/** The external thread of the client's newest open conversation on the channel; null for none, or one without a thread. */
async function newestOpenThread(tx: Ctx, clientId: string, integrationId: string): Promise<string | null> {
  const open = await tx.db.conversation.findFirst({
    where: { workspaceId: tx.workspaceId, clientId, integrationId, ended: false },
    orderBy: [{ lastMessageAt: "desc" }, { id: "desc" }],
    select: { externalConversationId: true },
  });
  return open?.externalConversationId ?? null;
}
