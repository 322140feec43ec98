import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { clientEvent } from "../events/events.ts";
import type { Client } from "../generated/prisma/client.ts";
import { requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { readClientFields, settleReferences, type ClientFields } from "./client-fields.ts";
import { insertClient } from "./create-client.ts";
import { currentClient } from "./current-client.ts";

/**
 * Updates the contact of this externalClientId, or creates it. On an existing one, fields that are left out stay as they are,
 * as in patchClient: a caller that knows only a phone number must not wipe the rest. The externalClientId of a contact that was
 * merged names the one that it is now.
 */
export const putClient = verb(
  { may: "MANAGE_CLIENTS", audit: "everyday" },
  async (ctx, input: ClientFields & { externalClientId: string }) => {
    const externalClientId = requiredLine("externalClientId", input.externalClientId);
    const fields = readClientFields(input);
    return inTransaction(ctx, async (tx) => {
      await settleReferences(tx, fields);
      const created = await insertClient(tx, { ...fields, externalClientId });
      if (created) {
        await emit(tx, { name: "CLIENT_CHANGED", clientId: created.id });
        return created;
      }
      const updated = await update(tx, externalClientId, { ...fields, patchedAt: tx.now });
      await emit(tx, clientEvent("CLIENT_UPDATED", updated));
      return updated;
    });
  },
);

async function update(tx: Ctx, externalClientId: string, data: Omit<Partial<Client>, "id" | "workspaceId">) {
  const { workspaceId } = tx;
  for (;;) {
    const named = await tx.db.client.findUniqueOrThrow({
      where: { workspaceId_externalClientId: { workspaceId, externalClientId } },
    });
    const { id } = await currentClient(tx, named);
    const [updated] = await tx.db.client.updateManyAndReturn({ where: { workspaceId, id, mergedIntoId: null }, data });
    if (updated) return updated;
    // It was merged since we looked.
  }
}
