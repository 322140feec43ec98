import { addAlias } from "../clients/rename-sender.ts";
import { findByIdentity } from "../clients/client-identities.ts";
import { currentClient } from "../clients/current-client.ts";
import type { InboundStatus } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { noteSamePerson } from "./take-renaming.ts";

/** Names that this process has dealt with, per channel. Beyond this many, it starts anew: about a megabyte. */
const MOST_KNOWN = 10_000;
const known = new Set<string>();

type Unknown = { clientId: string; scope: string; externalId: string };

/**
 * Gives contacts the further names that statuses report for the recipients of our messages, so that what they write under any of
 * them comes to the same contact. A name of another contact stays there; a note names both, and the team decides.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeAliases(
  ctx: Ctx,
  integration: Integration,
  statuses: readonly InboundStatus[],
): Promise<void> {
  const given = statuses.flatMap((status) =>
    status.of === "message"
      ? (status.recipient ?? []).map((name) => ({ message: status.externalMessageId, ...name }))
      : [],
  );
  const keyOf = ({ message: _, ...name }: (typeof given)[number]) =>
    `${integration.id} ${name.scope} ${name.externalId}`;
  const fresh = given.filter((each) => !known.has(keyOf(each)));
  if (fresh.length === 0) return;
  const { workspaceId } = ctx;
  const strange = await ctx.db.$queryRaw<(Unknown & { message: string })[]>`
    select distinct on (g.scope, g."externalId") g.message, m."clientId", g.scope, g."externalId"
    from json_to_recordset(${JSON.stringify(fresh)}::json) as g(message text, scope text, "externalId" text)
    join "Message" m on m."workspaceId" = ${workspaceId} and m."integrationId" = ${integration.id}::uuid and m."isAgent"
      and m."externalMessageId" = g.message
    order by g.scope, g."externalId"`;
  if (known.size + strange.length > MOST_KNOWN) known.clear();
  for (const { message, clientId, scope, externalId } of strange) {
    await inTransaction(ctx, async (tx) => {
      if (await addAlias(tx, clientId, { scope, externalId })) return;
      const owner = await findByIdentity(tx, { scope, externalId });
      const client = await tx.db.client.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: clientId } } });
      if (owner) await noteSamePerson(tx, integration, await currentClient(tx, client), owner);
    });
    known.add(keyOf({ message, scope, externalId }));
  }
}
