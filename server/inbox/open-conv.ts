import { v7 as uuidv7 } from "uuid";
import { holdUnmerged } from "../clients/current-client.ts";
import type { Ctx } from "../ctx.ts";
import type { Client, Conversation, Integration } from "../generated/prisma/client.ts";
import { chooseAssignee, NOBODY } from "./choose-assignee.ts";
import { noteAssignment } from "./note-assignment.ts";

type Place = {
  client: Client;
  integration: Pick<Integration, "id" | "properties">;
  externalConversationId: string | null;
};

/**
 * The one open conversation of a client on a channel and thread, its row locked until the transaction ends; opened and
 * assigned if there is none (decisions section 4). A unique index decides between two that open it at once.
 * @param options `assign: false` opens it for nobody (archived clients, opt-out); `broadcastId` of the broadcast that opens it.
 * @throws ClientMerged when the client was merged into another since it was looked up.
 */
export async function openConv(
  ctx: Ctx,
  { client, integration, externalConversationId }: Place,
  options: { assign: boolean; broadcastId?: string },
): Promise<{ conv: Conversation; opened: boolean }> {
  for (;;) {
    const [open] = await ctx.db.$queryRaw<Conversation[]>`
      select * from "Conversation"
      where "workspaceId" = ${ctx.workspaceId} and "clientId" = ${client.id}::uuid and "integrationId" = ${integration.id}::uuid
        and coalesce("externalConversationId", '') = ${externalConversationId ?? ""} and not ended
      for no key update`;
    if (open) return { conv: open, opened: false };
    await holdUnmerged(ctx, client.id);
    const owner = options.assign ? await chooseAssignee(ctx, integration, client) : NOBODY;
    const [conv] = await ctx.db.$queryRaw<Conversation[]>`
      insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "externalConversationId", "assigneeId", "aiId",
        "broadcastId")
      values (${ctx.workspaceId}, ${uuidv7()}::uuid, ${integration.id}::uuid, ${client.id}::uuid, ${externalConversationId},
        ${owner.assigneeId}::uuid, ${owner.aiId}::uuid, ${options.broadcastId ?? null}::uuid)
      on conflict do nothing
      returning *`;
    if (conv) {
      await noteAssignment(ctx, conv.id, owner);
      return { conv, opened: true };
    }
    // Someone else has opened it since we looked: theirs it is.
  }
}
