import { COMMENT } from "../channels/comments.ts";
import type { InboundChange } from "../channels/inbound.ts";
import { clientOfName } from "../clients/client-identities.ts";
import { chooseAssignee, NOBODY } from "../conversations/choose-assignee.ts";
import { giveToOtherApp, LAST_WORDS_MS, takeFromOtherApp } from "../conversations/other-app.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Client, Conversation, Integration } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { NotYet, type Arrival } from "./not-yet.ts";
import { scopesOfNames } from "./sender-scope.ts";

/**
 * The provider says that another app answers the contact from now on, or that it has passed the contact to us. It concerns open
 * conversations, but no comments, and opens none.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeControl(
  ctx: Ctx,
  integration: Integration,
  { senderId, isOurs, isDue, summary, at }: Extract<InboundChange, { kind: "control" }>,
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
      else if (isNews(conv, changedAt)) {
        const ownerOf = () => (client && !client.deletedAt ? chooseAssignee(tx, integration, client) : NOBODY);
        const line = summary === null ? say("line.passed") : say("line.passedSummary", { summary });
        await takeFromOtherApp(tx, conv, { until: changedAt, ownerOf, line, isDue });
      }
    }
  });
}

function holdOpenConvs(tx: Ctx, { id }: Integration, client: Client): Promise<Conversation[]> {
  return tx.db.$queryRaw`
    select * from "Conversation"
    where "workspaceId" = ${tx.workspaceId} and "clientId" = ${client.id}::uuid and "integrationId" = ${id}::uuid and not ended
      and starts_with("externalConversationId", ${COMMENT}) is not true
    order by id for no key update`;
}

/** Whether a handover is not known yet. The other app's last words may bear a later time. */
function isNews({ otherAppSince, otherAppUntil }: Conversation, at: Date): boolean {
  return otherAppSince === null
    ? otherAppUntil === null || otherAppUntil < at
    : otherAppSince.getTime() <= at.getTime() + LAST_WORDS_MS;
}
