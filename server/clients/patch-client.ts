import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { clientEvent } from "../events/events.ts";
import { stageOr404 } from "../tags/access.ts";
import { notEmptied } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { clientForActor } from "./access.ts";
import { readClientFields, settleReferences, type ClientFields } from "./client-fields.ts";
import { optOutChanges } from "./opt-out.ts";

type ClientPatchInput = ClientFields & {
  id: string;
  stageId?: string | null;
  /** true: they receive no broadcasts and notifications. false: they may receive them again. */
  isOptedOut?: boolean | null;
};

/** Changes a contact. A missing field keeps its value; null empties it. */
export const patchClient = verb({ may: "MANAGE_CLIENTS", audit: "everyday" }, (ctx, input: ClientPatchInput) =>
  inTransaction(ctx, async (tx) => {
    const before = await clientForActor(tx, input.id);
    const { id } = before;
    const isOptedOut = notEmptied("isOptedOut", input.isOptedOut);
    const fields = readClientFields(input);
    if (input.stageId != null) await stageOr404(tx, "clientStage", { id: input.stageId });
    await settleReferences(tx, fields);
    const client = await tx.db.client.update({
      where: { workspaceId_id: { workspaceId: tx.workspaceId, id } },
      data: {
        ...fields,
        ...(input.stageId !== undefined ? { stageId: input.stageId } : {}),
        ...(isOptedOut === undefined ? {} : optOutChanges(before, isOptedOut, tx.now)),
        patchedAt: tx.now,
      },
    });
    await emit(tx, clientEvent("CLIENT_UPDATED", client));
    return client;
  }),
);
