import { z } from "zod";
import { once } from "../auth/idempotency.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import type { Client, Conversation, Integration, Message } from "../generated/prisma/client.ts";
import type { MessageType } from "../generated/prisma/enums.ts";
import { author } from "../messages/accept-message.ts";
import { checkContent } from "../messages/message-content.ts";
import { openConv } from "../conversations/open-conv.ts";
import { noCredits, queueMessage } from "../messages/queue-message.ts";
import { mustBeOwnOrNobodys } from "../messages/send-template-to.ts";
import {
  newestOpenThread,
  openingOf,
  readTemplate,
  sendTemplate,
  type TemplateInput,
} from "../messages/send-template.ts";
import { mustBeSendable } from "../messages/sendable.ts";
import { integrationOr404 } from "../integrations/access.ts";
import { lookForTemplate } from "../integrations/template-approval.ts";
import { mediaMustBeThere } from "../uploads/fetchable-media.ts";
import { mediaMustFit } from "../uploads/media-must-fit.ts";
import { verb } from "../verb.ts";
import { clientOfPhone, PHONE_SCOPE, resolveSender } from "../clients/client-identities.ts";
import { emit } from "../events/emit.ts";
import { identitiesOf } from "../messages/identities-of.ts";
import { parsePhone } from "../phone.ts";
import { AppError } from "../errors.ts";
import { say } from "../say.ts";

export type GatewaySendInput = {
  integrationId: string;
  externalClientId: string;
  /** The message to send: free content, or a template. */
  body: { kind: "content"; type: MessageType; content: string } | ({ kind: "template" } & TemplateInput);
};

/** The answer to a Gateway send. */
export const accepted = z.object({ messageId: z.string(), status: z.literal("pending"), creditsLeft: z.number() });

/** `creditsLeft` is the balance, without the credits reserved by this and other waiting messages. */
type GatewaySend = z.infer<typeof accepted>;

/**
 * Gateway send (contract.md): accepts a message for a contact on a channel, reserves the credit of its first
 * attempt, and sends it in the background. Contact, conversation, message and credit are stored together or not at all.
 * @param idempotencyKey of the request: the same key and input send one message and return one response.
 * @throws AppError PLAN_REQUIRED, NOT_FOUND (channel), BAD_INPUT, INSUFFICIENT_CREDITS, CLIENT_ARCHIVED, CHANNEL_INACTIVE,
 * REPLY_WINDOW_CLOSED, RATE_LIMITED (too many sends are waiting), CONFLICT (another agent's conversation, for a key linked to an agent);
 * then nothing is stored
 */
export const sendMessage = verb(
  { may: "USE_CONVS", plan: "gateway", audit: "everyday" },
  async (ctx, input: GatewaySendInput, idempotencyKey: string | null = null): Promise<GatewaySend> => {
    const { body, integrationId } = input;
    if (body.kind === "template") {
      const named = {
        name: body.templateName.trim(),
        language: body.templateLang?.trim() || null,
        components: body.templateComponents ?? null,
      };
      await lookForTemplate(ctx, integrationId, named);
    }
    const request = { key: idempotencyKey, operation: "POST /core/v1/messages", input };
    const send = async (tx: Ctx): Promise<GatewaySend> => {
      const message = await accept(tx, input);
      const { balance } = await tx.db.creditAccount.findUniqueOrThrow({ where: { workspaceId: tx.workspaceId } });
      return { messageId: message.id, status: "pending", creditsLeft: balance };
    };
    return inSendLane(() => once(ctx, request, send, (json) => accepted.parse(json)));
  },
);

async function accept(tx: Ctx, { integrationId, externalClientId, body }: GatewaySendInput): Promise<Message> {
  const integration = await integrationOr404(tx, integrationId);
  const send =
    body.kind === "template" ? templateSender(integration, body) : await contentSender(tx, integration, body);
  // An early check that saves work for an empty account; the reservation decides (queueMessage).
  const account = await tx.db.creditAccount.findUnique({ where: { workspaceId: tx.workspaceId } });
  if (!account || account.balance < 1) throw noCredits();
  return send(tx, await recipientOf(tx, integration, externalClientId));
}

