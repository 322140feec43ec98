import { once } from "../auth/idempotency.ts";
import { may } from "../auth/permissions.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import { AppError, problemAt } from "../errors.ts";
import type { Conversation, Message, Client, Integration } from "../generated/prisma/client.ts";
import { integrationOr404 } from "../integrations/access.ts";
import { lookForTemplate } from "../integrations/template-approval.ts";
import { say } from "../say.ts";
import { readTemplate, sendTemplate, type TemplateInput } from "./send-template.ts";
import { clientForActor } from "../clients/access.ts";
import { clientOfPhone, PHONE_SCOPE } from "../clients/client-identities.ts";
import { channelOf } from "../channels/registry.ts";
import { parsePhone } from "../phone.ts";

export type TemplateToInput = TemplateInput & Recipient & { integrationId: string };

/** How the two operations differ: their name, and which of the two rows they return. */
type Answer<T> = {
  operation: "startConv" | "sendNotification";
  pick: (sent: { conv: Conversation; message: Message }) => T;
  revive: (json: unknown) => T;
};

/**
 * The shared implementation of startConv and sendNotification: sends a template to one contact, by id or by phone number. The same
 * Idempotency-Key and input send it once and get one answer.
 * @throws AppError as startConv; then nothing is stored, not even a contact
 */
export async function sendTemplateTo<T>(
  ctx: Ctx,
  input: TemplateToInput,
  idempotencyKey: string | null,
  { operation, pick, revive }: Answer<T>,
): Promise<T> {
  const named = {
    name: input.templateName.trim(),
    language: input.templateLang?.trim() || null,
    components: input.templateComponents ?? null,
  };
  await lookForTemplate(ctx, input.integrationId, named);
  const send = async (tx: Ctx) => {
    const integration = await integrationOr404(tx, input.integrationId);
    const template = readTemplate(integration, input);
    const recipient = await templateRecipient(tx, integration, input);
    const allow = (conv: Conversation) => mustBeOwnOrNobodys(tx, conv);
    return pick(await sendTemplate(tx, { ...recipient, integration, template, kind: "notification", allow }));
  };
  return once(ctx, { key: idempotencyKey, operation, input }, send, revive);
}

/** An actor without MANAGE_CONVS may not write into another agent's conversation (contract.md, Authentication). */
export function mustBeOwnOrNobodys(ctx: Ctx, { assigneeId }: Conversation): void {
  if (assigneeId === null || may(ctx, "MANAGE_CONVS") || assigneeId === actorAgentId(ctx.actor)) return;
  throw new AppError("CONFLICT", say("refusal.otherAgents"));
}

/** The recipient of startConv and sendNotification; `phone` is used when clientId is left out (contract.md, Messaging). */
type Recipient = { clientId?: string | null; phone?: string | null };

/**
 * Finds the recipient, and creates a contact for an unknown phone number. On a channel of phone numbers, a message by `phone` goes to
 * that number (`address`), even if the contact has others: a one-time password must not reach another number.
 * @param tx the open transaction.
 * @throws AppError BAD_INPUT (neither is given, or no phone number), NOT_FOUND, FORBIDDEN_ROLE (a phone without MANAGE_CLIENTS)
 */
async function templateRecipient(
  tx: Ctx,
  integration: Integration,
  { clientId, phone }: Recipient,
): Promise<{ client: Client; address: string | null }> {
  if (clientId) return { client: await clientForActor(tx, clientId), address: null };
  if (phone) {
    const client = await clientOfPhone(tx, phone);
    const isNumber = channelOf(integration.type).identityScope(integration) === PHONE_SCOPE;
    return { client, address: isNumber ? parsePhone("phone", phone).e164 : null };
  }
  const sentence = say("inbox.recipient");
  throw new AppError("BAD_INPUT", sentence, {
    fields: ["clientId", "phone"].map((name) => problemAt(`input.${name}`, sentence)),
  });
}
