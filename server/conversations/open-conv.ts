import { holdUnmerged } from "../clients/current-client.ts";
import { isShared } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Client, Conversation, Integration } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { chooseAssignee, NOBODY, type Owner } from "./choose-assignee.ts";
import { insertConvs } from "./insert-convs.ts";

export type Opening = "routed" | "nobody" | "dormant" | { agentId: string };

type Place = {
  client: Client;
  integration: Pick<Integration, "id" | "type" | "properties" | "isPlayground">;
  externalConversationId: string | null;
};

/**
 * Returns the contact's one open conversation on a channel and thread, with its row locked until the transaction ends. If there is none,
 * opens and assigns one. If two calls open it at once, a unique index lets one of them win.
 * @param opening the owner of a new conversation: "routed" by the channel's rules, unassigned, the named agent, or "dormant": unassigned
 *   until the contact answers.
 * @throws ClientMerged when the contact was merged into another since it was looked up; AppError CONFLICT in the playground, where
 *   only open-playground-conv.ts opens conversations, for a chosen assistant.
 */
export async function openConv(
  ctx: Ctx,
  { client, integration, externalConversationId }: Place,
  opening: Opening,
): Promise<{ conv: Conversation; opened: boolean }> {
  for (;;) {
    const [open] = await ctx.db.$queryRaw<Conversation[]>`
      select * from "Conversation"
      where "workspaceId" = ${ctx.workspaceId} and "clientId" = ${client.id}::uuid and "integrationId" = ${integration.id}::uuid
        and coalesce("externalConversationId", '') = ${externalConversationId ?? ""} and not ended
      for no key update`;
    if (open) return { conv: open, opened: false };
    if (integration.isPlayground) throw new AppError("CONFLICT", say("refusal.chatEnded"));
    await holdUnmerged(ctx, client.id);
    const owner = await ownerOf(ctx, { client, integration, externalConversationId }, opening);
    const place = { integrationId: integration.id, clientId: client.id, externalConversationId };
    const [conv] = await insertConvs(ctx, [{ ...place, owner, broadcastId: null, dormant: opening === "dormant" }]);
    if (conv) return { conv, opened: true };
    // Another call has opened it since the lookup: use that one.
  }
}

async function ownerOf(ctx: Ctx, place: Place, opening: Opening): Promise<Owner> {
  if (opening === "routed") return chooseFor(ctx, place);
  return typeof opening === "string" ? NOBODY : { assigneeId: opening.agentId, aiId: null };
}

/** The owner by the channel's rules. Comments and groups get no assistant, because others would read the answers. */
export async function chooseFor(ctx: Ctx, { client, integration, externalConversationId }: Place): Promise<Owner> {
  const chosen = await chooseAssignee(ctx, integration, client);
  return chosen.aiId !== null && isShared(integration.type, externalConversationId) ? NOBODY : chosen;
}
