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
 * Updates the contact with this externalClientId, or creates it. On an existing contact, missing fields keep their values, as in
 * patchClient: a caller that knows only a phone number must not delete the rest. The externalClientId of a merged contact refers to the
 * contact that it was merged into.
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
    // The contact was merged since the lookup: try again.
  }
}
