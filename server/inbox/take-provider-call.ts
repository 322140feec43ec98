import { validate as isUuid } from "uuid";
import type { ClientProfile, InboundCall, InboundMessage, InboundStatus } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { credentialsOf } from "../integrations/access.ts";
import { raiseStatusesUntil } from "./raise-statuses-until.ts";
import { receiveMessage } from "./receive-message.ts";
import { scopeOfSender } from "./sender-scope.ts";
import { raiseStatus, updateMessageStatus } from "./update-message-status.ts";

/** How long a provider may take to say who a new sender is; the message does not wait longer. In milliseconds. */
const PROFILE_MS = 3_000;

/**
 * Stores what one call of a provider's brought for a channel: first what clients wrote, then what became of our messages. Each on
 * its own, so that a call which is brought again after a fault in its middle stores nothing twice.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeProviderCall(ctx: Ctx, integration: Integration, call: InboundCall): Promise<void> {
  for (const message of call.messages) {
    await receiveMessage(ctx, integration, await withProfile(ctx, integration, message));
  }
  for (const status of call.statuses ?? []) await takeStatus(ctx, integration, status);
}

async function takeStatus(ctx: Ctx, integration: Integration, report: InboundStatus): Promise<void> {
  const { status, at, error } = report;
  if (report.of !== "message") {
    await raiseStatusesUntil(ctx, integration, report);
    return;
  }
  const { externalMessageId, messageId } = report;
  if (messageId !== null && isUuid(messageId)) {
    // Ours by our own id, whether or not the send's answer has come or was lost.
    if (await raiseStatus(ctx, { messageId, externalMessageId, status, at, error })) return;
  }
  await updateMessageStatus(ctx, integration.id, { externalMessageId, status, at, error });
}

/** The message with what the provider knows of a sender who is new here, where messages themselves do not say it. */
async function withProfile(ctx: Ctx, integration: Integration, message: InboundMessage): Promise<InboundMessage> {
  const { profileOf } = channelOf(integration.type).adapter ?? {};
  if (!profileOf || Object.keys(message.profile).length > 0) return message;
  const { senderId: externalId } = message;
  const scope = scopeOfSender(integration, message);
  const known = await ctx.db.clientIdentity.findFirst({
    where: { workspaceId: ctx.workspaceId, scope, externalId },
    select: { clientId: true },
  });
  if (known) return message;
  const credentials = await credentialsOf(integration);
  const profile: ClientProfile | null = await profileOf(externalId, credentials, AbortSignal.timeout(PROFILE_MS));
  return { ...message, profile: profile ?? {} };
}
