import type { Ctx } from "../ctx.ts";
import type { ComposerMode } from "../generated/prisma/enums.ts";

/**
 * Empties a draft whose text was sent. An empty draft with a new version stays for a day (prune.ts). So a save that arrives later has
 * an outdated version and restores nothing, even if there was no draft before.
 * @returns whether there was a draft with content.
 */
export async function dropDraft(
  tx: Ctx,
  { convId, agentId, mode }: { convId: string; agentId: string; mode: ComposerMode },
): Promise<boolean> {
  const [before] = await tx.db.$queryRaw<{ hadWords: boolean }[]>`
    with before as (
      select text <> '' or attachments <> '[]'::jsonb or template is not null as "hadWords" from "Draft"
      where "workspaceId" = ${tx.workspaceId} and "agentId" = ${agentId}::uuid and "convId" = ${convId}::uuid
        and mode = ${mode}::"ComposerMode"
    ), emptied as (
      insert into "Draft" as d ("workspaceId", "agentId", "convId", mode, text, "patchedAt")
      values (${tx.workspaceId}, ${agentId}::uuid, ${convId}::uuid, ${mode}::"ComposerMode", '', ${tx.now}::timestamptz)
      on conflict ("workspaceId", "agentId", "convId", mode) do update
        set text = '', attachments = '[]', "replyToMessageId" = null, template = null, version = d.version + 1, "patchedAt" = excluded."patchedAt"
    )
    select "hadWords" from before`;
  return before?.hadWords ?? false;
}
