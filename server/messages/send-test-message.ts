import { audit } from "../auth/audit.ts";
import { channelOf } from "../channels/registry.ts";
import { sendsTemplates } from "../integrations/sends-templates.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput } from "../errors.ts";
import type { Integration, Message, Client, MessageTemplate } from "../generated/prisma/client.ts";
import { integrationOr404 } from "../integrations/access.ts";
import { refreshTemplates } from "../integrations/refresh-templates.ts";
import { say } from "../say.ts";
import { requiredLine, idOrNil } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { author } from "./accept-message.ts";
import { openConv } from "../conversations/open-conv.ts";
import { queueMessage } from "./queue-message.ts";
import { isReplyWindowOpen } from "./reply-window.ts";
import { newestOpenThread, openingOf, readTemplate, sendTemplate } from "./send-template.ts";
import { mustBeSendable } from "./sendable.ts";
import { clientForActor } from "../clients/access.ts";
import { clientOfPhone, lockNames, PHONE_SCOPE, resolveSender } from "../clients/client-identities.ts";
import { emit } from "../events/emit.ts";
import { parsePhone } from "../phone.ts";
import { clientAddress } from "../conversations/client-address.ts";
import { identitiesOf } from "./identities-of.ts";
import { z } from "zod";

export type TestMessageSendInput = {
  id: string;
  /** A phone number, the customer's own id (CUSTOM), or the id of a contact who has written on the channel. */
  to: string;
};

/** In milliseconds. A template list older than this is fetched again, because templates may have been approved since. */
const STALE_MS = 30_000;

/**
 * Sends a test message over a channel. It is an ordinary message in the recipient's open conversation: queued, sent and marked as
 * delivered like any other. It is free text if that may be sent now, otherwise an approved template without variables.
 * @throws AppError BAD_INPUT (`to`), NOT_FOUND, CHANNEL_INACTIVE, CLIENT_ARCHIVED; REPLY_WINDOW_CLOSED with what to do if there is
 * no such template; then nothing is stored
 */
export const sendTestMessage = verb(
  { may: "MANAGE_WORKSPACE", plan: "inbox", audit: "recorded" },
  async (ctx, input: TestMessageSendInput): Promise<Message> => {
    const to = requiredLine("to", input.to.toWellFormed());
    const known = await integrationOr404(ctx, input.id);
    if (
      sendsTemplates(known) &&
      channelOf(known.type).listTemplates &&
      (known.templatesFetchedAt?.getTime() ?? 0) < ctx.now.getTime() - STALE_MS
    ) {
      await refreshTemplates(ctx, known);
    }
    return inTransaction(ctx, async (tx) => {
      const integration = await integrationOr404(tx, input.id);
      const message = await send(tx, integration, to);
      await audit(tx, "sendTestMessage", integration.id, { after: { messageId: message.id } });
      return message;
    });
  },
);

async function send(tx: Ctx, integration: Integration, to: string): Promise<Message> {
  const { client, address } = await testRecipient(tx, integration, to);
  const externalConversationId = await newestOpenThread(tx, client.id, integration);
  const open = await tx.db.conversation.findFirst({
    where: {
      workspaceId: tx.workspaceId,
      integrationId: integration.id,
      clientId: client.id,
      externalConversationId,
      ended: false,
    },
    select: { lastClientMessageAt: true },
  });
  const { replyWindowHours } = channelOf(integration.type);
  if (replyWindowHours !== null && !isReplyWindowOpen(replyWindowHours, open?.lastClientMessageAt ?? null, tx.now)) {
    const found = sendsTemplates(integration) ? await testTemplate(tx, integration.id) : null;
    if (!found) throw windowClosed(integration, replyWindowHours);
    const template = readTemplate(integration, { templateName: found.name, templateLang: found.language });
    return (await sendTemplate(tx, { client, address, integration, template, kind: "notification" })).message;
  }
  const { conv, opened } = await openConv(tx, { client, integration, externalConversationId }, openingOf(tx));
  mustBeSendable({ conv, integration, client }, tx.now);
  const content = `Test message: the channel “${integration.name}” can send.`;
  const text = { type: "text" as const, content, address, ...author(tx) };
  return queueMessage(tx, { conv, integration, client }, text, { kind: "reply", opened });
}

function windowClosed(integration: Integration, hours: number): AppError {
  const { type, name, identifier } = integration;
  const { name: channel } = channelOf(type);
  const code = sendsTemplates(integration) ? "refusal.testWindowTemplate" : "refusal.testWindow";
  return new AppError("REPLY_WINDOW_CLOSED", say(code, { channel, hours, account: identifier ?? name }));
}

type Recipient = { client: Client; address: string | null };

/**
 * Finds the recipient of a test message. `to` is a phone number on a channel of phone numbers, the customer's own id on CUSTOM,
 * otherwise the id of a contact who has written there. An unknown recipient becomes a contact, without NEW_CLIENT: that event is for
 * contacts who wrote first.
 * @param tx the open transaction.
 * @throws AppError BAD_INPUT (`to`), NOT_FOUND (no such contact)
 */
async function testRecipient(tx: Ctx, integration: Integration, to: string): Promise<Recipient> {
  const { identityScope, addressOf } = channelOf(integration.type);
  const scope = identityScope(integration);
  if (scope === PHONE_SCOPE) {
    const { e164 } = parsePhone("to", to);
    return { client: await clientOfPhone(tx, e164), address: e164 };
  }
  if (addressOf({ phone: null, externalClientId: to }) === to) {
    await lockNames(tx, [{ scope, externalId: to }]);
    const { client, created } = await resolveSender(tx, { scope, externalId: to, profile: {} });
    if (created) await emit(tx, { name: "CLIENT_CHANGED", clientId: client.id });
    return { client, address: to };
  }
  const client = await clientForActor(tx, idOrNil(to));
  const identities = await identitiesOf(tx, [client.id]);
  if (clientAddress(integration, client, identities.get(client.id) ?? {}) !== null) return { client, address: null };
  throw badInput("to", say("inbox.testRecipient", { name: integration.name }));
}

/** Every WhatsApp account has this template from the start. */
const SAMPLE = "hello_world";

const component = z.object({ type: z.string(), format: z.string().optional() });
const components = z.array(component);
const PLAIN = ["BODY", "FOOTER", "BUTTONS"];

/** An approved template without anything to fill in; null if the channel has none. */
async function testTemplate(ctx: Ctx, integrationId: string): Promise<MessageTemplate | null> {
  const approved = await ctx.db.messageTemplate.findMany({
    where: { workspaceId: ctx.workspaceId, integrationId, status: "APPROVED", category: { not: "AUTHENTICATION" } },
    orderBy: [{ name: "asc" }, { language: "asc" }],
  });
  const ready = approved.filter((template) => needsNothing(template.components));
  return ready.find(({ name }) => name === SAMPLE) ?? ready[0] ?? null;
}

/** Whether a template has no variable, no media header to supply, and no button that needs a value. */
export function needsNothing(given: unknown): boolean {
  const parsed = components.safeParse(given);
  if (!parsed.success) return false;
  const text = JSON.stringify(given);
  if (text.includes("{{") || /"type":"(?:FLOW|COPY_CODE|OTP|CATALOG|MPM|SPM)"/i.test(text)) return false;
  return parsed.data.every(({ type, format = "TEXT" }) => {
    const kind = type.toUpperCase();
    return PLAIN.includes(kind) || (kind === "HEADER" && format.toUpperCase() === "TEXT");
  });
}
