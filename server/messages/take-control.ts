import type { InboundChange } from "../channels/inbound.ts";
import { clientOfName } from "../clients/client-identities.ts";
import { chooseAssignee, NOBODY } from "../conversations/choose-assignee.ts";
import { giveToOtherApp, takeFromOtherApp } from "../conversations/other-app.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Client, Conversation, Integration } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { NotYet, type Arrival } from "./not-yet.ts";
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
  { receivedAt, mayWait }: Arrival,
): Promise<void> {
  const changedAt = at ?? receivedAt;
  await inTransaction(ctx, async (tx) => {
    const client = await clientOfName(tx, scopesOfNames(integration), senderId);
    const convs = client ? await holdOpenConvs(tx, integration, client) : [];
    // What came before it may come after it.
    if (isOurs && mayWait && convs.length === 0) throw new NotYet("The conversation may still have to open");
    for (const conv of convs) {
      if (!isOurs) await giveToOtherApp(tx, conv, changedAt);
      else if (conv.otherAppSince === null) await noteEnd(tx, conv, changedAt);
      else if (conv.otherAppSince <= changedAt) {
        const ownerOf = () => (client && !client.deletedAt ? chooseAssignee(tx, integration, client) : NOBODY);
        const line = summary === null ? say("line.passed") : say("line.passedSummary", { summary });
        await takeFromOtherApp(tx, conv, { until: changedAt, ownerOf, line, isDue: true });
      }
    }
  });
}

function holdOpenConvs(tx: Ctx, { id }: Integration, client: Client): Promise<Conversation[]> {
  return tx.db.$queryRaw`
    select * from "Conversation"
    where "workspaceId" = ${tx.workspaceId} and "clientId" = ${client.id}::uuid and "integrationId" = ${id}::uuid and not ended
    order by id for no key update`;
}

/** Words of the other app from before may still arrive. */
async function noteEnd(tx: Ctx, { id, otherAppUntil }: Conversation, at: Date): Promise<void> {
  if (otherAppUntil && otherAppUntil >= at) return;
  await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id } },
    data: { otherAppUntil: at },
  });
}
