import { rulesOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Client, Conversation, Integration } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { isReplyWindowOpen, replyHoursOfPeople } from "./reply-window.ts";

/** A conversation's row with its channel and contact, which an answer needs. */
export type Place = { conv: Conversation; integration: Integration; client: Client };

/** Loads the channel and the contact of a conversation. */
export async function placeOf(ctx: Ctx, conv: Conversation): Promise<Place> {
  const inWorkspace = (id: string) => ({ where: { workspaceId_id: { workspaceId: ctx.workspaceId, id } } });
  const integration = await ctx.db.integration.findUniqueOrThrow(inWorkspace(conv.integrationId));
  const client = await ctx.db.client.findUniqueOrThrow(inWorkspace(conv.clientId));
  return { conv, integration, client };
}

type SendablePlace = {
  /** null for a conversation that the message opens. */
  conv: Pick<Conversation, "ended" | "lastClientMessageAt" | "otherAppSince" | "externalConversationId"> | null;
  integration: Pick<Integration, "name" | "type" | "state" | "deletedAt" | "lateReplies">;
  client: Pick<Client, "deletedAt" | "optedOutAt">;
};

/**
 * Checks that a message may be sent in this conversation now.
 * @param how `isTemplate`: neither a closed reply window nor another app that answers blocks it; a contact's opt-out does. `isPersons`: a
 * team member writes, who may do so after the reply window where the channel permits it.
 * @throws AppError CONFLICT (ended, or another app answers), CLIENT_ARCHIVED, CLIENT_OPTED_OUT, CHANNEL_INACTIVE, REPLY_WINDOW_CLOSED
 */
export function mustBeSendable(
  { conv, integration, client }: SendablePlace,
  now: Date,
  how: { isTemplate?: boolean; isPersons?: boolean } = {},
): void {
  const { isTemplate = false, isPersons = false } = how;
  if (conv?.ended) {
    throw new AppError("CONFLICT", say("refusal.ended"));
  }
  if (conv?.otherAppSince && !isTemplate) throw new AppError("CONFLICT", say("refusal.otherApp"));
  if (client.deletedAt) throw new AppError("CLIENT_ARCHIVED", say("refusal.archived"));
  if (isTemplate && client.optedOutAt) {
    throw new AppError("CLIENT_OPTED_OUT", say("refusal.optedOut"));
  }
  // A channel in error keeps its sends waiting until its credentials are fixed. A disabled channel accepts none.
  if (integration.deletedAt || integration.state === "disabled" || integration.state === "pending") {
    throw new AppError("CHANNEL_INACTIVE", say("refusal.channelOff", { name: integration.name }));
  }
  const thread = conv?.externalConversationId ?? null;
  const { replyWindowHours } = rulesOf(integration.type, thread);
  const hours = isPersons ? replyHoursOfPeople(integration, thread) : replyWindowHours;
  if (!isTemplate && hours !== null && !isReplyWindowOpen(hours, conv?.lastClientMessageAt ?? null, now)) {
    throw new AppError("REPLY_WINDOW_CLOSED", say("refusal.window", { hours }));
  }
}
