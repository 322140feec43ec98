import { channelOf } from "../channels/registry.ts";
import { groupThread } from "../channels/whatsapp/groups.ts";
import { maskedClient } from "../clients/mask-client.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { Client, Conversation, Integration, Message } from "../generated/prisma/client.ts";
import { mustSendTemplates } from "../integrations/sends-templates.ts";
import { approvedTemplate } from "../integrations/template-approval.ts";
import { say } from "../say.ts";
import { mended, optionalLine, requiredLine } from "../text-rules.ts";
import { author } from "./accept-message.ts";
import { clientAddress } from "../conversations/client-address.ts";
import { identitiesOf } from "./identities-of.ts";
import { openConv, type Opening } from "../conversations/open-conv.ts";
import { fillPlaceholders, namesContactDetails } from "./placeholders.ts";
import { queueMessage } from "./queue-message.ts";
import { mustBeSendable } from "./sendable.ts";
import { takeOverByWriting } from "../conversations/take-over.ts";

/** A template as given by the caller; components may hold placeholders. */
export type TemplateInput = {
  templateName: string;
  templateLang?: string | null;
  templateComponents?: unknown;
  /** The provider's trunk and sender, if a channel has several (sendNotification, Gateway). */
  trunk?: string | null;
  senderId?: string | null;
};

/** A template that was checked against its channel. It is stored with the message once its placeholders are filled. */
export type Template = {
  name: string;
  language: string | null;
  components: unknown;
  trunk?: string;
  senderId?: string;
};

/**
 * Validates a template and returns it in the shape it is stored in.
 * @throws AppError BAD_INPUT when the channel has no templates, the name is empty, or the components are too
 * large to store.
 */
export function readTemplate(
  integration: Pick<Integration, "type" | "utilityMessages">,
  input: TemplateInput,
): Template {
  mustSendTemplates(integration, "templateName");
  return shapeTemplate(input);
}

/** The same of a template that was read before, whatever its channel sends now. */
export function shapeTemplate(input: TemplateInput): Template {
  const trunk = optionalLine("trunk", input.trunk?.toWellFormed());
  const senderId = optionalLine("senderId", input.senderId?.toWellFormed());
  return {
    name: requiredLine("templateName", input.templateName.toWellFormed()),
    language: optionalLine("templateLang", input.templateLang?.toWellFormed()) ?? null,
    components: readComponents(input.templateComponents ?? null),
    ...(trunk ? { trunk } : {}),
    ...(senderId ? { senderId } : {}),
  };
}

/** Far above any provider's limit, and small enough to store with every message of a broadcast. */
const MAX_COMPONENTS_LENGTH = 64 * 1024;

function readComponents(components: unknown): unknown {
  const storable = mended(components);
  if (JSON.stringify(storable).length > MAX_COMPONENTS_LENGTH) {
    throw badInput("templateComponents", say("inbox.componentsLarge", { count: MAX_COMPONENTS_LENGTH / 1024 }));
  }
  return storable;
}

type Sending = {
  integration: Integration;
  client: Client;
  template: Template;
  /** The recipient's id on the channel, if the caller gave it in addition to the contact. */
  address?: string | null;
  kind: "notification" | "gateway";
  /** Called with the open conversation that the message would go into, with its row locked; throws to refuse. */
  allow?: (conv: Conversation) => void;
};

/**
 * Sends a template to a contact, into their newest open conversation on the channel or into a new one. Placeholders are filled from the
 * contact's current fields. A send by a person at the portal assigns the conversation to them, unless another agent has it. A
 * conversation that a key opens is dormant, and a key's send leaves a dormant conversation dormant.
 * @param tx the open transaction.
 * @throws AppError CLIENT_ARCHIVED, CHANNEL_INACTIVE, BAD_INPUT (the contact cannot be reached there; the channel's templates are
 * known and this one is missing or not approved); the caller's transaction must then be rolled back
 */
