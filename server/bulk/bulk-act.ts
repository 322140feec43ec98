import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { badInput, notFound } from "../errors.ts";
import { Prisma, type BulkAction } from "../generated/prisma/client.ts";
import { enqueue } from "../work/queue.ts";
import { newId } from "../new-id.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { readInput, type BulkActionInput } from "./read-action.ts";
import { flushOwn } from "../drafts/flush-undoable.ts";
import { filterSql, type ConvChoice } from "../views/list-conv-rows.ts";
import { personOf } from "../conversations/person.ts";
import { notifyAgent } from "../conversations/notify-agent.ts";

/** The given conversations, or all that a view or a filter matches now. */
export type BulkActInput = ConvChoice & { deed: BulkActionInput };

/** Limit of ids in one request. */
const IDS_MAX = 5_000;
/** Limit of conversations in one bulk action. */
const CONVS_MAX = 100_000;

/**
 * Runs an action on many conversations in the background, on behalf of the signed-in person. The conversations are chosen now.
 * Permission is checked for each one when it is processed (run-bulk-action.ts).
 * @throws AppError NOT_FOUND (API keys; agent, stage; nothing is chosen), BAD_INPUT
 */
export const bulkAct = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, { deed: input, ...choice }: BulkActInput): Promise<BulkAction> => {
    const ids = choice.ids ? [...new Set(choice.ids)] : null;
    if (!ids && !choice.view && !choice.filter) throw badInput("ids", say("inbox.choose"));
    if (ids && ids.length > IDS_MAX) throw badInput("ids", say("inbox.idsMost", { count: IDS_MAX }));
    const action = await readInput(ctx, input);
    const { userId, agentId } = personOf(ctx);
    const [bulk, flushed] = await inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      const id = newId();
      const filter = ids ? Prisma.DbNull : (JSON.parse(JSON.stringify(choice)) as Prisma.InputJsonObject);
      const stored = JSON.parse(JSON.stringify(action)) as Prisma.InputJsonObject;
      await tx.db.bulkAction.create({ data: { workspaceId, id, userId, action: stored, filter } });
      const chosen = await tx.db.$executeRaw`
      insert into "BulkActionItem" ("workspaceId", "bulkId", "convId")
      select c."workspaceId", ${id}::uuid, c.id from "Conversation" c where ${filterSql(tx, { ...choice, ids })} limit ${CONVS_MAX + 1}`;
      if (chosen > CONVS_MAX) throw badInput("filter", say("inbox.convsMost", { count: CONVS_MAX }));
      if (chosen === 0) throw notFound("conversation");
      // Conversations that the person may not see count as failed, exactly like ids that do not exist.
      const totalCount = ids?.length ?? chosen;
      const waiting = action.kind === "end" || action.kind === "assign" ? await withUndoable(tx, id, agentId) : [];
      for (const convId of waiting) await flushOwn(tx, convId);
      await enqueue(tx, "run-bulk-action", { workspaceId, bulkId: id });
      const data = { totalCount, failedCount: totalCount - chosen };
      return [
        await tx.db.bulkAction.update({ where: { workspaceId_id: { workspaceId, id } }, data }),
        waiting,
      ] as const;
    });
    for (const convId of flushed) notifyAgent(ctx, agentId, "scheduled", convId);
    return bulk;
  },
);

/** The chosen conversations with undoable messages of the agent. After the action those messages would be refused. */
async function withUndoable(tx: Ctx, bulkId: string, agentId: string): Promise<string[]> {
  const rows = await tx.db.$queryRaw<{ convId: string }[]>`
    select distinct s."convId" from "ScheduledMessage" s
    join "BulkActionItem" i on i."workspaceId" = s."workspaceId" and i."bulkId" = ${bulkId}::uuid and i."convId" = s."convId"
    where s."workspaceId" = ${tx.workspaceId} and s."agentId" = ${agentId}::uuid and s.state = 'waiting' and s."isUndoable"`;
  return rows.map(({ convId }) => convId);
}
