import type { Ctx } from "../ctx.ts";
import type { ComposerMode } from "../generated/prisma/enums.ts";

/**
 * What was written has been sent: of its draft only an empty one of a new version stays, for a day (prune.ts). A save that
 * comes later, also the first of a draft that had none yet, is of a version that it does not replace, and brings nothing back.
 * @returns whether there was one.
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
