import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Client } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { stageOr404 } from "../tags/access.ts";
import { requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { readClientFields, settleReferences, type ClientFields } from "./client-fields.ts";

export type ClientCreateInput = ClientFields & {
  externalClientId: string;
  /** A tag of type clientStage, by its value or its id. */
  stage?: { id: string; value: string } | null;
};

/**
 * Adds a contact. Emits no NEW_CLIENT: that event is for contacts who write first.
 * @throws AppError CONFLICT when another contact, even an archived one, has the externalClientId.
 */
export const createClient = verb(
  { may: "MANAGE_CLIENTS", audit: "everyday" },
  async (ctx, input: ClientCreateInput) => {
    const externalClientId = requiredLine("externalClientId", input.externalClientId);
    const fields = readClientFields(input);
    return inTransaction(ctx, async (tx) => {
      const stage = input.stage ? await stageOr404(tx, "clientStage", input.stage) : null;
      await settleReferences(tx, fields);
      const client = await insertClient(tx, { ...fields, externalClientId, stageId: stage?.id ?? null });
      if (!client) throw new AppError("CONFLICT", say("clients.idTaken", { id: externalClientId }));
      await emit(tx, { name: "CLIENT_CHANGED", clientId: client.id });
      return client;
    });
  },
);

/** The new contact. null: the externalClientId is taken, possibly by a concurrent call. */
export async function insertClient(
  tx: Ctx,
  data: Omit<Partial<Client>, "id" | "workspaceId"> & { externalClientId: string },
): Promise<Client | null> {
  const [client] = await tx.db.client.createManyAndReturn({
    data: [{ workspaceId: tx.workspaceId, ...data }],
    skipDuplicates: true,
  });
  return client ?? null;
}