export async function sendTemplate(tx: Ctx, sending: Sending): Promise<{ conv: Conversation; message: Message }> {
  const { integration, client, template, kind } = sending;
  const thread = await newestOpenThread(tx, client.id, integration);
  const { conv, opened } = await openConv(tx, { client, integration, externalConversationId: thread }, openingOf(tx));
  if (!opened) sending.allow?.(conv);
  mustBeSendable({ conv, integration, client }, tx.now, { isTemplate: true });
  const address = sending.address ?? null;
  const reached = address ?? conv.clientAddress ?? (await addressOf(tx, integration, client));
  const { language, category } = await approvedTemplate(tx, integration, template);
  mustBeAllowed(integration, category, reached, kind === "gateway" ? "externalClientId" : "clientId");
  const taken = opened || (conv.dormant && !isByHand(tx)) ? conv : await takeOverByWriting(tx, conv);
  const message = await queueMessage(
    tx,
    { conv: taken, integration, client },
    { ...templateMessage({ ...template, language }, client), address, ...author(tx) },
    { kind, opened },
  );
  return { conv: taken, message };
}

/** A conversation that a key opens, even an agent's key, waits for the contact's answer. */
export function openingOf(tx: Ctx): Opening {
  if (!isByHand(tx)) return "dormant";
  const agentId = actorAgentId(tx.actor);
  return agentId === null ? "routed" : { agentId };
}

function isByHand({ actor }: Ctx): boolean {
  return actor.kind === "user";
}

type StoredTemplate = Template & {
  /** The components for roles that see contact details masked (`templateOf`). Left out if they do not differ. Never sent. */
  masked?: unknown;
};

/** Builds the message of a template, with its placeholders filled from the contact's current fields. */
export function templateMessage(template: Template, client: Client) {
  const filled: StoredTemplate = { ...template, components: fillPlaceholders(template.components, client) };
  if (namesContactDetails(template.components)) {
    filled.masked = fillPlaceholders(template.components, maskedClient(client));
  }
  return { type: "template" as const, content: template.name, template: filled };
}

async function addressOf(tx: Ctx, integration: Integration, client: Client): Promise<string> {
  const identities = await identitiesOf(tx, [client.id]);
  return mustBeReachable(integration, client, identities.get(client.id) ?? {});
}

/**
 * Refuses a message at once if its channel could not deliver it, instead of letting it fail later.
 * @returns the contact's id on the channel.
 * @throws AppError BAD_INPUT
 */
export function mustBeReachable(
  integration: Integration,
  client: Client,
  identities: Readonly<Record<string, string>>,
): string {
  const address = clientAddress(integration, client, identities);
  if (address !== null) return address;
  throw badInput("clientId", say("refusal.unreachable", { name: integration.name }));
}

/**
 * Refuses a template category that the channel does not send to this kind of address.
 * @param category null if unknown: then the provider decides.
 * @param field the input that named the contact.
 * @throws AppError BAD_INPUT
 */
export function mustBeAllowed(
  { type }: Integration,
  category: string | null,
  address: string,
  field: "clientId" | "externalClientId",
): void {
  const reason = category === null ? null : (channelOf(type).templateRefusal?.(category, address) ?? null);
  if (reason !== null) throw badInput(field, reason);
}

/**
 * The thread for a message that belongs to no conversation: the thread of the contact's newest open conversation on the channel, but no
 * group's. null: there is none, or it has no thread. On Telegram always null, the bot's own chat: the others are topics and chats of
 * business accounts. Also null on Messenger and Instagram: their other threads are comments.
 */
export async function newestOpenThread(
  tx: Ctx,
  clientId: string,
  { id: integrationId, type }: Pick<Integration, "id" | "type">,
): Promise<string | null> {
  if (type === "TELEGRAM" || channelOf(type).comments) return null;
  const open = await tx.db.conversation.findFirst({
    where: {
      ...{ workspaceId: tx.workspaceId, clientId, integrationId, ended: false },
      OR: [{ externalConversationId: null }, { externalConversationId: { not: { startsWith: groupThread("") } } }],
    },
    orderBy: [{ lastMessageAt: "desc" }, { id: "desc" }],
    select: { externalConversationId: true },
  });
  return open?.externalConversationId ?? null;
}
