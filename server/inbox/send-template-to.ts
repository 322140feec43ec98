import { once } from "../auth/idempotency.ts";
import { may } from "../auth/permissions.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Conversation, Message } from "../generated/prisma/client.ts";
import { integrationOr404 } from "../integrations/access.ts";
import { lookForTemplate } from "../integrations/template-approval.ts";
import { say } from "../say.ts";
import { readTemplate, sendTemplate, type TemplateInput } from "./send-template.ts";
import { templateRecipient, type Recipient } from "./template-recipient.ts";

export type TemplateToInput = TemplateInput & Recipient & { integrationId: string };

/** How the two operations differ: their name, and which of the two rows they answer. */
type Answer<T> = {
  operation: "startConv" | "sendNotification";
  pick: (sent: { conv: Conversation; message: Message }) => T;
  revive: (json: unknown) => T;
};

/**
 * What startConv and sendNotification are: a template sent to one client, by id or by phone number. The same Idempotency-Key and
 * input send it once and get one answer.
 * @throws AppError as startConv says; then nothing is stored, no contact either
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

/** Without MANAGE_CONVS nobody writes into another agent's conversation (contract.md, Authentication). */
export function mustBeOwnOrNobodys(ctx: Ctx, { assigneeId }: Conversation): void {
  if (assigneeId === null || may(ctx, "MANAGE_CONVS") || assigneeId === actorAgentId(ctx.actor)) return;
  throw new AppError("CONFLICT", say("refusal.otherAgents"));
}
