import { audit } from "../auth/audit.ts";
import { absorbClients, lockForMerge, type MergeChoice } from "../clients/absorb-clients.ts";
import { keepMerge } from "../clients/merge-record.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { NewEvent } from "../events/events.ts";
import type { Client } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";
import { verb } from "../verb.ts";
import { fullName } from "./display-name.ts";
import { moveConvs } from "./move-convs.ts";
import { addSystemNote } from "./system-note.ts";

export type ClientMergeInput = {
  id: string;
  sourceIds: string[];
  /** Whose value stays, field by field; where nothing is said the target's own, and a source's where it has none. */
  values?: MergeChoice[] | null;
};

/**
 * Makes several contacts one: the sources' conversations, identities and tags move to `id`, whose empty fields are filled from
 * them; the sources are archived and stand for `id` from now on, so that what their senders write next comes to it. All of it in
 * one transaction; a message that comes in meanwhile waits, and lands at the contact that remains. Where two of them have a
 * conversation open in the same place, one goes on and the other is ended.
 *
 * What was before is kept with it: for a while it can be taken back (`undoMerge`).
 *
 * Conversations keep their agents: merging contacts shows nobody a conversation that was not theirs to see.
 * @throws AppError BAD_INPUT, NOT_FOUND, CLIENT_ARCHIVED
 */
export const mergeClients = verb(
  { may: "MANAGE_CLIENTS", audit: "recorded" },
  async (ctx, input: ClientMergeInput): Promise<Client> => {
    return inTransaction(ctx, async (tx) => {
      const merge = await lockForMerge(tx, input.id, input.sourceIds);
      const { moved, before: convsBefore } = await moveConvs(tx, merge);
      const { merged, before } = await absorbClients(tx, merge, input.values ?? []);
      const sourceIds = merge.sources.map(({ id }) => id);
      await keepMerge(tx, merged.id, { ...before, ...convsBefore });
      await audit(tx, "mergeClients", merged.id, { after: { sourceIds } });
      const names = namesOf(merge.sources);
      const changes: NewEvent[] = [];
      for (const conv of moved) {
        const note = conv.ended ? null : await addSystemNote(tx, conv, say("line.merged", { names }));
        changes.push({
          name: "CONV_CHANGED",
          convId: conv.id,
          clientId: merged.id,
          ...(note ? { messageId: note.id } : {}),
          assigneeId: conv.assigneeId,
          prevAssigneeId: conv.assigneeId,
        });
      }
      await emit(tx, ...changes);
      return merged;
    });
  },
);

function namesOf(clients: readonly Client[]): string | Said {
  return clients
    .map((client, index): string | Said => fullName(client) || say(index === 0 ? "line.unnamedFirst" : "line.unnamed"))
    .reduceRight((others, first) => say("line.list", { first, others }));
}
