import type { InboundChange } from "../channels/inbound.ts";
import { clientOfName } from "../clients/client-identities.ts";
import { chooseAssignee } from "../conversations/choose-assignee.ts";
import { giveToOtherApp, takeFromOtherApp } from "../conversations/other-app.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Conversation, Integration } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import type { Arrival } from "./not-yet.ts";
import { scopesOfNames } from "./sender-scope.ts";

/**
 * The provider says that another app answers the contact from now on, or that it has passed the contact to us. It concerns open
 * conversations and opens none.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeControl(
  ctx: Ctx,
  integration: Integration,
  { senderId, isOurs, summary, at }: Extract<InboundChange, { kind: "control" }>,
  { receivedAt }: Arrival,
): Promise<void> {
  const changedAt = at ?? receivedAt;
  await inTransaction(ctx, async (tx) => {
    const client = await clientOfName(tx, scopesOfNames(integration), senderId);
    if (!client) return;
    const convs = await tx.db.$queryRaw<Conversation[]>`
      select * from "Conversation"
      where "workspaceId" = ${tx.workspaceId} and "clientId" = ${client.id}::uuid and "integrationId" = ${integration.id}::uuid
        and not ended
      order by id for no key update`;
    for (const conv of convs) {
      if (!isOurs) await giveToOtherApp(tx, conv, changedAt);
      else if (conv.otherAppSince && conv.otherAppSince <= changedAt) {
        const owner = await chooseAssignee(tx, integration, client);
        const line = summary === null ? say("line.passed") : say("line.passedSummary", { summary });
        await takeFromOtherApp(tx, conv, { at: changedAt, owner, line });
      }
    }
  });
}
