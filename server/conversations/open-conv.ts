import { holdUnmerged } from "../clients/current-client.ts";
import { isOfComments } from "../channels/registry.ts";
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
 *   until the contact answers. Comments are not routed to assistants, because everybody would read the answers.
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
    const chosen = await ownerOf(ctx, integration, client, opening);
    const isPublic = isOfComments(integration.type, externalConversationId);
    const owner = isPublic && chosen.aiId !== null ? NOBODY : chosen;
    const place = { integrationId: integration.id, clientId: client.id, externalConversationId };
    const [conv] = await insertConvs(ctx, [{ ...place, owner, broadcastId: null, dormant: opening === "dormant" }]);
    if (conv) return { conv, opened: true };
    // Another call has opened it since the lookup: use that one.
  }
}

async function ownerOf(ctx: Ctx, integration: Place["integration"], client: Client, opening: Opening): Promise<Owner> {
  if (opening === "routed") return chooseAssignee(ctx, integration, client);
  return typeof opening === "string" ? NOBODY : { assigneeId: opening.agentId, aiId: null };
}
