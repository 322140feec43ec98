import type { ContactName } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";

/** Names per statement. */
const TOGETHER = 500;

/**
 * The business has names for contacts in its address book at the provider. A name becomes a contact's who has none yet, or only their
 * number: it is set once (contract.md). Nobody becomes a contact by it, and subscribers get no event.
 * @param ctx outside a transaction, with a system actor.
 */
export async function nameNameless(ctx: Ctx, given: readonly ContactName[]): Promise<void> {
  const { workspaceId } = ctx;
  for (let from = 0; from < given.length; from += TOGETHER) {
    const part = given.slice(from, from + TOGETHER);
    await inTransaction(ctx, async (tx) => {
      // Locked in one order, so that two parts do not deadlock. The first name of a contact counts.
      const named = await tx.db.$queryRaw<{ id: string }[]>`
        with given as (
          select distinct on (i."clientId") i."clientId" as id, g.name, '+' || g."externalId" as number
          from unnest(${part.map(({ scope }) => scope)}::text[],
            ${part.map(({ externalId }) => externalId)}::text[], ${part.map(({ name }) => name)}::text[]) with ordinality as g (scope, "externalId", name, place)
          join "ClientIdentity" i on i."workspaceId" = ${workspaceId} and i.scope = g.scope and i."externalId" = g."externalId"
          order by i."clientId", g.place
        ), nameless as (
          select c.id, given.name from "Client" c join given using (id)
          where c."workspaceId" = ${workspaceId} and c.surname is null and (c.name is null or c.name = given.number)
            and c."mergedIntoId" is null
          order by c.id for no key update of c
        )
        update "Client" c set name = nameless.name from nameless
        where c."workspaceId" = ${workspaceId} and c.id = nameless.id returning c.id`;
      await emit(tx, ...named.map(({ id }) => ({ name: "CLIENT_CHANGED" as const, clientId: id })));
    });
  }
}
