import type { InboundChange } from "../channels/inbound.ts";
import { findByIdentity } from "../clients/client-identities.ts";
import { holdUnmerged } from "../clients/current-client.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";

/**
 * The business has a name for a contact in its address book at the provider. It becomes the contact's if they have none yet, or only their
 * number: a name is set once (contract.md). Nobody becomes a contact by it, and subscribers get no event.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeNaming(ctx: Ctx, { names, name }: Extract<InboundChange, { kind: "naming" }>): Promise<void> {
  const { workspaceId } = ctx;
  await inTransaction(ctx, async (tx) => {
    let client = null;
    for (const each of names) client ??= await findByIdentity(tx, each);
    if (!client) return;
    await holdUnmerged(tx, client.id);
    const nameless = [null, ...names.map(({ externalId }) => `+${externalId}`)];
    const { count } = await tx.db.client.updateMany({
      where: { workspaceId, id: client.id, surname: null, OR: nameless.map((known) => ({ name: known })) },
      data: { name },
    });
    if (count > 0) await emit(tx, { name: "CLIENT_CHANGED", clientId: client.id });
  });
}