type Send = (tx: Ctx, recipient: { client: Client; address: string }) => Promise<Message>;
type Body<Kind> = Extract<GatewaySendInput["body"], { kind: Kind }>;

function templateSender(integration: Integration, body: Body<"template">): Send {
  const template = readTemplate(integration, body);
  return async (tx, recipient) => {
    const allow = (conv: Conversation) => mustBeOwnOrNobodys(tx, conv);
    return (await sendTemplate(tx, { ...recipient, integration, template, kind: "gateway", allow })).message;
  };
}

async function contentSender(tx: Ctx, integration: Integration, { type, content }: Body<"content">): Promise<Send> {
  checkContent({ type, content, noteType: null }, channelOf(integration.type), new URL(env().APP_URL).origin);
  const upload = await mediaMustBeThere(tx, { type, content });
  await mediaMustFit(tx, integration.type, { type, content }, upload);
  return async (tx, { client, address }) => {
    const externalConversationId = await newestOpenThread(tx, client.id, integration);
    const thread = { client, integration, externalConversationId };
    const { conv, opened } = await openConv(tx, thread, openingOf(tx));
    if (!opened) mustBeOwnOrNobodys(tx, conv);
    const place = { conv, integration, client };
    mustBeSendable(place, tx.now);
    const message = { type, content: content.toWellFormed(), address, ...author(tx) };
    return queueMessage(tx, place, message, { kind: "gateway", opened });
  };
}

/**
 * The contact to send to, found by the same rules as the sender of a message. An unknown contact is created without
 * NEW_CLIENT, which is for contacts who wrote first. Phone number channels accept any usual spelling, and the id of a person whose number
 * WhatsApp hides. The message goes to the given address, even if the contact has others, or to the one that has replaced it.
 * @throws AppError BAD_INPUT when the channel needs a phone number and this is none.
 */
async function recipientOf(tx: Ctx, integration: Integration, externalClientId: string) {
  const { identityScope, otherScopeOf } = channelOf(integration.type);
  const scope = otherScopeOf?.(externalClientId) ?? identityScope(integration);
  if (scope === PHONE_SCOPE) {
    const { e164 } = parsePhone("externalClientId", externalClientId);
    return { client: await clientOfPhone(tx, e164), address: e164 };
  }
  // The same lock as for the contact's own first message (receive-message.ts), so only one of the two creates the contact.
  const lock = `${integration.id}|${externalClientId}`;
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const { client, created, isLate } = await resolveSender(tx, { scope, externalId: externalClientId, profile: {} });
  if (created) await emit(tx, { name: "CLIENT_CHANGED", clientId: client.id });
  // The caller's system knows the id that the contact had first. The provider may have replaced it.
  const current = isLate ? (await identitiesOf(tx, [client.id])).get(client.id)?.[scope] : undefined;
  return { client, address: current ?? externalClientId };
}

/**
 * Sends stored in parallel per process. This is well below the connections of its pool (DATABASE_POOL). A burst waits here without a time
 * limit, so it neither hits the pool's timeout nor blocks other requests.
 */
const MOST_AT_ONCE = 8;
/** With more waiting sends than this, a new one is refused at once. */
const MOST_WAITING = 2_000;

let underWay = 0;
const waiting: (() => void)[] = [];

/**
 * Runs the callback when its turn comes, in the order of the calls.
 * @throws AppError RATE_LIMITED when the queue is full.
 */
export async function inSendLane<T>(run: () => Promise<T>): Promise<T> {
  if (waiting.length >= MOST_WAITING) {
    const limit = { retryAfterSeconds: 5, rateLimit: MOST_WAITING };
    throw new AppError("RATE_LIMITED", say("clients.credits.tooManyMessages"), limit);
  }
  if (underWay < MOST_AT_ONCE) underWay++;
  // A finished send passes its slot directly to the next one, so no slot is free while sends wait.
  else await new Promise<void>((turn) => waiting.push(turn));
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay--;
  }
}
