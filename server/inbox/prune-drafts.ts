import { database } from "../db.ts";

/** No save is under way for so long. */
const KEPT_HOURS = 24;
/** Rows in one statement. */
const BATCH = 10_000;

/** Forgets, in all workspaces, that drafts were sent (drop-draft.ts). Returns how many. */
export async function pruneDrafts(): Promise<number> {
  const before = new Date(Date.now() - KEPT_HOURS * 3_600_000);
  let pruned = 0;
  for (;;) {
    // Asked twice: the inner look is not taken again for a row in which somebody begins to write at this moment.
    const rows = await database().$executeRaw`
      delete from "Draft" where ("workspaceId", "agentId", "convId", mode) in (
        select d."workspaceId", d."agentId", d."convId", d.mode from "Draft" d
        where d.text = '' and d.attachments = '[]' and d.template is null and d."patchedAt" < ${before}::timestamptz
        limit ${BATCH}
      ) and text = '' and attachments = '[]' and template is null`;
    pruned += rows;
    if (rows < BATCH) return pruned;
  }
}
